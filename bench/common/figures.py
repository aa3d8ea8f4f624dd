"""Medians, spreads, ratios and slopes, and how the page prints them."""

import math
import statistics


def median(samples):
    return statistics.median(samples)


def spread(samples):
    """Half the distance between the quartiles, relative to the median; None for a single sample."""
    if len(samples) < 2:
        return None
    low, _, high = statistics.quantiles(samples, n=4, method="inclusive")
    return 0.5 * (high - low) / median(samples)


def geometric_mean(values):
    return math.exp(statistics.fmean(math.log(value) for value in values))


def slope(x, y):
    """The exponent a of y ∝ x^a by least squares on logarithms, and its standard error."""
    log_x, log_y = [math.log(v) for v in x], [math.log(v) for v in y]
    fit = statistics.linear_regression(log_x, log_y)
    mean = statistics.fmean(log_x)
    squares = sum((v - mean) ** 2 for v in log_x)
    residuals = sum((v - fit.intercept - fit.slope * u) ** 2 for u, v in zip(log_x, log_y))
    error = math.sqrt(residuals / (len(x) - 2) / squares) if len(x) > 2 else math.nan
    return fit.slope, error, math.exp(fit.intercept)


def seconds(samples, at_least=False):
    """A median with its spread, as 1.23 s ±4%."""
    value = median(samples)
    text = f"{value * 1e3:.3g} ms" if value < 1 else f"{value:.3g} s"
    width = spread(samples)
    return (">" if at_least else "") + text + (f" ±{100 * width:.0f}%" if width is not None else "")


def gap(value):
    return f"{value:.0e}" if value is not None else "–"


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]

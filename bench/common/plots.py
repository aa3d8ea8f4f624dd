"""The pictures of the page, as SVG that is the same for the same numbers."""

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend must be chosen first)
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator  # noqa: E402

matplotlib.rcParams.update({
    "svg.hashsalt": "tkl", "svg.fonttype": "none", "font.size": 9,
    "axes.spines.top": False, "axes.spines.right": False,
})
OURS, BAR = "#1f6f8b", "#c0392b"


def plain_numbers(axis):
    """1, 2, 5, 10, … instead of powers of ten."""
    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))


def save(figure, file):
    figure.savefig(file, metadata={"Date": None}, bbox_inches="tight")
    plt.close(figure)


def dots(file, names, values, bars, label):
    """One value a row on a logarithmic axis, with the bars as dashed lines."""
    figure, axes = plt.subplots(figsize=(7, 0.8 + 0.2 * len(names)))
    positions = range(len(names), 0, -1)
    axes.scatter(values, positions, color=OURS, zorder=3)
    axes.hlines(positions, 1, values, color=OURS, linewidth=1, alpha=0.5)
    for bar in bars:
        axes.axvline(bar, color=BAR, linestyle="--", linewidth=1)
    axes.set_yticks(list(positions), names)
    axes.set_xscale("log")
    plain_numbers(axes.xaxis)
    axes.set_xlabel(label)
    axes.grid(axis="x", alpha=0.3)
    save(figure, file)


def power_law(file, x, y, exponent, factor, x_label, y_label):
    """Points and the fitted line on logarithmic axes."""
    figure, axes = plt.subplots(figsize=(5, 3.4))
    axes.loglog(x, y, "o", color=OURS, label="measured")
    axes.loglog(x, [factor * value**exponent for value in x], color=BAR, linewidth=1,
                label=f"exponent {exponent:.2f}")
    plain_numbers(axes.xaxis)
    plain_numbers(axes.yaxis)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    save(figure, file)

"""How the time to learn grows with rows and with features."""

from common import plots
from bench import task
from common.figures import median, seconds, slope, table
from common.verdict import Verdict

NAME = "exponents"
TITLE = "Growth with rows and features"
ABOUT = ("The time of `fit()` with its defaults, two threads, for more rows of gas_turbine (m, ten features) and more "
         "columns of spambase (n, 1500 rows; q = n + 1). Exponents by least squares on logarithms, ± standard error.")
LIMIT = 120


def points(quick):
    rows = (300, 600, 1200) if quick else (1000, 2000, 4000, 8000, 16000)
    features = (2, 8, 20) if quick else (2, 4, 8, 15, 30, 45, 57)
    return ([{"set": "gas_turbine", "rows": m, "features": 10} for m in rows] +
            [{"set": "spambase", "rows": 300 if quick else 1500, "features": n} for n in features])


def measure(bench, point):
    files = bench.split(point["set"], point["rows"], point["features"])
    return bench.measure("fit", train=files["train"], task=task(point["set"]), threads=2, limit=LIMIT)


def fitted(rows, size, bar, symbol, file, x_label):
    fits = [row["threads"]["2"] for row in rows]
    x = [size(row["point"]) for row in rows]
    y = [median(fit["seconds"]) for fit in fits]
    exponent, error, factor = slope(x, y)
    plots.power_law(file, x, y, exponent, factor, x_label, "seconds to learn")
    lines = table([x_label, "time", "solves", "kernel", "SVM", "step", "support vectors", "method"],
                  [[value, seconds(fit["seconds"], fit["outcome"] == "out of time"), fit.get("solves", "–"),
                    *(f"{fit['phases'][phase]:.3g}" if "phases" in fit else "–" for phase in ("kernel", "svm", "step")),
                    fit.get("support_vectors", "–"), fit.get("method", "–")] for value, fit in zip(x, fits)])
    late = any(fit["outcome"] == "out of time" for fit in fits)
    verdict = Verdict(f"time ∝ {symbol}", f"≤ {bar}",
                      f"{exponent:.2f} ± {error:.2f}" + (", a point at the limit" if late else ""),
                      exponent <= bar and not late)
    return [*lines, "", f"![{x_label}]({file.name})", ""], verdict


def render(rows, folder):
    lines, verdicts = [], []
    for name, size, bar, symbol, file, label in (
            ("gas_turbine", lambda point: point["rows"], 2.05, "m^a", "bench-rows.svg", "rows m"),
            ("spambase", lambda point: point["features"] + 1, 1.2, "q^b", "bench-features.svg", "basis functions q")):
        part = [row for row in rows if row["point"]["set"] == name]
        if len(part) < 2:
            continue
        more, verdict = fitted(part, size, bar, symbol, folder / file, label)
        lines += more
        verdicts.append(verdict)
    return lines, verdicts

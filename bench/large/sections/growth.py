"""Time against rows."""

import math

from common.figures import table
from common.verdict import Verdict

NAME = "growth"
TITLE = "Growth with the rows"
ABOUT = ("Friedman's function, 5 features, noise of variance 1; `tkl train --select none --family reflected --bound 1 --tau "
         "1 --loss squared --tube 0 --cost 3 --landmarks 500`, two threads. The error is against the function without "
         "noise. The exponent is by least squares on logarithms, ± standard error.")
OPTIONS = ["--select", "none", "--family", "reflected", "--bound", 1, "--tau", 1, "--loss", "squared", "--tube", 0, "--cost",
           3, "--landmarks", 500]


def points(quick):
    return [{"rows": rows} for rows in ((2000, 4000) if quick else (50000, 100000, 200000, 400000, 800000))]


def measure(bench, point):
    files = bench.friedman(point["rows"])
    trained = bench.train(files["train"], OPTIONS)
    return {"seconds": trained["report"]["seconds"], "wall": trained["seconds"], "peak": trained["peak"],
            "reported_peak": trained["report"]["peak_memory_mb"], "mse": bench.error(trained["model"], files["test"])}


def exponent(x, y):
    """Slope of log y on log x, and its standard error."""
    x, y = [math.log(value) for value in x], [math.log(value) for value in y]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    spread = sum((a - mean_x) ** 2 for a in x)
    slope = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / spread
    rest = sum((b - mean_y - slope * (a - mean_x)) ** 2 for a, b in zip(x, y))
    return slope, math.sqrt(rest / max(1, len(x) - 2) / spread)


def render(rows, folder):
    lines = table(["rows", "s, learning", "kernel", "SVM", "s, reading too", "peak, MB", "reported, MB", "error"],
                  [[row["point"]["rows"], f"{row['seconds']['total']:.3g}", f"{row['seconds']['kernel']:.3g}",
                    f"{row['seconds']['svm']:.3g}", f"{row['wall']:.3g}", f"{row['peak']:.0f}",
                    f"{row['reported_peak']:.0f}", f"{row['mse']:.4g}"] for row in rows])
    if len(rows) < 2:
        return lines, []
    slope, error = exponent([row["point"]["rows"] for row in rows], [row["seconds"]["total"] for row in rows])
    return lines, [Verdict("time ∝ m^a", "≤ 1.1", f"{slope:.2f} ± {error:.2f}", slope <= 1.1)]

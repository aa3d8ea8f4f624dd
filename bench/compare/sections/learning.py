"""All of learning against a single SVM solve of LIBSVM."""

from common import plots
from common.figures import geometric_mean, median, seconds, table
from common.verdict import at_most

from . import standard_table
from .opt_a import reference_cells

NAME = "learning"
TITLE = "Learning kernel and SVM"
ABOUT = ("All of `fit()` with its defaults (P and SVM to a certified relative gap of 10⁻³, two threads) divided by *one* "
         "LIBSVM `-t 4` solve at the P that was found, to a duality gap of 10⁻³. D / K is the time of the matrix D(w) "
         "over that of the kernel matrix, on one thread; phases are seconds of the first run.")
LIMIT = 60

points = standard_table.points


def measure(bench, point):
    return standard_table.measure(bench, "learning", point, limit=LIMIT, threads=2)


def render(rows, folder):
    done = [row for row in rows if "libsvm" in row]
    ratios = [median(row["tkl"]["seconds"]) / median(row["libsvm"]["seconds"]) for row in done]
    lines = []
    if len(done) < len(rows):
        late = [standard_table.label(row["point"]) for row in rows if "libsvm" not in row]
        lines += [f"**Stopped at {LIMIT} s**, and not in the means: {'; '.join(late)}.", ""]
    if not done:
        return lines, []
    verdicts = [at_most("learning / one LIBSVM solve, geometric mean", 1, geometric_mean(ratios)),
                at_most("learning / one LIBSVM solve, largest", 2.5, max(ratios))]
    if len(done) < len(rows):
        for verdict in verdicts:
            verdict.met = False
    plots.dots(folder / "bench-learning.svg", [standard_table.label(row["point"]) for row in done], ratios, [1, 2.5],
               "time to learn / time of one LIBSVM solve")
    lines += table(["data", "C", "ε", "tkl", "LIBSVM", "gap", "options", "ratio", "solves", "kernel", "SVM", "step",
                    "D / K"],
                   [[*standard_table.cells(row["point"]), seconds(row["tkl"]["seconds"]),
                     *reference_cells(row["libsvm"]), f"{value:.2f}", row["tkl"]["solves"],
                     *(f"{row['tkl']['phases'][phase]:.3g}" for phase in ("kernel", "svm", "step")),
                     f"{row['tkl']['D_seconds'] / row['tkl']['K_seconds']:.2f}"] for row, value in zip(done, ratios)])
    return [*lines, "", "![Time to learn over one LIBSVM solve](bench-learning.svg)"], verdicts

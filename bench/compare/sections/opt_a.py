"""The SVM alone: solve_svm against LIBSVM on the same K."""

from common import plots
from common.figures import gap, geometric_mean, median, seconds, table
from common.verdict import at_least

from . import standard_table

NAME = "opt-a"
TITLE = "The SVM alone (OPT_A)"
ABOUT = ("One cold solve with the kernel matrix of P = I, to a relative duality gap of 10⁻³, on one core: `solve_svm` "
         "against LIBSVM `-t 4` on the same matrix. The ratio is LIBSVM's time over tkl's.")
LIMIT = 40

points = standard_table.points


def measure(bench, point):
    return standard_table.measure(bench, "opt-a", point, **{"limit": LIMIT, "reference-limit": LIMIT})


def ratio(row):
    return median(row["libsvm"]["seconds"]) / median(row["tkl"]["seconds"])


def reference_cells(run):
    """LIBSVM's time and gap, with the marks that the preamble explains."""
    at_limit = run["outcome"] == "out of time"
    short = " †" if run["outcome"] == "fell short" else ""
    options = f"`-e {run['tolerance']:g} -h {int(run['shrinking'])}`" if "tolerance" in run else "–"
    return [seconds(run["seconds"], at_limit) + short, gap(run.get("gap")), options]


def render(rows, folder):
    ratios = [ratio(row) for row in rows]
    verdicts = [at_least("LIBSVM / tkl, geometric mean", 3, geometric_mean(ratios)),
                at_least("LIBSVM / tkl, smallest", 1, min(ratios))]
    plots.dots(folder / "bench-opt-a.svg", [standard_table.label(row["point"]) for row in rows], ratios, [1, 3],
               "LIBSVM's time / tkl's time")
    lines = table(["data", "C", "ε", "tkl", "gap", "LIBSVM", "gap", "options", "ratio"],
                  [[*standard_table.cells(row["point"]),
                    seconds(row["tkl"]["seconds"], row["tkl"]["outcome"] == "out of time"), gap(row["tkl"].get("gap")),
                    *reference_cells(row["libsvm"]), f"{value:.2f}"] for row, value in zip(rows, ratios)])
    missed = sum(row["tkl"]["outcome"] != "reached" for row in rows)
    if missed:
        # At the limit on both sides the ratio is 1 and says nothing.
        for verdict in verdicts:
            verdict.met = False
            verdict.measured += f", {missed} of {len(rows)} rows not in time"
        lines += ["", f"tkl itself missed the gap in {missed} of {len(rows)} rows."]
    return [*lines, "", "![LIBSVM's time over tkl's](bench-opt-a.svg)"], verdicts

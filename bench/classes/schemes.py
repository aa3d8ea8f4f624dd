"""How are classes told apart best, and how good are the probabilities? `make classes` writes docs/classes.md.

Needs the Python package on PYTHONPATH, and the data sets of bench/accuracy.
"""

import argparse
import os
import sys
import time
import warnings
from pathlib import Path

import numpy as np
from sklearn.calibration import CalibratedClassifierCV
from sklearn.metrics import log_loss

import tkl

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bench/accuracy"))
import sets  # noqa: E402
from common import data  # noqa: E402

SEVERAL_CLASSES = ["iris", "wine", "segment", "digits", "satimage"]
TWO_CLASSES = ["liver_disorders", "heart_statlog", "pima_diabetes", "australian", "haberman", "breast_cancer_wisconsin"]
SCHEMES = {
    "each pair": {},
    "against the rest": {"multiclass": "ovr"},
    "each pair, one P": {"shared_kernel": True},
    "against the rest, one P": {"multiclass": "ovr", "shared_kernel": True},
}
LEARNED = {"select": None, "family": "tessellated", "bound": 0.5, "tau": 1e-3, "cost": 10}
BINS = 10


def divided(folder, name, split):
    _, points, target = data.read(folder, name)
    train, test = sets.split(name, len(points), split)
    x, y = np.array(points), np.array(target)
    return x[train], y[train], x[test], y[test]


def calibration_error(truth, probability):
    """How far the frequency is from the probability, on average over bins of probability."""
    bins = np.minimum((probability * BINS).astype(int), BINS - 1)
    return sum(abs(np.sum(truth[bins == b]) - np.sum(probability[bins == b])) for b in range(BINS)) / len(truth)


def compare_schemes(folder, names, splits, **settings):
    rows = []
    for name in names:
        cells = []
        for scheme, options in SCHEMES.items():
            wrong, seconds = [], []
            for split in range(splits):
                x, y, x_test, y_test = divided(folder, name, split)
                begin = time.perf_counter()
                model = tkl.TKLClassifier(**options, **settings).fit(x, y)
                seconds.append(time.perf_counter() - begin)
                wrong.append(100 * np.mean(model.predict(x_test) != y_test))
            cells += [f"{np.mean(wrong):.2f}", f"{np.mean(seconds):.1f}"]
            print(name, scheme, *cells[-2:], flush=True)
        rows.append([name, *cells])
    return rows


def compare_probabilities(folder, names, splits):
    rows = []
    for name in names:
        scores = {kind: [] for kind in ("none", "platt", "tkl")}
        for split in range(splits):
            x, y, x_test, y_test = divided(folder, name, split)
            model = tkl.TKLClassifier().fit(x, y)
            truth = (y_test == model.classes_[1]).astype(float)
            platt = CalibratedClassifierCV(tkl.TKLClassifier(), method="sigmoid", ensemble=False, cv=5).fit(x, y)
            probabilities = {
                "none": 1 / (1 + np.exp(-model.decision_function(x_test))),
                "platt": platt.predict_proba(x_test)[:, 1],
                "tkl": model.predict_proba(x_test)[:, 1],
            }
            for kind, p in probabilities.items():
                scores[kind].append((log_loss(truth, p, labels=[0, 1]), calibration_error(truth, p)))
        means = {kind: np.mean(values, axis=0) for kind, values in scores.items()}
        print(name, means, flush=True)
        rows.append([name, *(f"{means[kind][k]:.3f}" for k in (0, 1) for kind in ("none", "platt", "tkl"))])
    return rows


def mean_row(rows):
    return ["**mean**", *(f"**{np.mean([float(row[c]) for row in rows]):.3f}**" for c in range(1, len(rows[0])))]


def table(head, rows):
    """With the means of all rows below them."""
    if not rows:
        return "(no such data set was asked for)"
    rows = [*rows, mean_row(rows)]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--splits", type=int, default=3)
    parser.add_argument("--sets", help="names, separated by commas (default all)",
                        default=",".join(SEVERAL_CLASSES + TWO_CLASSES))
    parser.add_argument("--page", type=Path, default=ROOT / "docs/classes.md", help="to write")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("TKL_DATA") or ROOT.parent / "shared/data"))
    arguments = parser.parse_args()
    warnings.filterwarnings("ignore")
    wanted = arguments.sets.split(",")
    several = [name for name in SEVERAL_CLASSES if name in wanted]
    two = [name for name in TWO_CLASSES if name in wanted]
    probabilities = compare_probabilities(arguments.data, two, arguments.splits)
    searched = compare_schemes(arguments.data, several, arguments.splits)
    learned = compare_schemes(arguments.data, several, arguments.splits, **LEARNED)
    scheme_heads = [text for scheme in SCHEMES for text in (f"{scheme}: % wrong", "s")]
    arguments.page.write_text(f"""# Classes

Written by `make classes`, on the test rows of {arguments.splits} random split(s).

## Probabilities

Log loss, and how far frequencies are from probabilities on average ({BINS} bins); less is better. *none*: the decision
value through the logistic function. *Platt*: scikit-learn's `CalibratedClassifierCV` around the same estimator, five
folds. *tkl*: the slopes of [math.md](math.md) §11, from decisions that the search has held out; they cost nothing more,
and unlike Platt's they never contradict the predicted class.

{table(["data", "log loss: none", "Platt", "tkl", "error: none", "Platt", "tkl"],
       probabilities)}

## Several classes

A machine for each pair of classes or for each class against the rest; each with a P of its own, or one P for all that
minimises the sum of their objectives (`shared_kernel`). Percent wrong and seconds, first of the whole search and fit:

{table(["data", *scheme_heads], searched)}

A search may find that learning P does not pay (τ = 1), and then there is nothing to share. So once more without a search,
where P is learned freely ({", ".join(f"{key} {value}" for key, value in LEARNED.items() if value is not None)}):

{table(["data", *scheme_heads], learned)}
""")


main()

"""The error of a model on rows that it has not seen."""

import time

import numpy as np

from common.program import train_and_predict
from common.rivals import RIVALS


def error(task, truth, predicted):
    """Mean squared error, or the share of wrong classes."""
    if task == "regression":
        return float(np.mean((np.asarray(truth, float) - np.asarray(predicted, float)) ** 2))
    return float(np.mean([str(a) != str(b) for a, b in zip(truth, predicted)]))


def evaluate_tkl(program, task, x, y, x_test, y_test, options=()):
    """`tkl train` with the options: its error, its seconds, and what a search chose."""
    lines, report, times = train_and_predict(program, x, y, x_test, task, options)
    result = {"error": error(task, y_test, lines), **times, "last_fit": report["seconds"]["total"],
              "gap": report["relative_gap"]}
    if search := report["search"]:
        chosen = search["points"][search["chosen"]]
        result |= {"points": len(search["points"]), "expected": search["expected"],
                   "chosen": {key: chosen[key] for key in ("axes", "family", "degree", "scale", "per_feature", "tau",
                                                           "cost", "tube")}}
    return result


def evaluate_rival(name, task, x, y, x_test, y_test):
    """A rival of common/rivals.py; the error is None where it does not take part."""
    x, x_test = np.array(x), np.array(x_test)
    if task == "regression":
        labels, target = None, np.array(y, float)
    else:
        labels, target = np.unique(y, return_inverse=True)
    begin = time.perf_counter()
    fitted = RIVALS[name](x, target, task)
    if fitted is None:
        return {"error": None}
    predicted = fitted.predict(x_test)
    if labels is not None:
        predicted = labels[predicted]
    return {"error": error(task, y_test, predicted), "seconds": time.perf_counter() - begin}

"""How accurate is `tkl train` beside tuned rivals? `python3 bench/accuracy`, or `make accuracy`.

Every model sees the same training and test rows. All numbers are kept in the results folder as they come, so that a
run that is cut short goes on where it stopped; the page is written from them.
"""

import argparse
import json
import os
import time
import warnings
from pathlib import Path

import numpy as np

import models
import page
import sets

ROOT = Path(__file__).resolve().parents[2]


def parse_arguments():
    parser = argparse.ArgumentParser(prog="bench/accuracy", description=__doc__.splitlines()[0])
    parser.add_argument("--sets", help="names, separated by commas (default all)")
    parser.add_argument("--splits", type=int, default=5)
    parser.add_argument("--models", help="names, separated by commas (default all): tkl, " + ", ".join(models.RIVALS))
    parser.add_argument("--page", action="store_true", help="measure nothing, only write the page again")
    parser.add_argument("--tkl", type=Path, default=ROOT / "build/bench/apps/tkl", help="the program")
    parser.add_argument("--results", type=Path, default=ROOT / "build/bench/results/accuracy.json")
    parser.add_argument("--data", type=Path, help="folder of the data sets (default $TKL_DATA, then ../shared/data)",
                        default=Path(os.environ.get("TKL_DATA") or ROOT.parent / "shared/data"))
    return parser.parse_args()


def error(task, truth, predicted):
    """Mean squared error, or the share of wrong classes."""
    if task == "regression":
        return float(np.mean((np.asarray(truth, float) - np.asarray(predicted, float)) ** 2))
    return float(np.mean([str(a) != str(b) for a, b in zip(truth, predicted)]))


def measure(model, arguments, task, names, x, y, x_test, y_test):
    if model == "tkl":
        lines, about = models.run_tkl(arguments.tkl, names, x, y, x_test, y_test, task)
        return {"error": error(task, y_test, lines), **about}
    x, x_test = np.array(x), np.array(x_test)
    if task == "regression":
        labels, target = None, np.array(y, float)
    else:
        labels, target = np.unique(y, return_inverse=True)
    begin = time.perf_counter()
    fitted = models.RIVALS[model](x, target, task)
    if fitted is None:
        return {"error": None}
    predicted = fitted.predict(x_test)
    if labels is not None:
        predicted = labels[predicted]
    return {"error": error(task, y_test, predicted), "seconds": time.perf_counter() - begin}


def main():
    warnings.filterwarnings("ignore")
    os.environ["PYTHONWARNINGS"] = "ignore"
    arguments = parse_arguments()
    results = json.loads(arguments.results.read_text()) if arguments.results.exists() else {}
    wanted = arguments.models.split(",") if arguments.models else ["tkl", *models.RIVALS]
    chosen = arguments.sets.split(",") if arguments.sets else [*sets.REGRESSION, *sets.CLASSIFICATION]
    for split in range(0 if arguments.page else arguments.splits):
        for name in chosen:
            if not (arguments.data / f"{name}.csv").exists():
                print(f"{name}: skipped, not in {arguments.data}", flush=True)
                continue
            names, points, target = sets.read(arguments.data, name)
            train, test = sets.split(name, len(points), split)
            task = sets.task_of(name)
            for model in wanted:
                key = f"{name}|{split}|{model}"
                if key in results:
                    continue
                result = measure(model, arguments, task, names, [points[i] for i in train], [target[i] for i in train],
                                 [points[i] for i in test], [target[i] for i in test])
                print(key, result, flush=True)
                results[key] = result
                arguments.results.parent.mkdir(parents=True, exist_ok=True)
                arguments.results.write_text(json.dumps(results, indent=1))
    page.write(ROOT / "docs", results)


main()

"""How accurate is `tkl train` beside tuned rivals? `python3 bench/accuracy`, or `make accuracy`.

Every model sees the same training and test rows. All numbers are kept in the results folder as they come, so that a
run that is cut short goes on where it stopped; the page is written from them.
"""

import argparse
import json
import os
import sys
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "bench"))

import page  # noqa: E402  (they need the folder above)
import search_cost  # noqa: E402
import sets  # noqa: E402
from common import data, rivals  # noqa: E402
from common.evaluate import evaluate_rival, evaluate_tkl  # noqa: E402
from common.results import MissingData, Results  # noqa: E402


def parse_arguments():
    parser = argparse.ArgumentParser(prog="bench/accuracy", description=__doc__.splitlines()[0])
    parser.add_argument("--sets", help="names, separated by commas (default all)")
    parser.add_argument("--splits", type=int, default=5)
    parser.add_argument("--models", help="names, separated by commas (default all): tkl, " + ", ".join(rivals.RIVALS))
    parser.add_argument("--search-cost", action="store_true", help="time the search beside a grid search, nothing else")
    parser.add_argument("--page", action="store_true", help="measure nothing, only write the page again")
    parser.add_argument("--tkl", type=Path, default=ROOT / "build/bench/apps/tkl", help="the program")
    parser.add_argument("--results", type=Path, default=ROOT / "bench/results/accuracy/accuracy.json")
    parser.add_argument("--data", type=Path, help="folder of the data sets (default $TKL_DATA, then ../shared/data)",
                        default=data.default_folder())
    return parser.parse_args()


def measure(model, program, task, x, y, x_test, y_test):
    if model == "tkl":
        return evaluate_tkl(program, task, x, y, x_test, y_test)
    return evaluate_rival(model, task, x, y, x_test, y_test)


def kept(file):
    return json.loads(file.read_text()) if file.exists() else {}


def keep(file, results):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(results, indent=1))


def main():
    warnings.filterwarnings("ignore")
    os.environ["PYTHONWARNINGS"] = "ignore"
    arguments = parse_arguments()
    results = kept(arguments.results)
    circumstances = Results(ROOT / "build/bench", "accuracy", quick=False).circumstances()
    cost_file = arguments.results.with_name("search-cost.json")
    if arguments.search_cost or not (arguments.page or arguments.sets or cost_file.exists()):
        keep(cost_file, search_cost.measure(arguments.tkl, arguments.data))
    wanted = arguments.models.split(",") if arguments.models else ["tkl", *rivals.RIVALS]
    chosen = arguments.sets.split(",") if arguments.sets else [*sets.REGRESSION, *sets.CLASSIFICATION]
    for split in range(0 if arguments.page or arguments.search_cost else arguments.splits):
        for name in chosen:
            try:
                _, points, target = data.read(arguments.data, name)
            except MissingData as missing:
                print(f"{name}: skipped, {missing}", flush=True)
                continue
            train, test = sets.split(name, len(points), split)
            task = sets.task_of(name)
            for model in wanted:
                key = f"{name}|{split}|{model}"
                if key in results:
                    continue
                result = measure(model, arguments.tkl, task, [points[i] for i in train], [target[i] for i in train],
                                 [points[i] for i in test], [target[i] for i in test])
                print(key, result, flush=True)
                results[key] = {"measured": circumstances, **result}
                keep(arguments.results, results)
    page.write(ROOT / "docs", results, kept(cost_file))


main()

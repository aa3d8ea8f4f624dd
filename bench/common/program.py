"""The program tkl: trained on some rows, asked about others."""

import csv
import json
import resource
import subprocess
import tempfile
import time
from pathlib import Path


def write(file, x, y):
    with open(file, "w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow([f"f{j}" for j in range(len(x[0]))] + ["target"])
        writer.writerows([*map(repr, map(float, point)), value] for point, value in zip(x, y))


def measured(command):
    """What the command printed, and its seconds: by the clock, and of all its threads together."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    run = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    seconds, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode != 0:
        raise RuntimeError(run.stderr.strip() or f"{command[0]} ended with {run.returncode}")
    return run.stdout, {"seconds": seconds,
                        "cpu": after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime}


def train_and_predict(program, x, y, x_test, task, options=()):
    """The lines that tkl predicts, the report of its training, and how long that took."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        write(folder / "train.csv", x, y)
        write(folder / "test.csv", x_test, [y[0]] * len(x_test))
        printed, times = measured([program, "train", "--task", task, "--json", "-q", *options, folder / "train.csv",
                                   folder / "m.tkl"])
        measured([program, "predict", "-q", folder / "test.csv", folder / "m.tkl", folder / "out"])
        lines = (folder / "out").read_text().split("\n")[:-1]
    return lines, json.loads(printed), times


def cross_validate(program, x, y, task, settings, folds=5):
    """The loss of each setting, a list of options: the mean squared error, or the share of wrong classes."""
    losses = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "train.csv"
        write(file, x, y)
        for options in settings:
            printed, _ = measured([program, "cv", "--task", task, "-v", folds, "--json", "-q", *options, file])
            report = json.loads(printed)
            losses.append(report["mean_squared_error"] if task == "regression" else 1 - report["accuracy"] / 100)
    return losses

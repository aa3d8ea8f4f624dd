"""Prediction per pair of test point and support vector."""

import subprocess
import time

from bench import task
from common.figures import geometric_mean, median, spread, table
from common.verdict import at_least

from . import standard_table

NAME = "prediction"
TITLE = "Prediction"
ABOUT = ("`Model::predict` on one thread against LIBSVM's `svm_predict` of a Gaussian SVM of the same data, in "
         "nanoseconds for each pair of test point and support vector. The programs `tkl predict` and `svm-predict` are "
         "timed too, reading and writing of text included.")


def points(quick):
    return [{"set": name, "rows": min(rows, 3000)} for name, rows in standard_table.sets(quick).items()]


def program_seconds(command, repeats):
    samples = []
    for _ in range(repeats):
        begin = time.perf_counter()
        subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
        samples.append(time.perf_counter() - begin)
    return samples


def measure(bench, point):
    files = bench.split(point["set"], point["rows"])
    folder = bench.results / "prediction"
    folder.mkdir(exist_ok=True)
    row = bench.measure("prediction", train=files["train"], test=files["test"], folder=folder, task=task(point["set"]))
    out, repeats = folder / "out.txt", bench.repetitions["least"]
    if bench.tkl.exists():
        command = [bench.tkl, "predict", "--threads", 1, folder / "points.csv", folder / "tkl.model", out]
        row["tkl"]["program"] = program_seconds(command, repeats)
    try:
        command = ["svm-predict", folder / "points.libsvm", folder / "libsvm.model", out]
        row["libsvm"]["program"] = program_seconds(command, repeats)
    except FileNotFoundError:
        pass  # the program is for reference only
    return row


def per_pair(row, who, which="seconds"):
    """Nanoseconds."""
    if which not in row[who]:
        return None
    return 1e9 * median(row[who][which]) / (row["points"] * row[who]["support_vectors"])


def cell(row, who):
    width = spread(row[who]["seconds"])
    return f"{per_pair(row, who):.3g}" + (f" ±{100 * width:.0f}%" if width is not None else "")


def render(rows, folder):
    ratios = [per_pair(row, "libsvm") / per_pair(row, "tkl") for row in rows]
    shown = lambda value: f"{value:.3g}" if value is not None else "n/a"  # noqa: E731
    lines = table(["data", "support vectors: tkl", "LIBSVM", "ns a pair: tkl", "svm_predict", "ratio", "program: tkl",
                   "svm-predict"],
                  [[f"{row['point']['set']} {row['point']['rows']}", row["tkl"]["support_vectors"],
                    row["libsvm"]["support_vectors"], cell(row, "tkl"), cell(row, "libsvm"), f"{value:.1f}",
                    shown(per_pair(row, "tkl", "program")), shown(per_pair(row, "libsvm", "program"))]
                   for row, value in zip(rows, ratios)])
    return lines, [at_least("svm_predict / tkl a pair, smallest", 10, min(ratios)),
                   at_least("svm_predict / tkl a pair, geometric mean", 10, geometric_mean(ratios))]

"""One thread against two."""

from bench import task
from common.figures import median, seconds, table
from common.verdict import Verdict, at_least

NAME = "threads"
TITLE = "Threads"
ABOUT = ("`fit()` with its defaults on one thread and on two, and whether w and P are the same bit for bit. Beside it how fast "
         "this machine's memory is read by one thread and by two: an SVM of thousands of free weights reads its kernel "
         "matrix again and again, and can gain no more from a second thread than that.")
LIMIT = 120


def points(quick):
    sets = {"airfoil": 600} if quick else {"abalone": 4000, "ccpp": 8000, "gas_turbine": 16000}
    return [{"set": name, "rows": rows} for name, rows in sets.items()]


def measure(bench, point):
    files = bench.split(point["set"], point["rows"])
    return {**bench.measure("fit", train=files["train"], task=task(point["set"]), threads=[1, 2], limit=LIMIT),
            "memory": bench.measure("memory-speed", threads=[1, 2])}


def memory(row):
    speeds = row.get("memory")
    if speeds is None:
        return "–"
    return f"{speeds['1']:.1f}, {speeds['2']:.1f} ({speeds['2'] / speeds['1']:.2f} times)"


def render(rows, folder):
    ratios = [median(row["threads"]["1"]["seconds"]) / median(row["threads"]["2"]["seconds"]) for row in rows]
    same = [row.get("same_bits") for row in rows]
    words = {True: "yes", False: "**no**", None: "not compared"}
    phases = ("kernel", "svm", "step")
    lines = table(["data", "one thread", "two threads", "ratio", *(f"{phase}: one, two" for phase in phases),
                   "memory, GB/s: one, two", "same bits"],
                  [[f"{row['point']['set']} {row['point']['rows']}", seconds(row["threads"]["1"]["seconds"]),
                    seconds(row["threads"]["2"]["seconds"]), f"{value:.2f}",
                    *(", ".join(f"{row['threads'][count]['phases'][phase]:.3g}" for count in "12")
                      if row.get("same_bits") is not None else "–" for phase in phases), memory(row), words[bits]]
                   for row, value, bits in zip(rows, ratios, same)])
    return lines, [at_least("one thread / two, smallest", 1.7, min(ratios)),
                   Verdict("same bits", "always", f"{sum(map(bool, same))} of {len(same)}", all(same))]

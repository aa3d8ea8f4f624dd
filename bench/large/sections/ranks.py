"""One rank against two."""

from common.figures import table
from common.verdict import Verdict, at_least
from sections.growth import OPTIONS

NAME = "ranks"
TITLE = "Processes"
ABOUT = ("`mpirun -n R tkl train`, one thread a rank, on Friedman's function with 500 landmarks, settings given. Efficiency is "
         "the time of one rank over that of two, by two; reading is shared too. The largest difference of predictions is "
         "in units of the target, whose standard deviation is 5.")


def points(quick):
    return [{"rows": 4000 if quick else 400000}]


def predictions(bench, model, file):
    out = bench.files / "ranks.txt"
    bench.run([bench.tkl, "predict", "-q", file, model, out])
    return [float(line) for line in out.read_text().split()]


def measure(bench, point):
    files = bench.friedman(point["rows"])
    row = {}
    for ranks in (1, 2):
        trained = bench.train(files["train"], [*OPTIONS, "--threads", 1], ranks=ranks)
        row[str(ranks)] = {"seconds": trained["seconds"], "learning": trained["report"]["seconds"]["total"],
                           "predictions": predictions(bench, trained["model"], files["test"])}
    one, two = (row[ranks].pop("predictions") for ranks in "12")
    row["difference"] = max(abs(a - b) for a, b in zip(one, two))
    return row


def render(rows, folder):
    lines = table(["rows", "one rank, s", "two ranks, s", "efficiency", "learning alone", "largest difference"],
                  [[row["point"]["rows"], f"{row['1']['seconds']:.3g}", f"{row['2']['seconds']:.3g}",
                    f"{row['1']['seconds'] / row['2']['seconds'] / 2:.2f}",
                    f"{row['1']['learning'] / row['2']['learning'] / 2:.2f}", f"{row['difference']:.1e}"] for row in rows])
    row = rows[0]
    return lines, [at_least("efficiency of two ranks", 0.85, row["1"]["seconds"] / row["2"]["seconds"] / 2, ""),
                   Verdict("predictions of one and two ranks", "equal to 1e-3", f"{row['difference']:.1e}",
                           row["difference"] <= 1e-3)]

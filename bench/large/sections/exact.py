"""Exact fits of many rows, beside landmarks."""

from common.figures import table
from common.verdict import at_most

NAME = "exact"
TITLE = "Exact fits"
ABOUT = ("f is made of all rows, with entries of the kernel matrix computed when needed (`--landmarks 0`), under `-m 8000`; beside "
         "it the same settings with 3000 landmarks. Friedman's function has 5 features and noise of variance 1, its error is "
         "against the function without noise; the western Grand Canyon has 2 features, for which products with the "
         "kernel matrix take O(m log m) operations, and its error is on 5000 other points; *kinks* is a function of 3 features with "
         "jumps and kinks and noise of variance 0.01, O(m log² m), its error against the function. Settings: `--family reflected "
         "--tau 1 --loss squared --tube 0`, and for Friedman `--bound 1 --cost 3`, for kinks `--bound 0.1 --cost 10`, for the canyon "
         "`--bound 0.1 --cost 1000`; or, where the row says so, a learned P (`--cost 1 --tube 0.1`, linear loss). The gap is the "
         "certified one.")
LANDMARKS = 3000
FIXED = ["--family", "reflected", "--tau", 1, "--loss", "squared", "--tube", 0]
SETTINGS = {"fixed P": [*FIXED, "--bound", 1, "--cost", 3], "learned P": ["--cost", 1, "--tube", 0.1],
            "kinks": [*FIXED, "--bound", 0.1, "--cost", 10], "canyon": [*FIXED, "--bound", 0.1, "--cost", 1000]}


def points(quick):
    if quick:
        return [{"set": "friedman1", "rows": 2000, "settings": "fixed P"}]
    canyon = [{"set": "grand_canyon_west", "rows": rows, "settings": "canyon"} for rows in (64000, 257144)]
    return [{"set": "friedman1", "rows": 25000, "settings": "fixed P"},
            {"set": "friedman1", "rows": 100000, "settings": "fixed P"},
            {"set": "friedman1", "rows": 25000, "settings": "learned P"},
            {"set": "friedman1", "rows": 100000, "settings": "learned P"}, *canyon,
            {"set": "kinks", "rows": 100000, "settings": "kinks"}]


def kinks(bench, rows):
    """A function of three features with jumps and kinks: with noise to train on, without to test."""
    import numpy
    found = {}
    for part, count, seed, noise in (("train", rows, 3, 0.1), ("test", 20000, 4, 0.0)):
        found[part] = bench.files / f"kinks-{part}-{count}.csv"
        random = numpy.random.default_rng(seed)
        x = random.random((count, 3))
        y = (numpy.abs(numpy.sin(6 * x[:, 0])) * numpy.floor(1 + 3 * x[:, 1]) + 4 * numpy.maximum(0, x[:, 2] - x[:, 0])
             + numpy.abs(x[:, 1] - x[:, 2]) + noise * random.standard_normal(count))
        numpy.savetxt(found[part], numpy.column_stack([x, y]), fmt="%.7g", delimiter=",", header="a,b,c,target", comments="")
    return found


def files_of(bench, name, rows):
    makers = {"friedman1": bench.friedman, "kinks": lambda count: kinks(bench, count)}
    return makers[name](rows) if name in makers else bench.split(name, rows)


def measure(bench, point):
    name, rows = point["set"], point["rows"]
    files = files_of(bench, name, rows)
    options = ["--select", "none", "-m", 8000, *SETTINGS[point["settings"]]]
    row = {}
    for landmarks in (0, 300 if bench.quick else LANDMARKS):
        trained = bench.train(files["train"], [*options, "--landmarks", landmarks])
        report = trained["report"]
        row["landmarks" if landmarks else "exact"] = {
            "seconds": trained["seconds"], "peak": trained["peak"], "gap": report["relative_gap"],
            "mse": bench.error(trained["model"], files["test"])}
    return row


def render(rows, folder):
    lines = table(["data", "rows", "exact: error", "seconds", "peak, MB", "gap", f"{LANDMARKS} landmarks: error", "seconds",
                   "error, landmarks over exact"],
                  [[row["point"]["set"] + ("" if row["point"]["settings"] in ("canyon", "kinks") else ", " + row["point"]["settings"]),
                    f"{row['point']['rows']:,}", f"{row['exact']['mse']:.4g}", f"{row['exact']['seconds']:.3g}",
                    f"{row['exact']['peak']:.0f}", f"{row['exact']['gap']:.1e}", f"{row['landmarks']['mse']:.4g}",
                    f"{row['landmarks']['seconds']:.3g}", f"{row['landmarks']['mse'] / row['exact']['mse']:.2f}"]
                   for row in rows])
    return lines, [at_most("peak memory of an exact fit under -m 8000", 8000,
                           max(row["exact"]["peak"] for row in rows), " MB")]

"""LIBSVM and XGBoost on the same rows."""

import time

from bench import read
from common.figures import table

NAME = "rivals"
TITLE = "Beside LIBSVM and XGBoost"
ABOUT = ("Seconds to train and mean squared error on other rows. *tkl*: `tkl train --models 1`, which finds every setting by "
         "itself; the seconds are all of it, search included, those of the last fit behind. *LIBSVM*: one Gaussian SVR at "
         "given settings (features scaled to [0, 1], target standardised, C = 10, ε = 0.1, γ = 1, `-e 0.001`), no tuning, at "
         "most 20 minutes. *XGBoost*: `hist`, 500 trees of depth 8, rate 0.05, no tuning.")
LIMIT = 1200


def points(quick):
    if quick:
        return [{"set": "airfoil", "rows": 600}]
    return [{"set": "protein_casp", "rows": 20000}, {"set": "protein_casp", "rows": 40000}]


def libsvm(bench, x, y, x_test, y_test):
    low, high = x.min(0), x.max(0)
    mean, deviation = y.mean(), y.std()

    def write(file, points, values):
        points = (points - low) / (high - low)
        file.write_text("".join(f"{value:.9g} " + " ".join(f"{j}:{number:.7g}" for j, number in enumerate(point, 1)) + "\n"
                                for point, value in zip(points, (values - mean) / deviation)))
        return file
    train, test = write(bench.files / "train.svm", x, y), write(bench.files / "test.svm", x_test, y_test)
    model, out = bench.files / "libsvm.model", bench.files / "libsvm.out"
    printed, seconds, peak = bench.run(["svm-train", "-q", "-s", 3, "-t", 2, "-c", 10, "-p", 0.1, "-g", 1, "-e", 0.001, "-m",
                                        2000, train, model], LIMIT)
    if printed is None:
        return {"seconds": LIMIT, "mse": None}
    bench.run(["svm-predict", test, model, out])
    predicted = [float(line) * deviation + mean for line in out.read_text().split()]
    return {"seconds": seconds, "mse": float(((y_test - predicted) ** 2).mean()), "peak": peak}


def xgboost(x, y, x_test, y_test):
    import xgboost as library
    begin = time.perf_counter()
    model = library.XGBRegressor(tree_method="hist", n_estimators=500, max_depth=8, learning_rate=0.05, n_jobs=2).fit(x, y)
    return {"seconds": time.perf_counter() - begin, "mse": float(((model.predict(x_test) - y_test) ** 2).mean())}


def measure(bench, point):
    files = bench.split(point["set"], point["rows"])
    data = [*read(files["train"]), *read(files["test"])]
    trained = bench.train(files["train"], ["--models", 1])
    return {"tkl": {"seconds": trained["seconds"], "last": trained["report"]["seconds"]["total"],
                    "mse": bench.error(trained["model"], files["test"]), "support": trained["report"]["support_vectors"]},
            "libsvm": libsvm(bench, *data), "xgboost": xgboost(*data)}


def render(rows, folder):
    def cell(entry):
        return f"{entry['mse']:.4g}, {entry['seconds']:.3g} s" if entry["mse"] else f"not in {entry['seconds']} s"
    return table(["data", "tkl", "LIBSVM", "XGBoost"],
                 [[f"{row['point']['set']} {row['point']['rows']}", f"{cell(row['tkl'])} (last fit {row['tkl']['last']:.3g} s)",
                   cell(row["libsvm"]), cell(row["xgboost"])] for row in rows]), []

"""What the search of `tkl train` costs, beside the grid search that people would run instead."""

import time

import numpy as np
from sklearn.model_selection import GridSearchCV
from sklearn.svm import SVR

import sets
from common import data
from common.evaluate import error, evaluate_tkl
from common.rivals import JOBS, standardised

SET = "airfoil"
GRID = {"regressor__svr__C": [0.1, 1, 10, 100, 1000], "regressor__svr__gamma": [0.02, 0.1, 0.5, 2.5],
        "regressor__svr__epsilon": [0.02, 0.1]}


def measure(program, folder):
    """Seconds and errors of both on the first split, one after the other."""
    _, points, target = data.read(folder, SET)
    train, test = sets.split(SET, len(points), 0)
    x, y = np.array(points)[train], np.array(target, float)[train]
    x_test, y_test = np.array(points)[test], np.array(target, float)[test]
    tkl = evaluate_tkl(program, "regression", x, y, x_test, y_test)
    begin = time.perf_counter()
    grid = GridSearchCV(standardised(SVR(cache_size=500)), GRID, cv=5, scoring="neg_mean_squared_error", n_jobs=JOBS)
    grid.fit(x, y)
    seconds = time.perf_counter() - begin
    return {"tkl": {key: tkl[key] for key in ("seconds", "last_fit", "error")},
            "grid": {"seconds": seconds, "error": error("regression", y_test, grid.predict(x_test)),
                     "points": len(grid.cv_results_["params"])}}

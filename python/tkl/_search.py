"""The table of a search, in the form of scikit-learn's cv_results_."""

import numpy as np

_PARAMETERS = ("warp", "axes", "family", "degree", "scale", "per_feature", "tau", "loss", "cost", "tube")


def search_results(search):
    """A dict of columns, one entry a setting that was tried; None without a search.

    Scores are larger where a setting is better: errors have a minus sign."""
    if search is None:
        return None
    points = search["points"]
    sign = 1.0 if search["larger_is_better"] else -1.0
    results = {f"param_{name}": np.array([p[name] for p in points]) for name in _PARAMETERS}
    results["param_code_features"] = _objects(tuple(p["code_features"]) for p in points)
    score = sign * np.array([p["mean"] for p in points], dtype=float)
    complete = np.array([p["folds"] == search["folds"] for p in points], dtype=bool)
    results["params"] = [_settings(p) for p in points]
    results["mean_test_score"] = score
    results["std_test_score"] = np.array([p["deviation"] for p in points], dtype=float)
    results["rank_test_score"] = _ranks(score, complete)
    results["seconds"] = np.array([p["seconds"] for p in points], dtype=float)
    results["complete"] = complete
    results["metric"] = search["metric"]
    results["chosen"] = search["chosen"]
    results["members"] = search["members"]
    results["reached_score"] = sign * search["reached"]
    results["expected_score"] = sign * search["expected"]
    results["status"] = search["status"]
    return results


def best_params(search):
    """The settings that were chosen; None without a search, or if none was finished."""
    if search is None or not search["points"]:
        return None
    return _settings(search["points"][search["chosen"]])


def _settings(point):
    """Under the names of the estimator's parameters, where the family has them."""
    radial = point["family"] in ("gaussian", "matern")
    settings = {name: point[name] for name in ("warp", "axes", "family", "loss", "cost")}
    if not radial:
        settings.update(degree=point["degree"], tau=point["tau"])
    if point["tube"] > 0:
        settings["tube"] = point["tube"]
    if point["code_features"]:
        settings["code_features"] = tuple(point["code_features"])
    if point["per_feature"]:
        settings["per_feature"] = True
    elif point["scale"] > 0:
        settings["width" if radial else "bound"] = point["scale"]
    return settings


def _objects(values):
    """An array of things that have a length themselves."""
    values = list(values)
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _ranks(score, complete):
    """1 for the best; settings that were given up come last."""
    order = np.where(complete & ~np.isnan(score), score, -np.inf)
    return np.array([1 + np.sum(order > value) for value in order], dtype=int)

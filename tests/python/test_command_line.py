"""Python and the command line: one model file, the same bits."""

import numpy as np
import pandas as pd
import pytest

import tkl
from settings import QUICK


def write_csv(path, X, y=None):
    columns = X if y is None else np.column_stack([X, y])
    names = [f"x{j + 1}" for j in range(X.shape[1])] + ([] if y is None else ["target"])
    np.savetxt(path, columns, delimiter=",", header=",".join(names), comments="", fmt="%.17g")


def predictions(program, folder, X, *options):
    """Of the command line, for the model of the folder; its numbers read back exactly."""
    write_csv(folder / "new.csv", X)
    program("predict", "-q", *options, folder / "new.csv", folder / "model.tkl", folder / "out.txt")
    return (folder / "out.txt").read_text().split("\n")[:-1]


def numbers(lines):
    return np.array([[float(field) for field in line.split()] for line in lines])


@pytest.mark.parametrize("trained_by", ["python", "program"])
def test_regression(step_data, program, tmp_path, trained_by):
    X, y = step_data
    if trained_by == "python":
        tkl.TKLRegressor().fit(X, y).save(tmp_path / "model.tkl")
    else:
        write_csv(tmp_path / "data.csv", X, y)
        program("train", "-q", tmp_path / "data.csv", tmp_path / "model.tkl")
    model = tkl.load(tmp_path / "model.tkl")
    points = np.random.default_rng(9).random((300, 3))
    theirs = numbers(predictions(program, tmp_path, points, "--interval", "0.9"))
    np.testing.assert_array_equal(model.predict(points), theirs[:, 0])
    np.testing.assert_array_equal(model.predict_interval(points, 0.9), theirs[:, 1:])


@pytest.mark.parametrize("trained_by", ["python", "program"])
@pytest.mark.parametrize("classes", [2, 3])
def test_classification(three_classes, program, tmp_path, trained_by, classes):
    X, labels = three_classes
    y = np.searchsorted(["high", "low", "middle"], labels) % classes
    if trained_by == "python":
        tkl.TKLClassifier().fit(X, y).save(tmp_path / "model.tkl")
    else:
        write_csv(tmp_path / "data.csv", X, y)
        program("train", "-q", "--task", "classification", tmp_path / "data.csv",
                tmp_path / "model.tkl")
    model = tkl.load(tmp_path / "model.tkl")
    np.testing.assert_array_equal(model.classes_, np.arange(classes))
    points = np.random.default_rng(9).random((300, 2))
    decisions = numbers(predictions(program, tmp_path, points, "--decision-values"))
    np.testing.assert_array_equal(model.decision_function(points).reshape(300, -1), decisions)
    lines = predictions(program, tmp_path, points, "-b", "1")
    theirs = numbers(lines[1:])
    np.testing.assert_array_equal(model.predict(points), theirs[:, 0])
    np.testing.assert_array_equal(model.predict_proba(points), theirs[:, 1:])


@pytest.mark.parametrize("model", [
    tkl.TKLRegressor(**QUICK),
    tkl.TKLClassifier(**QUICK),
])
def test_the_same_rows_give_the_same_file(step_data, program, tmp_path, model):
    """Python sorts rows by their content; of a sorted file both make the same, byte by byte."""
    X, y = step_data
    order = np.lexsort(X.T[::-1])
    X, y = X[order], y[order]
    if isinstance(model, tkl.TKLClassifier):
        y = (y > 1).astype(int)
    model.fit(X, y).save(tmp_path / "ours.tkl")
    write_csv(tmp_path / "data.csv", X, y)
    program("train", "-q", "--select", "none", tmp_path / "data.csv", tmp_path / "theirs.tkl")
    assert (tmp_path / "ours.tkl").read_bytes() == (tmp_path / "theirs.tkl").read_bytes()


def test_the_search_finds_the_same(step_data, program, tmp_path):
    X, y = step_data
    order = np.lexsort(X.T[::-1])
    write_csv(tmp_path / "data.csv", X[order], y[order])
    program("train", "-q", tmp_path / "data.csv", tmp_path / "model.tkl")
    theirs = tkl.load(tmp_path / "model.tkl")
    ours = tkl.TKLRegressor().fit(X, y)
    assert ours.best_params_ == theirs.best_params_
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))


def test_codes(program, tmp_path):
    """Both find that a column of numbers is a code, and agree on one that training did not see."""
    random = np.random.default_rng(1)
    codes = random.permutation(np.arange(160) % 8 + 1)
    X = np.column_stack([random.random(160), codes, random.random(160)])
    effect = np.array([0.0, 1.0, -0.8, 0.7, -1.0, 0.9, -0.6, 0.4])[codes - 1]
    y = np.sin(6 * X[:, 0]) * np.cos(4 * X[:, 2]) + 0.5 * effect + 0.02 * random.standard_normal(160)
    order = np.lexsort(X.T[::-1])
    X, y = X[order], y[order]
    ours = tkl.TKLRegressor().fit(X, y)
    assert ours.settings_["code_features"] == [1]
    assert ours.best_params_["code_features"] == (1,)
    assert ours.n_features_in_ == 3
    frame = pd.DataFrame({"x1": X[:, 0], "x2": X[:, 1].astype(int), "x3": X[:, 2]})
    np.testing.assert_array_equal(tkl.TKLRegressor().fit(frame, y).predict(frame), ours.predict(X))

    write_csv(tmp_path / "data.csv", X, y)
    program("train", "-q", tmp_path / "data.csv", tmp_path / "model.tkl")
    theirs = tkl.load(tmp_path / "model.tkl")
    assert theirs.best_params_ == ours.best_params_
    points = np.column_stack([random.random(50), random.integers(0, 11, 50), random.random(50)])
    np.testing.assert_array_equal(theirs.predict(points), ours.predict(points))
    np.testing.assert_array_equal(numbers(predictions(program, tmp_path, points))[:, 0], ours.predict(points))

    without = tkl.TKLRegressor(codes=False).fit(X, y)
    assert without.settings_["code_features"] == []
    assert all(tried == () for tried in without.search_results_["param_code_features"])


def test_labels_come_back(three_classes, tmp_path):
    X, labels = three_classes
    index = np.searchsorted(["high", "low", "middle"], labels)
    names = [["10", "9", "high"], ["1_000", "2_000", "３"], ["nan", "inf", "1"]]
    for y in (labels, index + 5, index + 2**53, *(np.array(each)[index] for each in names)):
        model = tkl.TKLClassifier(**QUICK).fit(X, y)
        model.save(str(tmp_path / "model.tkl"))
        again = tkl.load(str(tmp_path / "model.tkl"))
        assert again.classes_.dtype.kind == model.classes_.dtype.kind
        np.testing.assert_array_equal(again.classes_, model.classes_)
        np.testing.assert_array_equal(again.predict(X), model.predict(X))

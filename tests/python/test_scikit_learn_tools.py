"""The estimators inside of the tools that people use them with."""

import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import StackingRegressor
from sklearn.inspection import permutation_importance
from sklearn.linear_model import Ridge
from sklearn.metrics import accuracy_score, r2_score
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC, SVR

import tkl
from settings import QUICK


def test_grid_search(step_data):
    grid = GridSearchCV(tkl.TKLRegressor(**QUICK), {"cost": [1e-3, 10.0], "degree": [0, 1]}, cv=3)
    grid.fit(*step_data)
    assert grid.best_params_["cost"] == 10.0
    assert grid.best_score_ > 0.9


def test_pipeline(step_data):
    X, y = step_data
    pipeline = make_pipeline(StandardScaler(), tkl.TKLRegressor())
    assert pipeline.fit(X, y).score(X, y) > 0.95


def test_column_transformer(step_data):
    X, y = step_data
    frame = pd.DataFrame({"side": np.where(X[:, 0] > 0.5, "right", "left"), "height": X[:, 1]})
    columns = ColumnTransformer([("side", OneHotEncoder(), ["side"])], remainder="passthrough")
    pipeline = make_pipeline(columns, tkl.TKLRegressor(**QUICK))
    assert pipeline.fit(frame, y).score(frame, y) > 0.95


def test_cross_val_predict(step_data, three_classes):
    X, y = step_data
    assert r2_score(y, cross_val_predict(tkl.TKLRegressor(**QUICK), X, y, cv=3)) > 0.9
    X, labels = three_classes
    predicted = cross_val_predict(tkl.TKLClassifier(**QUICK), X, labels, cv=3)
    assert accuracy_score(labels, predicted) > 0.85


def test_calibrated_classifier(three_classes):
    X, labels = three_classes
    calibrated = CalibratedClassifierCV(tkl.TKLClassifier(**QUICK), cv=3).fit(X, labels)
    assert calibrated.score(X, labels) > 0.9
    np.testing.assert_allclose(calibrated.predict_proba(X).sum(axis=1), 1.0)


def test_stacking(step_data):
    X, y = step_data
    stack = StackingRegressor([("tkl", tkl.TKLRegressor(**QUICK)), ("ridge", Ridge())], cv=3)
    assert stack.fit(X, y).score(X, y) > 0.95


def test_permutation_importance_finds_the_idle_feature(step_data):
    X, y = step_data
    model = tkl.TKLRegressor(**QUICK).fit(X, y)
    importance = permutation_importance(model, X, y, random_state=0).importances_mean
    assert importance[0] > importance[1] > 5 * abs(importance[2])


def test_cross_val_score_with_names(step_data):
    X, y = step_data
    frame = pd.DataFrame(X, columns=["east", "north", "up"])
    assert cross_val_score(tkl.TKLRegressor(**QUICK), frame, y, cv=3).min() > 0.8


def test_clone_is_unfitted_with_the_same_parameters(step_data):
    model = tkl.TKLRegressor(cost=3.0, **QUICK).fit(*step_data)
    copy = clone(model)
    assert copy.get_params() == model.get_params()
    assert not hasattr(copy, "model_")


def test_pickle_predicts_the_same_bits(step_data, three_classes):
    for model, (X, y) in (
        (tkl.TKLRegressor(), step_data),
        (tkl.TKLClassifier(), three_classes),
    ):
        again = pickle.loads(pickle.dumps(model.fit(X, y)))
        np.testing.assert_array_equal(again.predict(X), model.predict(X))
        assert again.best_params_ == model.best_params_
        assert again.gap_ == model.gap_


def test_kernel_of_svc_and_svr(step_data, three_classes):
    X, y = step_data
    kernel = tkl.TKLRegressor(**QUICK).fit(X, y).kernel
    assert SVR(kernel=kernel, C=10).fit(X, y).score(X, y) > 0.95
    X, labels = three_classes
    kernel = tkl.TKLClassifier(**QUICK).fit(X, labels).kernel
    assert SVC(kernel=kernel, C=10).fit(X, labels).score(X, labels) > 0.9


def test_interval_coverage(step_data):
    rng = np.random.default_rng(5)
    X = rng.random((400, 3))
    y = np.where(X[:, 0] > 0.5, 2.0, 0.0) + X[:, 1] + 0.05 * rng.standard_normal(400)
    lower, upper = tkl.TKLRegressor().fit(*step_data).predict_interval(X, coverage=0.8).T
    assert 0.65 < np.mean((lower <= y) & (y <= upper)) < 0.95


def test_probabilities_agree_with_predictions(three_classes):
    X, labels = three_classes
    model = tkl.TKLClassifier().fit(X, labels)
    points = np.random.default_rng(3).random((500, 2))
    chosen = model.classes_[model.predict_proba(points).argmax(axis=1)]
    np.testing.assert_array_equal(chosen, model.predict(points))


def test_no_probabilities_without_reliability():
    assert hasattr(tkl.TKLClassifier(), "predict_proba")
    assert not hasattr(tkl.TKLClassifier(**QUICK), "predict_proba")
    assert hasattr(tkl.TKLClassifier(select=None), "predict_proba")


@pytest.mark.parametrize("label", [[0, 1], [-1, 1], [False, True], [2.0, 7.0], ["b", "a"]])
def test_labels_of_any_type(label):
    X = np.linspace(0, 1, 20).reshape(-1, 1)
    y = np.asarray(label)[(X[:, 0] > 0.5).astype(int)]
    model = tkl.TKLClassifier(**QUICK).fit(X, y)
    assert model.classes_.dtype == y.dtype
    np.testing.assert_array_equal(model.predict(X), y)
    positive = model.decision_function(X) > 0
    np.testing.assert_array_equal(positive, y == model.classes_[1])

"""Weights of rows and of classes."""

import numpy as np
import pytest

import tkl
from settings import QUICK

EXACT = {**QUICK, "tol": 1e-8}


def test_a_weight_is_a_number_of_rows(step_data):
    X, y = step_data
    times = np.random.default_rng(0).integers(0, 4, len(X))
    weighted = tkl.TKLRegressor(**EXACT).fit(X, y, sample_weight=times)
    repeated = tkl.TKLRegressor(**EXACT).fit(np.repeat(X, times, axis=0), np.repeat(y, times))
    np.testing.assert_allclose(weighted.predict(X), repeated.predict(X), atol=1e-3)
    plain = tkl.TKLRegressor(**EXACT).fit(X, y)
    assert not np.allclose(plain.predict(X), weighted.predict(X), atol=1e-3)


def test_rows_without_weight_are_not_there(three_classes):
    X, labels = three_classes
    kept = np.arange(len(X)) % 3 != 0
    model = tkl.TKLClassifier().fit(X, labels, sample_weight=kept)
    without = tkl.TKLClassifier().fit(X[kept], labels[kept])
    np.testing.assert_array_equal(model.decision_function(X), without.decision_function(X))
    assert np.all(kept[model.support_])


def test_class_weight_is_sample_weight(three_classes):
    X, labels = three_classes
    factors = {"low": 5.0, "high": 0.5}
    by_class = tkl.TKLClassifier(class_weight=factors, **EXACT).fit(X, labels)
    weight = np.array([factors.get(label, 1.0) for label in labels])
    by_row = tkl.TKLClassifier(**EXACT).fit(X, labels, sample_weight=weight)
    np.testing.assert_array_equal(by_class.decision_function(X), by_row.decision_function(X))


def test_balanced_classes(three_classes):
    X, labels = three_classes
    model = tkl.TKLClassifier(class_weight="balanced", **EXACT).fit(X, labels)
    names, counts = np.unique(labels, return_counts=True)
    factors = dict(zip(names, len(labels) / (3 * counts)))
    same = tkl.TKLClassifier(class_weight=factors, **EXACT).fit(X, labels)
    np.testing.assert_allclose(model.decision_function(X), same.decision_function(X), atol=1e-6)


def test_groups_are_not_separated():
    """Every group has a value of its own, which a search that separates it would find."""
    rng = np.random.default_rng(0)
    groups = np.repeat(np.arange(30), 4)
    X = rng.random(30)[groups].reshape(-1, 1)
    y = rng.random(30)[groups]
    knows = tkl.TKLRegressor(family="gaussian").fit(X, y, groups=groups)
    cheats = tkl.TKLRegressor(family="gaussian").fit(X, y)
    assert knows.search_results_["expected_score"] < 2 * cheats.search_results_["expected_score"]


@pytest.mark.parametrize("wrong", [np.ones(3), -np.ones(120), np.full(120, np.nan)])
def test_bad_weights(step_data, wrong):
    with pytest.raises(ValueError):
        tkl.TKLRegressor(**EXACT).fit(*step_data, sample_weight=wrong)

"""Errors say what is wrong, where, and what to do."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import NotFittedError

import tkl
from settings import QUICK


@pytest.mark.parametrize(
    "parameters, message",
    [
        ({"cost": -1.0}, "cost: expected a positive number"),
        ({"cost": "many"}, "cost: expected a number, not 'many'"),
        ({"family": "laplace"}, "'laplace' is none of tessellated, reflected"),
        ({"select": "random"}, "select: 'random' is none of auto, grid"),
        ({"degree": 1.5}, "degree: expected a whole number"),
        ({"width": 1.0}, "width belongs to the families gaussian and matern"),
        ({"family": "gaussian", "bound": 1.0}, "bound belongs to the families tessellated"),
        ({"family": "kernels"}, "kernels='gaussian:0.5'"),
        ({"metric": "accuracy"}, "metric accuracy is not one of a regression"),
        ({"random_state": -1}, "random_state: a seed is not negative"),
        ({"folds": 1}, "at least 2 folds"),
        ({"tau": 2.0, "select": None}, "tau"),
        ({"bound": [1.0, 2.0]}, "bounds"),
    ],
)
def test_bad_parameters(step_data, parameters, message):
    with pytest.raises(ValueError, match=message):
        tkl.TKLRegressor(**parameters).fit(*step_data)


def test_sparse_data(step_data):
    X, y = step_data
    with pytest.raises(TypeError, match="sparse.*toarray"):
        tkl.TKLRegressor().fit(sparse.csr_matrix(X), y)


def test_missing_numbers_in_an_array(step_data):
    X, y = step_data
    X = X.copy()
    X[3, 1] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        tkl.TKLRegressor().fit(X, y)


def test_one_class(step_data):
    with pytest.raises(ValueError, match="1 class"):
        tkl.TKLClassifier().fit(step_data[0], np.zeros(120))


def test_unknown_class_weight(three_classes):
    with pytest.raises(ValueError, match="no class .*'highest'"):
        tkl.TKLClassifier(class_weight={"highest": 2}).fit(*three_classes)
    with pytest.raises(ValueError, match="expected 'balanced' or a dictionary"):
        tkl.TKLClassifier(class_weight="even").fit(*three_classes)


def test_no_intervals_without_held_out_rows(step_data):
    model = tkl.TKLRegressor(**QUICK).fit(*step_data)
    with pytest.raises(ValueError, match="no intervals.*reliability"):
        model.predict_interval(step_data[0])


def test_damaged_model_file(tmp_path):
    (tmp_path / "model.tkl").write_bytes(b"nothing")
    with pytest.raises(tkl.Error, match="model.tkl"):
        tkl.load(tmp_path / "model.tkl")


def test_no_such_machine(step_data):
    model = tkl.TKLRegressor(**QUICK).fit(*step_data)
    for machine in (-1, 1):
        with pytest.raises(ValueError, match="machine: there is no"):
            model.kernel(step_data[0], machine=machine)


def test_one_group(step_data):
    with pytest.raises(ValueError, match="one group"):
        tkl.TKLRegressor().fit(*step_data, groups=np.zeros(120))


@pytest.mark.parametrize("value", [0.1, 5.0])
def test_a_target_that_never_changes(step_data, value):
    model = tkl.TKLRegressor().fit(step_data[0], np.full(120, value))
    np.testing.assert_array_equal(model.predict(step_data[0]), np.full(120, value))


def test_no_model_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        tkl.load(tmp_path / "none.tkl")


def test_a_fit_that_fails_changes_nothing(three_classes):
    X, labels = three_classes
    model = tkl.TKLClassifier(**QUICK)
    with pytest.raises(ValueError, match="cost"):
        model.set_params(cost=-1.0).fit(X, labels)
    with pytest.raises(NotFittedError):
        model.predict(X)
    expected = model.set_params(cost=1.0).fit(X, labels).predict(X)
    with pytest.raises(ValueError, match="cost"):
        model.set_params(cost=-1.0).fit(X, np.where(labels == "low", "other", labels))
    np.testing.assert_array_equal(model.predict(X), expected)

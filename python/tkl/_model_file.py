"""Reading model files."""

import os
from typing import Union

import numpy as np

from . import _core
from ._classifier import TKLClassifier
from ._regressor import TKLRegressor


def load(path: Union[str, os.PathLike]) -> Union[TKLRegressor, TKLClassifier]:
    """Reads a model that `save` or the command line has written.

    Parameters
    ----------
    path : str or path-like

    Returns
    -------
    estimator : TKLRegressor or TKLClassifier
        Fitted, with default parameters; its predictions are, bit for bit, those of the model that
        was saved. Class labels that all read as numbers are numbers.
    """
    model = _core.Model.load(os.fspath(path))
    estimator = TKLClassifier() if model.is_classification else TKLRegressor()
    if model.is_classification:
        estimator.classes_ = _labels(model.classes)
    names = model.column_names
    estimator.n_features_in_ = len(names)
    if names != [f"x{j + 1}" for j in range(len(names))]:
        estimator.feature_names_in_ = np.array(names, dtype=object)
    estimator._adopt(model)
    return estimator


def _labels(names):
    try:
        numbers = np.array([float(name) for name in names])
    except ValueError:
        return np.array(names)
    if np.any(np.diff(numbers) <= 0):  # text in its own order, such as "10" before "9"
        return np.array(names)
    whole = numbers.astype(np.int64)
    return whole if np.array_equal(whole, numbers) else numbers

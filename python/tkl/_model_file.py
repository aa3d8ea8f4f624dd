"""Reading model files."""

import os
import re
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
    with open(path, "rb"):
        pass  # a file that cannot be opened is an OSError, as everywhere in Python
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
    for pattern, number in ((r"[+-]?\d{1,18}", int), (r"[+-]?\d+(\.\d+)?(e[+-]?\d+)?", float)):
        if all(re.fullmatch(pattern, name, re.ASCII) for name in names):
            numbers = np.array([number(name) for name in names])
            # Text has its own order, such as "10" before "9".
            return numbers if np.all(np.diff(numbers) > 0) else np.array(names)
    return np.array(names)

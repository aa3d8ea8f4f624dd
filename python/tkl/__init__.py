"""Tessellated kernel learning: a kernel learned together with its support vector machine.

`TKLRegressor` and `TKLClassifier` are scikit-learn estimators with nothing to choose: they find
their settings by cross-validation, and report how far from the best kernel they can be at most.
`load` reads a model file, whether Python or the command line wrote it. `tkl.plot` draws what was
learned.
"""

from . import plot
from ._classifier import TKLClassifier
from ._core import Error, __version__
from ._model_file import load
from ._regressor import TKLRegressor
from ._report import Report

__all__ = ["Error", "Report", "TKLClassifier", "TKLRegressor", "__version__", "load", "plot"]

"""What the core is to see of X: an array of numbers, or the columns of a data frame."""

import numpy as np
from scipy import sparse

from . import _core
from ._compatibility import validate_data


def is_frame(X):
    """A pandas DataFrame, without importing pandas."""
    return hasattr(X, "iloc") and hasattr(X, "dtypes") and hasattr(X, "columns")


def refuse_sparse(X):
    if sparse.issparse(X):
        raise TypeError(
            "A sparse matrix was passed, but tkl needs dense data: "
            "use X.toarray(), or reduce the features first (for example by TruncatedSVD)."
        )


def training_points(estimator, X):
    """An array, or Columns if X is a frame with text, categories or missing values."""
    refuse_sparse(X)
    if is_frame(X) and not _is_of_numbers(X):
        validate_data(estimator, X, reset=True, as_is=True)
        return _columns(X, _names(X))
    return validate_data(estimator, X, reset=True, dtype="numeric", ensure_min_samples=2)


def prediction_points(estimator, X):
    """The same for a model that is there already."""
    refuse_sparse(X)
    model = estimator.model_
    if model.is_of_numbers:
        return validate_data(estimator, X, reset=False, dtype="numeric")
    validate_data(estimator, X, reset=False, as_is=True)
    return _columns(_as_frame(X), model.column_names)


def _is_of_numbers(frame):
    return all(
        dtype.kind in "biuf" and not frame.iloc[:, j].hasnans
        for j, dtype in enumerate(frame.dtypes)
    )


def _names(frame):
    if all(isinstance(name, str) for name in frame.columns):
        return list(frame.columns)
    return [f"x{j + 1}" for j in range(frame.shape[1])]


def _as_frame(X):
    if is_frame(X):
        return X
    import pandas as pd

    return pd.DataFrame(np.asarray(X, dtype=object)).infer_objects()


def _columns(frame, names):
    columns, categorical = [], []
    for j, name in enumerate(names):
        column = frame.iloc[:, j]
        if column.dtype.kind in "biuf":
            columns.append(column.to_numpy(dtype=float, na_value=np.nan))
            continue
        missing = column.isna()
        columns.append(["" if gap else str(value) for value, gap in zip(column, missing)])
        if column.dtype.name == "category":
            categorical.append(name)
    return _core.Columns(names, columns, categorical)

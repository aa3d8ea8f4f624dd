"""TKLRegressor."""

from typing import Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import RegressorMixin
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._documentation import documented
from ._estimator import TKLEstimator, checked_target


@documented(
    own_parameters="""
    tube : float or None, default=None
        ε: errors up to it are free; in standard deviations of the target.
    """,
    tail="""
    Examples
    --------
    >>> import numpy as np
    >>> from tkl import TKLRegressor
    >>> X = np.linspace(0, 1, 60).reshape(-1, 1)
    >>> y = np.where(X[:, 0] > 0.5, 2.0, 1.0)
    >>> model = TKLRegressor().fit(X, y)
    >>> model.predict([[0.2], [0.8]]).round(1)
    array([1., 2.])
    """,
)
class TKLRegressor(RegressorMixin, TKLEstimator):
    """Support vector regression with a kernel that is learned too."""

    def __init__(
        self, *, select="auto", models=4, warp=None, axes=None, codes=True, family=None, degree=None, bound=None,
        width=None, kernels=None, tau=None, cost=None, tube=None, loss=None, metric=None, folds=None, repeats=1,
        reliability=True, method="newton", tol=1e-3, max_iter=1000, time_limit=None,
        memory_limit=None, landmarks="auto", cells="auto", n_jobs=-1, random_state=None, verbose=False,
    ):
        super().__init__(
            select=select, models=models, warp=warp, axes=axes, codes=codes, family=family, degree=degree, bound=bound,
            width=width, kernels=kernels, tau=tau, cost=cost, loss=loss, metric=metric, folds=folds, repeats=repeats,
            reliability=reliability, method=method, tol=tol, max_iter=max_iter,
            time_limit=time_limit, memory_limit=memory_limit, landmarks=landmarks, cells=cells, n_jobs=n_jobs,
            random_state=random_state, verbose=verbose,
        )
        self.tube = tube

    def fit(
        self,
        X: ArrayLike,
        y: ArrayLike,
        sample_weight: Optional[ArrayLike] = None,
        groups: Optional[ArrayLike] = None,
    ) -> "TKLRegressor":
        """Finds the settings, then learns kernel and machine together.

        Ctrl-C ends a fit early: the estimator then holds the best model so far, and a
        ConvergenceWarning says so.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_columns)
            Columns of text or categories and missing values are fine in a DataFrame.
        y : array-like of shape (n_samples,)
        sample_weight : array-like of shape (n_samples,), optional
            A weight of 2 is the same as the row given twice.
        groups : array-like of shape (n_samples,), optional
            Rows of one group belong together: no fold of the search separates them.

        Returns
        -------
        self
        """
        target = checked_target(self, y).astype(np.float64)
        return self._fit(X, y, sample_weight, groups, target=target)

    def predict(self, X: ArrayLike) -> NDArray[np.float64]:
        """The predicted values.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_columns)

        Returns
        -------
        y : ndarray of shape (n_samples,)
        """
        return self._ask_model("predict", X)

    def predict_interval(self, X: ArrayLike, coverage: float = 0.9) -> NDArray[np.float64]:
        """Intervals that hold the truth as often as asked for.

        Their width comes from the errors on rows that were held out in the search (split conformal
        prediction); it is infinite if these were too few to tell.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_columns)
        coverage : float, default=0.9

        Returns
        -------
        ends : ndarray of shape (n_samples, 2)
            The lower and the upper end.
        """
        check_is_fitted(self)
        if not self.model_.has_intervals:
            raise _core.Error(
                "the model has no intervals: too few rows to hold any out, or it was fitted "
                "without a search and with reliability=False"
            )
        return self._ask_model("intervals", X, coverage)

    def _indexed_target(self, y):
        return checked_target(self, y).astype(np.float64)

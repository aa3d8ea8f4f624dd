"""What both estimators share: parameters to the core, and the fitted attributes from its model."""

import os
import warnings
from typing import Any, Optional, Union

import numpy as np
from joblib import effective_n_jobs
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_array, check_consistent_length, check_random_state, column_or_1d
from sklearn.utils.validation import _check_sample_weight, check_is_fitted

from . import _core
from ._columns import prediction_points, training_points
from ._progress import Progress
from ._report import Report
from ._search import best_params, search_results

# The command line's; without a seed of the user's, both find the same.
_DEFAULT_SEED = 1


class TKLEstimator(BaseEstimator):
    """The parts of an estimator that do not depend on the task."""

    def __init__(
        self, *, select, models, warp, axes, codes, family, degree, bound, width, kernels, tau, cost, loss, metric,
        folds, repeats, reliability, method, tol, max_iter, time_limit, memory_limit, landmarks, cells, n_jobs, random_state,
        verbose,
    ):
        self.select = select
        self.models = models
        self.warp = warp
        self.axes = axes
        self.codes = codes
        self.family = family
        self.degree = degree
        self.bound = bound
        self.width = width
        self.kernels = kernels
        self.tau = tau
        self.cost = cost
        self.loss = loss
        self.metric = metric
        self.folds = folds
        self.repeats = repeats
        self.reliability = reliability
        self.method = method
        self.tol = tol
        self.max_iter = max_iter
        self.time_limit = time_limit
        self.memory_limit = memory_limit
        self.landmarks = landmarks
        self.cells = cells
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def kernel(
        self, X: ArrayLike, Y: Optional[ArrayLike] = None, *, machine: int = 0
    ) -> NDArray[np.float64]:
        """The learned kernel between the rows of X and of Y.

        It can be the kernel of another estimator, as in ``SVC(kernel=model.kernel)``.

        Parameters
        ----------
        X, Y : array-like or DataFrame
            Points, in the units of the training data. Without Y: X and X.
        machine : int, default=0
            Of several classes each pair has its machine, and each machine its kernel.

        Returns
        -------
        K : ndarray of shape (rows of X, rows of Y)
        """
        x = self._points(X)
        count = len(self.intercept_)
        if not 0 <= machine < count:
            raise ValueError(f"machine: there is no {machine}; the model has {count}, from 0 on")
        return self.model_.kernel(x, x if Y is None else self._points(Y), self._threads(), machine)

    def explain(
        self,
        X: ArrayLike,
        y: Optional[ArrayLike] = None,
        *,
        shuffles: int = 5,
        random_state: Union[None, int, np.random.RandomState] = None,
    ) -> dict[str, Any]:
        """How much each column of X matters to the model.

        Parameters
        ----------
        X : array-like or DataFrame
            Points; more than 2000 are thinned out.
        y : array-like, optional
            With targets there is permutation importance too.
        shuffles : int, default=5
            How often each column is shuffled.
        random_state : int, RandomState or None
            Of the shuffling; None is a fixed seed.

        Returns
        -------
        explanation : dict
            ``names`` of the columns; Sobol indices ``main`` (the share of the prediction's variance
            that the column explains alone) and ``total`` (with its interactions), which are
            ``exact`` or estimated; with targets ``shuffled`` (by how much the loss grows when the
            column is shuffled), ``shuffled_deviation``, the ``metric`` and the ``loss`` itself.
        """
        points = self._points(X)
        target = None if y is None else self._indexed_target(y)
        return self.model_.explain(
            points, target, shuffles=shuffles, seed=_seed(random_state), threads=self._threads()
        )

    def report(
        self,
        X: Optional[ArrayLike] = None,
        y: Optional[ArrayLike] = None,
        *,
        coverage: float = 0.9,
        name: str = "",
    ) -> Report:
        """One page that shows what was learned, how sure the model is and where it fails.

        In a notebook it shows itself; ``report().save("report.html")`` is for a browser.

        Parameters
        ----------
        X : array-like or DataFrame, optional
            Rows to look at, best such that training did not see.
        y : array-like, optional
            Their targets; with them the page shows errors.
        coverage : float, default=0.9
            Of the intervals that it draws, for regression.
        name : str, optional
            What the page calls the data.

        Returns
        -------
        report : Report
            With ``html``, the page, and ``save(path)``.
        """
        check_is_fitted(self)
        if X is None and y is not None:
            raise ValueError("a report on y needs the X that belongs to it")
        points = None if X is None else self._points(X)
        if y is not None:
            check_consistent_length(X, y)
        target = None if y is None else self._indexed_target(y)
        return Report(
            self.model_.report(
                points, target, name=name, coverage=coverage, model_name=type(self).__name__,
                threads=self._threads(),
            )
        )

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Writes the model to one file, which the command line and C++ read too.

        Parameters
        ----------
        path : str or path-like
        """
        check_is_fitted(self)
        self.model_.save(os.fspath(path))

    def __sklearn_is_fitted__(self):
        """A fit that failed has looked at X already, and set attributes that describe it."""
        return hasattr(self, "model_")

    def _fit(self, X, y, sample_weight, groups, **target):
        """Learns from X and the `target` arguments of the core's Dataset."""
        points = training_points(self, X)
        check_consistent_length(X, y)
        data = _core.Dataset(
            points,
            weights=None if sample_weight is None else _weights(sample_weight, X),
            groups=[] if groups is None else _numbered(groups, y),
            names=_names_of(self),
            target_name=str(getattr(y, "name", None) or "target"),
            **target,
        )
        parameters = self.get_params()
        parameters.update(seed=_seed(self.random_state), threads=effective_n_jobs(self.n_jobs))
        progress = Progress() if self.verbose else None
        try:
            model, self.fit_seconds_ = _core.fit(data, parameters, progress)
        finally:
            if progress is not None:
                progress.close()
        self._adopt(model)
        self._warn_unless_converged()
        return self

    def _adopt(self, model):
        """Shows a model of the core under the names that scikit-learn's users know."""
        self.model_ = model
        parts = model.support
        self.support_ = parts["support"]
        self.support_vectors_ = parts["support_vectors"]
        self.dual_coef_ = parts["dual_coef"]
        self.intercept_ = parts["intercept"]
        self.P_ = parts["P"]
        self.kernel_features_ = model.feature_names
        self.settings_ = model.settings
        self.share_ = model.share
        self.companions_ = model.companions
        certificate = model.certificate
        self.status_ = certificate["status"]
        self.n_iter_ = certificate["inner_solves"]
        self.duality_gap_ = certificate["upper"] - certificate["lower"]
        self.gap_ = certificate["relative_gap"]
        self.history_ = certificate["history"]
        search = model.search
        self.search_results_ = search_results(search)
        self.best_params_ = best_params(search)

    def _warn_unless_converged(self):
        if self.status_ == "converged":
            return
        warnings.warn(
            f"The fit ended before it reached the tolerance ({self.status_}): the model is the "
            f"best so far, within {self.gap_:.1e} of the optimum. Raise max_iter or time_limit, or tol.",
            ConvergenceWarning,
            stacklevel=4,
        )

    def _ask_model(self, question, X, *arguments):
        points = self._points(X)
        return getattr(self.model_, question)(points, *arguments, threads=self._threads())

    def _points(self, X):
        check_is_fitted(self)
        return prediction_points(self, X)

    def _threads(self):
        return effective_n_jobs(self.n_jobs)


def checked_target(estimator, y):
    """y as one column of finite values."""
    if y is None:
        raise ValueError(
            f"{type(estimator).__name__} requires y to be passed, but the target y is None"
        )
    y = check_array(y, ensure_2d=False, dtype=None, input_name="y", estimator=estimator)
    return column_or_1d(y, warn=True)


def _weights(sample_weight, X):
    return _check_sample_weight(sample_weight, X, dtype=np.float64)


def _numbered(groups, y):
    check_consistent_length(groups, y)
    return np.unique(np.asarray(groups), return_inverse=True)[1].tolist()


def _names_of(estimator):
    names = getattr(estimator, "feature_names_in_", None)
    return None if names is None else list(names)


def _seed(random_state):
    if random_state is None:
        return _DEFAULT_SEED
    if isinstance(random_state, (int, np.integer)):
        if random_state < 0:
            raise ValueError(f"random_state: a seed is not negative, but this is {random_state}")
        return int(random_state)
    return int(check_random_state(random_state).randint(2**31))

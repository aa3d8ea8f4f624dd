"""TKLClassifier."""

from typing import Any, Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._documentation import documented
from ._estimator import TKLEstimator, checked_target


def _may_have_probabilities(estimator):
    return estimator.select is not None or estimator.reliability


@documented(
    own_parameters="""
    class_weight : dict, "balanced" or None, default=None
        Factors for the weights of classes; "balanced" makes all classes weigh the same.
    multiclass : {"ovo", "ovr"}, default="ovo"
        Several classes: a machine for each pair of them, or for each against the rest.
    shared_kernel : bool, default=False
        Several classes: one P for all machines, not one for each.
    """,
    own_attributes="""
    classes_ : ndarray
        The labels, sorted.
    """,
    tail="""
    Examples
    --------
    >>> import numpy as np
    >>> from tkl import TKLClassifier
    >>> X = np.array([[0.0, 0.1], [0.2, 0.0], [0.9, 1.0], [1.0, 0.8], [0.1, 0.2], [0.8, 0.9]])
    >>> y = np.array(["low", "low", "high", "high", "low", "high"])
    >>> TKLClassifier().fit(X, y).predict([[0.1, 0.1], [0.9, 0.9]])
    array(['low', 'high'], dtype='<U4')
    """,
)
class TKLClassifier(ClassifierMixin, TKLEstimator):
    """Support vector classification with a kernel that is learned too."""

    def __init__(
        self, *, select="auto", models=4, warp=None, axes=None, codes=True, family=None, degree=None, bound=None,
        width=None, kernels=None, tau=None, cost=None, loss=None, class_weight=None, multiclass="ovo",
        shared_kernel=False, metric=None, folds=None, repeats=1, reliability=True, method="newton", tol=1e-3, max_iter=1000,
        time_limit=None, memory_limit=None, landmarks="auto", cells="auto", n_jobs=-1, random_state=None, verbose=False,
    ):
        super().__init__(
            select=select, models=models, warp=warp, axes=axes, codes=codes, family=family, degree=degree, bound=bound,
            width=width, kernels=kernels, tau=tau, cost=cost, loss=loss, metric=metric, folds=folds, repeats=repeats,
            reliability=reliability, method=method, tol=tol, max_iter=max_iter,
            time_limit=time_limit, memory_limit=memory_limit, landmarks=landmarks, cells=cells, n_jobs=n_jobs,
            random_state=random_state, verbose=verbose,
        )
        self.class_weight = class_weight
        self.multiclass = multiclass
        self.shared_kernel = shared_kernel

    def fit(
        self,
        X: ArrayLike,
        y: ArrayLike,
        sample_weight: Optional[ArrayLike] = None,
        groups: Optional[ArrayLike] = None,
    ) -> "TKLClassifier":
        """Finds the settings, then learns kernels and machines together.

        Ctrl-C ends a fit early: the estimator then holds the best model so far, and a
        ConvergenceWarning says so.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_columns)
            Columns of text or categories and missing values are fine in a DataFrame.
        y : array-like of shape (n_samples,)
            Labels: numbers, text or booleans.
        sample_weight : array-like of shape (n_samples,), optional
            A weight of 2 is the same as the row given twice.
        groups : array-like of shape (n_samples,), optional
            Rows of one group belong together: no fold of the search separates them.

        Returns
        -------
        self
        """
        labels = checked_target(self, y)
        check_classification_targets(labels)
        classes, indices = np.unique(labels, return_inverse=True)
        self._fit(
            X, y, sample_weight, groups,
            target=indices,
            classes=[_spelled(label) for label in classes],
            class_weights=_class_factors(self.class_weight, classes.tolist()),
        )
        self.classes_ = classes  # not before there is a model that knows them
        return self

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The predicted classes.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_columns)

        Returns
        -------
        y : ndarray of shape (n_samples,)
        """
        indices = self._ask_model("predict", X)
        return self.classes_[indices.astype(np.intp)]

    def decision_function(self, X: ArrayLike) -> NDArray[np.float64]:
        """The values that decide.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_columns)

        Returns
        -------
        values : ndarray of shape (n_samples,) or (n_samples, n_classes)
            Two classes: positive means ``classes_[1]``. More classes: one column each, the largest
            of which wins.
        """
        values = self._ask_model("decision_values", X)
        return values[:, 0] if values.shape[1] == 1 else values

    @available_if(_may_have_probabilities)
    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """The probability of each class, calibrated on rows that were held out in the search.

        The most probable class is always the predicted one.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_columns)

        Returns
        -------
        probabilities : ndarray of shape (n_samples, n_classes)
            In the order of ``classes_``.
        """
        check_is_fitted(self)
        if not self.model_.has_probabilities:
            raise _core.Error(
                "the model has no probabilities: too few rows of some class to hold any out, or it "
                "was fitted without a search and with reliability=False"
            )
        return self._ask_model("probabilities", X)

    def _indexed_target(self, y):
        labels = checked_target(self, y)
        unknown = np.setdiff1d(labels, self.classes_)
        if unknown.size:
            raise ValueError(f"y has labels that the model does not know: {unknown.tolist()}")
        return np.searchsorted(self.classes_, labels)


def _class_factors(class_weight, labels):
    if not isinstance(class_weight, dict):
        return class_weight
    unknown = set(class_weight) - set(labels)
    if unknown:
        raise ValueError(f"class_weight: there is no class {sorted(map(str, unknown))} in y")
    return [float(class_weight.get(label, 1.0)) for label in labels]


def _spelled(label):
    """As the model file and the command line have it."""
    if isinstance(label, (float, np.floating)):
        return _core.format_number(float(label))
    return str(label)

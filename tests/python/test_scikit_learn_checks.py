"""scikit-learn's own suite for estimators, complete and without expected failures."""

from sklearn.utils.estimator_checks import parametrize_with_checks

import tkl


@parametrize_with_checks([tkl.TKLRegressor(), tkl.TKLClassifier()])
def test_scikit_learn(estimator, check):
    check(estimator)

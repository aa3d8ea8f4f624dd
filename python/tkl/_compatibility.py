"""scikit-learn's own checks of X, whose name and place changed with its version 1.6."""

try:
    from sklearn.utils.validation import validate_data as _validate
except ImportError:
    _validate = None


def validate_data(estimator, X, *, reset, as_is=False, **checks):
    """The array of X, after setting or comparing n_features_in_ and feature_names_in_.

    With `as_is` nothing else is checked and nothing returned."""
    if _validate is not None:
        return _validate(estimator, X, reset=reset, skip_check_array=as_is, **checks)
    if not as_is:
        return estimator._validate_data(X, reset=reset, **checks)
    estimator._check_feature_names(X, reset=reset)
    estimator._check_n_features(X, reset=reset)
    return None

"""The docstring of an estimator: its own parameters and attributes among those that both share."""

import inspect

_SHARED_PARAMETERS = """
select : {"auto", "grid"} or None, default="auto"
    How settings that are None are found, by cross-validation: by screening kernels and improving
    the best, by a coarse grid, or not at all (defaults of the command line).
models : int, default=4
    That the search may take the mean of, if that is better; 1 is a single kernel.
warp : bool or None, default=None
    Draw out the crowded ends of skewed features, by a logarithm.
axes : {"features", "principal"} or None, default=None
    What the kernel sees: every feature, or as many mixtures of them that are uncorrelated.
codes : bool, default=True
    The search may take features of a few whole numbers for codes, if that predicts better: the
    kernel then sees which of the numbers it is, beside how large it is.
family : {"tessellated", "reflected", "gaussian", "matern", "polynomial", "kernels"} or None
    The set of kernels to learn from.
degree : int or None, default=None
    Of the tessellated, reflected or polynomial kernels.
bound : float, array-like or None, default=None
    The box of tessellated kernels reaches so far beyond the data, which are scaled to [0, 1]; one
    number, or one for each feature.
width : float, array-like or None, default=None
    Of gaussian and matern kernels, in scaled features, in units of the root of their number.
kernels : str or None, default=None
    With family="kernels", those to weigh, such as "gaussian:0.5,polynomial:2".
tau : float or None, default=None
    The least eigenvalue of P, from 0 to 1: 1 learns no kernel.
cost : float or None, default=None
    C, the price of errors, in units of the normalised kernel.
loss : {"linear", "squared"} or None, default=None
    Of errors.
metric : str or None, default=None
    What the search makes best: "mse", "mae", "r2" or "accuracy", "balanced_accuracy", "log_loss",
    "auc"; None is mse or accuracy.
folds : int or None, default=None
    Parts of the cross-validation; None is five, or one held-out fifth of more than 4000 rows.
repeats : int, default=1
    Of the cross-validation, with other parts.
reliability : bool, default=True
    With select=None: cross-validate once, for probabilities and intervals.
method : {"newton", "quasi-newton", "frank-wolfe"}, default="newton"
    How P is improved.
tol : float, default=1e-3
    The relative gap to the global optimum at which learning stops.
max_iter : int, default=1000
    Of the learning of one kernel.
time_limit : float or None, default=None
    Seconds for all of it, the search included; what is best by then is kept.
memory_limit : float or None, default=None
    MB to use at most; None is half of what is available. A kernel matrix that does not fit is
    computed piece by piece.
landmarks : int or "auto", default="auto"
    Points that functions are made of: 0 all of them, which is exact; "auto" is 0 up to 50,000 rows
    (20,000 where memory is short), a million of one or two features or 200,000 of three where the
    kernel is tessellated or reflected, and above that as many as time and memory allow.
cells : int or "auto", default="auto"
    Beside landmarks: divide the rows into cells of so many at most, in which all points count; 0: not at
    all; "auto" where landmarks are "auto", up to 200,000 rows if memory allows.
n_jobs : int or None, default=-1
    Threads, as joblib counts them: -1 is all, and one inside of joblib's own workers. Results do
    not depend on it.
random_state : int, RandomState or None, default=None
    Of the folds; None is a fixed seed, so that fits repeat.
verbose : bool, default=False
    Show a line that says how far the fit is.
"""

_SHARED_ATTRIBUTES = """
n_features_in_ : int
    Columns of X.
feature_names_in_ : ndarray
    Their names, if X was a DataFrame with names.
kernel_features_ : list of str
    What the kernel sees: a column of text is one feature for each level.
support_ : ndarray
    Rows of X that are support vectors.
support_vectors_ : ndarray
    These rows, as features.
dual_coef_ : ndarray of shape (n_machines, n_support)
    Their weights; ``kernel(X, support_vectors_) @ dual_coef_.T + intercept_`` is the prediction or
    the decision value of a machine, companions aside. With cells, a weight counts in its own cell only, and
    landmarks have weights beside these.
intercept_ : ndarray of shape (n_machines,)
P_ : ndarray, or a list of one for each machine
    The learned parameter of the kernel.
settings_ : dict
    Of the kernel and the machine that were learned; ``code_features`` are those taken for codes.
share_ : float
    Of this model in the mean of all, 1 if there are no companions.
companions_ : list of dict
    Settings, share and gap of the models that are averaged with this one. ``predict`` and all that
    follows from it are of the mean; the attributes above are of this model alone.
best_params_ : dict or None
    The settings that the search chose.
search_results_ : dict or None
    All settings that it tried, in the form of ``cv_results_``; ``members`` are those of the result,
    ``reached_score`` is the held-out score of their mean, and ``expected_score`` the one to expect
    on new data, corrected for having chosen the best of many.
history_ : dict
    ``iteration``, ``upper`` and ``lower`` bound of the optimum, if there is one machine.
gap_ : float
    The certified relative gap between them at the end.
duality_gap_ : float
    The same, not divided.
n_iter_ : int
    Support vector machines solved while learning.
status_ : str
    "converged", or why learning ended before.
fit_seconds_ : float
    That the core took for search and fit; not kept in files.
model_ : object
    The model of the core.
"""


def documented(own_parameters="", own_attributes="", tail=""):
    """Adds the sections to the docstring of a class, own entries first."""

    def decorate(cls):
        sections = [
            inspect.cleandoc(cls.__doc__),
            _section("Parameters", own_parameters, _SHARED_PARAMETERS),
            _section("Attributes", own_attributes, _SHARED_ATTRIBUTES),
            inspect.cleandoc(tail),
        ]
        cls.__doc__ = "\n\n".join(sections) + "\n"
        return cls

    return decorate


def _section(title, own, shared):
    entries = "\n".join(part for part in (inspect.cleandoc(own), shared.strip()) if part)
    return f"{title}\n{'-' * len(title)}\n{entries}"

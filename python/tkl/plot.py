"""Pictures of what a model has learned.

Every function draws into the Axes it is given, or into a new figure, and returns the Axes.
Matplotlib is imported when the first picture is drawn. Colours are told apart by colour-blind
readers too.
"""

import numpy as np

# Okabe and Ito's, and a map whose lightness grows steadily.
_BLUE, _ORANGE, _GREEN, _PINK, _SKY = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9"
_GREY = "#666666"
_MAP = "cividis"
_TWO_SIDED_MAP = "PuOr"
_GRID_POINTS = 150


def convergence(model, *, ax=None):
    """The upper and the lower bound of the optimum, iteration by iteration.

    Parameters
    ----------
    model : fitted TKLRegressor or TKLClassifier
        With one machine: several classes have no common history.
    ax : Axes, optional

    Returns
    -------
    Axes
    """
    history = model.history_
    if len(history["iteration"]) == 0:
        raise ValueError("the model has no history: it has several machines, each with its own")
    ax = _axes(ax)
    ax.plot(history["iteration"], history["upper"], "o-", color=_ORANGE, label="upper bound")
    ax.plot(history["iteration"], history["lower"], "s-", color=_BLUE, label="lower bound")
    ax.fill_between(history["iteration"], history["lower"], history["upper"], color=_GREY,
                    alpha=0.15)
    ax.set(xlabel="iteration", ylabel="objective", title=f"relative gap {model.gap_:.1e}")
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.legend(frameon=False)
    return ax


def search(model, x="cost", y="scale", *, ax=None):
    """The settings that the search tried, coloured by their score.

    Where there are enough of them, lines of equal score are drawn between. A circle marks the one
    that was chosen.

    Parameters
    ----------
    model : fitted TKLRegressor or TKLClassifier
    x, y : {"cost", "scale", "tube", "tau"}, default="cost", "scale"
        The scale is the bound of tessellated kernels or the width of others.
    ax : Axes, optional

    Returns
    -------
    Axes
    """
    results = model.search_results_
    if results is None or len(results["params"]) == 0:
        raise ValueError("the model has no search: fit with select='auto' or 'grid'")
    ax = _axes(ax)
    across, up = results[f"param_{x}"], results[f"param_{y}"]
    score = results["mean_test_score"]
    limits = {"vmin": np.nanpercentile(score, 10), "vmax": np.nanmax(score), "cmap": _MAP}
    _draw_levels(ax, across, up, score, limits)
    families = results["param_family"]
    for marker, family in zip("os^Dvp", sorted(set(families))):
        rows = families == family
        drawn = ax.scatter(across[rows], up[rows], c=score[rows], marker=marker, label=family,
                           edgecolors="white", linewidths=0.5, zorder=2, **limits)
    chosen = results["chosen"]
    ax.scatter(across[chosen], up[chosen], s=200, facecolors="none", edgecolors=_ORANGE,
               linewidths=2, zorder=3)
    for set_scale, values in ((ax.set_xscale, across), (ax.set_yscale, up)):
        if np.all(values > 0):
            set_scale("log")
    ax.use_sticky_edges = False
    ax.margins(0.08)
    sign = "−" if results["metric"] in ("mse", "mae", "log-loss") else ""
    ax.figure.colorbar(drawn, ax=ax, label=f"{sign}{results['metric']} (larger is better)")
    ax.set(xlabel=x, ylabel=y)
    # Above the picture: settings may lie anywhere in it.
    ax.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncol=3)
    return ax


def gram(model, X, y, *, ax=None):
    """The kernel matrix of points, ordered by their target.

    A kernel that suits the task shows blocks (classes) or a bright band (values) along the
    diagonal.

    Parameters
    ----------
    model : fitted TKLRegressor or TKLClassifier
    X : array-like or DataFrame
    y : array-like
    ax : Axes, optional

    Returns
    -------
    Axes
    """
    order = np.argsort(np.asarray(y), kind="stable")
    ax = _axes(ax)
    K = model.kernel(X)[np.ix_(order, order)]
    drawn = ax.imshow(K, cmap=_MAP, interpolation="nearest")
    ax.figure.colorbar(drawn, ax=ax, label="k(x, y)")
    ax.set(xlabel="rows, by target", ylabel="rows, by target")
    return ax


def parameter(model, *, machine=0, ax=None):
    """The learned P, and its eigenvalues beside it.

    Parameters
    ----------
    model : fitted TKLRegressor or TKLClassifier
    machine : int, default=0
        Of several.
    ax : Axes, optional

    Returns
    -------
    Axes
        Of P; that of the eigenvalues is the last of its figure.
    """
    P = model.P_[machine] if isinstance(model.P_, list) else model.P_
    if P.ndim == 1:
        P = np.diag(P)
    ax = _axes(ax)
    largest = np.abs(P).max()
    drawn = ax.imshow(P, cmap=_TWO_SIDED_MAP, vmin=-largest, vmax=largest, interpolation="nearest")
    ax.set(title="P", xticks=[], yticks=[])
    from mpl_toolkits.axes_grid1 import make_axes_locatable

    divider = make_axes_locatable(ax)
    ax.figure.colorbar(drawn, cax=divider.append_axes("right", size="6%", pad=0.1))
    beside = divider.append_axes("right", size="100%", pad=0.9)
    values = np.sort(np.linalg.eigvalsh(P))[::-1]
    beside.semilogy(np.arange(1, len(values) + 1), np.maximum(values, 1e-12), "o-", color=_BLUE)
    beside.set(title="eigenvalues", xlabel="number")
    beside.xaxis.get_major_locator().set_params(integer=True)
    return ax


def partial_dependence(model, X, feature, *, ax=None):
    """What the model predicts on average when one feature is set to each of its values.

    Parameters
    ----------
    model : fitted TKLRegressor or TKLClassifier
    X : array-like or DataFrame of numbers
    feature : int or str
        A column, by position or name.
    ax : Axes, optional

    Returns
    -------
    Axes
    """
    from sklearn.inspection import partial_dependence as computed

    ax = _axes(ax)
    result = computed(model, X, [feature], kind="both", grid_resolution=50)
    values = result["grid_values" if "grid_values" in result else "values"][0]
    shown = result["individual"][0][:: max(1, len(result["individual"][0]) // 50)]
    ax.plot(values, shown.T, color=_SKY, alpha=0.2, linewidth=0.7)
    ax.plot(values, result["average"][0], color=_BLUE, linewidth=2.5)
    ax.set(xlabel=_name(X, feature), ylabel="prediction")
    return ax


def decision_surface(model, X, y, *, tessellation=True, ax=None):
    """Predictions over the plane of a model of two features, with the data.

    The tessellation is where the learned kernel has its seams: each support vector cuts the plane
    along both axes, and between the cuts a tessellated model is smooth.

    Parameters
    ----------
    model : fitted TKLRegressor or TKLClassifier
        Of two features.
    X : array-like of shape (n_samples, 2)
    y : array-like
    tessellation : bool, default=True
        Draw the cuts of the support vectors.
    ax : Axes, optional

    Returns
    -------
    Axes
    """
    points = np.asarray(X, dtype=float)
    if model.n_features_in_ != 2 or points.shape[1] != 2:
        raise ValueError("the surface needs a model of two features; of more, draw "
                         "partial_dependence")
    ax = _axes(ax)
    across, up = (_spread(points[:, j]) for j in range(2))
    grid = np.column_stack([axis.ravel() for axis in np.meshgrid(across, up)])
    shape = (len(up), len(across))
    if hasattr(model, "classes_"):
        _draw_classes(ax, model, across, up, _like(X, grid), shape)
        target = np.searchsorted(model.classes_, np.asarray(y))
    else:
        target = np.asarray(y, dtype=float)
        drawn = ax.pcolormesh(across, up, model.predict(_like(X, grid)).reshape(shape), cmap=_MAP,
                              vmin=target.min(), vmax=target.max(), rasterized=True)
        ax.figure.colorbar(drawn, ax=ax, label="prediction")
    if tessellation:
        for x1, x2 in model.support_vectors_:
            ax.axvline(x1, color="white", linewidth=0.4, alpha=0.5)
            ax.axhline(x2, color="white", linewidth=0.4, alpha=0.5)
    ax.scatter(points[:, 0], points[:, 1], c=target, cmap=_MAP, s=14, edgecolors="black",
               linewidths=0.5, zorder=3)
    ax.set(xlabel=_name(X, 0), ylabel=_name(X, 1), xlim=across[[0, -1]], ylim=up[[0, -1]])
    return ax


def predictions(model, X, y, *, coverage=0.9, ax=None):
    """Predicted against observed values, with their intervals.

    Parameters
    ----------
    model : fitted TKLRegressor
    X : array-like or DataFrame
    y : array-like
    coverage : float, default=0.9
        Of the intervals.
    ax : Axes, optional

    Returns
    -------
    Axes
    """
    ax = _axes(ax)
    observed = np.asarray(y, dtype=float)
    predicted = model.predict(X)
    lower, upper = model.predict_interval(X, coverage).T
    inside = (lower <= observed) & (observed <= upper)
    for rows, color, label in ((inside, _BLUE, "inside"), (~inside, _ORANGE, "outside")):
        ax.errorbar(observed[rows], predicted[rows],
                    yerr=(upper - lower)[rows] / 2, fmt="o", markersize=3, color=color,
                    ecolor=color, elinewidth=0.6, alpha=0.7, label=f"{label}: {rows.sum()}")
    ends = [min(observed.min(), predicted.min()), max(observed.max(), predicted.max())]
    ax.plot(ends, ends, color=_GREY, linewidth=1)
    ax.set(xlabel="observed", ylabel="predicted", title=f"intervals of {coverage:.0%}")
    ax.legend(frameon=False)
    return ax


def _axes(ax):
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots(layout="constrained")[1]


def _draw_levels(ax, x, y, score, limits):
    """Lines of equal score between the points, unless these lie on a line or nearly so."""
    usable = (x > 0) & (y > 0) & np.isfinite(score)
    # The best score of each place: other parameters differ too.
    best = {}
    for place, value in zip(zip(np.log(x[usable]), np.log(y[usable])), score[usable]):
        best[place] = max(value, best.get(place, -np.inf))
    places = np.array(list(best))
    if len(places) < 4:
        return
    spread = np.linalg.svd(places - places.mean(axis=0), compute_uv=False)
    if spread[1] < 0.05 * spread[0]:
        return
    from matplotlib.tri import Triangulation

    triangles = Triangulation(*places.T).triangles
    levels = np.linspace(limits["vmin"], limits["vmax"], 9)
    ax.tricontour(*np.exp(places.T), triangles, list(best.values()), levels=levels, linewidths=0.8,
                  **limits)


def _draw_classes(ax, model, across, up, grid, shape):
    """Regions of the classes, and the line where two of them meet."""
    number = len(model.classes_)
    region = np.searchsorted(model.classes_, model.predict(grid)).reshape(shape)
    ax.pcolormesh(across, up, region, cmap=_MAP, vmin=0, vmax=number - 1, alpha=0.6,
                  rasterized=True)
    if number == 2:
        values = model.decision_function(grid).reshape(shape)
        ax.contour(across, up, values, levels=[0.0], colors=_ORANGE, linewidths=2)


def _spread(values):
    margin = 0.05 * (values.max() - values.min())
    return np.linspace(values.min() - margin, values.max() + margin, _GRID_POINTS)


def _like(X, grid):
    """The grid with the column names of X."""
    return type(X)(grid, columns=X.columns) if hasattr(X, "columns") else grid


def _name(X, feature):
    if isinstance(feature, str):
        return feature
    return str(X.columns[feature]) if hasattr(X, "columns") else f"x{feature + 1}"

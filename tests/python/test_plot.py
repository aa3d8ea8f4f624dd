"""Every picture: what it shows, that it keeps to the Axes it is given, and those of the documents.

With --update the pictures go to docs/images; else they are only drawn."""

import subprocess
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.collections import PathCollection

import tkl
from settings import QUICK
from tkl import plot

IMAGES = Path(__file__).parents[2] / "docs/images"


@pytest.fixture(scope="module")
def plane():
    """A step and a ramp over the plane."""
    rng = np.random.default_rng(4)
    X = rng.random((150, 2))
    y = np.where(X[:, 0] > 0.4, 2.0, 0.0) + X[:, 1] + 0.1 * rng.standard_normal(150)
    return X, y


@pytest.fixture(scope="module")
def regression(plane):
    return tkl.TKLRegressor(family="tessellated", degree=1, tau=1e-3, tol=1e-5).fit(*plane)


@pytest.fixture(scope="module")
def classifier(plane):
    X, y = plane
    return tkl.TKLClassifier(family="tessellated", tau=1e-3).fit(X, y > 1.5)


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def keep(ax, name, update):
    """Draws the figure; and keeps it for the documents if asked to."""
    ax.figure.canvas.draw()
    if update:
        IMAGES.mkdir(exist_ok=True)
        ax.figure.set_size_inches(6, 4)
        ax.figure.savefig(IMAGES / f"{name}.svg", metadata={"Date": None})


@pytest.fixture(autouse=True)
def reproducible():
    with plt.rc_context({"svg.hashsalt": "tkl", "svg.fonttype": "path"}):
        yield


def test_convergence(regression, update):
    ax = plot.convergence(regression)
    keep(ax, "convergence", update)
    upper, lower = (line.get_ydata() for line in ax.lines)
    assert np.all(upper >= lower) and len(upper) == len(regression.history_["iteration"])


def points_of(ax):
    """The coordinates of all markers."""
    return {tuple(place) for group in ax.collections if isinstance(group, PathCollection)
            for place in np.round(group.get_offsets(), 12).tolist()}


def test_search(plane, update):
    model = tkl.TKLRegressor(select="grid", family="gaussian").fit(*plane)
    ax = plot.search(model)
    keep(ax, "search", update)
    results = model.search_results_
    wanted = zip(results["param_cost"].round(12), results["param_scale"].round(12))
    assert points_of(ax) >= set(wanted)
    assert len(ax.collections) > 2  # the settings, the chosen one, and lines


def test_search_over_points_on_a_line(regression):
    plot.search(regression, "tau", "tau")
    plot.search(regression, "cost", "tube")


def test_gram(regression, plane, update):
    X, y = plane
    ax = plot.gram(regression, X, y)
    keep(ax, "gram", update)
    order = np.argsort(y, kind="stable")
    np.testing.assert_array_equal(ax.images[0].get_array(), regression.kernel(X[order]))


def test_parameter(regression, update):
    ax = plot.parameter(regression)
    keep(ax, "parameter", update)
    np.testing.assert_array_equal(ax.images[0].get_array(), regression.P_)
    values = ax.figure.axes[-1].lines[0].get_ydata()
    assert np.isclose(values.sum(), np.trace(regression.P_))


def test_parameter_of_a_list_of_kernels(plane):
    model = tkl.TKLRegressor(select=None, family="kernels", kernels="gaussian:0.2,polynomial:1")
    plot.parameter(model.fit(*plane))


def test_partial_dependence(regression, plane, update):
    ax = plot.partial_dependence(regression, plane[0], 0)
    keep(ax, "partial_dependence", update)
    average = ax.lines[-1]
    left = average.get_ydata()[average.get_xdata() < 0.3].mean()
    right = average.get_ydata()[average.get_xdata() > 0.5].mean()
    assert 1.5 < right - left < 2.5


def test_surface_of_values(regression, plane, update):
    ax = plot.decision_surface(regression, *plane)
    keep(ax, "surface", update)
    assert len(ax.lines) == 2 * len(regression.support_vectors_)
    assert len(plot.decision_surface(regression, *plane, tessellation=False).lines) == 0


def test_surface_of_classes(classifier, plane, update):
    X, y = plane
    keep(plot.decision_surface(classifier, X, y > 1.5), "classes", update)


def test_predictions(regression, plane, update):
    ax = plot.predictions(regression, *plane)
    keep(ax, "predictions", update)
    counts = [int(text.get_text().split()[-1]) for text in ax.get_legend().get_texts()]
    assert sum(counts) == len(plane[1]) and counts[0] > 0.8 * sum(counts)


@pytest.mark.parametrize("draw", [
    lambda m, X, y, ax: plot.convergence(m, ax=ax),
    lambda m, X, y, ax: plot.search(m, ax=ax),
    lambda m, X, y, ax: plot.gram(m, X, y, ax=ax),
    lambda m, X, y, ax: plot.parameter(m, ax=ax),
    lambda m, X, y, ax: plot.partial_dependence(m, X, 1, ax=ax),
    lambda m, X, y, ax: plot.decision_surface(m, X, y, ax=ax),
    lambda m, X, y, ax: plot.predictions(m, X, y, ax=ax),
])
def test_given_axes(regression, plane, draw):
    ax = plt.subplots()[1]
    assert draw(regression, *plane, ax) is ax
    assert plt.get_fignums() == [ax.figure.number]


def test_what_cannot_be_drawn(three_classes, step_data):
    several = tkl.TKLClassifier(**QUICK).fit(*three_classes)
    with pytest.raises(ValueError, match="several machines"):
        plot.convergence(several)
    with pytest.raises(ValueError, match="no search"):
        plot.search(several)
    three_features = tkl.TKLRegressor(**QUICK).fit(*step_data)
    with pytest.raises(ValueError, match="two features"):
        plot.decision_surface(three_features, *step_data)


def test_matplotlib_comes_late():
    script = "import tkl, sys; assert 'matplotlib' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True)

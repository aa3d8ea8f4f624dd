"""Arrays of any layout and type, copied once."""

import resource
import tracemalloc

import numpy as np
import pytest

import tkl
from settings import QUICK
from tkl import _core


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "i8", "i1", "u2"])
def test_types(step_data, dtype):
    X = (100 * step_data[0]).astype(dtype)
    y = step_data[1]
    expected = tkl.TKLRegressor(**QUICK).fit(X.astype(float), y).predict(X.astype(float))
    np.testing.assert_array_equal(tkl.TKLRegressor(**QUICK).fit(X, y).predict(X), expected)


@pytest.mark.parametrize(
    "arrange",
    [
        np.asfortranarray,
        lambda X: np.repeat(X, 2, axis=0)[::2],
        lambda X: np.repeat(X, 3, axis=1)[:, ::3],
        lambda X: X[::-1][::-1],
        lambda X: X.astype(">f8"),
        lambda X: X.tolist(),
    ],
)
def test_layouts(step_data, arrange):
    X, y = step_data
    model = tkl.TKLRegressor(**QUICK).fit(X, y)
    other = tkl.TKLRegressor(**QUICK).fit(arrange(X), y)
    np.testing.assert_array_equal(other.predict(arrange(X)), model.predict(X))


def test_read_only_arrays(step_data):
    X, y = (part.copy() for part in step_data)
    X.setflags(write=False)
    y.setflags(write=False)
    tkl.TKLRegressor(**QUICK).fit(X, y).predict(X)


def peak_memory():
    """Bytes that this process had at most, ever."""
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def test_a_data_set_is_one_copy():
    rows, columns = 1_000_000, 10
    X = np.random.default_rng(0).random((rows, columns))
    y = X[:, 0].copy()
    before = peak_memory()
    data = _core.Dataset(X, y)
    grown = peak_memory() - before
    assert data.shape == X.shape
    # The copy, the target, the order of the rows; and the measurement is not blind.
    assert 0.9 * X.nbytes < grown < 1.9 * X.nbytes  # two copies would be 2


@pytest.mark.parametrize("predict", [False, True])
def test_no_copy_is_made_in_python(predict):
    X = np.random.default_rng(0).random((100_000, 10))
    y = X[:, 0].copy()
    model = tkl.TKLRegressor(**QUICK).fit(X[:100], y[:100])
    tracemalloc.start()
    if predict:
        model.predict(X)
    else:
        # Rows without weight end the fit at once, after all of X was taken.
        model.fit(X, y, sample_weight=np.arange(len(X)) < 100)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 0.5 * X.nbytes

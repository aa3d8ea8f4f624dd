"""Ctrl-C ends a fit soon, with the best model so far."""

import os
import signal
import threading
import time
import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

import tkl


@pytest.fixture(scope="module")
def much():
    """Enough to be busy for a minute or more."""
    rng = np.random.default_rng(0)
    X = rng.random((3000, 8))
    return X, np.sin(8 * X[:, 0]) * X[:, 1] + X[:, 2] + 0.3 * rng.standard_normal(3000)


def send(number, after):
    timer = threading.Timer(after, os.kill, (os.getpid(), number))
    timer.start()
    return time.monotonic() + after


@pytest.mark.parametrize("after", [0.3, 3.0])
@pytest.mark.parametrize("parameters", [{}, {"select": None, "tol": 1e-12, "degree": 2}])
def test_interrupt(much, parameters, after):
    X, y = much
    model = tkl.TKLRegressor(**parameters)
    sent = send(signal.SIGINT, after)
    with pytest.warns(ConvergenceWarning, match="interrupted"):
        assert model.fit(X, y) is model
    assert time.monotonic() - sent < 10
    assert model.status_ == "interrupted"
    assert np.all(np.isfinite(model.predict(X[:50])))


def test_handlers_that_raise_are_heard(much):
    class Alarm(Exception):
        pass

    def ring(number, frame):
        raise Alarm

    before = signal.signal(signal.SIGUSR1, ring)
    try:
        sent = send(signal.SIGUSR1, 0.5)
        with pytest.raises(Alarm):
            tkl.TKLRegressor().fit(*much)
        assert time.monotonic() - sent < 10
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_a_signal_that_means_nothing(step_data):
    before = signal.signal(signal.SIGUSR1, lambda number, frame: None)
    try:
        send(signal.SIGUSR1, 0.1)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            tkl.TKLRegressor().fit(*step_data)
        time.sleep(0.2)
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_time_limit(much):
    begin = time.monotonic()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model = tkl.TKLRegressor(time_limit=2.0).fit(*much)
    assert time.monotonic() - begin < 15
    assert model.score(*much) > 0.3


def test_iteration_limit(step_data):
    with pytest.warns(ConvergenceWarning, match="iteration limit"):
        tkl.TKLRegressor(select=None, max_iter=1, tol=1e-12, reliability=False).fit(*step_data)

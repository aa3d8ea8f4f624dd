"""The line that says how far a fit is, in a terminal, a notebook and a log."""

import io
import sys
import types

import numpy as np
import pytest

import tkl
from tkl._progress import Progress, describe


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture(scope="module")
def some_seconds():
    rng = np.random.default_rng(0)
    X = rng.random((400, 4))
    return X, np.sin(6 * X[:, 0]) + X[:, 1] + 0.2 * rng.standard_normal(400)


def test_terminal(monkeypatch, some_seconds):
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    tkl.TKLRegressor(verbose=True).fit(*some_seconds)
    lines = screen.getvalue().split("\r")
    assert any("#" in line and "best" in line for line in lines)
    assert "100%  done" in lines[-1]
    assert screen.getvalue().endswith("\n") and screen.getvalue().count("\n") == 1


def test_silence(capfd, some_seconds):
    tkl.TKLRegressor(time_limit=1).fit(*some_seconds)
    assert capfd.readouterr() == ("", "")


def test_log(monkeypatch, some_seconds):
    log = io.StringIO()
    monkeypatch.setattr(sys, "stderr", log)
    monkeypatch.setattr(Progress, "log_seconds", 0.2)
    tkl.TKLRegressor(verbose=True).fit(*some_seconds)
    assert log.getvalue().count("tkl: ") >= 2 and "\r" not in log.getvalue()


def test_notebook(monkeypatch, some_seconds):
    """A kernel of IPython, as far as it matters here: one output that changes."""
    shown = []

    class Handle:
        def update(self, data, raw):
            shown.append(data["text/plain"])

    ipython = types.ModuleType("IPython")
    ipython.get_ipython = lambda: types.SimpleNamespace(kernel=object())
    ipython.display = types.ModuleType("IPython.display")
    ipython.display.display = lambda data, raw, display_id: Handle()
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", ipython.display)
    tkl.TKLRegressor(verbose=True).fit(*some_seconds)
    assert all(line.startswith("tkl: ") for line in shown)
    assert len(shown) > 1 and "done" in shown[-1]


def test_words():
    assert describe(2.0, stage="searching", done=5, expected=20, best=0.125) == (
        "tkl: [#####---------------]  25%  searching  best 0.125  2.0 s")
    assert describe(0.1, iteration=3, gap=2e-3) == "tkl: iteration 3, gap 2.0e-03  0.1 s"
    assert describe(0.1) == "tkl: 0.1 s"

"""What the tests share: small data whose truth is known, and the command line program."""

import os
import subprocess
from pathlib import Path

import matplotlib
import numpy as np
import pytest

matplotlib.use("Agg")

ROOT = Path(__file__).parents[2]


def pytest_addoption(parser):
    parser.addoption("--update", action="store_true",
                     help="write the pictures and the API reference of the documentation anew")


@pytest.fixture
def update(request):
    """Whether to write parts of the documentation rather than compare them."""
    return request.config.getoption("--update")


@pytest.fixture(scope="session")
def step_data():
    """A jump along the first feature, a slope along the second, one idle feature, little noise."""
    rng = np.random.default_rng(0)
    X = rng.random((120, 3))
    y = np.where(X[:, 0] > 0.5, 2.0, 0.0) + X[:, 1] + 0.05 * rng.standard_normal(120)
    return X, y


@pytest.fixture(scope="session")
def three_classes():
    """Three bands of the plane, with text as labels."""
    rng = np.random.default_rng(1)
    X = rng.random((120, 2))
    labels = np.array(["low", "middle", "high"])
    return X, labels[np.digitize(X[:, 0] + 0.1 * X[:, 1], [0.35, 0.7])]


@pytest.fixture(scope="session")
def program():
    """Runs the command line; fails with its message."""
    path = os.environ.get("TKL_EXECUTABLE", ROOT / "build/release/apps/tkl")
    assert Path(path).exists(), f"no program {path}; set TKL_EXECUTABLE"

    def run(*arguments):
        done = subprocess.run([str(path), *map(str, arguments)], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run

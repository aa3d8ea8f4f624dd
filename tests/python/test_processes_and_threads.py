"""Fits side by side: in forked processes, in joblib's workers, in threads, on a cluster."""

import multiprocessing
import os
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from joblib import Parallel, delayed
from sklearn.model_selection import GridSearchCV

import tkl


def fitted_predictions(X, y):
    return tkl.TKLRegressor().fit(X, y).predict(X)


def test_forked_processes_after_a_fit(step_data):
    """Threads of the parent do not live on in a child: nothing may wait for them."""
    X, y = step_data
    expected = fitted_predictions(X, y)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        results = [pool.apply_async(fitted_predictions, (X, y)) for _ in range(4)]
        for result in results:
            np.testing.assert_array_equal(result.get(timeout=60), expected)


def test_fork_during_a_fit(step_data):
    """Another thread is in the middle of a fit when the process forks."""
    X, y = step_data
    expected = fitted_predictions(X, y)
    busy = threading.Thread(target=lambda: [fitted_predictions(X, y) for _ in range(3)])
    busy.start()
    with multiprocessing.get_context("fork").Pool(1) as pool:
        result = pool.apply_async(fitted_predictions, (X, y)).get(timeout=60)
    busy.join()
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("backend", ["loky", "multiprocessing", "threading"])
def test_joblib(step_data, backend):
    X, y = step_data
    expected = fitted_predictions(X, y)
    # The workers cannot import this file as a module, so they get the class itself.
    jobs = (delayed(tkl.TKLRegressor().fit)(X, y) for _ in range(3))
    for model in Parallel(n_jobs=2, backend=backend)(jobs):
        np.testing.assert_array_equal(model.predict(X), expected)


def test_grid_search_in_processes(step_data):
    grid = GridSearchCV(tkl.TKLRegressor(select=None), {"cost": [0.1, 10.0]}, cv=3, n_jobs=2)
    assert grid.fit(*step_data).best_score_ > 0.9


def test_two_fits_at_once(step_data):
    X, y = step_data
    expected = [fitted_predictions(X, y), fitted_predictions(X, -y)]
    found = [None, None]

    def work(k, target):
        found[k] = fitted_predictions(X, target)

    threads = [threading.Thread(target=work, args=job) for job in ((0, y), (1, -y))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    np.testing.assert_array_equal(found, expected)


def test_the_gil_is_released(step_data):
    """Python goes on while a fit runs in another thread."""
    X, y = step_data
    busy = threading.Thread(target=lambda: fitted_predictions(np.tile(X, (4, 1)), np.tile(y, 4)))
    first = time.monotonic()
    busy.start()
    longest = 0.0
    while busy.is_alive():
        begin = time.monotonic()
        time.sleep(0.001)
        longest = max(longest, time.monotonic() - begin)
    assert longest < 0.5 * (time.monotonic() - first)


def test_dask_cluster(tmp_path):
    """joblib's dask backend distributes a search without code of ours."""
    script = tmp_path / "search.py"
    script.write_text(textwrap.dedent(
        """
        import joblib
        import numpy as np
        from distributed import Client, LocalCluster
        from sklearn.model_selection import GridSearchCV
        import tkl

        if __name__ == "__main__":
            rng = np.random.default_rng(0)
            X = rng.random((150, 2))
            y = np.where(X[:, 0] > 0.5, 1.0, 0.0) + 0.1 * rng.standard_normal(150)
            cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
            with cluster, Client(cluster):
                with joblib.parallel_backend("dask"):
                    grid = {"cost": [0.01, 1.0, 10.0], "degree": [0, 1]}
                    search = GridSearchCV(tkl.TKLRegressor(select=None, n_jobs=1), grid, cv=3)
                    search.fit(X, y)
            print(search.best_score_, len(search.cv_results_["params"]))
        """
    ))
    here = {**os.environ, "PYTHONPATH": str(Path(tkl.__file__).parents[1].resolve())}
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120,
                          env=here, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    score, settings = done.stdout.split()
    assert float(score) > 0.8 and int(settings) == 6

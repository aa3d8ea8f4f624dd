#!/usr/bin/env python3
"""What a fit from Python takes beyond the core's time: checks, a copy of the data, attributes.

usage: PYTHONPATH=build/release/python python3 bench/python_overhead.py
"""

import time
import warnings

import numpy as np

from tkl import TKLRegressor, _core


def friedman(rows, features, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.random((rows, features))
    return X, np.sin(np.pi * X[:, 0] * X[:, 1]) + X[:, 2] + 0.1 * rng.standard_normal(rows)


def fit_overhead(rows, repeats=5):
    """Medians of the core's seconds, and of those around it."""
    X, y = friedman(rows, 10)
    core, around = [], []
    for _ in range(repeats):
        begin = time.perf_counter()
        model = TKLRegressor(select=None, reliability=False, bound=3.0, n_jobs=1).fit(X, y)
        total = time.perf_counter() - begin
        core.append(model.fit_seconds_)
        around.append(total - model.fit_seconds_)
    return np.median(core), np.median(around)


def main():
    warnings.simplefilter("ignore")
    print("| rows × 10 features | core, s | around it, ms | share |")
    print("|---|---|---|---|")
    for rows in (300, 1000, 2000):
        core, around = fit_overhead(rows)
        print(f"| {rows} | {core:.2f} | {1e3 * around:.1f} | {around / core:.2%} |")
    X, y = friedman(100_000, 10)
    begin = time.perf_counter()
    _core.Dataset(X, y)
    print(f"\ncopying and ordering 100,000 × 10: {1e3 * (time.perf_counter() - begin):.0f} ms")


if __name__ == "__main__":
    main()

"""Those that the paper compares, its own settings and SimpleMKL's: what is fixed, and what cross-validation chooses."""

import time

import numpy as np

from common.evaluate import evaluate_tkl
from common.program import cross_validate
from kernels import Tessellated, monomials, scaled

TUNING_ROWS = 1000  # a grid is searched on so many rows at most, as the rivals' grids are; then all are fitted
ROUGH = ["-e", 0.1, "--max-iterations", 30]  # while choosing
FINE = ["-e", 0.01, "--max-iterations", 200]  # in the end; 0.01 is also where SimpleMKL stops by default
BOUNDS = (0.05, 0.3, 1.5, 6.0)
COSTS = {"regression": (0.1, 1, 10, 100, 1000), "classification": (0.1, 1, 10, 100)}
WIDTHS = np.geomspace(0.5, 10, 10)  # in standard deviations of the features
DEGREES = (1, 2, 3)


def best_of(program, task, x, y, settings):
    """The setting with the least cross-validated loss on some of the rows."""
    part = np.random.default_rng(0).permutation(len(y))[:TUNING_ROWS]
    losses = cross_validate(program, x[part], y[part], task, [[*setting, *ROUGH] for setting in settings])
    return settings[int(np.argmin(losses))]


def size_of_target(task, y):
    return float(np.std(y.astype(float))) if task == "regression" else 1.0


def evaluate_papers_settings(program, task, x, y, x_test, y_test):
    """Degree 1, raw kernel, raw target, tube 0.1, P ⪰ 0; bound and cost by cross-validation."""
    begin = time.perf_counter()
    fixed = ["--family", "tk", "--degree", 1, "--raw-kernel", "--tau", 0]
    if task == "regression":
        fixed += ["--raw-target", "--tube", 0.1]
    sample = scaled(x)[np.random.default_rng(0).permutation(len(x))[:300]]
    settings = []
    for bound in BOUNDS:
        # Raw units of cost differ by orders of magnitude from bound to bound: the grid is relative to them.
        unit = Tessellated(sample, bound, monomials(sample, 1)).unit_of_cost() * (1 + 2 * bound) ** x.shape[1]
        settings += [[*fixed, "--bound", bound, "--cost", cost * size_of_target(task, y) / unit] for cost in COSTS[task]]
    chosen = best_of(program, task, x, y, settings)
    result = evaluate_tkl(program, task, x, y, x_test, y_test, ["--select", "none", *chosen, *FINE])
    return result | {"seconds": time.perf_counter() - begin, "options": words(chosen)}


def simple_mkl_kernels(x):
    """About 13(n + 1) kernels: ten Gaussians and three polynomials, of all features and of each alone. SimpleMKL's
    widths are for features of standard deviation 1; tkl scales features to [0, 1]."""
    deviations = scaled(x).std(axis=0)
    scales = {"": float(np.sqrt(np.mean(deviations ** 2)))}
    scales |= {f"@{j + 1}": deviation for j, deviation in enumerate(deviations) if deviation > 0}
    return ([f"gaussian:{width * scale:.6g}{where}" for where, scale in scales.items() for width in WIDTHS] +
            [f"polynomial:{degree}{where}" for where in scales for degree in DEGREES])


def evaluate_simple_mkl(program, task, x, y, x_test, y_test):
    """A combination of given kernels; tube 0.1 of the raw target as in the paper; cost by cross-validation."""
    begin = time.perf_counter()
    kernels = simple_mkl_kernels(x)
    fixed = ["--kernels", ",".join(kernels), "--tau", 0]
    if task == "regression":
        fixed += ["--raw-target", "--tube", 0.1]
    settings = [[*fixed, "--cost", cost * size_of_target(task, y)] for cost in COSTS[task]]
    chosen = best_of(program, task, x, y, settings)
    result = evaluate_tkl(program, task, x, y, x_test, y_test, ["--select", "none", *chosen, *FINE])
    return result | {"seconds": time.perf_counter() - begin, "kernels": len(kernels), "options": words(chosen[-2:])}


def words(options):
    return " ".join(map(str, options))

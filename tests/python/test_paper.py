"""bench/paper: what it computes agrees with other means, it goes on where it stopped, and what docs/math.md §3 says.

With --update the numbers of docs/math.md §3 are written anew; else they are compared.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "bench/paper"), str(ROOT / "bench")]

import csdp  # noqa: E402
import duration  # noqa: E402
from common import page  # noqa: E402
from common.program import write  # noqa: E402
from common.results import Results  # noqa: E402
from contestants import simple_mkl_kernels  # noqa: E402
from experiments import complexity, density, sdp  # noqa: E402
from kernels import Tessellated, monomials, scaled  # noqa: E402


@pytest.fixture(scope="module")
def classes():
    """Two overlapping classes in three features."""
    rng = np.random.default_rng(5)
    x = rng.random((40, 3))
    y = np.where(x[:, 0] + 0.5 * x[:, 1] ** 2 + 0.3 * rng.standard_normal(40) > 0.7, 1.0, -1.0)
    return x, y


def test_joint_program_has_the_optimum_of_tkl(classes):
    x, y = classes
    by_csdp = sdp.solve_by_csdp(x, y, limit=60)
    by_tkl = sdp.solve_by_tkl(os.environ["TKL_EXECUTABLE"], x, y)
    assert by_tkl["objective"] == pytest.approx(by_csdp["objective"], rel=1e-4)


def test_semidefinite_and_linear_programs_agree():
    """On diagonal P the two are the same problem: csdp and HiGHS must find the same distance."""
    x, y = density.spirals()
    wanted = np.outer(y, y)
    matrices = density.gaussians(6, x)
    for norm in density.NORMS:
        linear = density.nearest_by_linear_program(matrices, norm, wanted)
        semidefinite = density.nearest_by_semidefinite_program({(i, i): m for i, m in enumerate(matrices)}, norm, wanted)
        assert semidefinite == pytest.approx(linear, abs=1e-6)


def test_distances_are_in_the_order_of_the_sets():
    x, y = density.spirals()
    wanted = np.outer(y, y)
    for norm in density.NORMS:
        polynomial, tessellated = (density.nearest(family, 3, norm, x, wanted) for family in ("polynomial", "tessellated"))
        assert tessellated < polynomial < density.nearest("gaussian", 3, norm, x, wanted) <= 1


def test_csdp_is_given_up_after_its_limit(classes):
    x, y = classes
    repeated, labels = np.tile(x, (8, 1)) + np.random.default_rng(0).normal(0, 0.01, (320, 3)), np.tile(y, 8)
    with pytest.raises(csdp.OutOfTime):
        sdp.solve_by_csdp(repeated, labels, limit=1)


def test_exponents_of_known_laws():
    x = np.array([2.0, 3.0, 4.0, 5.0])
    groups = [(x, 0.1 * x ** 1.4), (x, 7 * x ** 1.4)]
    assert complexity.common_slope(groups) == pytest.approx((1.4, 0), abs=1e-7)


def test_the_time_of_everything_counts_once_all_of_it_is_there():
    class Experiment:
        @staticmethod
        def points(quick):
            return [0, 1]

    rows = {"first": [{"took": 600}, {"took": 60}], "second": [{"seconds": 5400}]}
    unfinished, = duration.judge({"first": Experiment, "second": Experiment}, False, rows)
    assert not unfinished.met and unfinished.measured == "101 (first 11, second 90), so far"
    rows["second"].append({"took": 60})
    assert duration.judge({"first": Experiment, "second": Experiment}, False, rows)[0].met
    rows["first"][0]["took"] = 6000
    assert not duration.judge({"first": Experiment, "second": Experiment}, False, rows)[0].met


class ReducedGradient:
    """Multiple kernel learning as SimpleMKL does it: the SVM at the present weights of the kernels gives the gradient,
    the largest weight keeps the sum, and a line search goes at most as far as a weight becomes zero. With squared losses
    and no tube, where the SVM is one linear system; apart from that the problem is tkl's."""

    def __init__(self, kernels, y, cost):
        self.kernels, self.y, self.ridge = kernels, y, np.eye(len(y)) / (2 * cost)

    def value(self, weights):
        """max over w with Σw = 0 of yᵀw - ½wᵀ(K + I/2C)w, and its gradient in the weights."""
        K = np.tensordot(weights, self.kernels, 1) + self.ridge
        solved = np.linalg.solve(K, np.stack([self.y, np.ones(len(self.y))], axis=1))
        w = solved[:, 0] - solved[:, 0].sum() / solved[:, 1].sum() * solved[:, 1]
        return self.y @ w - 0.5 * w @ K @ w, np.array([-0.5 * w @ kernel @ w for kernel in self.kernels])

    def minimum(self, size, steps=1000):
        weights = np.full(len(self.kernels), size / len(self.kernels))
        for _ in range(steps):
            value, gradient = self.value(weights)
            if weights @ gradient - size * gradient.min() < 1e-5 * value:  # the duality gap
                return value
            largest = int(np.argmax(weights))
            down = gradient[largest] - gradient
            down[(weights == 0) & (down < 0)] = 0
            down[largest] -= down.sum()
            shrinking = down < 0
            longest = np.min(weights[shrinking] / -down[shrinking])

            def moved(step):
                trial = weights + step * down
                return np.where(trial > 1e-12 * size, trial, 0)

            best = minimize_scalar(lambda step: self.value(moved(step))[0], bounds=(0, longest), method="bounded",
                                   options={"xatol": 1e-9 * longest}).x
            weights = min((moved(best), moved(longest)), key=lambda trial: self.value(trial)[0])
        raise AssertionError("the reduced gradient method did not converge")


def test_list_of_kernels_has_the_optimum_of_a_reduced_gradient(program, tmp_path):
    rng = np.random.default_rng(3)
    x = rng.random((60, 2))
    y = np.sin(6 * x[:, 0]) + x[:, 1] + 0.1 * rng.standard_normal(60)
    names = simple_mkl_kernels(x)
    assert len(names) == 13 * 3
    write(tmp_path / "d.csv", x, y)
    report = json.loads(program("train", "--select", "none", "--kernels", ",".join(names), "--raw-target", "--loss", "squared",
                                "--tube", 0, "--cost", 1, "--tau", 0, "-e", 1e-6, "--json", "-q", tmp_path / "d.csv",
                                tmp_path / "m.tkl"))
    kernels = np.stack([kernel_matrix(name, scaled(x)) for name in names])
    kernels /= np.mean(np.diagonal(kernels, axis1=1, axis2=2), axis=1)[:, None, None]
    total = kernels.sum(axis=0)
    kernels /= np.mean(np.diag(total)) - np.mean(total)
    reference = ReducedGradient(kernels, y, cost=1).minimum(len(names))
    assert report["objective"] == pytest.approx(reference, rel=1e-4)


def kernel_matrix(name, x):
    kind, rest = name.split(":")
    number, _, feature = rest.partition("@")
    x = x[:, [int(feature) - 1]] if feature else x
    if kind == "polynomial":
        return (1 + x @ x.T) ** int(number)
    return np.exp(-((x[:, None] - x[None]) ** 2).sum(axis=2) / (2 * float(number) ** 2))


def test_quick_run_makes_its_page_and_goes_on_where_it_stopped(tmp_path):
    (tmp_path / "apps").mkdir()
    (tmp_path / "apps/tkl").symlink_to(os.environ["TKL_EXECUTABLE"])
    rng = np.random.default_rng(0)
    x = rng.random((complexity.TUNING + 1, complexity.FEATURES))
    write(tmp_path / "ccpp.csv", x, np.sin(3 * x[:, 0]) + x[:, 1] + 0.1 * rng.standard_normal(len(x)))

    def run():
        return subprocess.run([sys.executable, ROOT / "bench/paper", "--quick", "--only", "density,complexity,regression",
                               "--build", tmp_path, "--data", tmp_path], check=True, capture_output=True, text=True).stdout

    first, second = run(), run()
    assert "density 18/18" in first and "density 1/" not in second and "density: 18 of 18 points are kept" in second
    assert "complexity 1/" in first and "complexity 1/" not in second
    assert "skipped: no forestfires.csv" in first
    made = (tmp_path / "results-quick/paper/paper.md").read_text()
    assert "## Density (Figure 1)" in made and (tmp_path / "results-quick/paper/paper-density.svg").exists()
    assert "### Regression at cost 10, by features" in made and "Failed" not in made


def test_page_keeps_what_was_measured_elsewhere(tmp_path):
    begin, end = page.markers("density")
    file = tmp_path / "paper.md"
    file.write_text(begin + "## As it was\n\n| a bar | 1 | 1 | pass |\n" + end)
    page.write(file, "", {"density": density}, Results(tmp_path, "empty", quick=True))
    assert "## As it was" in file.read_text() and file.read_text().count("| a bar | 1 | 1 | pass |") == 2


def three_properties():
    """The numbers of docs/math.md §3, as they are printed there."""
    rng = np.random.default_rng(0)
    x = rng.random((200, 2))
    y = rng.standard_normal(200)
    rows = ["| kernel, 200 random points of the square | rank of K | smallest eigenvalue / largest | random targets, interpolated: largest error |",
            "|---|---|---|---|"]
    for degree in (0, 1, 2):
        kernels = Tessellated(x, 0.5, monomials(x, degree))
        root = rng.standard_normal((kernels.size, kernels.size))
        P = root @ root.T / kernels.size + 0.1 * np.eye(kernels.size)
        rows.append(table_row(f"tessellated, degree {degree}, a random P > 0", kernels.kernel(P), y))
    basis = monomials(x, 2)
    rows.append(table_row("polynomial, degree 2, P = I", basis @ basis.T, y))

    kernels = Tessellated(x, 0.5, monomials(x, 1))
    first, second = (root + root.T for root in rng.standard_normal((2, kernels.size, kernels.size)))
    combined = kernels.kernel(2 * first - 3 * second)
    linear = np.abs(combined - 2 * kernels.kernel(first) + 3 * kernels.kernel(second)).max() / np.abs(combined).max()

    spiral, labels = density.spirals()
    wanted = np.outer(labels, labels)
    distances = {family: max(density.nearest(family, 5, "infinity", spiral, wanted), 0) for family in density.FAMILIES}
    return [*rows, "",
            f"Linear: |K(2A - 3B) - 2K(A) + 3K(B)| is {power_of_ten(linear)} of the largest entry, for random A and B. Dense: "
            f"the kernel matrix yyᵀ of two spirals of 20 points is matched by tessellated kernels of degree 5 with a largest error "
            f"{power_of_ten(distances['tessellated'])}, by polynomial ones {power_of_ten(distances['polynomial'])}, by as many Gaussians "
            f"{distances['gaussian']:.2f} ([paper.md](paper.md), Figure 1)."]


def table_row(name, K, y):
    values = np.linalg.eigvalsh(K)
    rank = int((values > 1e-12 * values[-1]).sum())
    weights, *_ = np.linalg.lstsq(K, y, rcond=1e-13)
    error = np.abs(K @ weights - y).max()
    return f"| {name} | {rank} | {power_of_ten(values[0] / values[-1])} | {power_of_ten(error)} |"


def power_of_ten(value):
    """Rounded up to a power of ten, which another machine's rounding will hardly change; noise is below 10⁻⁸."""
    if value < 1e-8:
        return "below 10⁻⁸"
    exponent = int(np.ceil(np.log10(value)))
    return "10" + str(exponent).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")) if exponent else "1"


def test_three_properties_are_as_the_page_says(update):
    file = ROOT / "docs/math.md"
    begin, end = "<!-- three properties: written by tests/python/test_paper.py --update -->\n", "\n<!-- end -->"
    made = begin + "\n".join(three_properties()) + end
    found = re.search(re.escape(begin) + ".*?" + re.escape(end), file.read_text(), re.DOTALL)
    assert found, "docs/math.md has lost the marks of its numbers"
    if update:
        file.write_text(file.read_text().replace(found.group(), made))
    assert made in file.read_text(), "run pytest tests/python/test_paper.py --update"

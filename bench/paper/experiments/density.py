"""Figure 1: how near do sets of kernels come to the kernel matrix that separates best?"""

import numpy as np
from scipy.optimize import linprog

import csdp
from common import plots
from common.figures import table
from common.verdict import Verdict
from kernels import Tessellated, monomials, scaled

NAME = "density"
TITLE = "Density (Figure 1)"
ABOUT = ("Two spirals, 20 points, K* = yyᵀ. Each set of kernels comes as near to K* as it can, by csdp (Gaussians, a "
         "linear program: by HiGHS): in the largest error of an entry (‖K-K*‖_∞, the paper's) and in the mean error of"
         " the 400 entries (the 1-norm over 400). Gaussians exp(-|x-y|²/γ) have bandwidths γ in geometric steps from "
         "0.01 to 10, as many as the tessellated kernels of the row have decision variables; tessellated kernels have "
         "the x basis and the box [-½, 1½]². The printed figure has no numbers; its text says that Gaussians saturate "
         "far above zero, and that the other two have almost no error at degree 7.")
BOUND = 0.5
TOLERANCE = 1e-6  # the solvers' accuracy
FAMILIES = {"gaussian": "Gaussians", "polynomial": "polynomial", "tessellated": "tessellated"}
NORMS = {"infinity": "largest error", "one": "mean error"}


def points(quick):
    return [{"norm": norm, "family": family, "degree": degree} for norm in NORMS
            for degree in (range(1, 4) if quick else range(1, 8)) for family in FAMILIES]


def spirals(count=20):
    """Points on two arms that wind about each other, and their labels."""
    along = np.linspace(0.25, 1.0, count // 2)
    angle = 2 * np.pi * along
    arm = along[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return scaled(np.concatenate([arm, -arm])), np.repeat([1.0, -1.0], count // 2)


def variables_of(family, degree):
    """Free numbers in the kernels of that degree."""
    q = (degree + 1) * (degree + 2) // 2
    s = q if family == "polynomial" else 2 * q
    return s * (s + 1) // 2


def span(columns):
    """An orthonormal basis of the columns' span. P may as well be written in it: the set of kernels is the same, and
    monomials of degree 7 are too nearly dependent for any solver."""
    left, values, _ = np.linalg.svd(columns, full_matrices=False)
    return left[:, values > 1e-10 * values[0]]


def gaussians(count, x):
    squares = ((x[:, None] - x[None]) ** 2).sum(axis=2)
    return [np.exp(-squares / width) for width in np.geomspace(0.01, 10, count)]


def generators(family, degree, x):
    """Matrices whose combinations with P ⪰ 0 are the kernel matrices of the set: a dictionary from the place (i, j)
    in P."""
    basis = span(monomials(x, degree))
    if family == "polynomial":
        size = basis.shape[1]
        products = {(i, j): np.outer(basis[:, i], basis[:, j]) for i in range(size) for j in range(i, size)}
        return {(i, j): matrix if i == j else matrix + matrix.T for (i, j), matrix in products.items()}
    kernels = Tessellated(x, BOUND, basis)
    return {(i, j): kernels.unit(i, j) for i in range(kernels.size) for j in range(i, kernels.size)}


def nearest_by_linear_program(matrices, norm, wanted):
    """The least distance of Σ μ_k matrix_k, μ ≥ 0, to the wanted matrix, by scipy's HiGHS."""
    rows, columns = np.triu_indices(len(wanted))
    entries = np.stack([matrix[rows, columns] for matrix in matrices], axis=1)
    errors, costs = error_terms(norm, rows, columns)
    both_sides = np.concatenate([np.hstack([entries, -errors]), np.hstack([-entries, -errors])])
    target = wanted[rows, columns]
    solved = linprog(np.concatenate([np.zeros(len(matrices)), costs]), A_ub=both_sides,
                     b_ub=np.concatenate([target, -target]), method="highs")
    if solved.status != 0:
        raise RuntimeError(solved.message)
    return solved.fun


def nearest_by_semidefinite_program(matrices, norm, wanted):
    """The same over P ⪰ 0, by csdp."""
    rows, columns = np.triu_indices(len(wanted))
    count, size = len(rows), 1 + max(j for _, j in matrices)
    every = range(2 * count)
    program = csdp.Program([size, -2 * count])
    target = wanted[rows, columns]
    program.add_many(0, 1, every, every, np.concatenate([-target, target]))
    for (i, j), matrix in matrices.items():
        variable = program.variable()
        program.add(variable, 0, i, j, 1)
        program.add_many(variable, 1, every, every, np.concatenate([matrix[rows, columns], -matrix[rows, columns]]))
    errors, costs = error_terms(norm, rows, columns)
    for column, cost in zip(errors.T, costs):
        program.add_many(program.variable(cost), 1, every, every, np.concatenate([column, column]))
    solution, _ = program.solve()
    return program.value(solution)


def error_terms(norm, rows, columns):
    """Variables that bound the error of each entry of the upper triangle: which entry has which, and their cost."""
    if norm == "infinity":
        return np.ones((len(rows), 1)), np.ones(1)
    return np.eye(len(rows)), np.where(rows == columns, 1, 2) / (rows.max() + 1) ** 2


def nearest(family, degree, norm, x, wanted):
    if family == "gaussian":
        return nearest_by_linear_program(gaussians(variables_of(family, degree), x), norm, wanted)
    return nearest_by_semidefinite_program(generators(family, degree, x), norm, wanted)


def measure(bench, point):
    x, y = spirals()
    return {"distance": nearest(point["family"], point["degree"], point["norm"], x, np.outer(y, y)),
            "variables": variables_of(point["family"], point["degree"])}


def printed(distance):
    return f"{distance:.3f}" if distance > TOLERANCE else f"below {TOLERANCE:.0e}"


def render(rows, folder):
    found = {(row["point"]["norm"], row["point"]["family"], row["point"]["degree"]): row for row in rows}
    degrees = sorted({degree for _, _, degree in found})
    lines, verdicts = [], []
    for norm, words in NORMS.items():
        cells = []
        for degree in degrees:
            part = [found.get((norm, family, degree)) for family in FAMILIES]
            cells.append([degree, *(cell for row in part for cell in
                                    ((row["variables"], printed(row["distance"])) if row else ("–", "–")))])
        lines += [f"### The {words}", "", *table(["degree", "N", "Gaussians", "variables", "polynomial", "variables",
                                                  "tessellated"], cells), ""]
    last = degrees[-1]
    ends = {family: found[("infinity", family, last)]["distance"] for family in FAMILIES
            if ("infinity", family, last) in found}
    if len(ends) == len(FAMILIES):
        verdicts += [Verdict(f"Gaussians saturate: largest error at degree {last}", "≥ 0.9", f"{ends['gaussian']:.3f}",
                             ends["gaussian"] >= 0.9),
                     *(Verdict(f"{FAMILIES[family]} kernels at degree {last}: largest error", "≤ 0.01",
                               printed(ends[family]), ends[family] <= 0.01)
                       for family in ("polynomial", "tessellated"))]
    draw(folder / "paper-density.svg", found, degrees)
    lines += ["![Distance to the best kernel matrix, by degree](paper-density.svg)", "", EXPLANATION]
    return lines, verdicts


EXPLANATION = """\
No combination of Gaussians with positive weights has a negative entry, and half of K* is -1: in the largest error nothing
beats K = 0. Once there are as many monomials as points (degree 5), polynomial kernels span every kernel matrix on these
20 points, and tessellated kernels, which contain them, do too; what remains is the solver's tolerance."""


def draw(file, found, degrees):
    figure, axes = plots.plt.subplots(1, 2, figsize=(8, 3), sharex=True)
    for axis, (norm, words) in zip(axes, NORMS.items()):
        for family, colour in zip(FAMILIES, ("#999999", plots.BAR, plots.OURS)):
            known = [degree for degree in degrees if (norm, family, degree) in found]
            axis.plot(known, [max(found[(norm, family, degree)]["distance"], 0) for degree in known], "o-", color=colour,
                      label=FAMILIES[family])
        axis.set_xlabel("degree (Gaussians: as many variables as tessellated)")
        axis.set_ylabel(words)
        axis.set_ylim(bottom=-0.02)
        axis.grid(alpha=0.3)
    axes[0].legend(frameon=False)
    plots.save(figure, file)

"""Table 1: how long does the semidefinite program of the predecessor paper take, and how long do we?"""

import json
import tempfile
from pathlib import Path

import numpy as np

import csdp
from common import plots
from common.figures import slope, table
from common.program import measured, write
from common.verdict import Verdict
from kernels import Tessellated, monomials, scaled

NAME = "sdp"
TITLE = "Time against the semidefinite program (Table 1)"
ABOUT = ("The predecessor's program ([math.md](math.md) §4), solved by csdp, beside `tkl train --select none --tau 0 "
         "-e 1e-5`: the same kernels (x basis, d = 1, bound 0.5), the same cost (1, in normalised units), the same "
         "optimum; random rows of the four sets of Table 1. Times are processor seconds, one thread each; those of tkl"
         " are of the whole command, the least of three; those of csdp are without the time to write its input. csdp "
         "is given up beyond LIMIT s; what it would take for all training rows is then extrapolated (marked ~) from "
         "the largest sizes that it could do.")
LIMIT = {"full": 900, "quick": 10}
ABOUT = ABOUT.replace("LIMIT", str(LIMIT["full"]))
SETS = {"liver_disorders": "Liver", "breast_cancer_wisconsin": "Cancer", "heart_statlog": "Heart", "pima_diabetes": "Pima"}
# 80% of each set, as in the accuracy experiments.
ROWS = {"liver_disorders": 276, "breast_cancer_wisconsin": 546, "pima_diabetes": 614, "heart_statlog": 216}
PAPER = {"liver_disorders": (95.75, 1.10), "breast_cancer_wisconsin": (636.17, 8.20), "heart_statlog": (221.67, 3.35),
         "pima_diabetes": (1211.66, 12.66)}
BOUND, COST = 0.5, 1.0
REPEATS = 3


def points(quick):
    sizes = (30, 60) if quick else (60, 100, 150, 200, 300)
    return ([{"set": name, "rows": rows} for rows in sizes for name, most in ROWS.items() if rows < most] +
            [{"set": name, "rows": most} for name, most in ROWS.items()])


def joint_program(x, y, cost, kernels):
    """The SVM's dual with P, as one semidefinite program (docs/math.md §4).

        min ½t  over P ⪰ 0 with trace s, b, ν ≥ 0, μ ≥ 0, t
        with [ diag(y) K(P) diag(y),  1 + ν - μ + by ;  ·,  t - 2C Σμ ] ⪰ 0.

    The trace is kept by eliminating the last diagonal entry of P.
    """
    m, s = len(y), kernels.size
    signs = np.outer(y, y)
    program = csdp.Program([m + 1, s, -2 * m])
    column, corner = range(m), m
    last = signs * kernels.unit(s - 1, s - 1)
    program.add_symmetric(0, 0, s * last)
    program.add_many(0, 0, column, [corner] * m, np.ones(m))
    program.add(0, 1, s - 1, s - 1, s)
    for i in range(s):
        for j in range(i, s):
            if i == s - 1:
                continue
            entry = program.variable()
            program.add(entry, 1, i, j, 1)
            if i == j:
                program.add(entry, 1, s - 1, s - 1, -1)
            program.add_symmetric(entry, 0, signs * kernels.unit(i, j) - (last if i == j else 0))
    bias = program.variable()
    program.add_many(bias, 0, column, [corner] * m, y)
    for k in range(m):
        below = program.variable()
        program.add(below, 0, k, corner, 1)
        program.add(below, 2, k, k, 1)
        above = program.variable()
        program.add(above, 0, k, corner, -1)
        program.add(above, 0, corner, corner, -2 * cost)
        program.add(above, 2, m + k, m + k, 1)
    program.add(program.variable(0.5), 0, corner, corner, 1)
    return program


def solve_by_csdp(x, y, limit):
    kernels = Tessellated(scaled(x), BOUND, monomials(scaled(x), 1))
    kernels.normalise()
    program = joint_program(x, y, COST, kernels)
    solution, times = program.solve(limit)
    return {"objective": program.value(solution), "cpu": times["cpu"]}


def solve_by_tkl(program, x, y):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        write(folder / "data.csv", x, np.where(y > 0, "yes", "no"))
        runs = [measured([program, "train", "--select", "none", "--family", "tk", "--degree", 1, "--bound", BOUND, "--cost",
                          COST, "--tau", 0, "-e", 1e-5, "--threads", 1, "--json", "-q", folder / "data.csv",
                          folder / "m.tkl"]) for _ in range(REPEATS)]
    return {"objective": json.loads(runs[0][0])["objective"], "cpu": min(times["cpu"] for _, times in runs)}


def expected_seconds(done, rows):
    """What csdp will take, by the power law through the largest sizes it has done; None if it has done fewer than two."""
    largest = sorted((row["point"]["rows"], row["sdp"]["cpu"]) for row in done if row.get("sdp"))[-3:]
    if len(largest) < 2:
        return None
    exponent, _, factor = slope(*zip(*largest))
    return factor * rows ** exponent


def measure(bench, point):
    limit = LIMIT["quick" if bench.quick else "full"]
    x, y, _, _ = bench.split(point["set"], point["rows"], 1, 0)
    y = np.where(y == max(y), 1.0, -1.0)
    result = {"tkl": solve_by_tkl(bench.tkl, x, y), "sdp": None}
    same_set = [row for row in bench.load(NAME) if row["point"]["set"] == point["set"]]
    expected = expected_seconds(same_set, point["rows"])
    if expected is None or expected <= limit:
        try:
            result["sdp"] = solve_by_csdp(x, y, limit)
        except csdp.OutOfTime:
            print(f"  csdp given up after {limit} s", flush=True)
    return result


def disagreement(row):
    return abs(row["sdp"]["objective"] - row["tkl"]["objective"]) / row["sdp"]["objective"]


def render(rows, folder):
    lines, verdicts = [], []
    cells, summary, curves = [], [], {}
    for name, title in SETS.items():
        part = [row for row in rows if row["point"]["set"] == name]
        solved = [row for row in part if row["sdp"]]
        if not solved:
            continue
        cells += [[title, row["point"]["rows"], f"{row['sdp']['cpu']:.3g}" if row["sdp"] else "–", f"{row['tkl']['cpu']:.3g}",
                   f"{row['sdp']['cpu'] / row['tkl']['cpu']:.0f}" if row["sdp"] else "–",
                   f"{disagreement(row):.0e}" if row["sdp"] else "–"] for row in part]
        whole = next((row for row in part if row["point"]["rows"] == ROWS[name]), None)
        curves[title] = part
        if whole is None:
            continue
        known = whole["sdp"] is not None
        seconds = whole["sdp"]["cpu"] if known else expected_seconds(solved, ROWS[name])
        if seconds is None:
            continue
        largest = solved[-1]
        theirs, ours = PAPER[name]
        mark = "" if known else "~"
        summary.append([title, ROWS[name], f"{theirs:.0f} / {ours:.2f} = {theirs / ours:.0f}",
                        f"{mark}{seconds:.0f}", f"{whole['tkl']['cpu']:.3f}", f"{mark}{seconds / whole['tkl']['cpu']:.0f}",
                        f"{largest['sdp']['cpu'] / largest['tkl']['cpu']:.0f} at m = {largest['point']['rows']}"])
        if name == "pima_diabetes":
            ratio = largest["sdp"]["cpu"] / largest["tkl"]["cpu"]
            verdicts.append(Verdict(f"Pima: csdp / tkl at m = {largest['point']['rows']}, the largest csdp could do",
                                    "≥ 100×", f"{ratio:.0f}×", ratio >= 100))
    worst = max((disagreement(row) for row in rows if row["sdp"]), default=None)
    if worst is not None:
        verdicts.append(Verdict("the same optimum: relative difference of the objectives, largest", "≤ 1e-4",
                                f"{worst:.0e}", worst <= 1e-4))
    lines += [*table(["set", "m", "paper: SDP / TKL, s", "csdp, s", "tkl, s", "ratio", "ratio measured"], summary), "",
              "By size:", "", *table(["set", "m", "csdp, s", "tkl, s", "ratio", "objectives differ by"], cells), "",
              "![Seconds against rows](paper-sdp.svg)"]
    draw(folder / "paper-sdp.svg", curves)
    return lines, verdicts


def draw(file, curves):
    figure, axes = plots.plt.subplots(figsize=(6, 3.6))
    for (title, part), marker in zip(curves.items(), "os^D"):
        solved = [row for row in part if row["sdp"]]
        axes.loglog([row["point"]["rows"] for row in solved], [row["sdp"]["cpu"] for row in solved], marker + "-",
                    color=plots.BAR, label=f"csdp, {title}")
        axes.loglog([row["point"]["rows"] for row in part], [row["tkl"]["cpu"] for row in part], marker + "-",
                    color=plots.OURS, label=f"tkl, {title}")
        last = part[-1]["point"]["rows"]
        if solved and solved[-1]["point"]["rows"] < last and (seconds := expected_seconds(solved, last)):
            axes.loglog([solved[-1]["point"]["rows"], last], [solved[-1]["sdp"]["cpu"], seconds], marker + ":",
                        color=plots.BAR, fillstyle="none")
    plots.plain_numbers(axes.xaxis)
    axes.set_xlabel("rows m (dotted: extrapolated)")
    axes.set_ylabel("processor seconds")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, fontsize=7, ncol=2)
    plots.save(figure, file)

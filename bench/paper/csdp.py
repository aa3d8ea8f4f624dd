"""Semidefinite programs, solved by csdp.

    minimise cᵀv  subject to  Σ_k v_k F_k + F_0 ⪰ 0,  every F made of the same diagonal blocks.
"""

import os
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

PROGRAM = "csdp"
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


class OutOfTime(Exception):
    pass


class Program:
    def __init__(self, blocks):
        """Sizes of the blocks; a negative size is a diagonal block, that is a list of inequalities."""
        self._blocks = blocks
        self._costs = []
        self._entries = []

    def variable(self, cost=0.0):
        """A new variable, free; returns its number, from 1. Number 0 is the constant."""
        self._costs.append(cost)
        return len(self._costs)

    def add(self, variable, block, row, column, value):
        """Adds value · variable at (row, column), row ≤ column, of a block; all from 0."""
        self.add_many(variable, block, [row], [column], [value])

    def add_many(self, variable, block, rows, columns, values):
        values = -np.asarray(values, float) if variable == 0 else np.asarray(values, float)
        self._entries.append((variable, block + 1, np.asarray(rows) + 1, np.asarray(columns) + 1, values))

    def add_symmetric(self, variable, block, matrix):
        rows, columns = np.triu_indices(len(matrix))
        self.add_many(variable, block, rows, columns, matrix[rows, columns])

    def _write(self, file):
        with open(file, "w") as out:
            out.write(f"{len(self._costs)}\n{len(self._blocks)}\n{' '.join(map(str, self._blocks))}\n")
            out.write(" ".join(map(repr, map(float, self._costs))) + "\n")
            for variable, block, rows, columns, values in self._entries:
                out.writelines(f"{variable} {block} {i} {j} {v:.15g}\n"
                               for i, j, v in zip(rows.tolist(), columns.tolist(), values.tolist()) if v != 0)

    def solve(self, limit=None):
        """(variables, {"seconds", "cpu"} of csdp on one thread). Raises OutOfTime after `limit` seconds of computing."""
        with tempfile.TemporaryDirectory() as folder:
            self._write(Path(folder) / "problem.dat-s")
            times = _run(folder, limit)
            first_line = (Path(folder) / "problem.sol").read_text().split("\n", 1)[0]
        return np.array(first_line.split(), float), times

    def value(self, variables):
        return float(np.dot(self._costs, variables))


def _run(folder, limit):
    """csdp's times. The limit is on computing and not on waiting, which is other programs' affair."""
    command = [PROGRAM, "problem.dat-s", "problem.sol"]
    if limit:
        command = ["sh", "-c", f'ulimit -t {int(limit)}; exec "$@"', "sh", *command]
    with open(Path(folder) / "log", "w") as log:
        begin = time.perf_counter()
        try:
            process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=subprocess.STDOUT,
                                       env={**os.environ, **ONE_THREAD})
        except FileNotFoundError:
            raise RuntimeError("no program csdp; scripts/install-deps.sh paper installs it") from None
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode < 0:
        raise OutOfTime
    if process.returncode not in (0, 3):  # 3: solved, to somewhat less than its own tolerance
        raise RuntimeError("csdp: " + (Path(folder) / "log").read_text()[-300:])
    return {"seconds": seconds, "cpu": usage.ru_utime + usage.ru_stime}

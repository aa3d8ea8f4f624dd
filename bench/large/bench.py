"""Where things are, and how the program is run on many rows."""

import csv
import json
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

from common.results import MissingData, Results

SEED = 1
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
       "OMPI_MCA_rmaps_base_oversubscribe": "1"}


class Bench(Results):
    def __init__(self, build, data, quick):
        super().__init__(build, "large", quick)
        self.build = build
        self.data = data
        self.files = self.results / "data"
        self.files.mkdir(parents=True, exist_ok=True)

    @property
    def tkl(self):
        return self.build / "apps/tkl"

    def require_built(self):
        if not self.tkl.exists():
            raise SystemExit(f"bench/large: nothing is built in {self.build}; run make bench-large")

    def split(self, name, rows, number=0):
        """Random rows of a set as a file to train on, and 5000 others to test; other rows for other numbers."""
        source = self.data / f"{name}.csv"
        if not source.exists():
            raise MissingData(f"no {name}.csv in {self.data}; say where the data sets are with --data or TKL_DATA")
        files = {part: self.files / f"{name}-{rows}-{number}-{part}.csv" for part in ("train", "test")}
        if not all(file.exists() for file in files.values()):
            header, *records = csv.reader(source.open())
            random.Random(SEED + number).shuffle(records)
            for part, some in (("train", records[:rows]), ("test", records[rows:rows + 5000])):
                with files[part].open("w", newline="") as out:
                    csv.writer(out).writerows([header, *some])
        return files

    def friedman(self, rows):
        """Friedman's function with noise of variance 1, and 20,000 points of it without."""
        files = {"train": self.files / f"friedman1-{rows}.csv", "test": self.files / "friedman1-test.csv"}
        if not files["train"].exists():
            self.run([self.tkl, "generate", "friedman1", "--rows", rows, "--noise", 1, "--seed", 1, "-o", files["train"]])
        if not files["test"].exists():
            self.run([self.tkl, "generate", "friedman1", "--rows", 20000, "--seed", 2, "-o", files["test"]])
        return files

    def run(self, command, limit=None, ranks=1):
        """What it printed, its seconds by the clock, and the most memory that one process of it had, in MB."""
        command = [str(word) for word in command]
        if ranks > 1:
            mpirun = shutil.which("mpirun")
            if not mpirun:
                raise MissingData("there is no mpirun; install openmpi-bin")
            command = [mpirun, "-n", str(ranks), *command]
        begin = time.perf_counter()
        # By a process of its own: the system keeps the peak of all children together.
        watcher = ("import resource, subprocess, sys; code = subprocess.run(sys.argv[1:]).returncode; "
                   "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr); sys.exit(code)")
        try:
            run = subprocess.run([sys.executable, "-c", watcher, *command], capture_output=True, text=True,
                                 timeout=limit, env={**os.environ, **MPI})
        except subprocess.TimeoutExpired:
            return None, limit, None
        seconds = time.perf_counter() - begin
        if run.returncode != 0:
            raise RuntimeError(run.stderr.strip()[-500:] or f"{command[0]} ended with {run.returncode}")
        return run.stdout, seconds, int(run.stderr.split()[-1]) / 1000

    def train(self, file, options, limit=None, ranks=1):
        """The report of tkl train, with its seconds, peak and model."""
        model = self.files / "model.tkl"
        printed, seconds, peak = self.run([self.tkl, "train", "--json", "-q", *options, file, model], limit, ranks)
        if printed is None:
            return None
        return {"report": json.loads(printed), "seconds": seconds, "peak": peak, "model": model}

    def error(self, model, file):
        """The mean squared error of a model's predictions."""
        printed, _, _ = self.run([self.tkl, "predict", "--json", "-q", file, model, self.files / "out.txt"])
        return json.loads(printed)["mean_squared_error"]


def read(file):
    """Points and targets of a file of numbers."""
    import numpy
    numbers = numpy.loadtxt(file, delimiter=",", skiprows=1)
    return numbers[:, :-1], numbers[:, -1]


def options_of(parameters):
    """What tells tkl train to use the settings of a report."""
    options = ["--select", "none", "--family", {"tessellated": "tk"}.get(parameters["family"], parameters["family"]),
               "--tau", parameters["tau"], "--loss", parameters["loss"], "--cost", parameters["cost"], "--tube",
               parameters["tube"]]
    if "degree" in parameters:
        options += ["--degree", parameters["degree"]]
    if isinstance(parameters.get("bound"), list):
        options += ["--lower", ",".join(str(-bound) for bound in parameters["bound"]),
                    "--upper", ",".join(str(1 + bound) for bound in parameters["bound"])]
    elif parameters.get("bound"):
        options += ["--bound", parameters["bound"]]
    if parameters["warp"]:
        options += ["--warp", "yes"]
    options += ["--axes", parameters["axes"]]
    return options

"""The bench itself: where things are, what runs the measuring program, what it measures on."""

import csv
import json
import os
import random
import subprocess

from common.results import MissingData, Results

SEED = 1
CLASSIFICATION = ("pima_diabetes", "svmguide1", "spambase")


class Bench(Results):
    def __init__(self, build, data, quick):
        super().__init__(build, "compare", quick)
        self.build = build
        self.data = data
        self.repetitions = {"least": 2, "most": 3, "budget": 1} if quick else {"least": 3, "most": 15, "budget": 10}

    @property
    def tkl(self):
        return self.build / "apps/tkl"

    def require_built(self):
        if not (self.build / "bench/tkl_measure").exists():
            raise SystemExit(f"bench/compare: nothing is built in {self.build}; run make bench, or\n"
                             "  cmake --preset bench && cmake --build --preset bench")

    def measure(self, verb, **options):
        """One point by the program tkl_measure; Nones are left out."""
        command = [self.build / "bench/tkl_measure", verb]
        for name, value in {**self.repetitions, **options}.items():
            if value is None:
                continue
            values = value if isinstance(value, list) else [value]
            command += [f"--{name}", *values]
        # In a forked process OpenBLAS starts threads of its own, which spin for a tenth of a second beside ours.
        run = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                             env=os.environ | {"OPENBLAS_NUM_THREADS": "1"})
        if run.returncode != 0:
            raise RuntimeError(run.stderr.strip() or f"tkl_measure ended with {run.returncode}")
        return json.loads(run.stdout)

    def split(self, name, rows, features=None):
        """Random rows of a set as train.csv and the others as test.csv: the same for every section."""
        source = self.data / f"{name}.csv"
        if not source.exists():
            raise MissingData(f"no {name}.csv in {self.data}; say where the data sets are with --data or TKL_DATA")
        folder = self.results / "data" / f"{name}-{rows}" / (f"first-{features}" if features else "all")
        files = folder / "train.csv", folder / "test.csv"
        if not all(file.exists() for file in files):
            folder.mkdir(parents=True, exist_ok=True)
            _, *records = csv.reader(source.open())
            if len(records) <= rows:
                raise MissingData(f"{name}.csv has only {len(records)} rows, {rows} and some to test are wanted")
            records = [numeric(name, record) for record in records]
            random.Random(SEED).shuffle(records)
            keep = slice(0, features) if features else slice(0, -1)
            # Plain names: some published ones hold the separators of other formats.
            header = [f"x{j + 1}" for j in range(len(records[0][keep]))]
            for file, part in zip(files, (records[:rows], records[rows:])):
                with file.open("w") as out:
                    csv.writer(out).writerows([[*header, "y"], *([*line[keep], line[-1]] for line in part)])
        return {"train": files[0], "test": files[1]}


def numeric(name, record):
    """Abalone's one categorical column, Sex, as a number."""
    return [str("MFI".index(record[0])), *record[1:]] if name == "abalone" else record


def task(name):
    return "classification" if name in CLASSIFICATION else "regression"


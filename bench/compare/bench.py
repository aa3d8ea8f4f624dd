"""The bench itself: where things are, what runs the measuring program, where samples are kept."""

import csv
import json
import os
import platform
import random
import subprocess
from datetime import date
from pathlib import Path

SEED = 1
CLASSIFICATION = ("pima_diabetes", "svmguide1", "spambase")


class MissingData(Exception):
    pass


class Bench:
    def __init__(self, build, data, quick, budget):
        self.build = build
        self.data = data
        self.quick = quick
        self.results = build / ("results-quick" if quick else "results")
        self.repetitions = {"least": 2, "most": 3, "budget": 1} if quick else {"least": 3, "most": 15, "budget": 10}
        if budget:
            self.repetitions["budget"] = budget
        self.load_at_start = os.getloadavg()[0]
        self.results.mkdir(parents=True, exist_ok=True)

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
        run = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        if run.returncode != 0:
            raise RuntimeError(run.stderr.strip() or f"tkl_measure ended with {run.returncode}")
        return json.loads(run.stdout)

    def load(self, name):
        file = self.results / f"{name}.json"
        return json.loads(file.read_text())["rows"] if file.exists() else []

    def about(self, name):
        """The machine and the day of a section's results."""
        return json.loads((self.results / f"{name}.json").read_text())["about"]

    def save(self, name, rows):
        about = {"machine": machine(), "date": date.today().isoformat(), "commit": commit(),
                 "load": round(self.load_at_start, 1)}
        text = json.dumps({"about": about, "rows": rows}, indent=1)
        (self.results / f"{name}.json").write_text(text + "\n")

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


def machine():
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = lines[0].split(":", 1)[1].strip() if lines else model
        flags = next((line for line in info.read_text().splitlines() if line.startswith("flags")), "").split()
        widest = next((name for flag, name in (("avx512f", "AVX-512"), ("avx2", "AVX2")) if flag in flags), "SSE2")
        model += f" ({widest})"
    return f"{model}, {os.cpu_count()} cores"


def commit():
    run = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True,
                         cwd=Path(__file__).parent)
    return run.stdout.strip() or "unknown"

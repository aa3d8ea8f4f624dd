"""Results on disk, section by section, with the machine and the day they are from."""

import json
import os
import platform
import subprocess
from datetime import date
from pathlib import Path


class MissingData(Exception):
    """A data set that is not there: its points are skipped, the others are measured."""


class Results:
    def __init__(self, folder, quick):
        self.results = folder
        self.quick = quick
        self.load_at_start = os.getloadavg()[0]
        self.results.mkdir(parents=True, exist_ok=True)

    def load(self, name):
        file = self.results / f"{name}.json"
        return json.loads(file.read_text())["rows"] if file.exists() else []

    def about(self, name):
        """The machine and the day of a section's results."""
        return json.loads((self.results / f"{name}.json").read_text())["about"]

    def save(self, name, rows):
        about = {"machine": machine(), "date": date.today().isoformat(), "commit": commit(),
                 "load": round(self.load_at_start, 1)}
        file = self.results / f"{name}.json"
        unfinished = file.with_suffix(".json.part")
        unfinished.write_text(json.dumps({"about": about, "rows": rows}, indent=1) + "\n")
        unfinished.replace(file)


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

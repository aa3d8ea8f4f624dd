"""Results on disk, section by section, with the machine and the day they are from.

Numbers that a page shows are part of the repository, in bench/results: most of them take hours, and whoever doubts a
page, or adds to it, finds what it was made of. Files that come and go are in the build folder.
"""

import json
import os
import platform
import subprocess
from datetime import date
from pathlib import Path


class MissingData(Exception):
    """A data set that is not there: its points are skipped, the others are measured."""


KEPT = Path(__file__).resolve().parents[1] / "results"


class Results:
    def __init__(self, build, name, quick):
        self.results = build / ("results-quick" if quick else "results") / name
        self.samples = self.results if quick else KEPT / name
        self.quick = quick
        self.load_at_start = os.getloadavg()[0]
        self.commit = commit()
        for folder in (self.results, self.samples):
            folder.mkdir(parents=True, exist_ok=True)

    def load(self, name):
        file = self.samples / f"{name}.json"
        return json.loads(file.read_text())["rows"] if file.exists() else []

    def circumstances(self):
        """The machine, the day and the version that a row is of."""
        return f"{machine()}; {date.today().isoformat()}, {self.commit}; load at start {self.load_at_start:.1f}"

    def save(self, name, rows):
        file = self.samples / f"{name}.json"
        unfinished = file.with_suffix(".json.part")
        unfinished.write_text(json.dumps({"rows": rows}, indent=1) + "\n")
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


PROGRAM = ("CMakeLists.txt", "cmake", "include", "src", "apps", "bench/measure")


def commit():
    """The version of what is measured: the last commit that changed the program, marked if there are changes since."""
    def git(*words):
        return subprocess.run(["git", *words, "--", *PROGRAM], capture_output=True, text=True,
                              cwd=KEPT.parents[1]).stdout.strip()
    changed = git("status", "--porcelain", "--untracked-files=no")
    return (git("log", "-1", "--format=%h") or "unknown") + ("-dirty" if changed else "")

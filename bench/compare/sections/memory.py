"""A large fit within a memory limit."""

import os
import re
import subprocess
import threading
import time

from common.figures import seconds, table
from common.verdict import Verdict

NAME = "memory"
TITLE = "Memory"
ABOUT = ("`tkl train --select none --landmarks 0 -m 4000 --verbose` on 30,000 rows of gas_turbine (ten features): the peak of its memory "
         "as the system counts it, and as the program reports it.")
LIMIT_MB = 4000
LIMIT = 7200


def points(quick):
    return [{"set": "gas_turbine", "rows": 2000 if quick else 30000}]


def measure(bench, point):
    files = bench.split(point["set"], point["rows"])
    log = bench.results / "memory.log"
    begin = time.perf_counter()
    with log.open("w") as out:
        process = subprocess.Popen([str(bench.tkl), "train", "--select", "none", "--landmarks", "0", "-m",
                                    str(LIMIT_MB), "--verbose", "--task", "regression", str(files["train"]), str(bench.results / "memory.tkl")],
                                   stdout=out, stderr=out)
        killer = threading.Timer(LIMIT, process.kill)
        killer.start()
        # Not below the size of this Python, from which the process was forked: no matter at gigabytes.
        _, status, usage = os.wait4(process.pid, 0)
        killer.cancel()
    text = log.read_text()
    return {"seconds": time.perf_counter() - begin, "exit": os.waitstatus_to_exitcode(status),
            "peak": usage.ru_maxrss * 1024, "reported": reported_peak(text), "last": text.strip().splitlines()[-1:],
            "gap": (re.findall(r"gap ([0-9.eE+-]+)", text) or [None])[-1]}


def reported_peak(text):
    """Bytes, from a line such as "peak memory 3.21 GB"; None if there is none."""
    found = re.search(r"peak memory\D*([0-9.]+)\s*([kMG]i?B)", text)
    if not found:
        return None
    base = 1024 if "i" in found[2] else 1000
    return float(found[1]) * base ** (" kMG".index(found[2][0]))


def render(rows, folder):
    verdicts = []
    cells = []
    for row in rows:
        peak, reported = row["peak"], row["reported"]
        done = row["exit"] == 0
        verdicts.append(Verdict(f"peak at {row['point']['rows']} rows", f"≤ {LIMIT_MB / 1e3:g} GB",
                                f"{peak / 1e9:.2f} GB" if done else f"did not finish: {' '.join(row['last'])}",
                                done and peak <= LIMIT_MB * 1e6))
        if done:
            off = abs(reported / peak - 1) if reported else None
            verdicts.append(Verdict("reported peak against the system's", "within 10%",
                                    f"{100 * off:.1f}% off" if off is not None else "n/a: nothing reported",
                                    off is not None and off <= 0.1))
        cells.append([row["point"]["rows"], f"{peak / 1e9:.2f} GB", f"{reported / 1e9:.2f} GB" if reported else "n/a",
                      seconds([row["seconds"]]), row["gap"] or "–", "yes" if done else f"no ({row['exit']})"])
    return table(["rows", "peak", "reported", "time", "gap", "finished"], cells), verdicts

"""A rank is killed, and the run resumed."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from bench import MPI
from common.figures import table
from common.results import MissingData
from common.verdict import Verdict
from sections.ranks import predictions

NAME = "resume"
TITLE = "A lost process"
ABOUT = ("`mpirun -n 4 tkl train` on Friedman's function with 300 landmarks, a linear loss and a narrow tube, which takes many "
         "steps; once it has written its first checkpoint one rank is killed, which ends the run, and the same command with "
         "`--resume` goes on. Beside it the same run undisturbed. The largest difference of predictions is in units of the "
         "target, whose standard deviation is 5.")
RANKS = 4
OPTIONS = ["--select", "none", "--bound", 0.3, "--cost", 0.1, "--tube", 0.01, "--tau", 1, "--landmarks", 300, "--threads", 1,
           "-e", 1e-4]


def points(quick):
    return [{"rows": 4000 if quick else 100000}]


def running(model):
    """Processes of this run, by what they were called with."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if Path(words[0].decode(errors="replace")).name.startswith("tkl") and str(model).encode() in words:
            found.append(int(folder.name))
    return found


def kill_one(bench, command, model):
    """Starts the command, kills one of its ranks after the first checkpoint, and returns the seconds until its end."""
    checkpoint = Path(f"{model}.checkpoint")
    begin = time.perf_counter()
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **MPI})
    while not checkpoint.exists():
        if run.poll() is not None:
            raise RuntimeError("the run ended before its first checkpoint")
        time.sleep(0.01)
    os.kill(running(model)[-1], signal.SIGKILL)
    if run.wait(timeout=120) == 0:
        raise RuntimeError("a run that lost a rank says that it succeeded")
    if model.exists():
        raise RuntimeError("a run that lost a rank left a model")
    return time.perf_counter() - begin


def measure(bench, point):
    mpirun = shutil.which("mpirun")
    if not mpirun:
        raise MissingData("there is no mpirun; install openmpi-bin")
    files = bench.friedman(point["rows"])
    whole = bench.train(files["train"], OPTIONS, ranks=RANKS)
    undisturbed = predictions(bench, whole["model"], files["test"])
    model = bench.files / "resumed.tkl"
    for left_over in (model, Path(f"{model}.checkpoint")):
        left_over.unlink(missing_ok=True)
    words = [bench.tkl, "train", "-q", *OPTIONS, "--checkpoint-every", 0.01]
    command = [mpirun, "-n", str(RANKS), *map(str, words), files["train"], model]
    killed = kill_one(bench, command, model)
    _, resumed, _ = bench.run([*words, "--resume", files["train"], model], ranks=RANKS)
    after = predictions(bench, model, files["test"])
    return {"whole": whole["seconds"], "killed": killed, "resumed": resumed,
            "difference": max(abs(a - b) for a, b in zip(undisturbed, after))}


def render(rows, folder):
    lines = table(["rows", "undisturbed, s", "until one of 4 ranks was killed, s", "after --resume, s", "largest difference"],
                  [[f"{row['point']['rows']:,}", f"{row['whole']:.3g}", f"{row['killed']:.3g}", f"{row['resumed']:.3g}",
                    f"{row['difference']:.1e}"] for row in rows])
    difference = rows[0]["difference"]
    return lines, [Verdict("predictions after a rank was killed and the run resumed", "equal to 1e-3",
                           f"{difference:.1e}", difference <= 1e-3)]

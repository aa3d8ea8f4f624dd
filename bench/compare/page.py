"""docs/benchmarks.md, from the results that are there."""

import json
import re
import textwrap

import sections
from figures import table

PREAMBLE = """\
# Benchmarks

Written by `make bench`; do not edit by hand. tkl beside LIBSVM, scikit-learn and XGBoost, in one run on one
machine: every number is the median of repeated runs (up to 15, long ones once), ± half the distance between the
quartiles. Runs of tkl and of LIBSVM take turns, so that whatever else the machine does meets both.

Each section can be run alone, and replaces its part of this page:

    make bench                                  # everything; leave the machine idle
    python3 bench/compare --only opt-a,threads  # some sections
    python3 bench/compare --quick               # a few small points; leaves this page alone
    python3 bench/compare --page                # the page again, from the samples in build/bench/results

The sections are NAMES.
The data sets are looked for in the folder `$TKL_DATA`, or `--data`.

What to keep in mind:

- LIBSVM here is Debian's build, called as a library. Its `-e` bounds violations of the optimality conditions, not
  the gap; so it gets the loosest of 0.1, 0.01, … that reaches a relative duality gap of 10⁻³ when its weights are
  evaluated with the double precision K, the better of shrinking on and off, and a cache that holds all of K. Where
  a run takes more than 3 s only 0.1 and the customary 0.001 are tried.
- It keeps K in single precision, which for a large cost puts a floor under the gap. Rows marked † compare with its
  `-e 0.001` run, which stopped at the larger gap shown, while tkl still solves to 10⁻³.
- Solvers overshoot: the gaps beside the times are those that were reached.
- Rows marked > were stopped at the time limit and count as that limit.
- Rows are random, with a fixed seed. Costs and tubes are in tkl's normalised units ([math.md](math.md) §8).
- Both solvers' weights are evaluated by the same code, and a row counts only if their bounds enclose a common
  optimum. A bar that was measured on fewer points than it asks for counts as failed.
"""


VERDICT_HEADER = ["bar", "", "measured", ""]
WIDTH = 115


def key(point):
    return json.dumps(point, sort_keys=True)


def describe(point):
    return ", ".join(f"{name} {value}" for name, value in point.items())


def block(section, bench, folder):
    """One section of the page."""
    rows = bench.load(section.NAME)
    wanted = len(section.points(bench.quick))
    good = [row for row in rows if "error" not in row]
    about = bench.about(section.NAME)
    lines = [f"## {section.TITLE}", "", textwrap.fill(section.ABOUT, WIDTH), "",
             f"{about['machine']}; {about['date']}, {about['commit']}; load at start {about['load']}.", ""]
    if good:
        body, verdicts = section.render(good, folder)
        if len(good) < wanted:
            for verdict in verdicts:
                verdict.measured += f" on {len(good)} of {wanted} points"
                verdict.met = False
        if verdicts:
            lines += [*table(VERDICT_HEADER, [verdict.cells() for verdict in verdicts]), ""]
        lines += body
    for row in rows:
        if "error" in row:
            lines += ["", f"**Failed** at {describe(row['point'])}: {row['error']}"]
    return "\n".join(lines).rstrip() + "\n"


def verdict_rows(text):
    """The rows of a section's table of bars, whether it was rendered now or found in the old page."""
    return [line for line in text.splitlines() if line.endswith(("| pass |", "| **fail** |"))]


def markers(name):
    return f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"


def write(folder, bench):
    """Writes the page; a section without results keeps what the page had. Returns what to tell the user."""
    file = folder / "benchmarks.md"
    old = file.read_text() if file.exists() else ""
    blocks = []
    bars = []
    for name, section in sections.ALL.items():
        begin, end = markers(name)
        if bench.load(name):
            text = block(section, bench, folder)
        else:
            before = re.search(re.escape(begin) + "(.*?)" + re.escape(end), old, re.DOTALL)
            text = before.group(1) if before else f"## {section.TITLE}\n\nNot measured yet.\n"
        blocks.append(begin + text + end)
        bars += verdict_rows(text)
    summary = ["## All bars", "", *table(VERDICT_HEADER, []), *bars, ""]
    if bench.quick:
        summary += ["A quick run: the points are too few and too small for these bars to mean anything.", ""]
    preamble = PREAMBLE.replace("NAMES", ", ".join(sections.ALL))
    file.write_text("\n".join([preamble, "\n".join(summary), *blocks]))
    return [*summary[2:], f"written: {file}"]

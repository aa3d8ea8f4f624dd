"""A page made of sections, from the results that are there."""

import re
import textwrap

from common.figures import table
from common.sections import describe

VERDICT_HEADER = ["bar", "", "measured", ""]
WIDTH = 115


def block(section, bench, folder):
    """One section of the page."""
    rows = bench.load(section.NAME)
    wanted = len(section.points(bench.quick))
    good = [row for row in rows if "failure" not in row]
    lines = [f"## {section.TITLE}", "", textwrap.fill(section.ABOUT, WIDTH), "",
             *(f"{measured}." for measured in dict.fromkeys(row["measured"] for row in rows)), ""]
    if good:
        body, verdicts = section.render(good, folder)
        if len(good) < wanted:
            for verdict in verdicts:
                verdict.measured += f" on {len(good)} of {wanted} points"
                verdict.met = False
        if verdicts:
            lines += [*table(VERDICT_HEADER, [verdict.cells() for verdict in verdicts]), ""]
        lines += body or ["Not enough measured yet."]
    for row in rows:
        if "failure" in row:
            lines += ["", f"**Failed** at {describe(row['point'])}: {row['failure']}"]
    return "\n".join(lines).rstrip() + "\n"


def verdict_rows(text):
    """The rows of a section's table of bars, whether it was rendered now or found in the old page."""
    return [line for line in text.splitlines() if line.endswith(("| pass |", "| **fail** |"))]


def markers(name):
    return f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"


def write(file, preamble, sections, bench, judge_all=lambda rows: []):
    """Writes the page; a section without results keeps what the page had. `judge_all` gives verdicts on the rows of all
    sections, by name. Returns what to tell the user."""
    old = file.read_text() if file.exists() else ""
    blocks = []
    bars = []
    for name, section in sections.items():
        begin, end = markers(name)
        if bench.load(name):
            text = block(section, bench, file.parent)
        else:
            before = re.search(re.escape(begin) + "(.*?)" + re.escape(end), old, re.DOTALL)
            text = before.group(1) if before else f"## {section.TITLE}\n\nNot measured yet.\n"
        blocks.append(begin + text + end)
        bars += verdict_rows(text)
    verdicts = judge_all({name: bench.load(name) for name in sections})
    bars += table(VERDICT_HEADER, [verdict.cells() for verdict in verdicts])[2:]
    summary = ["## All bars", "", *table(VERDICT_HEADER, []), *bars, ""]
    if bench.quick:
        summary += ["A quick run: the points are too few and too small for these bars to mean anything.", ""]
    file.write_text("\n".join([preamble.replace("NAMES", ", ".join(sections)), "\n".join(summary), *blocks]))
    return [*summary[2:], f"written: {file}"]

"""The points of a section, measured one after the other.

A section is a module with NAME, TITLE, ABOUT, points(quick), measure(bench, point) and render(rows, folder), which
returns the lines of its part of the page and its verdicts.
"""

import json
import time

from common.results import MissingData


def key(point):
    return json.dumps(point, sort_keys=True)


def describe(point):
    return ", ".join(f"{name} {value}" for name, value in point.items())


def measure(section, bench, resume):
    """All points, saved after each, so that a run which is cut short is not lost. Returns whether one failed."""
    before = bench.load(section.NAME) if resume else []
    done = {key(row["point"]): row for row in before if "failure" not in row}
    points = section.points(bench.quick)
    rows = [done[key(point)] for point in points if key(point) in done]
    if rows:
        print(f"{section.NAME}: {len(rows)} of {len(points)} points are kept from before; --fresh measures them again",
              flush=True)
    for number, point in enumerate(points, 1):
        if key(point) in done:
            continue
        print(f"{section.NAME} {number}/{len(points)}: {describe(point)}", flush=True)
        begin = time.perf_counter()
        try:
            row = {"point": point, "measured": bench.circumstances(), **section.measure(bench, point)}
            row.setdefault("took", round(time.perf_counter() - begin, 3))
        except MissingData as missing:
            print(f"  skipped: {missing}", flush=True)
            continue
        except Exception as error:  # one bad point must not cost the others, nor be hidden
            print(f"  FAILED: {error}", flush=True)
            row = {"point": point, "measured": bench.circumstances(), "failure": str(error)}
        rows.append(row)
        bench.save(section.NAME, rows)
    return any("failure" in row for row in rows)

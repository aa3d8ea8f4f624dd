"""How long all of the paper takes to be measured."""

from common.verdict import Verdict

LONGEST = 180  # minutes


def judge(experiments, quick, rows):
    """Whether all points are there, and took no longer together; the rows are given by experiment. Those taken over from
    other comparisons count as if they had been measured here."""
    complete = all(len(rows[name]) == len(experiment.points(quick)) for name, experiment in experiments.items())
    minutes = {name: sum(row.get("took", row.get("seconds", 0)) for row in part) / 60 for name, part in rows.items()}
    total = sum(minutes.values())
    each = ", ".join(f"{name} {value:.0f}" for name, value in minutes.items())
    return [Verdict("minutes by the clock that all of it takes, with all else that the machine did", f"≤ {LONGEST}", f"{total:.0f} ({each}){'' if complete else ', so far'}",
                    complete and total <= LONGEST)]

"""docs/benchmarks.md, from the results that are there."""

import sections
from common import page

PREAMBLE = """\
# Benchmarks

Written by `make bench`; do not edit by hand. tkl beside LIBSVM, scikit-learn and XGBoost, in one run on one
machine: every number is the median of repeated runs (up to 15, long ones once), ± half the distance between the
quartiles. Runs of tkl and of LIBSVM take turns, so that whatever else the machine does meets both.

Each section can be run alone, and replaces its part of this page:

    make bench                                  # what is not measured yet; leave the machine idle
    make bench BENCH=--fresh                    # everything anew
    python3 bench/compare --only opt-a,threads  # some sections
    python3 bench/compare --quick               # a few small points; leaves this page alone
    python3 bench/compare --page                # the page again, from the samples in bench/results

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


def write(folder, bench):
    return page.write(folder / "benchmarks.md", PREAMBLE, sections.ALL, bench)

"""The command line that the comparisons made of sections share."""

import argparse
import os
import sys
import warnings
from pathlib import Path

from common.data import ROOT, default_folder
from common.sections import measure


def parse_arguments(name, about, sections):
    parser = argparse.ArgumentParser(prog=name, description=about)
    parser.add_argument("--only", metavar="NAMES", help="sections, separated by commas: " + ", ".join(sections))
    parser.add_argument("--quick", action="store_true",
                        help="few, small points, to try the scripts; the page goes to the results folder")
    parser.add_argument("--fresh", action="store_true", help="measure again what was measured before")
    parser.add_argument("--page", action="store_true", help="measure nothing, only write the page again")
    parser.add_argument("--build", type=Path, default=ROOT / "build/bench", help="where tkl was built")
    parser.add_argument("--data", type=Path, help="folder of the data sets (default $TKL_DATA, then ../shared/data)",
                        default=default_folder())
    arguments = parser.parse_args()
    arguments.only = arguments.only.split(",") if arguments.only else list(sections)
    unknown = set(arguments.only) - set(sections)
    if unknown:
        parser.error(f"no section {', '.join(sorted(unknown))}; there are: {', '.join(sections)}")
    return arguments


def run(name, about, sections, bench_type, write_page):
    """Measures what is wanted and not there yet, and writes the page: the whole of a comparison."""
    warnings.filterwarnings("ignore")
    os.environ["PYTHONWARNINGS"] = "ignore"  # of the processes that libraries start
    arguments = parse_arguments(name, about, sections)
    bench = bench_type(arguments.build, arguments.data, arguments.quick)
    failed = False
    if not arguments.page:
        bench.require_built()
        if bench.load_at_start > 0.5:
            print(f"{name}: the machine is busy (load {bench.load_at_start:.1f}); times will suffer")
        for section in arguments.only:
            failed |= measure(sections[section], bench, not arguments.fresh)
    for line in write_page(bench.results if bench.quick else ROOT / "docs", bench):
        print(line)
    sys.exit(1 if failed else 0)

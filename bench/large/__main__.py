"""Many rows: `python3 bench/large`, or `make bench-large`.

Measures section by section, keeps every number as JSON in the results folder, and writes docs/large.md from what is
there.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "bench"))

import page  # noqa: E402  (they need the folder above)
import sections  # noqa: E402
from bench import Bench  # noqa: E402
from common.data import default_folder  # noqa: E402
from common.sections import measure  # noqa: E402


def parse_arguments():
    parser = argparse.ArgumentParser(prog="bench/large", description=__doc__.splitlines()[0])
    parser.add_argument("--only", metavar="NAMES", help="sections, separated by commas: " + ", ".join(sections.ALL))
    parser.add_argument("--quick", action="store_true",
                        help="few, small points, to try the harness; the page goes to the results folder")
    parser.add_argument("--fresh", action="store_true", help="measure again what was measured before")
    parser.add_argument("--page", action="store_true", help="measure nothing, only write the page again")
    parser.add_argument("--build", type=Path, default=ROOT / "build/bench", help="where tkl was built")
    parser.add_argument("--data", type=Path, help="folder of the data sets (default $TKL_DATA, then ../shared/data)",
                        default=default_folder())
    arguments = parser.parse_args()
    arguments.only = arguments.only.split(",") if arguments.only else list(sections.ALL)
    unknown = set(arguments.only) - set(sections.ALL)
    if unknown:
        parser.error(f"no section {', '.join(sorted(unknown))}; there are: {', '.join(sections.ALL)}")
    return arguments


def main():
    arguments = parse_arguments()
    bench = Bench(arguments.build, arguments.data, arguments.quick)
    failed = False
    if not arguments.page:
        bench.require_built()
        for name in arguments.only:
            failed |= measure(sections.ALL[name], bench, not arguments.fresh)
    folder = bench.results if bench.quick else ROOT / "docs"
    for line in page.write(folder, bench):
        print(line)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

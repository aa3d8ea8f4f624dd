"""The paper's figures and tables, with our code and its rivals: `python3 bench/paper`, or `make paper`.

Measures experiment by experiment, keeps every number as JSON in the results folder, goes on where it stopped, and
writes the page from what is there.
"""

import argparse
import os
import sys
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "bench"))

import experiments  # noqa: E402  (they need the folder above)
import preamble  # noqa: E402
from common import page  # noqa: E402
from common.data import default_folder  # noqa: E402
from common.sections import measure  # noqa: E402
from paper import Paper  # noqa: E402


def parse_arguments():
    parser = argparse.ArgumentParser(prog="bench/paper", description=__doc__.splitlines()[0])
    parser.add_argument("--only", metavar="NAMES",
                        help="experiments, separated by commas: " + ", ".join(experiments.ALL))
    parser.add_argument("--quick", action="store_true",
                        help="few, small points, to try the scripts; the page goes to the results folder")
    parser.add_argument("--fresh", action="store_true", help="measure anew what was measured before")
    parser.add_argument("--page", action="store_true", help="measure nothing, only write the page again")
    parser.add_argument("--build", type=Path, default=ROOT / "build/bench", help="where tkl was built")
    parser.add_argument("--data", type=Path, help="folder of the data sets (default $TKL_DATA, then ../shared/data)",
                        default=default_folder())
    arguments = parser.parse_args()
    arguments.only = arguments.only.split(",") if arguments.only else list(experiments.ALL)
    unknown = set(arguments.only) - set(experiments.ALL)
    if unknown:
        parser.error(f"no experiment {', '.join(sorted(unknown))}; there are: {', '.join(experiments.ALL)}")
    return arguments


def main():
    warnings.filterwarnings("ignore")
    os.environ["PYTHONWARNINGS"] = "ignore"
    arguments = parse_arguments()
    paper = Paper(arguments.build, arguments.data, arguments.quick)
    failed = False
    if not arguments.page:
        paper.require_built()
        if paper.load_at_start > 0.5:
            print(f"bench/paper: the machine is busy (load {paper.load_at_start:.1f}); times will suffer")
        for name in arguments.only:
            failed |= measure(experiments.ALL[name], paper, not arguments.fresh)
    folder = paper.results if paper.quick else ROOT / "docs"
    for line in page.write(folder / "paper.md", preamble.TEXT, experiments.ALL, paper):
        print(line)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

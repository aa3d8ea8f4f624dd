"""The paper's figures and tables, with our code and its rivals: `python3 bench/paper`, or `make paper`.

Measures experiment by experiment, keeps every number as JSON in the results folder, goes on where it stopped, and
writes the page from what is there.
"""

import functools
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

import duration  # noqa: E402  (they need the folder above)
import experiments  # noqa: E402
import preamble  # noqa: E402
from common import command, page  # noqa: E402
from paper import Paper  # noqa: E402


def write_page(folder, paper):
    return page.write(folder / "paper.md", preamble.TEXT, experiments.ALL, paper,
                      functools.partial(duration.judge, experiments.ALL, paper.quick))


command.run("bench/paper", __doc__.splitlines()[0], experiments.ALL, Paper, write_page)

"""How are classes told apart best, and how good are the probabilities? `python3 bench/classes`, or `make classes`.

Measures section by section, keeps every number as JSON in the results folder, goes on where it stopped, and writes
docs/classes.md from what is there. Needs the Python package on PYTHONPATH.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

import probabilities  # noqa: E402  (they need the folder above)
import schemes  # noqa: E402
from bench import Bench  # noqa: E402
from common import command, page  # noqa: E402

SECTIONS = {section.NAME: section for section in (probabilities, schemes.SEARCHED, schemes.LEARNED)}
TEXT = """\
# Classes

Written by `make classes`; do not edit by hand. Means over the test rows of random splits, those of [accuracy.md](accuracy.md).

    make classes                                # what is not measured yet
    make classes CLASSES="--only probabilities" # some sections: NAMES
"""


def write_page(folder, bench):
    return page.write(folder / "classes.md", TEXT, SECTIONS, bench)


command.run("bench/classes", __doc__.splitlines()[0], SECTIONS, Bench, write_page)

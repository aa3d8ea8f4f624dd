"""Many rows: `python3 bench/large`, or `make bench-large`.

Measures section by section, keeps every number as JSON in the results folder, goes on where it stopped, and writes
docs/large.md from what is there.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

import page  # noqa: E402  (they need the folder above)
import sections  # noqa: E402
from bench import Bench  # noqa: E402
from common import command  # noqa: E402

command.run("bench/large", __doc__.splitlines()[0], sections.ALL, Bench, page.write)

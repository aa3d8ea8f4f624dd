"""The data sets, split as bench/accuracy splits them."""

import sys

import numpy as np

from common import data
from common.data import ROOT
from common.results import Results

sys.path.append(str(ROOT / "bench/accuracy"))
import sets  # noqa: E402

SPLITS = 3


class Bench(Results):
    def __init__(self, build, folder, quick):
        super().__init__(build, "classes", quick)
        self.data = folder

    def require_built(self):
        try:
            import tkl  # noqa: F401
        except ImportError:
            raise SystemExit("bench/classes: no Python package tkl on PYTHONPATH; run make classes") from None

    def split(self, name, number):
        """Training and test rows."""
        _, points, target = data.read(self.data, name)
        train, test = sets.split(name, len(points), number)
        x, y = np.array(points), np.array(target)
        return x[train], y[train], x[test], y[test]


def splits(quick):
    return range(1 if quick else SPLITS)


def by_set(rows):
    """{set: its rows}"""
    found = {}
    for row in rows:
        found.setdefault(row["point"]["set"], []).append(row)
    return found

"""Where things are, and the data sets in the form the paper has them."""

import json
import random

import numpy as np

from common.data import read, records
from common.results import KEPT, MissingData, Results

CHANGED = ("abalone", "forestfires")  # from what other comparisons see of them


class Paper(Results):
    def __init__(self, build, data, quick):
        super().__init__(build, "paper", quick)
        self.build = build
        self.data = data

    @property
    def tkl(self):
        return self.build / "apps/tkl"

    def require_built(self):
        if not self.tkl.exists():
            raise SystemExit(f"bench/paper: no program {self.tkl}; run make paper, or\n"
                             "  cmake --preset bench && cmake --build --preset bench --target tkl_cli")

    def table(self, name):
        """Points and targets, as the paper has them: Abalone with Sex as a number, Forest without month and day and
        with ln(1 + area). Targets of classes are text."""
        if name == "abalone":
            _, rows = records(self.data, name)
            rows = [["MFI".index(row[0]), *row[1:]] for row in rows]
        elif name == "forestfires":
            header, rows = records(self.data, name)
            keep = [j for j, title in enumerate(header) if title not in ("month", "day")]
            rows = [[row[j] for j in keep] for row in rows]
            rows = [[*row[:-1], np.log1p(float(row[-1]))] for row in rows]
        else:
            _, x, y = read(self.data, name)
            return np.array(x), np.array(y)
        return np.array([row[:-1] for row in rows], float), np.array([row[-1] for row in rows])

    def split(self, name, rows, test_rows, seed):
        """Training and test rows, shuffled by the seed: the same for every model."""
        x, y = self.table(name)
        if len(x) < rows + 1:
            raise MissingData(f"{name} has only {len(x)} rows, {rows} and some to test are wanted")
        order = list(range(len(x)))
        random.Random(1000 + seed).shuffle(order)
        train, test = order[:rows], order[rows:rows + test_rows]
        return x[train], y[train], x[test], y[test]

    def known(self, point):
        """What bench/accuracy, which splits in the same way, has measured on the same rows: of a rival, or of tkl by the
        version at hand; None if nothing."""
        file = KEPT / "accuracy/accuracy.json"
        if self.quick or point["set"] in CHANGED or not file.exists():
            return None
        found = json.loads(file.read_text()).get(f"{point['set']}|{point['split']}|{point['model']}")
        if found is None:
            return None
        is_tkl = point["model"] == "tkl"
        if is_tkl and f", {self.commit};" not in found.get("measured", ""):
            return None
        words = found["measured"] if is_tkl else "By bench/accuracy, whose rivals have no version"
        return {**found, "measured": words, "took": found["seconds"]}

"""Several classes: a machine for each pair or for each class, each with a kernel of its own or all with one."""

import statistics
import time

import numpy as np

from bench import by_set, splits
from common.figures import table

SETS = ("iris", "wine", "segment", "digits", "satimage")
SCHEMES = {
    "each pair": {},
    "against the rest": {"multiclass": "ovr"},
    "each pair, one P": {"shared_kernel": True},
    "against the rest, one P": {"multiclass": "ovr", "shared_kernel": True},
}
FREELY = {"select": None, "family": "tessellated", "bound": 0.5, "tau": 1e-3, "cost": 10}


class Schemes:
    """A section of the page: all schemes with the same settings."""

    def __init__(self, name, title, about, settings):
        self.NAME, self.TITLE, self.ABOUT = name, title, about
        self._settings = settings

    def points(self, quick):
        return [{"set": name, "split": split, "scheme": scheme} for split in splits(quick)
                for name in (SETS[:2] if quick else SETS) for scheme in SCHEMES]

    def measure(self, bench, point):
        from tkl import TKLClassifier
        x, y, x_test, y_test = bench.split(point["set"], point["split"])
        begin = time.perf_counter()
        model = TKLClassifier(**SCHEMES[point["scheme"]], **self._settings).fit(x, y)
        seconds = time.perf_counter() - begin
        return {"wrong": 100 * float(np.mean(model.predict(x_test) != y_test)), "seconds": seconds}

    def render(self, rows, folder):
        cells, wrong = [], {scheme: [] for scheme in SCHEMES}
        for name, some in by_set(rows).items():
            by_scheme = {scheme: {row["point"]["split"]: row for row in some if row["point"]["scheme"] == scheme}
                         for scheme in SCHEMES}
            common = set.intersection(*(set(found) for found in by_scheme.values()))
            if not common:
                continue
            row = [name, len(common)]
            for scheme, found in by_scheme.items():
                wrong[scheme].append(statistics.mean(found[split]["wrong"] for split in common))
                row += [f"{wrong[scheme][-1]:.2f}", f"{statistics.median(found[split]['seconds'] for split in common):.1f}"]
            cells.append(row)
        if not cells:
            return [], []
        cells.append(["**mean**", "", *(cell for scheme in SCHEMES for cell in (f"**{statistics.mean(wrong[scheme]):.2f}**", ""))])
        return table(["data", "splits", *(head for scheme in SCHEMES for head in (f"{scheme}: % wrong", "s"))], cells), []


SEARCHED = Schemes("searched", "Several classes", (
    "A machine for each pair of classes (the default) or for each class against the rest; each with a P of its own, or one P "
    "for all that minimises the sum of their objectives (`shared_kernel`). Percent wrong, and seconds by the clock of the "
    "whole search and fit."), {})
LEARNED = Schemes("learned", "Several classes, P learned without a search", (
    "A search may find that learning P does not pay (τ = 1), and then there is nothing to share. So once more without a "
    "search, where P is learned freely ("
    + ", ".join(f"`{key}={value!r}`" for key, value in FREELY.items()) + ")."), FREELY)

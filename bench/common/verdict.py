"""A bar, what was measured against it, and whether it is met."""

from dataclasses import dataclass


@dataclass
class Verdict:
    what: str
    bar: str
    measured: str
    met: bool

    def cells(self):
        return [self.what, self.bar, self.measured, "pass" if self.met else "**fail**"]


def at_least(what, bar, value, unit="×"):
    return Verdict(what, f"≥ {bar:g}{unit}", f"{value:.3g}{unit}", value >= bar)


def at_most(what, bar, value, unit="×"):
    return Verdict(what, f"≤ {bar:g}{unit}", f"{value:.3g}{unit}", value <= bar)

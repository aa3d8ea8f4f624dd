"""One line that says how a fit is getting on, in a terminal, a notebook or a log."""

import math
import sys
import time


class Progress:
    """Called with the news now and then; closed at the end.

    A terminal or a notebook shows one line that changes; anywhere else a line is written every
    `log_seconds`."""

    log_seconds = 5.0
    width = 20

    def __init__(self):
        self._begin = time.monotonic()
        self._last = -math.inf
        self._shown = 0
        self._notebook = _notebook_display()
        self._terminal = self._notebook is None and sys.stderr.isatty()

    def __call__(self, **news):
        seconds = time.monotonic() - self._begin
        self._show(describe(seconds, **news), seconds)

    def close(self):
        """The last line stays: how long it took."""
        seconds = time.monotonic() - self._begin
        self._last = -math.inf
        self._show(describe(seconds, stage="done", done=1, expected=1), seconds)
        if self._terminal:
            sys.stderr.write("\n")

    def _show(self, line, seconds):
        if self._notebook is not None:
            self._notebook.update({"text/plain": line}, raw=True)
        elif self._terminal:
            sys.stderr.write("\r" + line.ljust(self._shown))
            sys.stderr.flush()
            self._shown = len(line)
        elif seconds - self._last >= self.log_seconds:
            self._last = seconds
            sys.stderr.write(line + "\n")


def describe(seconds, *, stage=None, done=0, expected=0, best=None, iteration=None, gap=None):
    """The line itself. All that is known goes into it."""
    parts = []
    if expected > 0:
        share = min(1.0, done / expected)
        full = round(share * Progress.width)
        parts.append("[" + "#" * full + "-" * (Progress.width - full) + f"] {share:4.0%}")
    if stage is not None:
        parts.append(stage)
    if best is not None:
        parts.append(f"best {best:.4g}")
    if iteration is not None:
        parts.append(f"iteration {iteration}, gap {gap:.1e}")
    parts.append(f"{seconds:.1f} s")
    return "tkl: " + "  ".join(parts)


def _notebook_display():
    """A place in the output of the running cell; None outside of notebooks. IPython is not needed:
    where it is not loaded, there is no notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython.display import display

    return display({"text/plain": "tkl"}, raw=True, display_id=True)

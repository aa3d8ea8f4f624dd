#!/usr/bin/env python3
"""Writes the API reference of the Python package from its docstrings, to the standard output.

usage: PYTHONPATH=build/release/python python3 scripts/python_api.py > docs/python-api.md
"""

import inspect
import re

import tkl

HEADING = """# Python API

Made from the docstrings by `scripts/python_api.py`; a test compares. The [tutorial](python.md) shows
how the parts go together.
"""


def sections(docstring):
    """(title, text) pairs of a docstring in numpy's style; the first has no title."""
    parts = re.split(r"^(\w+)\n-{3,}\n", inspect.cleandoc(docstring), flags=re.MULTILINE)
    return [(None, parts[0].strip()), *zip(parts[1::2], (part.strip("\n") for part in parts[2::2]))]


def entries(text):
    """The lines of a section as a list: an entry is a line that is not indented."""
    lines = []
    for line in text.split("\n"):
        if line and not line.startswith(" "):
            name, _, kind = line.partition(" : ")
            lines.append(f"- **`{name}`**" + (f" ({kind})" if kind else ""))
        elif line.strip():
            lines.append("  " + line.strip())
    return "\n".join(lines)


def described(docstring):
    text = []
    for title, body in sections(docstring):
        if title is None:
            text.append(body)
        elif title == "Examples":
            text.append(f"**{title}**\n\n```pycon\n{body}\n```")
        else:
            text.append(f"**{title}**\n\n{entries(body)}")
    return "\n\n".join(part for part in text if part).replace("``", "`")


def signature(function):
    """Without self and types, which the list of parameters has in words."""
    parameters = inspect.signature(function).parameters.values()
    shown = [parameter.replace(annotation=inspect.Parameter.empty)
             for parameter in parameters if parameter.name != "self"]
    return str(inspect.Signature(shown))


def methods(cls):
    """Public ones that have a text of ours; those of scikit-learn are in its own reference."""
    for name, member in inspect.getmembers(cls, callable):
        if not name.startswith("_") and (member.__module__ or "").startswith("tkl"):
            yield name, member


def entry(level, name, function):
    return f"{level} {name}`{signature(function)}`\n\n{described(function.__doc__)}\n"


def page():
    parts = [HEADING]
    for cls in (tkl.TKLRegressor, tkl.TKLClassifier):
        parts.append(f"## tkl.{cls.__name__}\n\n{described(cls.__doc__)}\n")
        for name, method in methods(cls):
            parts.append(entry("###", f"{cls.__name__}.{name}", method))
    report = tkl.Report
    parts.append(f"## tkl.Report\n\n{described(report.__doc__)}\n")
    parts.append(entry("###", "Report.save", report.save))
    parts.append(entry("##", "tkl.load", tkl.load))
    parts.append("## tkl.Error\n\nA ValueError for data, parameters or files that cannot be used. "
                 "It says what is wrong, where, and what to do.\n")
    parts.append(f"## tkl.plot\n\n{described(tkl.plot.__doc__)}\n")
    for name, function in inspect.getmembers(tkl.plot, inspect.isfunction):
        if not name.startswith("_"):
            parts.append(entry("###", f"plot.{name}", function))
    return "\n".join(parts)


if __name__ == "__main__":
    print(page(), end="")

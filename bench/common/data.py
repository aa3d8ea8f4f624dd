"""The data sets, as the comparisons read them."""

import csv
import os
from pathlib import Path

from common.results import MissingData

ROOT = Path(__file__).resolve().parents[2]


def default_folder():
    return Path(os.environ.get("TKL_DATA") or ROOT.parent / "shared/data")


def records(folder, name):
    """The header and the rows of a set, as text."""
    file = folder / f"{name}.csv"
    if not file.exists():
        raise MissingData(f"no {name}.csv in {folder}; say where the data sets are with --data or TKL_DATA")
    with open(file, newline="") as lines:
        header, *rows = list(csv.reader(lines))
    return header, rows


def is_number(text):
    try:
        float(text)
        return True
    except ValueError:
        return False


def read(folder, name):
    """Column names, rows of numbers and targets as text. Text columns become one column a level: the same for all."""
    header, rows = records(folder, name)
    names, columns = [], []
    for j, title in enumerate(header[:-1]):
        values = [row[j] for row in rows]
        if all(is_number(value) for value in values):
            names.append(title)
            columns.append([float(value) for value in values])
            continue
        for level in sorted(set(values)):
            names.append(f"{title}={level}")
            columns.append([1.0 if value == level else 0.0 for value in values])
    return names, [list(point) for point in zip(*columns)], [row[-1] for row in rows]

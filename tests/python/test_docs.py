"""The documents: their code runs and prints what they say, and the reference is up to date."""

import contextlib
import doctest
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tkl import _classifier, _regressor

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


def python_blocks(page):
    """Each block of Python, with the text block that follows directly."""
    text = page.read_text()
    blocks = list(BLOCK.finditer(text))
    for block, following in zip(blocks, [*blocks[1:], None]):
        if block[1] != "python":
            continue
        follows = (following is not None and following[1] == "text"
                   and not text[block.end():following.start()].strip())
        yield block[2], following[2] if follows else None


@pytest.mark.parametrize("name", ["README.md", "docs/python.md", "docs/coming-from.md"])
def test_page(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "page"}
    blocks = list(python_blocks(ROOT / name))
    assert blocks
    for code, expected in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, name, "exec"), names)
        if expected is not None:
            assert printed.getvalue() == expected


def test_reference_is_up_to_date(update):
    made = subprocess.run([sys.executable, ROOT / "scripts/python_api.py"], check=True,
                          capture_output=True, text=True).stdout
    page = ROOT / "docs/python-api.md"
    if update:
        page.write_text(made)
    assert page.read_text() == made, "run pytest tests/python/test_docs.py --update"


@pytest.mark.parametrize("module", [_regressor, _classifier])
def test_examples_of_docstrings(module):
    result = doctest.testmod(module)
    assert result.attempted > 0 and result.failed == 0


def test_pictures_are_there():
    for picture in re.findall(r"\]\((images/[\w.]+)\)", (ROOT / "docs/python.md").read_text()):
        assert (ROOT / "docs" / picture).exists()

"""The type stubs name what the extension has."""

import ast
from pathlib import Path

import tkl
from tkl import _core


def declared():
    """Names in the stub file: of the module, and of each class."""
    tree = ast.parse((Path(tkl.__file__).parent / "_core.pyi").read_text())
    names = {"": set()}
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            names[""].add(node.name)
        if isinstance(node, ast.ClassDef):
            names[node.name] = {part.name for part in node.body
                                if isinstance(part, ast.FunctionDef) and part.name != "__init__"}
    return names


def test_stubs():
    names = declared()
    assert names[""] == {name for name in vars(_core) if not name.startswith("_")}
    for cls in names.keys() - {""}:
        here = {name for name in vars(getattr(_core, cls)) if not name.startswith("_")}
        assert names[cls] == here, cls

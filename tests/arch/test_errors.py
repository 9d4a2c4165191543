"""The tree of errors in errors.py is the tree of errors in the package."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

from sixfold import errors

SOURCE = Path(errors.__file__).parent


def raised_on_purpose() -> Iterator[type[errors.SixfoldError]]:
    """Every error class of the package, found by the names of what it inherits."""
    known = {"SixfoldError"}
    classes = [
        (path, node)
        for path in sorted(SOURCE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    ]
    found: dict[str, Path] = {}
    while new := {
        node.name: path
        for path, node in classes
        if node.name not in known and any(isinstance(base, ast.Name) and base.id in known for base in node.bases)
    }:
        found |= new
        known |= set(new)
    for name, path in found.items():
        module = ".".join(("sixfold", *path.relative_to(SOURCE).with_suffix("").parts))
        yield getattr(importlib.import_module(module), name)


def drawn() -> dict[str, str]:
    """The parent of each error as the docstring draws it."""
    above: list[str] = []
    parents: dict[str, str] = {}
    for line in (errors.__doc__ or "").splitlines():
        branch = re.match(r"    ([│ ]*[├└]── )?([A-Z]\w+)\b", line)
        if branch is None:
            continue
        depth = len(branch[1] or "") // 4
        above[depth:] = [branch[2]]
        if depth:
            parents[branch[2]] = above[depth - 1]
    return parents


def test_every_error_is_drawn_below_its_parent() -> None:
    assert drawn() == {kind.__name__: kind.__bases__[0].__name__ for kind in raised_on_purpose()}

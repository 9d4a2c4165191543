"""The API reference holds everything public, and everything public says what it is.

The site itself is built strictly by `make docs`; its tools are not among what tests need. Here the sources are read.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "sixfold"
PAGES = sorted((ROOT / "docs" / "reference").glob("*.md"))
ENTRIES = [entry for page in PAGES for entry in re.findall(r"^::: (\S+)$", page.read_text("utf-8"), re.M)]
INSIDE = ("server", "terminal", "review.games", "research.games", "kernel.tiles.", "kernel.cards.")
"""Rooms whose `__all__` is for their neighbours and not for other programs."""


def found(entry: str) -> object:
    """What an entry of the reference names: a module, or something in one."""
    try:
        return importlib.import_module(entry)
    except ModuleNotFoundError:
        home, _, name = entry.rpartition(".")
        return getattr(importlib.import_module(home), name)


def public(module: ModuleType) -> list[str]:
    """The names that a module offers."""
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return sorted(listed)
    own = (name for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__)
    return sorted(name for name in own if not name.startswith("_"))


def described(module: ModuleType, name: str) -> bool:
    """Whether a value has a text under it, in the module that assigns it."""
    tree = ast.parse(inspect.getsource(module))
    # A name that is loaded when it is first used is imported for type checkers alone.
    lazy = [inner for node in tree.body if isinstance(node, ast.If) for inner in node.body]
    for node, below in _pairs([*lazy, *tree.body]):
        if isinstance(node, ast.ImportFrom) and node.module and name in {alias.name for alias in node.names}:
            return described(importlib.import_module(node.module), name)
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        if name in {target.id for target in targets if isinstance(target, ast.Name)}:
            return isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
    return False


def _pairs(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, ast.stmt | None]]:
    return zip(body, [*body[1:], None], strict=True)


def silent(module: ModuleType, name: str) -> Iterator[str]:
    """What says nothing: a name, or a method of it."""
    value = getattr(module, name)
    plain = inspect.unwrap(value) if callable(value) else value
    if inspect.ismodule(plain) or inspect.isfunction(plain):
        if not plain.__doc__:
            yield name
    elif inspect.isclass(plain):
        # A dataclass and a tuple with names write one for themselves, which says nothing.
        if not plain.__doc__ or plain.__doc__.startswith(f"{plain.__name__}("):
            yield name
        for part, given in vars(plain).items():
            method = getattr(given, "fget", None) or getattr(given, "__func__", given)
            if inspect.isfunction(method) and not part.startswith("_") and not method.__doc__:
                yield f"{name}.{part}"
    elif not described(module, name):
        yield name


@pytest.mark.parametrize("entry", ENTRIES)
def test_everything_public_says_what_it_is(entry: str) -> None:
    module = found(entry)
    assert module.__doc__
    if inspect.ismodule(module):
        names = [name for name in public(module) if not name.endswith("T")]  # type variables
        assert names
        assert [line for name in names for line in silent(module, name)] == []


def test_every_module_that_offers_names_is_in_the_reference() -> None:
    offering = {
        ".".join(("sixfold", *file.relative_to(PACKAGE).parent.parts))
        for file in PACKAGE.rglob("__init__.py")
        if re.search(r"^__all__ = ", file.read_text("utf-8"), re.M)
    }
    outside = {name for name in offering if not name.startswith(tuple(f"sixfold.{room}" for room in INSIDE))}
    assert outside - {"sixfold"} <= set(ENTRIES)


def test_the_first_names_are_in_the_reference() -> None:
    """What `sixfold` itself offers comes from modules that the reference shows."""
    sixfold = importlib.import_module("sixfold")
    library = (ROOT / "docs" / "reference" / "library.md").read_text("utf-8")
    for name in sixfold.__all__:
        value = getattr(sixfold, name)
        home = value.__name__ if inspect.ismodule(value) else value.__module__
        assert home in ENTRIES or home.rpartition(".")[0] in ENTRIES, name
        assert f"`{name}`" in library


def test_a_name_that_is_also_a_module_has_its_own_entry() -> None:
    """In `sixfold.arena`, `contest` is a file and the function in it; a reader of sources sees the file alone."""
    for entry in ENTRIES:
        module = found(entry)
        if inspect.ismodule(module) and hasattr(module, "__path__"):
            files = {file.stem for file in Path(module.__path__[0]).glob("*.py")}
            both = {name for name in files & set(public(module)) if not inspect.ismodule(getattr(module, name))}
            assert {f"{entry}.{name}.{name}" for name in both} <= set(ENTRIES)


def test_no_entry_stands_twice() -> None:
    assert len(ENTRIES) == len(set(ENTRIES))

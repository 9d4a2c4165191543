"""What keeps a module readable: its length, the length of its functions, and that imports run one way."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "sixfold"
MODULE = 400
FUNCTION = 60
KERNEL = "kernel/"
"""Compiled loops: a call costs, and an array that is passed on costs more."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def modules() -> dict[str, Path]:
    """Every module by its dotted name."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        name = ".".join(("sixfold", *path.relative_to(SOURCE).with_suffix("").parts))
        found[name.removesuffix(".__init__")] = path
    return found


MODULES = modules()


def imported(tree: ast.AST) -> Iterator[str]:
    """The modules of the package that a module imports when it runs, in its functions too."""
    left_out = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in left_out:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield name if name in MODULES else node.module


def cycles(graph: dict[str, set[str]]) -> list[set[str]]:
    """Modules that lead back to themselves, those of one cycle together."""
    reached: dict[str, set[str]] = {}
    for name in graph:
        seen, ahead = set[str](), list(graph[name])
        while ahead:
            one = ahead.pop()
            if one not in seen:
                seen.add(one)
                ahead += graph.get(one, ())
        reached[name] = seen
    found: list[set[str]] = []
    for name in sorted(graph):
        circle = {other for other in reached[name] if name in reached.get(other, ())}
        if circle and circle not in found:
            found.append(circle)
    return found


def test_imports_run_in_no_circle() -> None:
    trees = {name: ast.parse(path.read_text("utf-8")) for name, path in MODULES.items()}
    assert cycles({name: {*imported(tree)} - {name} for name, tree in trees.items()}) == []


def test_a_circle_is_found() -> None:
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == [{"b", "c"}]


@pytest.mark.parametrize("name", MODULES)
def test_a_module_and_its_functions_are_short(name: str) -> None:
    text = MODULES[name].read_text("utf-8")
    assert text.count("\n") <= MODULE
    if MODULES[name].relative_to(SOURCE).as_posix().startswith(KERNEL):
        return
    long = [
        node.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, Function) and (node.end_lineno or 0) - node.lineno >= FUNCTION
    ]
    assert long == []

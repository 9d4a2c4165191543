"""Where the world outside comes in: time by an injected clock or at a command, choices by named variables alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "sixfold"
CLOCK = "server/clock.py"
COMMANDS = "commands/"
"""A command is started at some moment, and may say which."""
WALL = {
    "time.time",
    "time.time_ns",
    "date.today",
    "datetime.now",
    "datetime.today",
    "datetime.utcnow",
    "time.localtime",
}
VARIABLES = {"RAY_ADDRESS", "RAY_USE_TLS", "TERM", "ENVIRONMENT"}
"""What a host or a person sets on purpose; ENVIRONMENT is a constant of the kernel that holds such a name."""


def wall_clocks(tree: ast.AST) -> Iterator[int]:
    """The lines that ask what time it is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ".".join(ast.unparse(node).split(".")[-2:]) in WALL:
            yield node.lineno


def variables(text: str) -> set[str]:
    """The variables of the environment that a module asks for by name."""
    return set(re.findall(r"environ(?:\.get\(|\[)[\"']?(\w+)", text))


def modules() -> Iterator[tuple[str, str]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield path.relative_to(SOURCE).as_posix(), path.read_text("utf-8")


def test_only_the_clock_knows_what_time_it_is() -> None:
    found = [
        f"{name}:{line}"
        for name, text in modules()
        if name != CLOCK and not name.startswith(COMMANDS)
        for line in wall_clocks(ast.parse(text))
    ]
    assert found == []


def test_no_other_variable_changes_what_is_done() -> None:
    assert set().union(*(variables(text) for _, text in modules())) <= VARIABLES


@pytest.mark.parametrize("code", ["time.time()", "datetime.date.today()", "at = datetime.now(UTC)"])
def test_a_wall_clock_is_found(code: str) -> None:
    assert list(wall_clocks(ast.parse(code))) == [1]


@pytest.mark.parametrize("code", ["time.monotonic()", "self.clock.now()", "house.clock.time()"])
def test_other_clocks_are_not(code: str) -> None:
    assert list(wall_clocks(ast.parse(code))) == []


def test_a_variable_is_found() -> None:
    assert variables('os.environ.get("CI") or os.environ["HOME"]') == {"CI", "HOME"}

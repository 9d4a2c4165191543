"""There is one list of the games, `rulesets`: whoever needs them all asks it, and what is kept by game is complete."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import get_args

import pytest

from sixfold import rulesets
from sixfold.arena import luck
from sixfold.bots import levels
from sixfold.mcp import words
from sixfold.pictures import drawing
from sixfold.research import games as research_games
from sixfold.review import games as review_games
from sixfold.server import games as server_games
from sixfold.server.table import seats
from sixfold.terminal import games as terminal_games
from sixfold.testing import strategies

SOURCE = Path(__file__).parents[2] / "src" / "sixfold"
OF_RULESETS = "rulesets.py"
OF_WIRE = "server/table/seats.py"
"""A type needs its words written out; the test below compares them."""


def lists(tree: ast.AST) -> Iterator[int]:
    """The lines on which the names of all games are written one after the other."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            named = [one.value for one in node.elts if isinstance(one, ast.Constant)]
            if len(named) == len(node.elts) and set(named) == set(rulesets.GAMES):
                yield node.lineno


def test_nobody_else_lists_the_games() -> None:
    places = [
        f"{name}:{line}"
        for path in sorted(SOURCE.rglob("*.py"))
        if (name := path.relative_to(SOURCE).as_posix()) not in (OF_RULESETS, OF_WIRE)
        for line in lists(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert places == []


@pytest.mark.parametrize("code", ["GAMES = ('tiles', 'cards')", "for game in ['cards', 'tiles']: pass"])
def test_a_second_list_is_found(code: str) -> None:
    assert len(list(lists(ast.parse(code)))) == 1


def test_the_type_on_the_wire_names_the_same_games() -> None:
    assert get_args(seats.Game) == rulesets.GAMES


@pytest.mark.parametrize(
    "kept",
    [
        research_games._GAMES, review_games._GAMES, server_games._GAMES, terminal_games._GAMES, strategies._MOVES,
        luck.OTHERS, luck.MARGIN, luck.SHARE, luck.WORTHS, levels._TEXTS, drawing._DRAWN,
        words.LEFT, words.UNITS, words.MOVES, words.LYING, words.PLAYS,
    ],
)  # fmt: skip
def test_what_is_kept_by_game_has_every_game(kept: Mapping[str, object]) -> None:
    assert tuple(kept) == rulesets.GAMES

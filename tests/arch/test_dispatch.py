"""Who asks "tiles or cards?": the rooms of the two games may, everybody else asks a rule set or a game's own module."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "sixfold"
GAMES = {"tiles", "cards"}
ROOMS = (
    "tiles/", "cards/", "kernel/tiles/", "kernel/cards/", "bots/tiles/", "bots/cards/", "arena/oracles/",
    "research/games/", "review/games/", "server/games/", "terminal/games/", "rulesets.py",
)  # fmt: skip
"""Where knowing one's own game is the business of the place."""

PAGE = Path(__file__).parents[2] / "web" / "src"
ROOMS_OF_THE_PAGE = ("tiles/", "cards/", "kid/", "kernel/", "games/", "local/games/")
"""A child's table is a table of tiles."""
ASKED = re.compile(
    r'''[=!]==\s*"(?:tiles|cards)(?:/\d+)?"|"(?:tiles|cards)(?:/\d+)?"\s*[=!]==|\bcase\s+"(?:tiles|cards)"'''
    r"""|startsWith\("(?:tiles|cards)|instanceof\s+(?:Tile|Card)|"(?:board|rows|stacks)"\s+in\b"""
)


def dispatches(tree: ast.AST) -> Iterator[int]:
    """The lines on which the game decides what is done: by the type of a value, by its name, by what a value has."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, kinds]) if _of_a_game(kinds):
                yield node.lineno
            case ast.Compare(left=left, comparators=others) if any(_names_a_game(one) for one in (left, *others)):
                yield node.lineno
            case ast.Call(func=ast.Name(id="hasattr" | "getattr"), args=[_, ast.Constant(value=name), *_]):
                if name in ("board", "table", "stacks", "shown", "turns", "rows", "last_turns"):
                    yield node.lineno
            case ast.MatchClass(cls=cls) if _of_a_game(cls):
                yield node.lineno
            case ast.MatchValue(value=value) if _names_a_game(value):
                yield node.lineno


def _of_a_game(kinds: ast.AST) -> bool:
    """Whether a type of one of the games is among these: `tiles.View`, `cards.Turn | cards.Pass`."""
    return any(
        isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in GAMES
        for node in ast.walk(kinds)
    )


def _names_a_game(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.partition("/")[0] in GAMES


def test_only_the_rooms_of_the_games_ask_which_game_it_is() -> None:
    places: list[str] = []
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if not name.startswith(ROOMS):
            places += [f"{name}:{line}" for line in dispatches(ast.parse(path.read_text(encoding="utf-8")))]
    assert places == []


@pytest.mark.parametrize(
    "code",
    [
        "isinstance(view, tiles.View)",
        "isinstance(move, cards.Redraw | cards.Pass)",
        "isinstance(move, (int, tiles.Swap))",
        "table.game == 'cards'",
        "'tiles' != game",
        "rules.name == 'tiles/1'",
        "hasattr(state, 'board')",
        "getattr(state, 'shown', ())",
        "match move:\n    case tiles.Place(): pass",
        "match game:\n    case 'cards': pass",
    ],
)
def test_the_count_finds_them(code: str) -> None:
    assert len(list(dispatches(ast.parse(code)))) == 1


@pytest.mark.parametrize("code", ["isinstance(one, Place)", "find('tiles/1')", "Game = 'tiles'", "hasattr(os, 'nice')"])
def test_the_count_leaves_alone_what_decides_nothing(code: str) -> None:
    assert list(dispatches(ast.parse(code))) == []


def test_only_the_rooms_of_the_games_ask_in_the_page() -> None:
    found = {
        name: len(ASKED.findall(path.read_text(encoding="utf-8")))
        for path in sorted(PAGE.rglob("*"))
        if path.suffix in (".ts", ".svelte") and not path.name.endswith(".gen.ts")
        and not (name := path.relative_to(PAGE).as_posix()).startswith(ROOMS_OF_THE_PAGE)
    }  # fmt: skip
    assert {name: count for name, count in found.items() if count} == {}


@pytest.mark.parametrize(
    "code",
    [
        'game === "tiles" ? 1 : 2', 'if ("cards" !== game)', 'case "tiles":', 'ruleset.startsWith("cards")',
        "course instanceof TileCourse", '"board" in view',
    ],
)  # fmt: skip
def test_the_count_finds_them_in_the_page(code: str) -> None:
    assert len(ASKED.findall(code)) == 1


@pytest.mark.parametrize("code", ['only("tiles", view)', 'draft: { game: "tiles", points }', '<ul class="cards">'])
def test_the_count_leaves_alone_what_decides_nothing_in_the_page(code: str) -> None:
    assert ASKED.findall(code) == []

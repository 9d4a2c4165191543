"""Finding rule sets, and the check that every one of them has to pass."""

import ast
import inspect
from dataclasses import replace
from typing import Any

import pytest

from sixfold import rulesets, tiles
from sixfold.errors import NotationError, PositionError
from sixfold.pieces import EMPTY, Pieces
from sixfold.testing import check_ruleset
from tests.scale import scale


def test_names() -> None:
    assert rulesets.names() == ("tiles/1", "tiles-short/1", "tiles-100/1", "tiny-tiles/1", "cards/1", "tiny-cards/1")
    for name in rulesets.names():
        found = rulesets.find(name)
        assert found.name == found.rules.name == name
        assert found.game in name


def test_a_game_alone_is_its_newest_version() -> None:
    assert rulesets.find("tiles") is rulesets.find("tiles/1")
    assert rulesets.find("cards") is rulesets.find("cards/1")


def test_the_seam_has_types() -> None:
    """What a rule set takes and gives is checked by mypy, which looks away wherever `Any` is written."""
    names = {node.id for node in ast.walk(ast.parse(inspect.getsource(rulesets))) if isinstance(node, ast.Name)}
    assert "Ruleset" in names
    assert "Any" not in names


@pytest.mark.parametrize("name", ["", "chess", "tiles/2", "Tiles", "x" * 1000])
def test_there_is_no_other(name: str) -> None:
    with pytest.raises(NotationError, match="There are tiles/1, tiles-short/1, tiles-100/1, tiny-tiles/1") as caught:
        rulesets.find(name)
    assert (caught.value.code, caught.value.text) == ("notation/ruleset", name[:40])


def test_a_near_name_is_offered() -> None:
    with pytest.raises(NotationError, match="Did you mean 'tiles/1'"):
        rulesets.find("tiles/2")


def test_parts_of_a_rule_set() -> None:
    found = rulesets.find("tiles")
    state = found.start(3, (1, 2, 3))
    assert (state.seats, state.ages, state.rules) == (3, (1, 2, 3), tiles.TILES)
    assert found.parse_move("pass") == tiles.Pass()
    view = state.view(0)
    assert found.view_from_json(view.to_json()) == view
    with pytest.raises(NotationError, match=r"a view of tiles/1 where one of tiny-tiles/1 is wanted") as caught:
        rulesets.find("tiny-tiles/1").view_from_json(view.to_json())
    assert caught.value.code == "notation/ruleset"


@pytest.mark.parametrize("name", rulesets.names())
def test_every_rule_set_passes(name: str) -> None:
    assert check_ruleset(rulesets.find(name), games=scale(1, 10), every=scale(25, 5)) > 10


class Broken:
    """The tile game with one thing wrong."""

    def __init__(self, **parts: Any) -> None:
        self.parts = parts
        self.found = rulesets.find("tiny-tiles/1")

    def __getattr__(self, name: str) -> Any:
        return self.parts[name] if name in self.parts else getattr(self.found, name)


class Leaky(tiles.State):
    """Shows a card to everyone: the hand of seat 1 is in every view."""

    def view(self, seat: int | None) -> Any:
        return replace(super().view(seat), hand=self.hands[1]) if seat == 0 else super().view(seat)


class Lossy(tiles.State):
    """Loses what is put aside."""

    @property
    def bag(self) -> Pieces:
        return EMPTY if self.need and self.need.back else super().bag


def broken_start(kind: type[tiles.State]) -> Any:
    return lambda seats, ages=(): kind.start(seats, ages, tiles.TINY)


def read_amiss(text: str) -> tiles.Move:
    """Reads every play as if it lay one cell further."""
    move = tiles.parse_move(text)
    if not isinstance(move, tiles.Place):
        return move
    return tiles.Place((tiles.Cell(x + 1, y), piece) for (x, y), piece in move.placements)


@pytest.mark.parametrize(
    ("parts", "law"),
    [
        ({"start": broken_start(Lossy)}, "pieces instead of"),
        ({"start": broken_start(Leaky)}, "size in hand_sizes"),
        ({"parse_move": lambda text: tiles.Pass()}, "is read as a move"),
        ({"parse_move": lambda text: read_amiss(text)}, "is read back as"),
        ({"view_from_json": lambda data: None}, "is not read back"),
    ],
)
def test_a_broken_one_is_found(parts: dict[str, Any], law: str) -> None:
    with pytest.raises((AssertionError, PositionError), match=law):
        check_ruleset(Broken(**parts), games=10, every=1, seats=(2,))

"""What the simple tile bots can see of a position: plays, the line a play lies along, who laid what. No choices.

The plays come from the reference rules: these bots need the standard library alone.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from sixfold.bots.protocol import Alternative, Choice
from sixfold.pieces import Pieces
from sixfold.tiles import Board, Cell, Move, Pass, Place, Play, Swap, View

ALTERNATIVES = 5
"""How many moves a simple bot reports beside its choice."""


class Held(Protocol):
    """The part of a view that an exchange asks about."""

    @property
    def hand(self) -> Pieces: ...
    @property
    def bag_count(self) -> int: ...


def plays(view: View) -> tuple[Play, ...]:
    """Every legal play of the seat to move, most points first, then by text."""
    return view.plays()


def along(board: Board, place: Place) -> int:
    """The length of the line that a play lies along; with one tile, of the longer of its two."""
    cells = {cell for cell, _ in place.placements}
    first, *rest = cells
    if rest:
        return _reach(board, cells, first, *((1, 0) if first.y == rest[0].y else (0, 1)))
    return max(_reach(board, cells, first, 1, 0), _reach(board, cells, first, 0, 1))


def _reach(board: Board, laid: set[Cell], start: Cell, dx: int, dy: int) -> int:
    """How many tiles, laid ones included, lie in a row with `start` along one axis."""
    length = 1
    for step in (1, -1):
        x, y = start.x + step * dx, start.y + step * dy
        while (x, y) in laid or (x, y) in board.tiles:
            length += 1
            x, y = x + step * dx, y + step * dy
    return length


def laid_by_others(view: View) -> set[Cell]:
    """The cells whose tiles other seats laid (T20: the sheet is open to all)."""
    return {
        placement.cell
        for entry in view.sheet
        if entry.seat != view.seat and isinstance(entry.move, Place)
        for placement in entry.move.placements
    }


def latest(view: View, count: int) -> set[Cell]:
    """The cells of the tiles that were laid in the last `count` plays."""
    placed = [entry.move.placements for entry in view.sheet if isinstance(entry.move, Place)]
    return {placement.cell for placements in placed[-count:] for placement in placements}


def touches(place: Place, cells: set[Cell]) -> bool:
    """Whether a tile of the play lies edge to edge with one of these cells."""
    return any(
        near in cells for (x, y), _ in place.placements for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    )


def aside(view: Held, rng: random.Random) -> Move:
    """What is left without a play: exchange as much of the hand as the bag allows (T15), or pass (T16)."""
    hand = list(view.hand)
    if not view.bag_count:
        return Pass()
    return Swap(Pieces(rng.sample(hand, min(len(hand), view.bag_count))))


def answer(rng: random.Random, ranked: Sequence[tuple[Play, float]], note: str) -> Choice[Move]:
    """One of the plays with the highest value, by seeded choice; `ranked` is in the order of the plays."""
    highest = max(value for _, value in ranked)
    chosen = rng.choice([play for play, value in ranked if value == highest])
    others = sorted(
        (Alternative[Move](play.place, float(value)) for play, value in ranked if play is not chosen),
        key=lambda one: -one.value,
    )
    first = Alternative[Move](chosen.place, float(highest))
    return Choice(chosen.place, float(highest), (first, *others[: ALTERNATIVES - 1]), note.format(highest))

"""What the simple tile bots can see of a position: plays, the line a play lies along, who laid what. No choices.

The plays come from the kernel when it is ready and from the reference otherwise; the list is the same either way.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from sixfold.bots.protocol import Alternative, Choice
from sixfold.pieces import Pieces
from sixfold.tiles import Board, Cell, Line, Move, Pass, Place, Play, Swap, View

ALTERNATIVES = 5
"""How many moves a simple bot reports beside its choice."""


def plays(view: View) -> tuple[Play, ...]:
    """Every legal play of the seat to move, most points first, then by text."""
    return view.plays()


def along(board: Board, place: Place) -> Line:
    """The line that a play lies along; with one tile, the longer of its two (the row, if they are equal)."""
    after = board.lay(place.placements)
    cells = [cell for cell, _ in place.placements]
    row, column = Line.through(after, cells[0], "row"), Line.through(after, cells[0], "column")
    if len(cells) > 1:
        return row if cells[0].y == cells[1].y else column
    return row if len(row) >= len(column) else column


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


def aside(view: View, rng: random.Random) -> Move:
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

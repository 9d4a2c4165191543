"""What a turn brings and who wins: Qwirkles are the only points. C15.

The sheet of all turns is T20 of the tile game; it is kept here too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sixfold.cards.notation import Move
from sixfold.cards.table import Row
from sixfold.game import Outcome, Seat
from sixfold.pieces import Pieces


@dataclass(frozen=True, slots=True)
class Entry:
    """One finished turn: who, what, how many Qwirkles, which (`parts`), and the hands shown before it (C11)."""

    seat: Seat
    move: Move
    points: int
    parts: tuple[Row, ...] = ()
    shown: tuple[Pieces, ...] = ()


def outcome(scores: Sequence[int], reason: str) -> Outcome:
    """C15: the most Qwirkles wins; equal numbers share the victory, also at 0."""
    most = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == most)
    return Outcome(reason, winners, tuple(scores))

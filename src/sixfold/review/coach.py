"""What a player missed in the turn just made: one sentence, by what that player could see and is ready to hear.

The ear decides what is spoken of. `gentle`: only more points or Qwirkles at once. `steady`: all that a careful player
weighs, if it matters much. `sharp`: all that a review would call a mistake.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

from sixfold import bots, cards, tiles
from sixfold.review.choices import judge
from sixfold.review.notes import Note, is_mistake, mistake

Ear = Literal["gentle", "steady", "sharp"]
SAMPLES: Final = 160
GENTLE: Final = {"tiles": 3, "cards": 1}
"""So many points or Qwirkles more are worth a word to a beginner."""
MUCH: Final = {"gentle": 1.0, "steady": 2.0, "sharp": 1.0}
"""How many times the review's measure of a mistake something must be."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A sentence and the better move; both None when there is nothing to speak of."""

    note: Note | None = None
    better: Any = None


def ear(game: str, opponents: Iterable[str]) -> Ear:
    """Who plays against gentle bots wants gentle words; against people, the middle way."""
    ranks = [rung.rank for name in opponents if (rung := bots.level(game, name)) is not None]
    if not ranks:
        return "steady"
    return "gentle" if max(ranks) < 3 else "steady" if max(ranks) < 5 else "sharp"


def missed(before: tiles.State | cards.State, move: Any, points: int, how: Ear, seed: int = 1) -> Missed:
    """What the player of this move overlooked, from the hand and the table alone."""
    seat = before.to_move
    assert seat is not None
    game = "tiles" if isinstance(before, tiles.State) else "cards"
    if how == "gentle":
        better, most = _most(before, seat)
        if better is None or most - points < GENTLE[game]:
            return Missed()
        return Missed(mistake(before, move, points, better, float(most)), better)
    choice = judge(before.view(seat), move, SAMPLES, seed)
    if choice is None or not is_mistake(choice.made, game, MUCH[how]):
        return Missed()
    return Missed(mistake(before, move, points, choice.best.move, choice.best.lead.mean), choice.best.move)


def _most(before: tiles.State | cards.State, seat: int) -> tuple[Any, int]:
    """The move that brings most at once, and what it brings."""
    if isinstance(before, tiles.State):
        plays = before.plays()
        return (plays[0].place, plays[0].points) if plays else (None, 0)
    solved = None if not before.sheet else cards.best(before.table, before.hands[seat], before.rules)
    return (None, 0) if solved is None else (cards.Turn(solved.rows, solved.taken), solved.qwirkles)

"""What a player missed in the turn just made: one sentence, from what that player could see, suited to the player.

An `Ear` decides what the coach mentions. `gentle`: only more points or Qwirkles at once. `steady`: everything that a
careful player weighs, if it matters much. `sharp`: everything that a review would call a mistake.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from sixfold import bots
from sixfold.review import games
from sixfold.review.choices import judge
from sixfold.review.games import Note
from sixfold.review.notes import is_mistake
from sixfold.review.reasons import Reason, reason
from sixfold.rulesets import AnyMove, AnyState

Ear = Literal["gentle", "steady", "sharp"]
"""How much the coach mentions, by the level of the table."""
SAMPLES: Final = 160
MUCH: Final = {"gentle": 1.0, "steady": 2.0, "sharp": 1.0}
"""How many times as large as a review's smallest mistake something must be."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A sentence and the better move; both are None if there is nothing to mention. `reason` says why, if the games
    that judged both moves show it.
    """

    note: Note | None = None
    better: AnyMove | None = None
    reason: Reason | None = None


def ear(game: str, opponents: Iterable[str]) -> Ear:
    """Gentle against gentle bots; the middle way against people."""
    ranks = [rung.rank for name in opponents if (rung := bots.level(game, name)) is not None]
    if not ranks:
        return "steady"
    return "gentle" if max(ranks) < 3 else "steady" if max(ranks) < 5 else "sharp"


def missed(before: AnyState, move: AnyMove, points: int, how: Ear, seed: int = 1) -> Missed:
    """What the player of this move overlooked, from the hand and the table alone."""
    seat = before.to_move
    assert seat is not None
    game = games.of(before.rules.name)
    if how == "gentle":
        better, most = game.most(before)
        if better is None or most - points < game.GENTLE:
            return Missed()
        return Missed(game.mistake(before, move, points, better, float(most)), better)
    view = before.view(seat)
    choice = judge(view, move, SAMPLES, seed)
    if choice is None or not is_mistake(choice.made, game, MUCH[how]):
        return Missed()
    better = choice.best
    note = game.mistake(before, move, points, better.move, better.lead.mean)
    return Missed(note, better.move, reason(view, choice, SAMPLES, seed))

"""Why another move was better, from the very rollouts that judged both: what the next player then has, and where, and
what is left for the own next turn. No game is asked here but through its room.

Both moves are looked at in the same samples, so that their difference is that of the moves. What lies within the noise
is no reason, and what is small beside the mistake is not its reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from sixfold.review import games
from sixfold.review.considered import Decision
from sixfold.review.estimate import Estimate, mean_of
from sixfold.review.games import Answered, AnyReviewGame, Where
from sixfold.rulesets import AnyView

SAMPLES: Final = 100
"""So many of the samples that a choice was judged by are looked into, at most."""
RARE: Final = 0.1
"""What happens less often is not told."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the next player has after the move that was made, and seldom after the better one."""

    seat: int
    often: float
    """The share of the samples in which this is the best reply."""
    points: float
    """What it brings there, on average: points or Qwirkles."""
    instead: float
    """What the best reply to the better move brings in the same samples."""
    where: Where | None
    """The line that the reply adds to, in tiles."""
    opened: bool
    """Whether the move that was made is part of that line."""
    taken: bool
    """Whether the better move takes the line itself."""


@dataclass(frozen=True, slots=True)
class Later:
    """What the own next turn brings on average after the move that was made, and after the better one."""

    points: float
    instead: float


@dataclass(frozen=True, slots=True)
class Reason:
    """Why another move was better, as far as it shows within a round."""

    reply: Reply | None
    later: Later | None


def reason(view: AnyView, choice: Decision, samples: int, seed: int) -> Reason | None:
    """Why the best move of a judged choice is better than the one made, with the samples that judged it; None when
    nothing within a round tells. `seed` and `samples` are those of the judgement."""
    assert view.seat is not None
    game = games.of(view.rules.name)
    few, first = min(samples, SAMPLES), seed % 2**62
    made = game.answers(view, choice.made.move, few, first)
    best = game.answers(view, choice.best.move, few, first)
    if not made or len(made) != len(best):
        return None
    least = max(game.LEAD_MATTERS / 2, game.EXPLAINS * choice.made.behind.mean)
    reply, later = _reply(view, game, choice, made, best, least), _later(made, best, least)
    return None if reply is None and later is None else Reason(reply, later)


def _reply(
    view: AnyView,
    game: AnyReviewGame,
    choice: Decision,
    made: list[Answered],
    best: list[Answered],
    least: float,
) -> Reply | None:
    """The line where the next player gains most by the move that was made."""
    more: dict[Where | None, int] = {}
    for one, other in zip(made, best, strict=True):
        if one.told:
            more[one.where] = more.get(one.where, 0) + one.points - other.points
    if not more:
        return None
    where = max(more, key=lambda line: more[line])
    there = [at for at, one in enumerate(made) if one.told and one.where == where]
    gained = np.zeros(len(made))
    gained[there] = [made[at].points - best[at].points for at in there]
    often = len(there) / len(made)
    if often < RARE or not _matters(mean_of(gained), least):
        return None
    points, instead = (float(np.mean([answers[at].points for at in there])) for answers in (made, best))
    opened, taken = game.about(view, choice.made.move, choice.best.move, where)
    return Reply(((view.seat or 0) + 1) % view.seats, often, points, instead, where, opened, taken)


def _later(made: list[Answered], best: list[Answered], least: float) -> Later | None:
    one, other = (np.array([answer.later for answer in answers], dtype=np.float64) for answers in (made, best))
    return Later(float(one.mean()), float(other.mean())) if _matters(mean_of(other - one), least) else None


def _matters(gain: Estimate, least: float) -> bool:
    return gain.interval[0] > 0 and gain.mean >= least

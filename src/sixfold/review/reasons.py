"""Why another move was better, read from the rollouts that judged both: the next player's best reply and its place, and
the own next turn. The game is asked only through `review.games`.

Both moves are compared in the same samples, so their difference comes from the moves alone. A difference within the
noise is no reason. A difference that is small beside the mistake is not its reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from sixfold.fields import Json
from sixfold.review import games
from sixfold.review.considered import Decision
from sixfold.review.estimate import Estimate, mean_of
from sixfold.review.games import Answered, AnyReviewGame, Where
from sixfold.rulesets import AnyView

SAMPLES: Final = 100
"""At most this many of the samples that judged a choice are looked at."""
RARE: Final = 0.1
"""Replies that are rarer than this are not mentioned."""


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
    """Why the best move of a judged choice is better than the one made; None if nothing within a round shows it. `seed`
    and `samples` are those of the judgement.
    """
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


def reason_to_json(why: Reason) -> Json:
    """A reason in plain values, as the JSON of a review has it."""
    reply, later = why.reply, why.later
    return {
        "reply": None
        if reply is None
        else {
            "seat": reply.seat,
            "often": round(reply.often, 4),
            "points": round(reply.points, 4),
            "instead": round(reply.instead, 4),
            "line": reply.where.line if reply.where else None,
            "cells": list(reply.where.cells) if reply.where else [],
            "opened": reply.opened,
            "taken": reply.taken,
        },
        "later": None if later is None else {"points": round(later.points, 4), "instead": round(later.instead, 4)},
    }

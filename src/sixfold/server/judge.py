"""Verdicts on a player's draft, and the form of a refusal. The game says what a draft is and how it is judged."""

from __future__ import annotations

from typing import NamedTuple

from sixfold.errors import IllegalMove, SixfoldError
from sixfold.rulesets import AnyMove, AnyView
from sixfold.server import games, wire


class Judged(NamedTuple):
    """What is told about a draft, and the move that a legal one stands for."""

    told: wire.Checked
    move: AnyMove | None


def refusal(error: SixfoldError) -> wire.Refusal:
    """Any error that Sixfold raises on purpose, in the one shape of a no."""
    clause = error.clause if isinstance(error, IllegalMove) else None
    reason = error.reason if isinstance(error, IllegalMove) else None
    return wire.Refusal(code=error.code, message=error.message, clause=clause, reason=reason, facts=error.facts)


def judge(view: AnyView, draft: wire.Check) -> Judged:
    """The verdict on a draft, from the hand in the view."""
    move, told, wrong = games.of(view.rules.name).verdict(view, draft)
    if wrong is not None:
        return Judged(wire.Checked(id=draft.id, legal=False, draft=told, refusal=refusal(wrong)), None)
    return Judged(wire.Checked(id=draft.id, legal=True, draft=told), move)

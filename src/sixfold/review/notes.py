"""What is worth a sentence about a turn: a code and its facts. The sentences are in the message files of each language.

A note about a mistake appears only if what was given away is beyond the noise and large enough to matter.
"""

from __future__ import annotations

from typing import Final

from sixfold.review import games
from sixfold.review.considered import Considered, Decision
from sixfold.review.estimate import Estimate
from sixfold.review.games import AnyReviewGame, Note
from sixfold.rulesets import AnyMove, AnyState

SHARE_MATTERS: Final = 0.02
"""A loss of this much chance to win is worth a sentence."""

CODES: Final = (
    "missed-qwirkle",
    "missed-lines",
    "missed-points",
    "left-five",
    "better-exchange",
    "better-kept",
    "found-best",
    "missed-qwirkles",
    "gave-qwirkle",
    "other-rest",
    "lucky-draw",
    "unlucky-draw",
)
"""Every code there is; each has a sentence `review.note.CODE` in every language."""


def notes(
    before: AnyState, move: AnyMove, points: int | None, choice: Decision | None, luck: Estimate | None
) -> tuple[Note, ...]:
    """The notes of a turn: at most one about the choice and one about the draw after it."""
    found: list[Note] = []
    game = games.of(before.rules.name)
    if choice is not None:
        made = choice.made
        if is_mistake(made, game):
            found.append(game.mistake(before, move, points or 0, choice.best.move, choice.best.lead.mean))
        elif choice.best.move == made.move and len(choice.considered) > 1 and _stands_out(choice.considered[1], game):
            found.append(Note("found-best", {"lead": round(choice.considered[1].behind.mean, 1)}))
    if luck is not None and abs(luck.mean) >= game.MUCH_LUCK and luck.interval[0] * luck.interval[1] > 0:
        code = "lucky-draw" if luck.mean > 0 else "unlucky-draw"
        found.append(Note(code, {"lead": round(abs(luck.mean), 1)}))
    return tuple(found)


def is_mistake(made: Considered, game: AnyReviewGame, much: float = 1.0) -> bool:
    """Whether a move surely gave something away, and at least `much` times what a review mentions."""
    sure = made.behind.interval[0] > 0 and made.share_behind.interval[0] >= 0
    return sure and (made.behind.mean >= much * game.LEAD_MATTERS or made.share_behind.mean >= much * SHARE_MATTERS)


def _stands_out(second: Considered, game: AnyReviewGame) -> bool:
    return second.behind.interval[0] > game.LEAD_MATTERS

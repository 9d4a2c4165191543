"""What a move gave away, judged by what its player could know: the possible moves, each with its value and interval.

The hidden pieces are sampled, and every move is tried on the same samples. With two players and an empty bag nothing is
hidden, and the answer is exact.
"""

from __future__ import annotations

from sixfold.review import games
from sixfold.review.considered import Decision
from sixfold.rulesets import AnyMove, AnyView


def judge(view: AnyView, made: AnyMove, samples: int, seed: int, width: int = 10) -> Decision | None:
    """Compare a move with the others of its view; None if the hand is not known or there was no choice."""
    if not view.hand.known:
        return None
    # The kernel counts on from a seed in 64 bits: any whole number becomes one that leaves it room.
    return games.of(view.rules.name).judge(view, made, samples, seed % 2**62, width)

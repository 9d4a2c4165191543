"""Moves compared with each other: each with its value for its player, and how far the best move is ahead. For any game.

Every move is tried on the same samples. So a difference between two moves has a much smaller error than either value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixfold.review.estimate import NOTHING, Estimate
from sixfold.rulesets import AnyMove

BATCHES: Final = 20
"""Samples are taken in so many batches; how the batch means vary gives the errors."""


@dataclass(frozen=True, slots=True)
class Considered:
    """A move with its value for its player: expected final lead, chance to win, and how far the best move is ahead."""

    move: AnyMove
    lead: Estimate
    share: Estimate
    behind: Estimate
    """How much more lead the best move promises; 0 for the best itself."""
    share_behind: Estimate


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision: the move made, and the moves considered, best first. `exact` when nothing was left to chance."""

    made: Considered
    considered: tuple[Considered, ...]
    exact: bool = False

    @property
    def best(self) -> Considered:
        """The move that promises most."""
        return self.considered[0]


def compared(
    moves: Sequence[AnyMove],
    made: AnyMove,
    leads: NDArray[np.float64],
    shares: NDArray[np.float64],
    apart: bool = False,
) -> Decision:
    """Compare moves by their batch means: a row for each batch, a column for each move.

    `apart`: measure moves against the move that looks best in the other half of the batches. Where values are noisy,
    the move that looks best in some samples looks too good in them, and every other move would look like a mistake.
    """
    values = leads if shares.std() < 1e-9 else shares
    best = int(np.argmax(values.mean(axis=0)))
    rival = np.full(len(values), best)
    if apart:
        for half in (0, 1):
            rival[half::2] = np.argmax(values[1 - half :: 2].mean(axis=0))
    rows = np.arange(len(values))
    ahead, share_ahead = leads[rows, rival], shares[rows, rival]
    found = [
        Considered(
            move,
            _estimate(leads[:, i]),
            _estimate(shares[:, i]),
            _estimate(ahead - leads[:, i]) if i != best else NOTHING,
            _estimate(share_ahead - shares[:, i]) if i != best else NOTHING,
        )
        for i, move in enumerate(moves)
    ]
    ranked = sorted(found, key=lambda one: (-one.share.mean, -one.lead.mean))
    ranked.insert(0, ranked.pop(ranked.index(found[best])))
    return Decision(found[moves.index(made)], tuple(ranked))


def _estimate(batches: NDArray[np.float64]) -> Estimate:
    return Estimate(float(batches.mean()), float(batches.std(ddof=1) / np.sqrt(len(batches))))

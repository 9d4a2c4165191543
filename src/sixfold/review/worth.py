"""What a position is worth to somebody who sees all hands: the mean result of playing it on many times.

Only the order of the bag is unknown here. `choices` judges moves by what a player could know.
"""

from __future__ import annotations

import numpy as np

from sixfold.errors import PositionError
from sixfold.pieces import EMPTY
from sixfold.review import games
from sixfold.review.estimate import Ends, Worth, ended, worth_of
from sixfold.rulesets import AnyState


def worth(state: AnyState, samples: int, seed: int) -> Worth:
    """What a state is worth. A finished game is worth its result. All hands must be known (see `known`)."""
    return worth_of(finished(state, samples, seed))


def known(state: AnyState) -> bool:
    """Whether every piece of the state is known, so that it can be played on."""
    back = state.need.back if state.need else EMPTY
    return all(hand.known for hand in state.hands) and back.known


def finished(state: AnyState, samples: int, seed: int) -> Ends:
    """How playing on `samples` times ends, one row for each."""
    if state.outcome is not None:
        return ended(np.array([state.outcome.scores], dtype=np.float64))
    if not known(state):
        raise PositionError("a position with unknown pieces cannot be played on", code="position/unknown")
    return games.of(state.rules.name).finish(state, samples, seed)

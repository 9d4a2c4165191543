"""Many games of Qwirkle Cards side by side: a turn is played card by card."""

from __future__ import annotations

from typing import Final

import numpy as np

from sixfold.cards import CARDS, Rules
from sixfold.kernel import zeros
from sixfold.kernel.cards import games, observing, solver
from sixfold.kernel.cards.listing import ROW
from sixfold.kernel.cards.steps import STEPS
from sixfold.research.vector.many import Columns, GamesVector, limits_of

BOX: Final = 108
_COLUMNS: Final[Columns] = {
    "hand": (observing.HAND, (36,), 0, 3),
    "unseen": (observing.UNSEEN, (36,), 0, 3),
    "lying": (observing.LYING, (36,), 0, 3),
    "played": (observing.OUT, (36,), 0, 3),
    "taken": (observing.LINE, (12,), 0, 3),
    "scores": (observing.VIEW_SCORES, (4,), 0, 18),
    "hand_sizes": (observing.HAND_SIZES, (4,), 0, 9),
    "stock": (observing.STOCK_LEFT, (1,), 0, BOX),
    "seats": (observing.PLAYERS, (1,), 2, 4),
    "seat": (observing.SEAT, (1,), 0, 3),
    "turn": (observing.TURN, (1,), 0, games.MAX_TURNS),
    "last_turns": (observing.LAST, (1,), -1, 4),
    "redrawn": (observing.REDRAWN, (1,), 0, 5),
}


class CardsVector(GamesVector):
    """`size` games of Qwirkle Cards side by side: a decision is a card played, a Qwirkle taken, or the end of a turn.

    >>> vector = CardsVector(4, seed=1)
    >>> seen = vector.reset()
    >>> seen, reward, ended, cut = vector.step(seen["action_mask"].argmax(axis=1))
    >>> seen["action_mask"].shape, seen["played"].sum(axis=1).tolist(), ended.any()
    ((4, 49), [1, 1, 1, 1], np.False_)
    """

    CLAUSE = "C8"
    actions = STEPS
    limits = limits_of(_COLUMNS) | {"action_mask": (0, 1)}
    _deal = staticmethod(observing.renew)
    _advance = staticmethod(observing.step)

    def __init__(
        self,
        size: int,
        seats: int = 2,
        seed: int = 0,
        *,
        rules: Rules = CARDS,
        opponent: str | None = None,
        reward: str = "win",
        discount: float = 1.0,
    ) -> None:
        super().__init__(size, seats, seed, opponent, reward, discount)
        table = zeros((size, games.GAME))
        table[:, [games.HAND_SIZE, games.REDRAWS, games.COPIES]] = rules.hand, rules.redraws, rules.copies
        mask = zeros((size, STEPS), np.int8)
        self._arrays = observing.CardVector(
            games=table,
            marks=zeros((size, observing.MARKS)),
            seen=zeros((size, observing.SEEN), np.int16),
            mask=mask,
            rewards=zeros((size, 4), np.float64),
            work=solver.workspace(rules.kinds, rules.min_row),
            listed=zeros((1, ROW)),
        )
        self._observe(self._arrays, _COLUMNS)
        self.observation["action_mask"] = mask

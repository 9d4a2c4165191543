"""Many games of Qwirkle side by side: a decision is a whole move."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixfold.kernel import tiles, zeros
from sixfold.kernel.tiles import describing, observing, seeing
from sixfold.kernel.tiles.layout import BOX, FRONTIER_MAX, MAX_TURNS, WORDS
from sixfold.research.vector.many import Columns, GamesVector, Observation, limits_of
from sixfold.tiles import TILES, Rules

ROOM: Final = 2048
_COLUMNS: Final[Columns] = {
    "hand": (seeing.HAND, (36,), 0, 3),
    "unseen": (seeing.UNSEEN, (36,), 0, 3),
    "lying": (seeing.LYING, (36,), 0, 3),
    "scores": (seeing.SCORES, (4,), 0, 2000),
    "hand_sizes": (seeing.HAND_SIZES, (4,), 0, 6),
    "bag": (seeing.BAG_LEFT, (1,), 0, BOX),
    "seats": (seeing.PLAYERS, (1,), 2, 4),
    "seat": (seeing.SEAT, (1,), 0, 3),
    "turn": (seeing.TURN, (1,), 0, MAX_TURNS),
    "tiles": (seeing.TILE, (BOX, 3), seeing.NOTHING, BOX),
    "cells": (seeing.CELL, (FRONTIER_MAX, 2), seeing.NOTHING, BOX),
}


class TilesVector(GamesVector):
    """`size` games of Qwirkle side by side: a decision is a whole move.

    >>> vector = TilesVector(4, seed=1)
    >>> seen = vector.reset()
    >>> seen, reward, ended, cut = vector.step(seen["action_mask"].argmax(axis=1))
    >>> seen["tiles"].shape, reward.shape, ended.any()
    ((4, 108, 3), (4,), np.False_)
    """

    CLAUSE = "T4"
    _deal = staticmethod(observing.renew)
    _advance = staticmethod(observing.step)

    def __init__(
        self,
        size: int,
        seats: int = 2,
        seed: int = 0,
        *,
        rules: Rules = TILES,
        opponent: str | None = None,
        reward: str = "win",
        discount: float = 1.0,
        describe: bool = True,
        room: int = ROOM,
    ) -> None:
        super().__init__(size, seats, seed, opponent, reward, discount)
        if not 1 <= room <= 1 << 13:
            raise ValueError(f"room for 1 to {1 << 13} plays")
        self.room, self.actions = room, room + seeing.SWAPS
        games = zeros((size, WORDS))
        games[:] = tiles.blank(rules)
        seen, fits = zeros((size, seeing.SEEN), np.int16), zeros((size, FRONTIER_MAX))
        seen[:, seeing.TILE :] = seeing.NOTHING
        mask, rewards = zeros((size, self.actions), np.int8), zeros((size, 4), np.float64)
        marks = zeros((size, seeing.MARKS))
        # Others' plays are listed there too: what lies beyond the count is not for the eyes of a learner.
        plays = zeros((size, room + seeing.SPARE))
        self._arrays = seeing.Vector(games, marks, plays, seen, fits, mask, rewards)
        self._observe(self._arrays, _COLUMNS)
        self.observation |= {"fits": fits, "action_mask": mask}
        self._moves = zeros((size, room * describing.MOVE), np.int16) if describe else None
        if self._moves is not None:
            self.observation["moves"] = self._moves.reshape(size, room, describing.MOVE)
        known = limits_of(_COLUMNS) | {"fits": (0, (1 << 36) - 1), "action_mask": (0, 1), "moves": (-BOX, 511)}
        self.limits = {name: known[name] for name in self.observation}
        self._count: NDArray[np.int64] = marks[:, seeing.PLAYS]

    @property
    def count(self) -> NDArray[np.int64]:
        """How many plays each game offers: actions below it are allowed."""
        return self._count

    def _described(self) -> Observation:
        if self._moves is not None:
            describing.describe(self._arrays, self._moves)
        return self.observation

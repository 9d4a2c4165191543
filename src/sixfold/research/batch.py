"""Many tile games at once on the kernel, for learners that want hundreds of thousands of steps per second.

It works like a vector environment that resets by itself. `reset` and `step` give arrays with one row per game, always
from the view of the seat to move. Action i is play i of that game's list (in the kernel's order; `points` has their
points). All other actions exchange as much of the hand as the bag allows (T14), or pass if nothing else is left
(T16).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixfold.kernel import tiles, zeros
from sixfold.kernel.tiles import batch as tiles_batch
from sixfold.kernel.tiles.layout import MOVER, WORDS
from sixfold.tiles import TILES, Rules

ROOM: Final = 2048


@dataclass(frozen=True)
class BatchView:
    """What the movers see. The arrays belong to the batch and change with the next step.

    `observation` is laid out as in `sixfold.research.observations`. `count` is the number of plays. `points` has their
    points, and is meaningful below `count`. `seat` is the seat to move.
    """

    observation: NDArray[np.float32]
    count: NDArray[np.int64]
    points: NDArray[np.int64]
    seat: NDArray[np.int64]

    def mask(self) -> NDArray[np.bool_]:
        """True for every play that a game offers."""
        mask: NDArray[np.bool_] = np.arange(self.points.shape[1]) < self.count[:, None]
        return mask


class TilesBatch:
    """`size` games of Qwirkle side by side.

    >>> batch = TilesBatch(4, seats=2, seed=1)
    >>> seen = batch.reset()
    >>> seen, rewards, ended = batch.step(np.zeros(4, dtype=np.int64))
    >>> rewards.shape, ended.any()
    ((4, 2), np.False_)
    """

    def __init__(self, size: int, seats: int = 2, seed: int = 0, rules: Rules = TILES) -> None:
        if not (1 <= size <= 4096 and 2 <= seats <= 4):
            raise ValueError("a batch holds 1 to 4096 games of 2 to 4 seats")
        self.size, self.seats, self.seed = size, seats, seed
        self._games = zeros((size, WORDS))
        self._games[:] = tiles.blank(rules)
        self._seeds = np.arange(seed, seed + size, dtype=np.int64)
        self._plays = zeros((size, ROOM))
        self._points = zeros((size, ROOM))
        self._observation = zeros((size, tiles_batch.VECTOR), np.float32)
        self._counts = zeros(size)
        self._rewards = zeros((size, 5), np.float64)

    def reset(self) -> BatchView:
        """Deal all games from the seed."""
        self._seeds[:] = np.arange(self.seed, self.seed + self.size)
        tiles_batch.reset(
            self._games, self.seats, self.seed, self._plays, self._points, self._observation, self._counts
        )
        return self._seen()

    def step(self, actions: NDArray[np.int64]) -> tuple[BatchView, NDArray[np.float64], NDArray[np.bool_]]:
        """Take one action in every game: what is seen next, the rewards of all seats, and which games ended."""
        actions = np.ascontiguousarray(actions, dtype=np.int64)
        if actions.shape != (self.size,):
            raise ValueError(f"one action for each of the {self.size} games")
        tiles_batch.step(
            self._games,
            actions,
            self._seeds,
            self._plays,
            self._points,
            self._observation,
            self._counts,
            self._rewards,
        )
        return self._seen(), self._rewards[:, : self.seats], self._rewards[:, 4] > 0

    def _seen(self) -> BatchView:
        return BatchView(self._observation, self._counts, self._points, self._games[:, MOVER])

"""Many games side by side on the kernel, in plain numpy: observations, masks and rewards lie in arrays that stay.

`reset` and `step` give the same arrays every time, one row per game; the kernel writes them, and nothing is copied.
`docs/research.md` has a table of every array. `sixfold.research.vector_env` is the same as Gymnasium has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypedDict, TypeVar

import numpy as np
from numpy.typing import NDArray

from sixfold.errors import IllegalMove
from sixfold.kernel import tiles, zeros
from sixfold.kernel.tiles import describing, observing, seeing
from sixfold.kernel.tiles.layout import BOX, FRONTIER_MAX, MAX_TURNS, WORDS
from sixfold.tiles import TILES, Rules

ROOM: Final = 2048
MOST_GAMES: Final = 1 << 16
REWARDS: Final = {
    "win": observing.WIN,
    "margin": observing.MARGIN,
    "points": observing.POINTS,
    "shaped": observing.SHAPED,
}
OPPONENTS: Final = {None: -1, "random": 0, "greedy": 1}
Observation = dict[str, NDArray[Any]]
T = TypeVar("T")

# name: columns of a row of `seen`, shape, least, most
_COLUMNS: Final[Mapping[str, tuple[int, tuple[int, ...], int, int]]] = {
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


class VectorSettings(TypedDict, total=False):
    """What a `TilesVector` takes besides its size."""

    seats: int
    seed: int
    rules: Rules
    opponent: str | None
    reward: str
    discount: float
    describe: bool
    room: int


class TilesVector:
    """`size` games of Qwirkle side by side, always from the view of the seat to move.

    With an `opponent` ("random", "greedy") one seat of every game, drawn anew for each, is the learner's; without one
    every decision of every seat is asked for. `reward` is "win", "margin", "points" or "shaped", and `rewards` has it
    for every seat. A game that ended is dealt anew by `renew`, or by the next `step` in place of its action.

    >>> vector = TilesVector(4, seed=1)
    >>> seen = vector.reset()
    >>> seen, reward, ended, cut = vector.step(seen["action_mask"].argmax(axis=1))
    >>> seen["tiles"].shape, reward.shape, ended.any()
    ((4, 108, 3), (4,), np.False_)
    """

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
        if not (1 <= size <= MOST_GAMES and 2 <= seats <= 4 and 1 <= room <= 1 << 13):
            raise ValueError(f"1 to {MOST_GAMES} games of 2 to 4 seats, with room for 1 to {1 << 13} plays")
        self.size, self.seats, self.seed = size, seats, seed
        self.room, self.actions = room, room + seeing.SWAPS
        self._opponent = _named("opponent", opponent, OPPONENTS)
        self._kind, self._discount = _named("reward", reward, REWARDS), float(discount)
        games = zeros((size, WORDS))
        games[:] = tiles.blank(rules)
        seen, fits = zeros((size, seeing.SEEN), np.int16), zeros((size, FRONTIER_MAX))
        seen[:, seeing.TILE :] = seeing.NOTHING
        mask, rewards = zeros((size, self.actions), np.int8), zeros((size, 4), np.float64)
        self._marks = zeros((size, seeing.MARKS))
        # Others' plays are listed there too: what lies beyond the count is not for the eyes of a learner.
        plays = zeros((size, room + seeing.SPARE))
        self._vector = seeing.Vector(games, self._marks, plays, seen, fits, mask, rewards)
        self.rewards = rewards[:, :seats]
        self.observation: Observation = {
            name: seen[:, first : first + int(np.prod(shape))].reshape(size, *shape)
            for name, (first, shape, _, _) in _COLUMNS.items()
        } | {"fits": fits, "action_mask": mask}
        self._moves = zeros((size, room * describing.MOVE), np.int16) if describe else None
        if self._moves is not None:
            self.observation["moves"] = self._moves.reshape(size, room, describing.MOVE)
        # Views are made once: at 64 games a call, making them costs as much as a game's turn.
        self._count: NDArray[np.int64] = self._marks[:, seeing.PLAYS]
        self._done, self._acted = self._marks[:, seeing.DONE], self._marks[:, seeing.ACTED]
        self._flat, self._rows = rewards.reshape(-1), 4 * np.arange(size)

    @property
    def count(self) -> NDArray[np.int64]:
        """How many plays each game offers: actions below it are allowed."""
        return self._count

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Which games are over and wait to be dealt anew."""
        return self._done > 0

    def reset(self, seed: int | None = None) -> Observation:
        """Deal all games: game i from seed + i."""
        self.seed = self.seed if seed is None else seed
        self._marks[:, seeing.SEED] = np.arange(self.seed, self.seed + self.size)
        observing.renew(self._vector, self.seats, self._opponent, 0)
        self._vector.rewards[:] = 0
        return self._described()

    def renew(self, which: NDArray[np.bool_] | None = None) -> Observation:
        """Deal the games that ended, and those of `which`, each from its next seed; the others stay as they are."""
        if which is not None:
            self._done[which] = 1
        observing.renew(self._vector, self.seats, self._opponent, 1)
        return self._described()

    def step(
        self, actions: NDArray[np.integer]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
        """One decision in every game: what is seen next, the reward of who decided, which games ended or were cut off.

        IllegalMove names the first game whose mask forbids its action; then nothing has happened in any game.
        """
        if actions.shape != (self.size,) or actions.dtype.kind not in "iu":
            raise ValueError(f"one whole number for each of the {self.size} games")
        words = np.ascontiguousarray(actions, dtype=np.int64)
        found = observing.step(self._vector, words, self.seats, self._opponent, self._kind, self._discount)
        if found < 0:
            game = -1 - found
            raise IllegalMove(f"game {game} does not allow action {words[game]}", clause="T4", reason="mask")
        reward = self._flat.take(self._rows + self._acted)
        return self._described(), reward, self._done == 1, self._done == 2

    def _described(self) -> Observation:
        if self._moves is not None:
            describing.describe(self._vector, self._moves)
        return self.observation


def bounds(vector: TilesVector) -> dict[str, tuple[int, int]]:
    """The least and the most that every array may hold."""
    known = {name: (least, most) for name, (_, _, least, most) in _COLUMNS.items()}
    known |= {"fits": (0, (1 << 36) - 1), "action_mask": (0, 1), "moves": (-BOX, 511)}
    return {name: known[name] for name in vector.observation}


def _named(what: str, name: T, names: Mapping[T, int]) -> int:
    if name not in names:
        raise ValueError(f"no {what} {name!r}: there are {', '.join(map(str, names))}")
    return names[name]

"""Many games side by side on the kernel, in plain numpy: observations, masks and rewards lie in arrays that stay.

`reset` and `step` give the same arrays every time, one row per game; the kernel writes them, and nothing is copied.
`docs/observations.md` has a table of every array. `sixfold.research.vector_env` is the same as Gymnasium has it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from sixfold.errors import IllegalMove
from sixfold.kernel import rewards, tiles, zeros
from sixfold.kernel.tiles import describing, observing, seeing
from sixfold.kernel.tiles.layout import BOX, FRONTIER_MAX, MAX_TURNS, WORDS
from sixfold.tiles import TILES, Rules

ROOM: Final = 2048
MOST_GAMES: Final = 1 << 16
REWARDS: Final = {
    "win": rewards.WIN,
    "margin": rewards.MARGIN,
    "points": rewards.POINTS,
    "shaped": rewards.SHAPED,
}
OPPONENTS: Final = {None: -1, "random": 0, "greedy": 1}
Array = NDArray[Any]
Observation = dict[str, Array]
T = TypeVar("T")

Columns = Mapping[str, tuple[int, tuple[int, ...], int, int]]
"""The arrays that lie in a row of `seen`: each by its name with its first column, shape, least and most."""

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


class Arrays(Protocol):
    """What a vector of either game has in the kernel, beside the rest: a row for each game."""

    @property
    def marks(self) -> NDArray[np.int64]:
        """What is not in the games themselves."""
        ...

    @property
    def seen(self) -> NDArray[np.int16]:
        """What is observed, as numbers."""
        ...

    @property
    def rewards(self) -> NDArray[np.float64]:
        """What every seat got."""
        ...


class GamesVector:
    """`size` games side by side, always from the view of the seat to move: what the vectors of both games share.

    With an `opponent` ("random", "greedy") one seat of every game, drawn anew for each, is the learner's; without one
    every decision of every seat is asked for. `reward` is "win", "margin", "points" or "shaped", and `rewards` has it
    for every seat. A game that ended is dealt anew by `renew`, or by the next `step` in place of its action.
    """

    actions: int
    """How many actions have a number."""
    limits: Mapping[str, tuple[int, int]]
    """The least and the most that every array of the observation may hold."""
    CLAUSE: ClassVar[str]
    """The clause that says what a turn may do: an action that no mask allows is refused by it."""
    _deal: Callable[..., object]
    _advance: Callable[..., int]

    def __init__(self, size: int, seats: int, seed: int, opponent: str | None, reward: str, discount: float) -> None:
        if not (1 <= size <= MOST_GAMES and 2 <= seats <= 4):
            raise ValueError(f"1 to {MOST_GAMES} games of 2 to 4 seats")
        self.size, self.seats, self.seed = size, seats, seed
        self._opponent = _named("opponent", opponent, OPPONENTS)
        self._kind, self._discount = _named("reward", reward, REWARDS), float(discount)

    def _observe(self, vector: Arrays, columns: Columns, seed: int, acted: int, done: int) -> None:
        """Show the arrays of the kernel; the numbers say which of the marks are the seed, who acted, how it stands."""
        self._vector, self._marks = vector, vector.marks
        self.rewards = vector.rewards[:, : self.seats]
        self.observation: Observation = {
            name: vector.seen[:, first : first + int(np.prod(shape))].reshape(self.size, *shape)
            for name, (first, shape, _, _) in columns.items()
        }
        # Views are made once: at 64 games a call, making them costs as much as a game's turn.
        self._seeds, self._acted, self._done = (self._marks[:, mark] for mark in (seed, acted, done))
        self._flat, self._rows = vector.rewards.reshape(-1), 4 * np.arange(self.size)

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Which games are over and wait to be dealt anew."""
        return self._done > 0

    def reset(self, seed: int | None = None) -> Observation:
        """Deal all games: game i from seed + i."""
        self.seed = self.seed if seed is None else seed
        self._seeds[:] = np.arange(self.seed, self.seed + self.size)
        self._deal(self._vector, self.seats, self._opponent, 0)
        self._vector.rewards[:] = 0
        return self._described()

    def renew(self, which: NDArray[np.bool_] | None = None) -> Observation:
        """Deal the games that ended, and those of `which`, each from its next seed; the others stay as they are."""
        if which is not None:
            self._done[which] = 1
        self._deal(self._vector, self.seats, self._opponent, 1)
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
        found = self._advance(self._vector, words, self.seats, self._opponent, self._kind, self._discount)
        if found < 0:
            game = -1 - found
            raise IllegalMove(f"game {game} does not allow action {words[game]}", clause=self.CLAUSE, reason="mask")
        reward = self._flat.take(self._rows + self._acted)
        return self._described(), reward, self._done == 1, self._done == 2

    def _described(self) -> Observation:
        return self.observation


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
        self._observe(self._arrays, _COLUMNS, seeing.SEED, seeing.ACTED, seeing.DONE)
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


def limits_of(columns: Columns) -> dict[str, tuple[int, int]]:
    """The least and the most of each array."""
    return {name: (least, most) for name, (_, _, least, most) in columns.items()}


def _named(what: str, name: T, names: Mapping[T, int]) -> int:
    if name not in names:
        raise ValueError(f"no {what} {name!r}: there are {', '.join(map(str, names))}")
    return names[name]

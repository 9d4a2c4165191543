"""Many games side by side, of either game: dealing, steps, rewards and the ways to begin a new game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from sixfold.errors import IllegalMove
from sixfold.kernel import rewards
from sixfold.kernel.many import ACTED, DONE, SEED

MOST_GAMES: Final = 1 << 16
REWARDS: Final = {
    "win": rewards.WIN,
    "margin": rewards.MARGIN,
    "points": rewards.POINTS,
    "shaped": rewards.SHAPED,
}
OPPONENTS: Final = {None: -1, "random": 0, "greedy": 1}
Array = NDArray[Any]
"""An array of numpy, of whatever it holds."""
Observation = dict[str, Array]
"""What is seen of all games: arrays by their names, one row per game."""
T = TypeVar("T")

Columns = Mapping[str, tuple[int, tuple[int, ...], int, int]]
"""The arrays that lie in a row of `seen`: each by its name with its first column, shape, least and most."""


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

    With an `opponent` ("random", "greedy"), one seat of every game belongs to the learner; it is drawn again for each
    game. Without one, you decide for every seat. `reward` is "win", "margin", "points" or "shaped", and `rewards` has
    it for every seat. `renew` deals the games that ended; otherwise the next `step` deals them and ignores their
    action.
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

    def _observe(self, vector: Arrays, columns: Columns) -> None:
        """Show the arrays of the kernel."""
        self._vector, self._marks = vector, vector.marks
        self.rewards = vector.rewards[:, : self.seats]
        self.observation: Observation = {
            name: vector.seen[:, first : first + int(np.prod(shape))].reshape(self.size, *shape)
            for name, (first, shape, _, _) in columns.items()
        }
        # Views are made once: at 64 games a call, making them costs as much as a game's turn.
        self._seeds, self._acted, self._done = (self._marks[:, mark] for mark in (SEED, ACTED, DONE))
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
        """One decision in every game: what is seen next, the mover's reward, which games ended and which were cut off.

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


def limits_of(columns: Columns) -> dict[str, tuple[int, int]]:
    """The least and the most of each array."""
    return {name: (least, most) for name, (_, _, least, most) in columns.items()}


def _named(what: str, name: T, names: Mapping[T, int]) -> int:
    if name not in names:
        raise ValueError(f"no {what} {name!r}: there are {', '.join(map(str, names))}")
    return names[name]

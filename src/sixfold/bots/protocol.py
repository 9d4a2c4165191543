"""What a bot is: one class, one method. `choose(view, budget)` answers with a `Choice`.

A bot sees a View and nothing else, and its choice is a pure function of its seed, the view and the budget in rollouts.
Not here: finding bots (registry.py), what people read about them (levels.py), playing them (sixfold.arena).
"""

from __future__ import annotations

import hashlib
import random
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from sixfold.bots import notes
from sixfold.errors import NotationError
from sixfold.pieces import Pieces

MoveT = TypeVar("MoveT")
ViewT = TypeVar("ViewT", bound="Seen")


@dataclass(frozen=True, slots=True)
class Budget:
    """How much thinking is allowed. Without a limit, a bot thinks as much as its level does against people.

    With `rollouts`, or without any limit, the choice is the same on every machine. `ms` (wall clock) can only end
    thinking early; if it does not, it changes nothing. A bot that does not search may ignore both, as it is always
    within them.

    >>> Budget.parse("rollouts=400,ms=1500")
    Budget(rollouts=400, ms=1500)
    >>> str(Budget(rollouts=400)), str(Budget())
    ('rollouts=400', '')
    """

    rollouts: int | None = None
    ms: int | None = None

    def __post_init__(self) -> None:
        for name, amount in (("rollouts", self.rollouts), ("ms", self.ms)):
            if amount is not None and amount < 1:
                raise NotationError(
                    f"a budget of {name}={amount} allows no move: it is at least 1",
                    code="notation/budget",
                    text=f"{name}={amount}",
                )

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Read `rollouts=400`, `ms=1500`, both with a comma between, or nothing."""
        amounts: dict[str, int] = {}
        for part in filter(None, text.split(",")):
            name, _, amount = part.partition("=")
            if name not in ("rollouts", "ms") or name in amounts or not (amount.isascii() and amount.isdigit()):
                raise NotationError(
                    f"{part!r} is not part of a budget: it is rollouts=N or ms=N, joined by a comma",
                    code="notation/budget",
                    text=part,
                )
            amounts[name] = int(amount)
        return cls(**amounts)

    def __str__(self) -> str:
        amounts = {"rollouts": self.rollouts, "ms": self.ms}
        return ",".join(f"{name}={amount}" for name, amount in amounts.items() if amount is not None)

    def deadline(self) -> Deadline:
        """Start the clock of this budget; a searching bot asks it between batches of rollouts."""
        return Deadline(None if self.ms is None else time.perf_counter() + self.ms / 1000)


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on `time.perf_counter`, or none."""

    at: float | None

    @property
    def passed(self) -> bool:
        """Whether the time is up. Never, without a limit."""
        return self.at is not None and time.perf_counter() >= self.at

    @property
    def left_s(self) -> float:
        """Seconds that remain, infinite without a limit, never below 0."""
        return float("inf") if self.at is None else max(0.0, self.at - time.perf_counter())


NEVER: Final = Deadline(None)


# No slots on these two: Python 3.11 cannot make a frozen, slotted object of a subscripted class (`Choice[Move](...)`).
@dataclass(frozen=True)
class Alternative(Generic[MoveT]):
    """A move that was considered, with the bot's value for it."""

    move: MoveT
    value: float


@dataclass(frozen=True)
class Choice(Generic[MoveT]):
    """A bot's answer.

    `value` is the bot's own estimate of the move, more is better; a searching bot gives the expected final lead over
    the best other seat in points (tiles) or Qwirkles (cards), a greedy one what the move itself brings. `alternatives`
    are the best moves considered, the chosen one included, best first, in the same unit. `note` is one sentence for
    people who want to know why. `rollouts` is how many were spent, so that a budget can be checked.
    """

    move: MoveT
    value: float | None = None
    alternatives: tuple[Alternative[MoveT], ...] = ()
    note: str = ""
    rollouts: int = 0


class Seen(Protocol):
    """The part of a View that both games share and that names a position."""

    @property
    def rules(self) -> Any: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def hand(self) -> Pieces: ...
    @property
    def hand_sizes(self) -> tuple[int, ...]: ...
    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def bag_count(self) -> int: ...
    @property
    def unseen(self) -> Pieces: ...


class Bot(ABC, Generic[ViewT, MoveT]):
    """A player. Subclass it, set `game` and `name`, write `choose`; register it under `sixfold.bots`.

    One object serves any number of games and keeps nothing between calls that could change an answer: caches are fine,
    counters and consumed random streams are not. All randomness comes from `self.stream(view)`.
    """

    game: ClassVar[str]
    """`tiles` or `cards`."""
    name: ClassVar[str]
    """The name on the command line and in records: lower case, unique within the game."""
    compiled: ClassVar[bool] = False
    """Whether the bot thinks in the kernel. With the engine Numba, its first move on a machine may wait for the
    compiler.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    @abstractmethod
    def choose(self, view: ViewT, budget: Budget) -> Choice[MoveT]:
        """The move for `view.seat`, whose turn it is. It is always legal and within `budget`."""

    def reply(self, view: ViewT) -> MoveT:
        """The move that `choose` makes without a limit, for callers that need nothing else. A bot may have a faster way
        to it.
        """
        return self.choose(view, Budget()).move

    def stream(self, view: ViewT, salt: str = "") -> random.Random:
        """A fresh random stream that depends on the bot's seed, the position and `salt`, and on nothing else."""
        return random.Random(self.seed_for(view, salt))

    def seed_for(self, view: ViewT, salt: str = "") -> int:
        """The 63-bit seed behind `stream`, for kernels with generators of their own."""
        place = (
            view.rules.name,
            view.seat,
            view.hand,
            view.hand_sizes,
            view.scores,
            view.bag_count,
            # What lies open is the box without these and the hand, so the unseen pieces stand for the whole table.
            view.unseen,
        )
        text = "|".join(map(str, (self.seed, self.name, salt, *place)))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1


AnyBot = Bot[Any, Any]
"""A bot of either game, where the game does not matter."""


def stand_in(other: Bot[ViewT, MoveT], view: ViewT, budget: Budget) -> Choice[MoveT]:
    """The choice of another bot, for a bot that cannot think here as its name says. The note says so, and why."""
    why = notes.NOT_LEARNED.format(view.rules.name) if view.hand.known else notes.NOT_KNOWN
    choice = other.choose(view, budget)
    return replace(choice, note=notes.STANDS_IN.format(other.name, why, choice.note))

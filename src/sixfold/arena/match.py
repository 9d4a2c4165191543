"""A match: who plays whom, over which deals, and the result of every game. Plain values that travel between processes.

Deal `n` of a match is one shuffle. It is played once for every seating, so every bot gets the same luck of the draw.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from sixfold import rulesets
from sixfold.arena.contestant import Contestant, seed_of

VERSION: Final = 1
"""Raised when the same match would give other games. A journal of another version is not continued."""


@dataclass(frozen=True, slots=True)
class Match:
    """Everything that decides the games: the same Match gives the same games on every runner and every machine,
    as long as budgets are in rollouts."""

    ruleset: str
    contestants: tuple[Contestant, ...]
    seed: int
    timeout_s: float = 60.0
    keep_records: bool = False
    weigh_luck: bool = True

    @property
    def seats(self) -> int:
        """How many play at one table."""
        return len(self.contestants)

    @property
    def game(self) -> str:
        """`tiles` or `cards`."""
        return rulesets.find(self.ruleset).game

    def seating(self, rotation: int) -> tuple[int, ...]:
        """Which contestant sits on each seat: the cyclic rotations, which for two bots are both seatings."""
        return tuple((seat + rotation) % self.seats for seat in range(self.seats))

    def shuffle(self, deal: int) -> bytes:
        """The 64 bytes behind a deal's shuffle. They do not depend on who plays: one seed gives the same deals."""
        return hashlib.sha512(f"sixfold arena|{self.ruleset}|{self.seats}|{self.seed}|{deal}".encode()).digest()

    def bot_seed(self, contestant: int) -> int:
        """The seed that this contestant's bot is made with."""
        return seed_of("arena bot", self.seed, contestant)

    def header(self) -> dict[str, object]:
        """What a journal says about its match; a match with another header is another match."""
        return {
            "arena": VERSION,
            "ruleset": self.ruleset,
            "bots": [str(one) for one in self.contestants],
            "budgets": [str(one.budget) for one in self.contestants],
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a bot lost a game outside the rules: it raised, answered illegally or answered too late.

    `trace` is the bot's own traceback, where it raised.
    """

    contestant: int
    bot: str
    code: str
    message: str
    view: dict[str, object]
    trace: str = ""

    def told(self) -> str:
        """The whole fault for the bot's author, with the view in one line that can be pasted into a test."""
        return "\n".join(filter(None, (self.message, self.trace, f"  view: {json.dumps(self.view)}")))


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """One finished game. Every tuple is in the order of the contestants, not of the seats."""

    deal: int
    rotation: int
    shares: tuple[float, ...]
    scores: tuple[int, ...]
    moves: tuple[int, ...]
    cpu_s: tuple[float, ...]
    reason: str
    fault: Fault | None = None
    record: str = field(default="", compare=False)
    luck: tuple[float, ...] = ()
    """What each contestant's draws were worth beyond the mean of such draws, in points; empty if it was not measured.
    """

    @property
    def margin(self) -> float:
        """The first contestant's score minus the mean of the others'."""
        return _ahead(self.scores)

    @property
    def edge(self) -> float:
        """The first contestant's luck minus the mean of the others'. It is 0 on average, and explains most of the
        spread of margins.
        """
        return _ahead(self.luck) if self.luck else 0.0

    @property
    def result(self) -> tuple[object, ...]:
        """Everything that must be equal on every runner: all but the time it took."""
        return (self.deal, self.rotation, self.shares, self.scores, self.moves, self.reason, self.luck)


def _ahead(values: Sequence[float]) -> float:
    return values[0] - sum(values[1:]) / (len(values) - 1)

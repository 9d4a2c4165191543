"""Who takes part in a match: a bot by name with a budget (`champion:rollouts=400`), or any program (`cmd:PROGRAM`).

A contestant is only a description, which can be sent to another process. There, `build` makes the player.
"""

from __future__ import annotations

import hashlib
import shlex
import traceback
from dataclasses import dataclass, replace
from typing import Final

from sixfold import bots
from sixfold.arena.program import ProgramBot
from sixfold.bots import AnyBot, Budget
from sixfold.errors import BotError

UNLIMITED: Final = Budget()


@dataclass(frozen=True, slots=True)
class Contestant:
    """One side of a match. `program` is the command line of a `cmd:` bot. `name` is the bot that this program is asked
    to play.

    >>> str(Contestant.parse("champion:rollouts=400", "tiles"))
    'champion:rollouts=400'
    >>> Contestant.parse("cmd/expert:my-bot --fast", "tiles").program
    ('my-bot', '--fast')
    """

    game: str
    name: str
    budget: Budget = UNLIMITED
    program: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str, game: str) -> Contestant:
        """Read `NAME`, `NAME:BUDGET`, `cmd:PROGRAM` or `cmd/NAME:PROGRAM`; an unknown name lists those that exist."""
        head, colon, rest = text.partition(":")
        if head == "cmd" or head.startswith("cmd/"):
            try:
                program = tuple(shlex.split(rest))
            except ValueError as error:
                raise BotError(
                    f"{text!r} cannot be read as a command: {error}", bot=text, code="bot/unknown"
                ) from error
            if not program:
                raise BotError(f"{text!r} names no program: write cmd:PROGRAM", bot=text, code="bot/unknown")
            # A program that plays one way ignores the name; `sixfold engine` needs one.
            return cls(game, head.partition("/")[2] or "greedy", program=program)
        bots.find(game, head)
        return cls(game, head, Budget.parse(rest) if colon else UNLIMITED)

    def within(self, budget: Budget) -> Contestant:
        """The same contestant, with the match's budget where it has none of its own."""
        return self if str(self.budget) else replace(self, budget=budget)

    def build(self, seed: int) -> AnyBot:
        """The player itself."""
        if self.program:
            return ProgramBot(self.program, self.name, str(self), seed)
        kind = bots.find(self.game, self.name)
        try:
            return kind(seed)
        except Exception as error:
            what = f"the bot {self.name!r} could not be made: {type(error).__name__}: {error}"
            raise BotError(f"{what}\n{their_trace(error)}", bot=self.name, code="bot/load") from None

    def __str__(self) -> str:
        if self.program:
            head = "cmd" if self.name == "greedy" else f"cmd/{self.name}"
            return f"{head}:{shlex.join(self.program)}"
        return f"{self.name}:{self.budget}" if str(self.budget) else self.name


def their_trace(error: BaseException) -> str:
    """The traceback of a bot's error as its author expects it: without our own frame that called the bot."""
    inner = error.__traceback__.tb_next if error.__traceback__ else None
    return "".join(traceback.format_exception(type(error), error, inner)).rstrip()


def seed_of(*parts: object) -> int:
    """A 63-bit seed for one purpose, from the match's seed and what it is for."""
    digest = hashlib.sha256("|".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1

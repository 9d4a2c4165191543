"""The daily bag: one deal for everyone on a day, against the same bot (docs/shuffle.md).

Here are its seed, and the check that a record is a game of it: the game is dealt again, with every reply of the bot.
Not here: which day it is, who played, and the secret of a sealed bag.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from itertools import zip_longest
from typing import Final

from sixfold import rulesets
from sixfold.bots import AnyBot, find
from sixfold.dealer import DUPLICATE, AnyDealer, combine, dealer_of, doubled
from sixfold.errors import PositionError
from sixfold.record import FIRST_LINE, Headers, Journal, Player
from sixfold.rulesets import AnyMove, AnyState

PERSON: Final = 0
BOT: Final = 1
"""Who sits where."""
LEVEL: Final = "greedy"
"""The bot that everyone plays against. It answers almost at once, so a result can be checked."""
CHAMPION: Final = "champion"
"""The bot whose result stands beside those of people."""
MOST_CHARS: Final = 40_000
MOST_MOVES: Final = 200
"""No game of two is longer, by far."""
_OWN: Final = f"{PERSON}: "


@dataclass(frozen=True, slots=True)
class Result:
    """A game of the daily bag that was played to its end. `scores`: the person's, the bot's."""

    day: date
    game: str
    scores: tuple[int, int]
    turns: int
    best: int


@dataclass(frozen=True, slots=True)
class Bag:
    """The bag of a day. Whoever knows its seed knows the deal. `sealed`: the seed is a server's secret until later."""

    day: date
    seed: bytes = field(repr=False)
    sealed: bool = False

    @property
    def name(self) -> str:
        """What its tables are dealt as."""
        return f"{'sealed' if self.sealed else 'daily'} {self.day.isoformat()}"


def bag_of(day: date) -> Bag:
    """The bag of a day that devices play. Everybody can compute its seed."""
    return Bag(day, doubled("sixfold/daily/1", day.isoformat().encode()))


def dealer(bag: Bag, ruleset: str) -> AnyDealer:
    """Who deals a day's bag, before the first deal."""
    seed = combine(bag.seed, bag.name, ruleset, [b"", b""])
    return dealer_of(DUPLICATE, seed, 2)


def opponent(bag: Bag, game: str) -> AnyBot:
    """The bot. Its chance comes from the bag, so it is the same at all tables of the bag."""
    return find(game, LEVEL)(_luck(bag, BOT))


def _luck(bag: Bag, seat: int) -> int:
    """The seed of a bot that sits there."""
    return int.from_bytes(hashlib.sha256(f"{bag.name} {seat}".encode()).digest()[:4], "big")


def judge(text: str) -> Result:
    """Check that this record is a game of a daily bag, played to its end by the rules. Raises if anything is wrong.

    Only the person's moves are taken from the record. Dealt and answered again, they must give the same lines.
    """
    lines = [line.strip() for line in text[:MOST_CHARS].splitlines()]
    gap = lines.index("") if "" in lines else len(lines)
    day, ruleset = _headers(lines[:gap])
    told = [line for line in lines[gap:] if line]
    own = [line.removeprefix(_OWN).partition(" = ")[0] for line in told if line.startswith(_OWN)]
    if len(own) > MOST_MOVES:
        raise _wrong(f"it has more than {MOST_MOVES} moves of one player")
    moves = iter(own)

    def told_move(state: AnyState) -> AnyMove:
        if (move := next(moves, None)) is None:
            raise _wrong("it was not played to its end")
        return rulesets.find(ruleset).parse_move(move)

    journal = _played(bag_of(day), ruleset, told_move)
    made = [str(event) for event in journal.record.events]
    for number, (line, real) in enumerate(zip_longest(told, made, fillvalue=""), 1):
        if line != real:
            raise _wrong(f"its line {number} is {line[:80]!r}, where the bag and the bot give {real[:80]!r}")
    return result_of(day, journal.state)


def champion(bag: Bag, game: str) -> Result:
    """The champion's result of a day's bag, on the person's seat. It is the same on every machine."""
    bot = find(game, CHAMPION)(_luck(bag, PERSON))
    played = _played(bag, rulesets.CURRENT[game], lambda state: bot.reply(state.view(PERSON)))
    return result_of(bag.day, played.state)


def result_of(day: date, state: AnyState) -> Result:
    """What a game of a day's bag came to, once it is over."""
    points = [entry.points for entry in state.sheet if entry.seat == PERSON]
    scores = (state.scores[PERSON], state.scores[BOT])
    return Result(day, rulesets.find(state.rules.name).game, scores, len(points), max(points, default=0))


def _wrong(why: str) -> PositionError:
    return PositionError(f"this is no game of a daily bag: {why}", code="position/daily")


def _headers(lines: list[str]) -> tuple[date, str]:
    """The day and the rule set. Who played, and at which table, makes no difference."""
    tags = dict(line.split(": ", 1) for line in lines if ": " in line)
    if lines[:1] != [FIRST_LINE] or len(tags) != len(lines) - 1:
        raise _wrong(f"a record begins with {FIRST_LINE!r} and its headers, each once")
    found = re.fullmatch(r"daily (\d{4}-\d\d-\d\d)", tags.get("bag", ""), re.ASCII)
    try:
        day = date.fromisoformat(found[1] if found else "")
    except ValueError:
        raise _wrong("its bag is another one") from None
    offered = [rulesets.offered(game)[0] for game in rulesets.GAMES]
    ruleset = tags.get("ruleset", "")
    if ruleset not in offered or tags.get("shuffle") != str(DUPLICATE):
        raise PositionError(
            f"the daily bag is played by {' or '.join(offered)}, dealt by shuffle {DUPLICATE}",
            code="position/daily-version",
        )
    return day, ruleset


def _played(bag: Bag, ruleset: str, person: Callable[[AnyState], AnyMove]) -> Journal:
    """The game that the person's moves lead to."""
    rules = rulesets.find(ruleset)
    dealt, bot = dealer(bag, ruleset), opponent(bag, rules.game)
    journal = Journal(Headers(ruleset, (Player("-"), Player("-"))))
    while journal.state.outcome is None:
        state = journal.state
        if state.need is not None:
            drawn, dealt = dealt.deal(state.need, state.rules.box)
            journal.draw(drawn)
        elif state.to_move == BOT:
            journal.play(bot.reply(state.view(BOT)))
        else:
            journal.play(person(state))
    journal.end()
    return journal

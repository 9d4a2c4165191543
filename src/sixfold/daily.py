"""The daily bag: one deal for everyone on a day, against the same bot (docs/shuffle.md). Its seed, and whether a record
is a game of it: dealt again, with every reply of the bot. Not here: which day it is, and who played.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import date
from itertools import zip_longest
from typing import Final

from sixfold import rulesets
from sixfold.bots import AnyBot, Budget, find
from sixfold.dealer import DUPLICATE, AnyDealer, combine, dealer_of, doubled
from sixfold.errors import PositionError
from sixfold.record import FIRST_LINE, Headers, Journal, Player

PERSON: Final = 0
BOT: Final = 1
"""Who sits where."""
LEVEL: Final = "greedy"
"""The bot that everyone plays against: its answers take no time to speak of, so that a result can be checked."""
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


def bag_of(day: date) -> str:
    """The name of a day's bag."""
    return f"daily {day.isoformat()}"


def seed_of(day: date) -> bytes:
    """The seed of a day's bag: everybody can work it out."""
    return doubled("sixfold/daily/1", day.isoformat().encode())


def dealer(day: date, ruleset: str) -> AnyDealer:
    """Who deals a day's bag, before the first deal."""
    seed = combine(seed_of(day), bag_of(day), ruleset, [b"", b""])
    return dealer_of(DUPLICATE, seed, 2)


def opponent(day: date, game: str) -> AnyBot:
    """The bot, whose luck is that of the bag: the same at all of its tables."""
    digest = hashlib.sha256(f"{bag_of(day)} {BOT}".encode()).digest()
    return find(game, LEVEL)(int.from_bytes(digest[:4], "big"))


def judge(text: str) -> Result:
    """Whether this record is a game of a daily bag, played to its end by the rules. Raises where anything is not.

    Of the record only the person's moves are believed: dealt and answered again they have to give the same lines.
    """
    lines = [line.strip() for line in text[:MOST_CHARS].splitlines()]
    gap = lines.index("") if "" in lines else len(lines)
    day, ruleset = _headers(lines[:gap])
    told = [line for line in lines[gap:] if line]
    own = [line.removeprefix(_OWN).partition(" = ")[0] for line in told if line.startswith(_OWN)]
    if len(own) > MOST_MOVES:
        raise _wrong(f"it has more than {MOST_MOVES} moves of one player")
    journal = _played(day, ruleset, own)
    made = [str(event) for event in journal.record.events]
    for number, (line, real) in enumerate(zip_longest(told, made, fillvalue=""), 1):
        if line != real:
            raise _wrong(f"its line {number} is {line[:80]!r}, where the bag and the bot give {real[:80]!r}")
    state = journal.state
    points = [entry.points for entry in state.sheet if entry.seat == PERSON]
    game = rulesets.find(ruleset).game
    return Result(day, game, (state.scores[PERSON], state.scores[BOT]), len(points), max(points, default=0))


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


def _played(day: date, ruleset: str, own: list[str]) -> Journal:
    """The game that the person's moves lead to."""
    rules = rulesets.find(ruleset)
    bag, bot = dealer(day, ruleset), opponent(day, rules.game)
    journal = Journal(Headers(ruleset, (Player("-"), Player("-"))))
    moves = iter(own)
    while journal.state.outcome is None:
        state = journal.state
        if state.need is not None:
            drawn, bag = bag.deal(state.need, state.rules.box)
            journal.draw(drawn)
        elif state.to_move == BOT:
            journal.play(bot.choose(state.view(BOT), Budget()).move)
        elif (move := next(moves, None)) is None:
            raise _wrong("it was not played to its end")
        else:
            journal.play(rules.parse_move(move))
    journal.end()
    return journal

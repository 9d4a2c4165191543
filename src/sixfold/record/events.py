"""The parts of a record as plain values with their text forms: who played, and what happened. Not whether it was legal.

The limits are here too: everything that these values accept can be written and read again.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import date
from typing import Final

from sixfold.errors import NotationError
from sixfold.game import Seat
from sixfold.pieces import Pieces
from sixfold.rulesets import AnyMove

MAX_NAME: Final = 60
MAX_AGE: Final = 150
MAX_TAGS: Final = 40
MAX_TAG: Final = 300
HEX: Final = {"seed": 128, "commitment": 64, "first-seed": 128, "first-commitment": 64}
"""Tags of hexadecimal digits, and how many: the shuffle of the game."""
RESERVED: Final = frozenset(("ruleset", "date", "seat", "age", "draw", "announce", "anew", "takeback", "result"))
REASON: Final = r"[TC]\d\d?|[a-z][a-z-]{0,29}"

_KEY: Final = re.compile(r"[a-z][a-z-]{0,29}( [0-3])?")
# Marks that turn or split what people see, so that a name could pass for something else.
_TRICKS: Final = frozenset("\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\ufeff")


def plain(character: str) -> bool:
    """Whether a character has a place in a record: it can be seen, or is a space, or joins others."""
    return character.isprintable() or (character not in _TRICKS and unicodedata.category(character) in ("Zs", "Cf"))


def fault(message: str) -> NotationError:
    """What is wrong in a record, before its line is known."""
    return NotationError(message, code="notation/record")


def check_tag(key: str, value: str) -> None:
    """Refuse a tag that could not be written or read again."""
    if not _KEY.fullmatch(key) or key.split()[0] in RESERVED:
        raise fault(f"{key[:40]!r} is no header: one is small letters and perhaps a seat, like 'note' or 'bot 1'")
    _check_text(repr(key), value, MAX_TAG)
    digits = HEX.get(key)
    if digits is not None and not re.fullmatch(rf"[0-9a-f]{{{digits}}}", value):
        raise fault(f"{key!r} is {digits} hexadecimal digits")


def _check_text(what: str, text: str, most: int) -> None:
    if not 0 < len(text) <= most or text != text.strip() or not all(map(plain, text)):
        raise fault(f"{what} is 1 to {most} characters that can be seen, with no space at either end")


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat; the age matters for ties of the opening (T3, C3)."""

    name: str
    age: int | None = None

    def __post_init__(self) -> None:
        if self.name:
            _check_text("a name", self.name, MAX_NAME)
        if self.age is not None and not 0 <= self.age <= MAX_AGE:
            raise fault(f"{self.age} is no age in years")


@dataclass(frozen=True, slots=True)
class Headers:
    """What is known before the first event. `tags` are free words, `seed`, `commitment` and `note` among them."""

    ruleset: str
    players: tuple[Player, ...]
    date: date | None = None
    tags: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if len(self.tags) > MAX_TAGS or len(dict(self.tags)) < len(self.tags):
            raise fault(f"a record has at most {MAX_TAGS} tags, each once")
        for key, value in self.tags:
            check_tag(key, value)
        object.__setattr__(self, "tags", tuple(sorted(self.tags)))

    @property
    def ages(self) -> tuple[int | None, ...]:
        """The age of each seat, None where it was not told."""
        return tuple(player.age for player in self.players)

    @property
    def names(self) -> tuple[str, ...]:
        """What every seat is called: its player's name, else its bot's, else its number."""
        return tuple(
            player.name or self.tag(f"bot {seat}") or str(seat + 1) for seat, player in enumerate(self.players)
        )

    def tag(self, key: str) -> str | None:
        """The value of a tag, None where it is not given."""
        return dict(self.tags).get(key)


# Events, in the past tense ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Drew:
    """Pieces came from the bag: the deal, the end of a turn, an exchange. `draw 0: RoRs?`"""

    seat: Seat
    pieces: Pieces

    def __str__(self) -> str:
        return f"draw {self.seat}: {self.pieces}"


@dataclass(frozen=True, slots=True)
class Announced:
    """What everyone said before the opening, 0 where nobody wrote it down; for unknown hands only. `announce: 4 0`"""

    sizes: tuple[int, ...]

    def __str__(self) -> str:
        return f"announce: {' '.join(map(str, self.sizes))}"


@dataclass(frozen=True, slots=True)
class Anew:
    """The game went on elsewhere: the bag and these hands were put together, mixed and dealt anew; None kept its hand.

    `anew: - RoRsRdGoGsGd`
    """

    hands: tuple[Pieces | None, ...]

    def __str__(self) -> str:
        return f"anew: {' '.join('-' if hand is None else str(hand) for hand in self.hands)}"


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat moved; `points` is None where the turn goes on (C11's redraw). `0: 0,0:Rs 1,0:Rd = 2`"""

    seat: Seat
    move: AnyMove
    points: int | None

    def __str__(self) -> str:
        return f"{self.seat}: {self.move}" + ("" if self.points is None else f" = {self.points}")


@dataclass(frozen=True, slots=True)
class TookBack:
    """At the wish of a seat the game stands again where it stood `turns` turns ago. `takeback 0: 2`"""

    seat: Seat
    turns: int

    def __str__(self) -> str:
        return f"takeback {self.seat}: {self.turns}"


@dataclass(frozen=True, slots=True)
class Ended:
    """How it ended: by a clause of the rules, or by a word such as `resigned`, then perhaps `by` whom.

    `result: C14, scores 3 4, winners 1`, `result: resigned by 0, scores 3 4, winners 1`
    """

    reason: str
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    by: Seat | None = None

    def __post_init__(self) -> None:
        if not re.fullmatch(REASON, self.reason):
            raise fault(f"{self.reason[:40]!r} is no reason to end: a clause or a word in small letters")

    @property
    def by_the_rules(self) -> bool:
        """Whether a clause ended the game."""
        return not self.reason[0].islower()

    def __str__(self) -> str:
        who = "" if self.by is None else f" by {self.by}"
        scores, winners = (" ".join(map(str, numbers)) for numbers in (self.scores, self.winners))
        return f"result: {self.reason}{who}, scores {scores}, winners {winners or '-'}"


Event = Drew | Announced | Anew | Moved | TookBack | Ended
"""One line of a record after its headers."""

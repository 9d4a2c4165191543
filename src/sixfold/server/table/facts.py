"""What happened at a table, as it is stored: numbered, past tense, complete. Seats see projections of it (seen.py).

These hold hidden things (the seed, drawn pieces) and never leave the server as they are. They hold no name and no age:
those are in the store's places, so that a person can be erased while the game stays.
"""

from __future__ import annotations

from typing import Literal

import msgspec


class Stored(msgspec.Struct, tag_field="e", omit_defaults=True, frozen=True, kw_only=True):
    """One numbered event."""


class Chosen(msgspec.Struct, omit_defaults=True, frozen=True, kw_only=True):
    """How a seat was set up: see wire.NewSeat."""

    kind: Literal["person", "here", "bot"]
    bot: str = ""
    assist: Literal["off", "places", "points", "best"] = "places"
    open: bool = False


class Terms(msgspec.Struct, omit_defaults=True, frozen=True, kw_only=True):
    """The table's options: see wire.Options."""

    clock: int | None = None
    memory: bool = False
    leaving: Literal["bot", "end"] = "bot"
    hints: bool = True
    watch: bool = True
    bot_s: int = 10
    """Seconds that a remote bot has for a move."""


Draws = list[tuple[int, str]]
"""Answers to chance, in order: seat and pieces."""


class Created(Stored, tag="created", frozen=True, kw_only=True):
    """`seed`: the server's part of the shuffle, hex; its commitment was public from here on. `key` makes the links."""

    game: Literal["tiles", "cards"]
    ruleset: str
    seats: list[Chosen]
    terms: Terms
    host: str
    seed: str
    key: str
    after: str = ""


class Joined(Stored, tag="joined", frozen=True, kw_only=True):
    seat: int
    player: str


class Readied(Stored, tag="readied", frozen=True, kw_only=True):
    seat: int
    entropy: str


class Started(Stored, tag="started", frozen=True, kw_only=True):
    """`ranks` order the seats by age, older is more, null for unknown. `asked`: tied people whose age has to be known.

    `stand_ins` are bots for seats that nobody has confirmed.
    """

    draws: Draws
    ranks: list[int | None]
    asked: list[int] = []
    stand_ins: dict[int, str] = {}


class Aged(Stored, tag="aged", frozen=True, kw_only=True):
    seat: int


class Opened(Stored, tag="opened", frozen=True, kw_only=True):
    ranks: list[int | None]


class Played(Stored, tag="played", frozen=True, kw_only=True):
    """`by` the clock: time was up for the seat, and its draft or the least there is was played."""

    seat: int
    move: str
    draws: Draws = []
    by: Literal["person", "bot", "clock", "way"] = "person"
    way_by: int | None = None
    drafted: bool = False
    """By the clock: what lay on the table as a legal draft."""


class Stuck(Stored, tag="stuck", frozen=True, kw_only=True):
    seat: int
    by: Literal["person", "bot", "clock"] = "person"


class NoWay(Stored, tag="no_way", frozen=True, kw_only=True):
    seat: int


class Settled(Stored, tag="settled", frozen=True, kw_only=True):
    """C11 decided: a way exists, or the hand was redrawn."""

    seat: int
    exists: bool
    draws: Draws = []


class TakeBackAsked(Stored, tag="take_back_asked", frozen=True, kw_only=True):
    seat: int


class TakeBackAgreed(Stored, tag="take_back_agreed", frozen=True, kw_only=True):
    seat: int
    by: int


class TakeBackRefused(Stored, tag="take_back_refused", frozen=True, kw_only=True):
    seat: int
    by: int


class TakenBack(Stored, tag="taken_back", frozen=True, kw_only=True):
    """`steps`: how many entries of the table's log are undone; `turns`: how many finished turns those were."""

    seat: int
    steps: int
    turns: int


class Resigned(Stored, tag="resigned", frozen=True, kw_only=True):
    seat: int
    stand_in: str = ""


class Left(Stored, tag="left", frozen=True, kw_only=True):
    seat: int
    stand_in: str = ""


class Replaced(Stored, tag="replaced", frozen=True, kw_only=True):
    """A bot plays for who has been away for long, until they are back."""

    seat: int
    stand_in: str


class Returned(Stored, tag="returned", frozen=True, kw_only=True):
    seat: int


class Removed(Stored, tag="removed", frozen=True, kw_only=True):
    seat: int
    stand_in: str = ""


class Adjusted(Stored, tag="adjusted", frozen=True, kw_only=True):
    seat: int
    assist: Literal["off", "places", "points", "best"] | None = None
    open: bool | None = None


class Said(Stored, tag="said", frozen=True, kw_only=True):
    seat: int
    word: str


class Ended(Stored, tag="ended", frozen=True, kw_only=True):
    reason: str
    winners: list[int]


class RematchAsked(Stored, tag="rematch_asked", frozen=True, kw_only=True):
    seat: int


class Rematched(Stored, tag="rematched", frozen=True, kw_only=True):
    table: str


class Closed(Stored, tag="closed", frozen=True, kw_only=True):
    reason: str


AnyStored = (
    Created | Joined | Readied | Started | Aged | Opened | Played | Stuck | NoWay | Settled | TakeBackAsked
    | TakeBackAgreed | TakeBackRefused | TakenBack | Resigned | Left | Replaced | Returned | Removed | Adjusted | Said
    | Ended | RematchAsked | Rematched | Closed
)  # fmt: skip

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyStored)


def encode(event: AnyStored) -> bytes:
    """The event as the store keeps it."""
    return _encoder.encode(event)


def decode(body: bytes) -> AnyStored:
    """What `encode` wrote."""
    return _decoder.decode(body)  # type: ignore[no-any-return]

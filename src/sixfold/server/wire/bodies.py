"""The bodies of HTTP requests and answers."""

# ruff: noqa: RUF012 - msgspec gives every message an empty list of its own.
from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from sixfold.server.table.seats import Chosen, Options
from sixfold.server.wire.frames import Refusal, TableInfo
from sixfold.server.wire.words import Age, Assist, Game, In, Name, Out, Phase


class NewSeat(Chosen, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A seat of a new table. here: one on my device; person: somebody with the link; bot: `bot` names it.

    The first `here` seat is the host's own. At least one seat is `here` or `person`.
    """

    bot: Annotated[str, Meta(max_length=40)] | None = None  # type: ignore[assignment]
    name: Name | None = None
    age: Age | None = None


class NewOptions(Options, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """See Options; `hints` left out: yes when at most one seat is a person's."""

    clock: Annotated[int, Meta(ge=5, le=86400)] | None = None
    hints: bool | None = None  # type: ignore[assignment]


class NewTable(In, kw_only=True):
    """POST /api/tables; `ruleset` left out: the game's current one."""

    game: Game
    ruleset: Annotated[str, Meta(max_length=40)] | None = None
    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=4)]
    options: NewOptions = field(default_factory=NewOptions)


class Made(Out, kw_only=True):
    """A table made or joined: where it is and what is mine. The page is /t/{table}."""

    table: str
    seats: list[int]
    info: TableInfo


class Invitation(Out, kw_only=True):
    """GET /api/invites/{invite}: what the link is for. `free` false: somebody sits there (`yours`: you)."""

    table: str
    game: Game
    ruleset: str
    seat: int
    phase: Phase
    names: list[str]
    free: bool
    yours: bool = False


class Join(In, kw_only=True):
    """POST /api/invites/{invite}"""

    name: Name
    age: Age | None = None
    assist: Assist = "places"


class MyTable(Out, kw_only=True):
    """A line of GET /api/tables: the tables I sit at, newest first. `names` by seat, empty for a free one."""

    table: str
    game: Game
    phase: Phase
    names: list[str]
    seats: list[int]
    your_turn: bool
    changed: int
    scores: list[int] = []
    winners: list[int] = []


class MyTables(Out, kw_only=True):
    tables: list[MyTable]


class Me(Out, kw_only=True):
    """GET /api/me: null name for a visitor who has neither made nor joined a table."""

    name: str | None = None
    guest: bool = True


class Rename(In, kw_only=True):
    """PUT /api/me"""

    name: Name


class DeviceCode(Out, kw_only=True):
    """POST /api/me/device: type or scan this on the other device within `seconds`."""

    code: str
    seconds: int


class UseCode(In, kw_only=True):
    """POST /api/device"""

    code: Annotated[str, Meta(min_length=1, max_length=32)]


class ExportedGame(Out, kw_only=True):
    """A seat that I had; `age` is null when it was not given."""

    table: str
    seat: int
    name: str
    age: int | None


class Export(Out, kw_only=True):
    """GET /api/me/export: all that is stored about a person."""

    name: str
    created: int
    games: list[ExportedGame]


class BotInfo(Out, kw_only=True):
    """A bot one can seat, by strength, with its name for people. `average`: what casual play scores against it.

    `wins`: the share of games that casual play wins against it. `remote`: a program elsewhere that is connected now;
    nobody knows how strong it is.
    """

    name: str
    game: Game
    level: int
    title: str = ""
    about: str = ""
    face: str = ""
    average: float | None = None
    wins: float | None = None
    remote: bool = False


class Bots(Out, kw_only=True):
    bots: list[BotInfo]


class VerifyBody(In, kw_only=True):
    """POST /api/verify: a record, as text."""

    record: Annotated[str, Meta(max_length=200_000)]


class Verified(Out, kw_only=True):
    """Whether the shuffle of a record is the committed one; `draws` checked. `refusal` says what failed."""

    ok: bool
    draws: int = 0
    refusal: Refusal | None = None


class Problem(Out, kw_only=True):
    """The body of every HTTP answer from 400 up."""

    refusal: Refusal

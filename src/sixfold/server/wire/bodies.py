"""The bodies of HTTP requests and answers."""

# ruff: noqa: RUF012 - msgspec gives every message an empty list of its own.
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from sixfold.server.table.seats import Chosen, Options
from sixfold.server.wire.dailies import MyDaily
from sixfold.server.wire.frames import Refusal, TableInfo
from sixfold.server.wire.lobby import LetterWish
from sixfold.server.wire.moderation import BlockInfo, ExportedReport
from sixfold.server.wire.notices import ChannelInfo
from sixfold.server.wire.plans import ExportedPlan
from sixfold.server.wire.ratings import RatingInfo
from sixfold.server.wire.tournaments import MyTournament
from sixfold.server.wire.words import Age, Assist, Game, In, Name, NewPace, Out, Phase

Result = Literal["won", "drawn", "lost", "left", "shared", "closed"]


class NewSeat(Chosen, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A seat of a new table. here: one on my device; person: somebody with the link; bot: `bot` names it.

    The first `here` seat is the host's own. At least one seat is `here` or `person`.
    """

    bot: Annotated[str, Meta(max_length=40)] | None = None  # type: ignore[assignment]
    name: Name | None = None
    age: Age | None = None


class NewOptions(NewPace, Options, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """See Options; `hints` left out: yes when at most one seat is a person's.

    Of `clock` and `total` there is one at the most; `increment` is for a total clock, `vacation` for a clock of days.
    """

    hints: bool | None = None  # type: ignore[assignment]
    delay: Annotated[int, Meta(ge=0, le=20)] = 0
    language: Annotated[str, Meta(max_length=8, pattern="^[a-z]*$")] = ""


class NewTable(In, kw_only=True):
    """POST /api/tables; `ruleset` left out: the game's current one.

    `record`: a game that was begun on a device, with the proof of its shuffle. It goes on at the new table when all
    have confirmed; what the seats `here` do not hold is dealt anew then. One that is over stays as it is.
    """

    game: Game
    ruleset: Annotated[str, Meta(max_length=40)] | None = None
    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=4)]
    options: NewOptions = field(default_factory=NewOptions)
    record: Annotated[str, Meta(max_length=200_000)] | None = None


class Made(Out, kw_only=True):
    """A table made or joined: where it is and what is mine. The page is /t/{table}."""

    table: str
    seats: list[int]
    info: TableInfo


class Invitation(Out, kw_only=True):
    """GET /api/invites/{invite}: what a link or a code is for. `free` false: somebody sits there (`yours`: you).

    `seat` is null where it leads to the table: whoever joins gets the first of its `seats_free`. `watch`: whether one
    may look on without a seat. `host`: the name of who invites, if they sit there.
    """

    table: str
    game: Game
    ruleset: str
    seat: int | None
    phase: Phase
    names: list[str]
    free: bool
    seats_free: int
    watch: bool
    host: str = ""
    yours: bool = False


class Join(In, kw_only=True):
    """POST /api/invites/{invite}"""

    name: Name
    age: Age | None = None
    assist: Assist = "places"


class LobbyCode(Out, kw_only=True):
    """POST /api/tables/{table}/code: six letters that open this lobby until a time (s), for the host to tell."""

    code: str
    until: int


class MyTable(Out, kw_only=True):
    """A line of GET /api/tables: the tables I sit at, newest first. `names` by seat, empty for a free one.

    `your_turn`: also before the game, when all seats are taken and mine is still to be confirmed.
    """

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


class Opponent(Out, kw_only=True):
    """Somebody one has met. `bot`: the level of one that is none; `name` is empty when that person was erased."""

    name: str
    bot: str = ""


class PlayedGame(Out, kw_only=True):
    """A finished game of mine. `names` and `bots` by seat; `best` (my best turn) and `qwirkles` where one seat is mine.

    `result` is mine; `left`: a bot played on for me; `shared`: several seats were mine; `closed`: nobody won.
    """

    table: str
    game: Game
    changed: int
    names: list[str]
    bots: list[str]
    seats: list[int]
    scores: list[int]
    winners: list[int]
    result: Result
    best: int | None = None
    qwirkles: int | None = None


class MyGames(Out, kw_only=True):
    """GET /api/games: those that are running, with the first page alone; then finished ones, newest first.

    The query says which: `game`, `result`, `name` (a part of an opponent's), `bot` (the level of one), `before` (the
    `next` of the page before; there is none after the last one).
    """

    running: list[MyTable] = []
    games: list[PlayedGame]
    next: str | None = None


class Tally(Out, kw_only=True):
    """Finished games by how they ended for me."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


class GameFigures(Tally, kw_only=True):
    """My finished games of one kind, where one seat was mine to the end. `best` is a turn, and `table` where it was."""

    game: Game
    points: int
    turns: int
    best: int
    qwirkles: int
    table: str


class Against(Tally, kw_only=True):
    """My finished games of one kind with somebody: by who it was, whatever the name was then."""

    game: Game
    who: Opponent


class Figures(Out, kw_only=True):
    """GET /api/games/figures: over all my games."""

    games: list[GameFigures]
    against: list[Against]


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
    """A seat that I had; `age` is null when it was not given. When the game is over, what came of it (PlayedGame)."""

    table: str
    seat: int
    name: str
    age: int | None
    game: Game | None = None
    changed: int | None = None
    result: Result | None = None
    score: int | None = None
    turns: int | None = None
    best: int | None = None
    qwirkles: int | None = None


class Export(Out, kw_only=True):
    """GET /api/me/export: all that is stored about a person."""

    name: str
    created: int
    games: list[ExportedGame]
    ratings: list[RatingInfo] = []
    notices: list[ChannelInfo] = []
    tournaments: list[MyTournament] = []
    dailies: list[MyDaily] = []
    blocks: list[BlockInfo] = []
    reports: list[ExportedReport] = []
    plans: list[ExportedPlan] = []
    letters: list[LetterWish] = []


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

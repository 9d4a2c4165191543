"""The bodies of HTTP about tournaments. Who takes part is a number, from 1 in the order in which they entered."""

# ruff: noqa: RUF012 - msgspec gives every message an empty list of its own.
from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sixfold.pace import Pace
from sixfold.server.wire.words import Game, In, Name, NewPace, Out

TournamentSystem = Literal["swiss", "round_robin"]
TournamentStage = Literal["open", "round", "between", "over"]
Winner = Literal["first", "second", "drawn", "neither"]
Points = Annotated[int, Meta(ge=0, le=2000)]


class NewTournament(NewPace, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """POST /api/tournaments. `rounds`: of a Swiss; a round robin has as many as it needs. `name`: the organiser's.

    The clock is that of Options, for every table of every round.
    """

    title: Annotated[str, Meta(min_length=1, max_length=60)]
    game: Game
    system: TournamentSystem = "swiss"
    rounds: Annotated[int, Meta(ge=1, le=20)] = 5
    name: Name


class EnterTournament(In, kw_only=True):
    """POST /api/tournaments/{tournament}/entrants: take part. `box`: an organiser enters somebody without a device, who
    plays with a box; `again`: an organiser takes back whoever had left, by the number."""

    name: Name = ""
    box: bool = False
    again: int | None = None


class RuleGame(In, kw_only=True):
    """PUT /api/tournaments/{tournament}/rounds/{number}/games/{game}: how it went, as an organiser says.

    `first`, `second`: the points of both, nought where nobody counted.
    """

    winner: Winner
    first: Points = 0
    second: Points = 0


class TakeOver(In, kw_only=True):
    """POST /api/tournaments/{tournament}/organisers: organise too, by the key of its link."""

    name: Name
    key: Annotated[str, Meta(max_length=64)] = ""


class TournamentEntrant(Out, kw_only=True):
    """Somebody who takes part: the name is empty once they were erased. `gone`: no longer. `box`: without a device.

    `since`: after how many rounds they came.
    """

    number: int
    name: str
    gone: bool = False
    box: bool = False
    since: int = 0


class TournamentGame(Out, kw_only=True):
    """Two who meet. `table`: where, for them and the organisers. `by` the table, an organiser, or absence."""

    first: int
    second: int
    table: str | None = None
    winner: Winner | None = None
    points: list[int] = []
    by: Literal["table", "organiser", "absent"] | None = None


class TournamentRound(Out, kw_only=True):
    games: list[TournamentGame]
    bye: int | None = None


class TournamentPlace(Out, kw_only=True):
    """A line of the standings. `points` and the sums of points are halves."""

    place: int
    number: int
    points: int
    won: int = 0
    drawn: int = 0
    lost: int = 0
    buchholz: int = 0
    berger: int = 0
    margin: int = 0
    scored: int = 0


class TournamentInfo(Pace, frozen=True, kw_only=True):
    """A tournament as I see it. `me`: my number in it. `key`: for organisers, of the link by which others organise too.

    `orphan`: nobody organises it any more; whoever takes part may take it over. `next`: whether a round is left. The
    clock is that of Options.
    """

    tournament: str
    title: str
    game: Game
    system: TournamentSystem
    stage: TournamentStage
    all_rounds: int
    created: int
    next: bool = False
    entrants: list[TournamentEntrant] = []
    rounds: list[TournamentRound] = []
    standings: list[TournamentPlace] = []
    me: int | None = None
    organiser: bool = False
    orphan: bool = False
    key: str | None = None


class TournamentNews(Out, kw_only=True):
    """GET /api/tournaments/{tournament}?seen=n: what it is like at number `n`; without `info` nothing is new."""

    n: int
    info: TournamentInfo | None = None


class MyTournament(Out, kw_only=True):
    tournament: str
    title: str
    game: Game
    stage: TournamentStage
    changed: int
    organiser: bool = False


class MyTournaments(Out, kw_only=True):
    """GET /api/tournaments: those I organise or take part in, the newest change first. `offered`: by this server."""

    tournaments: list[MyTournament] = []
    offered: bool = True

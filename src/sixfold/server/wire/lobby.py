"""The bodies of HTTP about the lobby."""

# ruff: noqa: RUF012 - msgspec gives every message an empty list of its own.
from __future__ import annotations

from sixfold.pace import Pace
from sixfold.server.wire.ratings import RatingInfo
from sixfold.server.wire.words import Game, Name, NewPace, Out


class OpenTable(Pace, frozen=True, kw_only=True):
    """A table that anybody may join: `names` of who sits there, `free` seats of `seats`, its clock and language.

    The clock is that of Options. `level`: the rating of its host at this kind of table, where there is one. `bots`:
    the levels that sit there. `yours`: you sit there already.
    """

    table: str
    game: Game
    ruleset: str
    names: list[str]
    seats: int
    free: int
    created: int
    rated: bool = False
    language: str = ""
    bots: list[str] = []
    level: RatingInfo | None = None
    yours: bool = False


class LobbyInfo(Out, kw_only=True):
    """GET /api/lobby: open tables, newest first, and what this server offers."""

    tables: list[OpenTable] = []
    offers_tables: bool
    offers_pairing: bool
    offers_rated: bool


class SeekBody(NewPace, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """POST /api/lobby/seek: wait for an opponent at a table of two. The clock is that of Options; without any it is one
    of 60 seconds for a move.

    With a clock of days nobody has to wait: the wish is kept (LetterWish), instead of the one for the same game.
    """

    game: Game
    rated: bool = False
    name: Name


class LetterWish(Pace, frozen=True, kw_only=True):
    """A game by letter that I asked for (`since`). It ends by itself at `until`. `table`: somebody was found, go there.

    `since` and `until` are seconds since 1970.
    """

    game: Game
    rated: bool = False
    since: int
    until: int
    table: str | None = None


class Seeking(Out, kw_only=True):
    """GET /api/lobby/seek: how it goes; ask again every few seconds, who does not is forgotten.

    `waiting` false: for nothing. `table`: go there. `reach`: by how many points the other may differ by now from one's
    own `points`; left out when it does not matter any more. `letters`: what one need not wait for, by game.
    """

    waiting: bool = False
    seconds: int = 0
    points: int = 0
    reach: int | None = None
    table: str | None = None
    letters: list[LetterWish] = []

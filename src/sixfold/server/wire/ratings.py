"""The bodies of HTTP about ratings."""

# ruff: noqa: RUF012 - msgspec gives every message an empty list of its own.
from __future__ import annotations

from sixfold.server.wire.words import Game, Out


class RatingInfo(Out, kw_only=True):
    """How strong somebody is at one game with so many seats: `points`, give or take `margin` (95 %), by `games` games.

    A difference of points means what it means in Elo's. `provisional`: there were too few games to be ranked.
    """

    game: Game
    seats: int
    points: int
    margin: int
    games: int
    provisional: bool = False


class Ranked(Out, kw_only=True):
    """A line of a leaderboard. `bot`: the level of a bot of ours. `you`: yours."""

    place: int
    name: str
    rating: RatingInfo
    bot: str = ""
    you: bool = False


class RatingList(Out, kw_only=True):
    """GET /api/ratings: a page of those with enough games, the strongest first; with `provisional` of the others.

    `total`: how many there are in all. `mine`: my own line, wherever it is, also a provisional one.
    """

    game: Game
    seats: int
    lines: list[Ranked]
    total: int
    enough: int
    mine: Ranked | None = None


class RatingChange(Out, kw_only=True):
    """What a rated game changed for the one at a seat: from `before` points to `now`."""

    seat: int
    before: int
    now: RatingInfo


class RatingChanges(Out, kw_only=True):
    """GET /api/tables/{table}/ratings: by seat, once the game is over; nobody where it did not count."""

    changes: list[RatingChange] = []


class MyRatings(Out, kw_only=True):
    """GET /api/me/ratings: all of mine."""

    ratings: list[RatingInfo] = []

"""The bodies of HTTP about results of the daily bag."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sixfold.server.wire.frames import Refusal
from sixfold.server.wire.words import Game, In, Out


class ShareDaily(In, kw_only=True):
    """POST /api/daily: the record of my game of a day's bag. `name`: what others see; left out: nobody's."""

    record: Annotated[str, Meta(max_length=40_000)]
    name: Annotated[str, Meta(max_length=40)] = ""


class DailyResult(Out, kw_only=True):
    """How a game of the bag ended: the person's points and the bot's, in so many turns, the best of which brought
    `best`. Equal results share a `place`. `you`: yours."""

    place: int = 0
    name: str = ""
    score: int
    other: int
    turns: int
    best: int
    you: bool = False


class DailyList(Out, kw_only=True):
    """GET /api/daily/{game}/{day}: the best who shared, out of `total`. Most points first, then the fewest of the bot.

    Those of a day's own bag were played on devices, which know it, and were checked for legality alone; those of a
    sealed bag (below) were played at the server's tables. `mine`: my own, wherever it
    is. `champion`: what the champion made of the same bag, without a place; null until it has played.
    """

    game: Game
    day: str
    lines: list[DailyResult]
    total: int
    mine: DailyResult | None = None
    champion: DailyResult | None = None


class PlaySealed(In, kw_only=True):
    """POST /api/sealed/{game}: sit down at my table of today's bag. `name`: what others see; left out: nobody's."""

    name: Annotated[str, Meta(max_length=40)] = ""


class SealedBag(Out, kw_only=True):
    """GET /api/sealed/{game}/{day}: the bag that nobody but the server knows, and who made what of it.

    `commitment`: to its seed, as at its tables; `next`: to that of the day after. `seed`: once no result is taken any
    more. `table`: mine, once I have sat down; `over`: its game is. `begins`: whether it can be begun now.
    `refusal`: why the result of my game was not taken, if it was played to its end.
    """

    results: DailyList
    commitment: str = ""
    next: str = ""
    seed: str = ""
    table: str = ""
    over: bool = False
    begins: bool = False
    refusal: Refusal | None = None


class MyDaily(Out, kw_only=True):
    """A result of mine, as others see it. `sealed`: of the day's sealed bag."""

    game: Game
    day: str
    sealed: bool = False
    name: str
    score: int
    other: int
    turns: int
    best: int
    at: int

"""Routes of one's own games: a list of them, running first, and figures over all that are over."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated, Final, get_args

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from sixfold import rulesets
from sixfold.bots.levels import free_name
from sixfold.errors import Refused
from sixfold.server import wire
from sixfold.server.house import House
from sixfold.server.http.answers import NO_STORE, AnyRequest
from sixfold.server.http.costs import allowance_of
from sixfold.server.http.tables import my_table
from sixfold.server.http.visitors import player_of
from sixfold.server.store import Found, Met, Sum, Wanted

PAGE: Final = 30
LONGEST: Final = 80
OfGame = Annotated[str, QueryParameter(name="game", max_length=LONGEST, description="tiles or cards.")]
OfResult = Annotated[str, QueryParameter(name="result", max_length=LONGEST, description="How it ended for me.")]
OfName = Annotated[str, QueryParameter(name="name", max_length=LONGEST, description="A part of an opponent's name.")]
OfBot = Annotated[str, QueryParameter(name="bot", max_length=LONGEST, description="The level of a bot I met.")]
Before = Annotated[str, QueryParameter(name="before", max_length=LONGEST, description="The `next` of the page before.")]


@get("/api/games", summary="My games, running first", tags=["games"])
async def games(
    request: AnyRequest,
    house: NamedDependency[House],
    game: OfGame = "",
    result: OfResult = "",
    name: OfName = "",
    bot: OfBot = "",
    before: Before = "",
) -> Response[wire.MyGames]:
    wanted = _wanted(game, result, name, bot, before)
    player = await player_of(house, request)
    if player is None:
        return Response(wire.MyGames(games=[]), headers=NO_STORE)
    lines = [] if before else await house.store.running_of(player.id)
    allowance_of(request.scope).pay(sum(line.table not in house.rooms for line in lines) // 2)
    running = [await my_table(house, line, player.id) for line in lines]
    found = await house.store.games_of(player.id, wanted, PAGE + 1)
    page, more = found[:PAGE], found[PAGE:]
    told = wire.MyGames(
        running=[table for table in running if table is not None],
        games=[_played(one, player.id) for one in page],
        next=f"{page[-1].changed}.{page[-1].table}" if more else None,
    )
    return Response(told, headers=NO_STORE)


@get("/api/games/figures", summary="Figures over all my games", tags=["games"])
async def figures(request: AnyRequest, house: NamedDependency[House]) -> Response[wire.Figures]:
    player = await player_of(house, request)
    sums, met = await house.store.sums_of(player.id) if player else ([], [])
    return Response(wire.Figures(games=_by_game(sums), against=_against(met)), headers=NO_STORE)


HANDLERS: Final = (games, figures)


def _wanted(game: str, result: str, name: str, bot: str, before: str) -> Wanted:
    """The query, read strictly: a filter that nobody knows would find nothing and say nothing."""
    if game and game not in rulesets.CURRENT:
        raise Refused(f"there is no game {game!r}", code="request/field")
    if result and result not in get_args(wire.Result):
        raise Refused(f"there is no result {result!r}", code="request/field")
    at, _, table = before.partition(".")
    if before and not (at.isascii() and at.isdigit() and len(at) < 16 and table):
        raise Refused(f"no page ends with {before!r}", code="request/field")
    return Wanted(game, result, name.strip(), bot, (int(at), table) if before else None)


def _played(found: Found, player: str) -> wire.PlayedGame:
    line = json.loads(found.line or "{}")
    mine = [bar.seat for bar in found.seats if bar.player == player]
    alone = len(mine) == 1
    return wire.PlayedGame(
        table=found.table,
        game=found.game,  # type: ignore[arg-type]
        changed=found.changed // 1000,
        names=[bar.name or (free_name(bar.bot, ()) if bar.bot else "") for bar in found.seats],
        bots=[bar.bot for bar in found.seats],
        seats=mine,
        scores=line.get("scores", []),
        winners=line.get("winners", []),
        result=found.result,  # type: ignore[arg-type]
        best=found.best if alone else None,
        qwirkles=found.qwirkles if alone else None,
    )


def _by_game(sums: Iterable[Sum]) -> list[wire.GameFigures]:
    found: dict[str, wire.GameFigures] = {}
    for one in sums:
        empty = wire.GameFigures(game=one.game, points=0, turns=0, best=0, qwirkles=0, table=one.table)  # type: ignore[arg-type]
        told = found.setdefault(one.game, empty)
        told.points += one.points
        told.turns += one.turns
        told.best = max(told.best, one.best)
        told.qwirkles += one.qwirkles
        _count(told, one.result, one.games)
    return list(found.values())


def _against(met: Iterable[Met]) -> list[wire.Against]:
    """By who it was: a person under the name of the last game together, a bot by its level. Most games first."""
    found: dict[tuple[str, ...], wire.Against] = {}
    for one in sorted(met, key=lambda one: -one.last):
        bot = one.bot and not one.player
        who = wire.Opponent(name="", bot=one.bot) if bot else wire.Opponent(name=one.name)
        known = (one.game, one.bot, "") if bot else (one.game, "", one.player)
        told = found.setdefault(known, wire.Against(game=one.game, who=who))  # type: ignore[arg-type]
        _count(told, one.result, one.games)
    return sorted(found.values(), key=lambda told: -(told.won + told.drawn + told.lost))


def _count(tally: wire.Tally, result: str, games: int) -> None:
    setattr(tally, result, getattr(tally, result) + games)

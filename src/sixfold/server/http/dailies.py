"""Routes of the daily bag: sharing a result, and the results of everybody."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from sixfold import daily
from sixfold.server import wire
from sixfold.server.dailies import bag_named, key_of
from sixfold.server.house import House
from sixfold.server.http.answers import NO_STORE, AnyRequest
from sixfold.server.http.costs import charge, owner_of
from sixfold.server.http.visitors import any_player, player_of
from sixfold.server.judge import refusal
from sixfold.server.sealed import sealed_by, table_of
from sixfold.server.store import CHAMPION, DailyRow
from sixfold.server.table.names import clean

PAGE: Final = 50
Listed = Response[wire.DailyList]


@post("/api/daily", summary="Share my result of a daily bag", tags=["daily"], status_code=200)
async def share(request: AnyRequest, house: NamedDependency[House], data: JSONBody[wire.ShareDaily]) -> Listed:
    charge(request.scope, "daily")
    player, cookies = await any_player(house, request, data.name)
    name = clean(data.name) if data.name.strip() else ""
    found = await house.dailies.share(player.id, name, data.record, owner_of(request.scope))
    told = await _told(house, found.game, found.day.isoformat(), player.id)
    return Response(told, cookies=cookies, headers=NO_STORE)


@get("/api/daily/{game:str}/{day:str}", summary="Who made what of a bag", tags=["daily"])
async def look(request: AnyRequest, house: NamedDependency[House], game: FromPath[str], day: FromPath[str]) -> Listed:
    player = await player_of(house, request)
    bag = bag_named(game, day)
    told = await _told(house, game, day, player.id if player else "")
    if told.total and told.champion is None:
        house.dailies.have_champion(daily.bag_of(bag), game)
    return Response(told, headers=NO_STORE)


@post("/api/sealed/{game:str}", summary="Play today's sealed bag", tags=["daily"], status_code=200)
async def play_sealed(
    request: AnyRequest, house: NamedDependency[House], game: FromPath[str], data: JSONBody[wire.PlaySealed]
) -> Response[wire.SealedBag]:
    today = house.dailies.today
    bag_named(game, str(today))
    charge(request.scope, "make")
    house.moderation.check_names(data.name)
    player, cookies = await any_player(house, request, data.name)
    await house.sealed.sit(game, player.id, clean(data.name) if data.name.strip() else "")
    told = await _sealed(house, game, today, player.id)
    return Response(told, cookies=cookies, headers=NO_STORE)


@get("/api/sealed/{game:str}/{day:str}", summary="Who made what of a sealed bag", tags=["daily"])
async def look_sealed(
    request: AnyRequest, house: NamedDependency[House], game: FromPath[str], day: FromPath[str]
) -> Response[wire.SealedBag]:
    player = await player_of(house, request)
    bag = bag_named(game, day)
    if bag > house.dailies.today:
        house.dailies.check_day(bag)
    return Response(await _sealed(house, game, bag, player.id if player else ""), headers=NO_STORE)


HANDLERS: Final = (share, look, play_sealed, look_sealed)


async def dailies_of(house: House, player: str) -> list[wire.MyDaily]:
    """All that somebody has shared."""
    return [
        wire.MyDaily(
            game=row.game,  # type: ignore[arg-type]
            day=row.day.removeprefix("sealed "),
            sealed=row.day.startswith("sealed "),
            name=row.name,
            score=row.score,
            other=row.other,
            turns=row.turns,
            best=row.best,
            at=row.at // 1000,
        )
        for row in await house.store.dailies_of(player)
    ]


async def _sealed(house: House, game: str, day: date, me: str) -> wire.SealedBag:
    results = await _told(house, game, str(day), me, sealed=True)
    bag = await house.sealed.bag(day)
    if bag is None:
        return wire.SealedBag(results=results)
    begins = day == house.dailies.today
    following = await house.sealed.bag(day + timedelta(1)) if begins else None
    table = table_of(bag, game, me) if me else ""
    line = await house.store.line(table) if table else None
    over = line is not None and line.phase == "finished"
    refused = None
    if over and results.mine is None and (room := await house.look(table)) is not None:
        refused = await house.sealed.take(room.table)  # the server may have stopped before it was kept
        results = await _told(house, game, str(day), me, sealed=True)
    if results.total and results.champion is None:
        house.dailies.have_champion(bag, game)
    return wire.SealedBag(
        results=results,
        commitment=sealed_by(bag, game),
        next=sealed_by(following, game) if following else "",
        seed=bag.seed.hex() if house.sealed.is_revealed(day) else "",
        table=table if line is not None else "",
        over=over,
        begins=begins and line is None,
        refusal=refusal(refused) if refused is not None else None,
    )


async def _told(house: House, game: str, day: str, me: str, *, sealed: bool = False) -> wire.DailyList:
    key = key_of(date.fromisoformat(day), sealed)
    listed, total = await house.store.daily_list(key, game, PAGE)
    mine = await house.store.daily_of(key, game, me) if me else None
    champion = await house.store.daily_of(key, game, CHAMPION)
    return wire.DailyList(
        game=game,  # type: ignore[arg-type]
        day=day,
        lines=[_line(place, row, me) for place, row in listed],
        total=total,
        mine=_line(*mine, me) if mine else None,
        champion=_line(0, champion[1], me) if champion else None,
    )


def _line(place: int, row: DailyRow, me: str) -> wire.DailyResult:
    return wire.DailyResult(
        place=place,
        name=row.name,
        score=row.score,
        other=row.other,
        turns=row.turns,
        best=row.best,
        you=bool(me) and row.who == me,
    )

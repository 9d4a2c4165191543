"""Routes about oneself: the name, another device, everything that is stored, and erasing it."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody

from sixfold.server import people, wire
from sixfold.server.house import House
from sixfold.server.http.answers import NO_STORE, AnyRequest
from sixfold.server.http.dailies import dailies_of
from sixfold.server.http.lobby import letters_of
from sixfold.server.http.moderation import block_told
from sixfold.server.http.notices import info_of
from sixfold.server.http.ratings import told_of
from sixfold.server.http.tournaments import tournaments_of
from sixfold.server.http.visitors import gone, known_player, new_cookie, player_of
from sixfold.server.store import Occupant, Seating


@get("/api/me", summary="Who I am here", tags=["me"])
async def me(request: AnyRequest, house: NamedDependency[House]) -> Response[wire.Me]:
    player = await player_of(house, request)
    return Response(wire.Me(name=player.name if player else None), headers=NO_STORE)


@put("/api/me", summary="Change my name", tags=["me"])
async def rename(request: AnyRequest, house: NamedDependency[House], data: JSONBody[wire.Rename]) -> wire.Me:
    house.moderation.check_names(data.name)
    player = await house.people.rename(await known_player(house, request), data.name)
    return wire.Me(name=player.name)


@delete("/api/me", summary="Forget me", tags=["me"], status_code=200)
async def forget(request: AnyRequest, house: NamedDependency[House]) -> Response[wire.Me]:
    player = await known_player(house, request)
    await house.erase(player.id)
    return Response(wire.Me(), cookies=[gone(house)], headers=NO_STORE)


@get("/api/me/export", summary="All that is stored about me", tags=["me"])
async def export(request: AnyRequest, house: NamedDependency[House]) -> Response[wire.Export]:
    player = await known_player(house, request)
    came = await house.store.seatings_of(player.id)
    games = [
        _exported(table, place, came.get((table, place.seat)))
        for table, place in await house.store.places_of(player.id)
    ]
    ratings = told_of(await house.store.ratings_of(player.id))
    told = wire.Export(
        name=player.name,
        created=player.created // 1000,
        games=games,
        ratings=ratings,
        notices=[info_of(channel) for channel in await house.store.channels_of(player.id)],
        tournaments=await tournaments_of(house, player.id),
        dailies=await dailies_of(house, player.id),
        reports=[
            wire.ExportedReport(table=one.table, seat=one.seat, at=one.at // 1000, reason=one.reason, text=one.text)
            for one in await house.store.reports_by(player.id)
        ],
        blocks=[block_told(block) for block in await house.store.blocks_of(player.id)],
        plans=[
            wire.ExportedPlan(table=plan.table, seat=plan.seat, move=plan.move)
            for plan in await house.store.plans_of(player.id)
        ],
        letters=await letters_of(house, player.id),
    )
    return Response(told, headers=NO_STORE)


@post("/api/me/device", summary="A code for my other device", tags=["me"], status_code=200)
async def device(request: AnyRequest, house: NamedDependency[House]) -> Response[wire.DeviceCode]:
    player = await known_player(house, request)
    code = await house.people.code_for(player)
    return Response(wire.DeviceCode(code=code, seconds=people.CODE_MS // 1000), headers=NO_STORE)


@post("/api/device", summary="Be the same player on this device", tags=["me"], status_code=200)
async def use_code(
    request: AnyRequest, house: NamedDependency[House], data: JSONBody[wire.UseCode]
) -> Response[wire.Me]:
    found, secret = await house.people.by_code(data.code)
    told = wire.Me(name=found.name if found else None)
    return Response(told, cookies=[new_cookie(house, request, secret)], headers=NO_STORE)


def _exported(table: str, place: Occupant, came: Seating | None) -> wire.ExportedGame:
    told = wire.ExportedGame(table=table, seat=place.seat, name=place.name, age=place.age)
    if came is None:
        return told
    told = msgspec.structs.replace(told, game=came.game)
    if not came.over:
        return told
    return msgspec.structs.replace(
        told,
        changed=came.changed // 1000,
        result=came.result,
        score=came.score,
        turns=came.turns,
        best=came.best,
        qwirkles=came.qwirkles,
    )


HANDLERS: Final = (me, rename, forget, export, device, use_code)

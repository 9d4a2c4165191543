"""Routes of the lobby: open tables, and waiting for an opponent."""

from __future__ import annotations

import math
from typing import Final

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from sixfold import rulesets
from sixfold.errors import Refused
from sixfold.pace import Pace, check_pace, pace_of
from sixfold.server import wire
from sixfold.server.house import House
from sixfold.server.http.answers import NO_STORE, AnyRequest
from sixfold.server.http.costs import charge
from sixfold.server.http.ratings import info_of
from sixfold.server.http.tables import made_of
from sixfold.server.http.visitors import any_player, known_player, player_of
from sixfold.server.lobby.listing import free_seats, read
from sixfold.server.lobby.pairing import Sought, reach
from sixfold.server.ratings.model import Kind
from sixfold.server.store import ListedTable
from sixfold.server.table.refusals import refuse
from sixfold.server.table.seats import copied

USUAL: Final = Pace(clock=60)
"""What strangers play by who say nothing else."""


@get("/api/lobby", summary="Open tables", tags=["lobby"])
async def lobby(request: AnyRequest, house: NamedDependency[House]) -> Response[wire.LobbyInfo]:
    player = await player_of(house, request)
    me = player.id if player else ""
    apart = await house.store.apart_from(me) if me else frozenset[str]()
    told = wire.LobbyInfo(
        tables=[
            _open(one, me)
            for one in await house.lobby.tables()
            if not any(place.player in apart for place in one.places)
        ],
        offers_tables=house.settings.open_tables,
        offers_pairing=house.settings.pairing,
        offers_rated=house.settings.rated,
    )
    return Response(told, headers=NO_STORE)


@post("/api/lobby/tables/{table:str}", summary="Sit down at an open table", tags=["lobby"], status_code=200)
async def sit_down(
    request: AnyRequest, house: NamedDependency[House], table: FromPath[str], data: JSONBody[wire.Join]
) -> Response[wire.Made]:
    room = await house.look(table) if len(table) == 16 else None
    if room is None or not room.table.terms.listed or not house.settings.open_tables:
        raise Refused("there is no such table", code="table/unknown")
    player, cookies = await any_player(house, request, data.name)
    if not room.table.seats_of(player.id):
        free = free_seats(room.table)
        if not free:
            refuse("seat-taken", "somebody was faster: all seats are taken")
        await house.join(room, free[0], player.id, data.name, data.age, data.assist)
    return Response(made_of(room.table, player), cookies=cookies, headers=NO_STORE)


@post("/api/lobby/seek", summary="Wait for an opponent", tags=["lobby"], status_code=200)
async def seek(
    request: AnyRequest, house: NamedDependency[House], data: JSONBody[wire.SeekBody]
) -> Response[wire.Seeking]:
    if data.rated and not house.settings.rated:
        raise Refused("this server does not offer that", code="lobby/off")
    check_pace(data)
    asked = pace_of(data)
    charge(request.scope, "make")
    player, cookies = await any_player(house, request, data.name)
    if player.name != data.name:
        player = await house.people.rename(player, data.name)
    await house.lobby.seek(player.id, Sought(data.game, asked if asked.timed else USUAL, data.rated))
    return Response(await _seeking(house, player.id), cookies=cookies, headers=NO_STORE)


@get("/api/lobby/seek", summary="How it goes", tags=["lobby"])
async def seeking(request: AnyRequest, house: NamedDependency[House]) -> Response[wire.Seeking]:
    player = await player_of(house, request)
    told = await _seeking(house, player.id) if player else wire.Seeking()
    return Response(told, headers=NO_STORE)


@delete("/api/lobby/seek", summary="Wait no longer", tags=["lobby"], status_code=200)
async def stop(request: AnyRequest, house: NamedDependency[House]) -> Response[wire.Seeking]:
    player = await known_player(house, request)
    await house.store.stop_seeking(player.id)
    return Response(await _seeking(house, player.id), headers=NO_STORE)


@delete("/api/lobby/letters/{game:str}", summary="Call off a game by letter", tags=["lobby"], status_code=200)
async def call_off(request: AnyRequest, house: NamedDependency[House], game: FromPath[str]) -> Response[wire.Seeking]:
    player = await known_player(house, request)
    await house.store.drop_wish(player.id, game)
    return Response(await _seeking(house, player.id), headers=NO_STORE)


HANDLERS: Final = (lobby, sit_down, seek, seeking, stop, call_off)


async def letters_of(house: House, player: str) -> list[wire.LetterWish]:
    """The games by letter that somebody asked for, as they are told."""
    return [
        copied(
            wire.LetterWish,
            wish.seeker.sought.pace,
            game=wish.seeker.sought.game,
            rated=wish.seeker.sought.rated,
            since=wish.seeker.since // 1000,
            until=wish.until // 1000,
            # They are promised to each other a moment before there is a table.
            table=wish.table if wish.table and not wish.promised else None,
        )
        for wish in await house.store.wishes_of(player, house.clock.now())
    ]


async def _seeking(house: House, player: str) -> wire.Seeking:
    found, letters = await house.lobby.found(player), await letters_of(house, player)
    if found is None:
        return wire.Seeking(letters=letters)
    seeker, table = found
    now = house.clock.now()
    far = reach(seeker, now)
    return wire.Seeking(
        waiting=not table,
        seconds=max(0, now - seeker.since) // 1000,
        points=seeker.points,
        reach=None if math.isinf(far) else int(far),
        table=table or None,
        letters=letters,
    )


def _open(one: ListedTable, me: str) -> wire.OpenTable:
    line = one.line
    listed = read(line.listed)
    kind = Kind(line.game, listed.seats)
    rating = one.ratings.get(kind)
    taken = [place for place in one.places if place.player]
    return copied(
        wire.OpenTable,
        listed,
        table=line.table,
        game=line.game,
        ruleset=listed.ruleset or rulesets.CURRENT[line.game],
        names=[place.name for place in taken],
        created=line.created // 1000,
        level=info_of(kind, rating) if rating else None,
        yours=any(place.player == me for place in taken),
    )

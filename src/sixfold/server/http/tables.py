"""Routes of tables: made, listed, looked at; the record of a finished game; the bots that can be seated."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from sixfold import bots, rulesets
from sixfold.errors import Refused
from sixfold.server import archive, project, wire
from sixfold.server.house import House
from sixfold.server.http.answers import NO_STORE, AnyRequest
from sixfold.server.http.costs import allowance_of, charge, owner_of
from sixfold.server.http.visitors import any_player, player_of
from sixfold.server.rooms.room import Room
from sixfold.server.store import Guest, TableLine, Token
from sixfold.server.table.refusals import refuse
from sixfold.server.table.table import GameTable


@post("/api/tables", summary="Make a table", tags=["tables"])
async def make(
    request: AnyRequest, house: NamedDependency[House], data: JSONBody[wire.NewTable]
) -> Response[wire.Made]:
    if all(seat.kind == "bot" for seat in data.seats):
        raise Refused("at least one seat is for a person", code="request/field")
    charge(request.scope, "make")
    house.moderation.check_names(*(seat.name for seat in data.seats))
    brought = ""
    if data.record is not None:
        charge(request.scope, "verify")
        brought = await house.study.read(archive.brought, data.record, owner=owner_of(request.scope))
    name = next((seat.name for seat in data.seats if seat.kind == "here" and seat.name), None)
    player, cookies = await any_player(house, request, name)
    try:
        table = await house.make(data, player.id, player.name, brought)
    except Refused as refused:
        if refused.code == "table/too-many":
            await house.moderation.note_flood("tables refused")
        raise
    return Response(made_of(table, player), status_code=201, cookies=cookies, headers=NO_STORE)


@get("/api/tables", summary="The tables I sit at", tags=["tables"])
async def mine(request: AnyRequest, house: NamedDependency[House]) -> Response[wire.MyTables]:
    player = await player_of(house, request)
    lines = await house.store.tables_of(player.id) if player else []
    # Those that are not over are looked at one by one.
    cold = [line for line in lines if line.phase != "finished" and line.table not in house.rooms]
    allowance_of(request.scope).pay(len(cold) // 2)
    tables = [await my_table(house, line, player.id) for line in lines] if player else []
    return Response(wire.MyTables(tables=[t for t in tables if t is not None]), headers=NO_STORE)


@get("/api/tables/{table:str}", summary="A table, apart from its game", tags=["tables"])
async def info(request: AnyRequest, house: NamedDependency[House], table: FromPath[str]) -> Response[wire.TableInfo]:
    player = await player_of(house, request)
    room = await watched_room(house, table, player)
    told = project.table_info(room.table, player.id if player else "", room.online())
    return Response(told, headers=NO_STORE)


@get(
    "/api/tables/{table:str}/record", summary="The record of a finished game", tags=["tables"], media_type="text/plain"
)
async def record(request: AnyRequest, house: NamedDependency[House], table: FromPath[str]) -> Response[str]:
    room = await watched_room(house, table, await player_of(house, request))
    if room.table.phase != "finished" or room.table.state is None:
        refuse("unfinished", "the record is there when the game is over")
    charge(request.scope, "record")
    return Response(await house.record(room), media_type="text/plain", headers=NO_STORE)


@get("/api/bots", summary="The bots one can seat", tags=["tables"])
async def list_bots(house: NamedDependency[House]) -> wire.Bots:
    return wire.Bots(bots=[*_own_bots(), *_remote_bots(await house.remote.present())])


HANDLERS: Final = (make, mine, info, record, list_bots)


# Finding a table -----------------------------------------------------------------------------------------------------


async def watched_room(house: House, table: str, player: Guest | None) -> Room:
    """A table that this player may look at; one that is not watched looks like none to others."""
    room = await house.look(table) if len(table) == 16 else None
    who = player.id if player else ""
    if room is None or not (room.table.terms.watch or room.table.seats_of(who) or (who and who == room.table.host)):
        raise Refused("there is no such table", code="table/unknown")
    return room


# Telling of it -------------------------------------------------------------------------------------------------------


def made_of(table: GameTable, player: Guest) -> wire.Made:
    """A table, and what this player has there."""
    seats, info = list(table.seats_of(player.id)), project.table_info(table, player.id)
    return wire.Made(table=table.id, seats=seats, info=info)


async def my_table(house: House, line: TableLine, player: str) -> wire.MyTable | None:
    """A line of my list; finished tables need not be folded for it."""
    if line.phase == "finished":
        return await _my_finished_table(house, line, player)
    room = await house.rooms.find(line.table)
    if room is None:
        return None
    table = room.table
    mine = table.seats_of(player)
    return wire.MyTable(
        table=table.id,
        game=table.game,
        phase=table.phase,
        names=[project.name_of(chair) for chair in table.chairs],
        seats=list(mine),
        your_turn=_awaited(table, mine),
        changed=table.at // 1000,
        scores=list(table.scores),
    )


def _awaited(table: GameTable, mine: Collection[int]) -> bool:
    """Whether the game goes on, or begins, with what one of these seats does."""
    if table.phase == "lobby":
        return all(chair.taken for chair in table.chairs) and not all(table.chairs[seat].ready for seat in mine)
    return table.to_move in mine if table.to_move is not None else bool(table.asked & set(mine))


async def _my_finished_table(house: House, line: TableLine, player: str) -> wire.MyTable:
    result = json.loads(line.result or "{}")
    places = {place.seat: place for place in await house.store.places(line.table)}
    seats = range(len(result.get("scores", places)))
    return wire.MyTable(
        table=line.table,
        game=line.game,  # type: ignore[arg-type]
        phase="finished",
        names=[places[seat].name if seat in places else "" for seat in seats],
        seats=[seat for seat, place in places.items() if place.player == player],
        your_turn=False,
        changed=line.changed // 1000,
        scores=result.get("scores", []),
        winners=result.get("winners", []),
    )


def _remote_bots(present: list[Token]) -> list[wire.BotInfo]:
    """Programs elsewhere that can be seated now."""
    return [
        wire.BotInfo(name=token.name, game=game, level=0, title=token.name, remote=True)  # type: ignore[arg-type]
        for token in present
        for game in token.games.split()
    ]


def _own_bots() -> list[wire.BotInfo]:
    """The bots of this server, gentlest first."""
    found = []
    for game in rulesets.CURRENT:
        for rank, name in enumerate(bots.offered(game), 1):
            level = bots.level(game, name)
            found.append(
                wire.BotInfo(
                    name=name,
                    game=game,  # type: ignore[arg-type]
                    level=level.rank if level else rank,
                    title=level.title if level else name,
                    about=level.sentence if level else "",
                    face=level.face if level else "",
                    average=level.average if level else None,
                    wins=level.wins if level else None,
                )
            )
    return found

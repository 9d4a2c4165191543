"""Routes of reports and blocks: what somebody can do about those they play with."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from sixfold.server import wire
from sixfold.server.house import House
from sixfold.server.http.answers import NO_STORE, AnyRequest
from sixfold.server.http.costs import charge
from sixfold.server.http.tables import watched_room
from sixfold.server.http.visitors import known_player
from sixfold.server.moderation.values import Block
from sixfold.server.table.table import GameTable

OfTable = Annotated[str, QueryParameter(name="table", max_length=16, description="Only who sits at this table.")]


@post("/api/tables/{table:str}/seats/{seat:int}/report", summary="Tell the host", tags=["people"], status_code=200)
async def report(
    request: AnyRequest,
    house: NamedDependency[House],
    table: FromPath[str],
    seat: FromPath[int],
    data: JSONBody[wire.ReportBody],
) -> Response[wire.Reported]:
    charge(request.scope, "make")
    player = await known_player(house, request)
    room = await watched_room(house, table, player)
    await house.moderation.report(room.table, seat, player.id, data.reason, data.text)
    return Response(wire.Reported(), headers=NO_STORE)


@put("/api/tables/{table:str}/seats/{seat:int}/block", summary="Keep apart from somebody", tags=["people"])
async def block(
    request: AnyRequest, house: NamedDependency[House], table: FromPath[str], seat: FromPath[int]
) -> Response[wire.BlockInfo]:
    player = await known_player(house, request)
    room = await watched_room(house, table, player)
    kept = await house.moderation.block(room.table, seat, player.id)
    return Response(block_told(kept, room.table), headers=NO_STORE)


@get("/api/blocks", summary="Whom I keep apart from", tags=["people"])
async def blocks(request: AnyRequest, house: NamedDependency[House], table: OfTable = "") -> Response[wire.MyBlocks]:
    player = await known_player(house, request)
    room = await watched_room(house, table, player) if table else None
    told = [block_told(kept, room.table if room else None) for kept in await house.store.blocks_of(player.id)]
    mine = [one for one in told if room is None or one.seat is not None]
    return Response(wire.MyBlocks(blocks=mine), headers=NO_STORE)


@delete("/api/blocks/{id:str}", summary="Make up", tags=["people"], status_code=200)
async def unblock(request: AnyRequest, house: NamedDependency[House], id: FromPath[str]) -> Response[wire.MyBlocks]:
    player = await known_player(house, request)
    await house.store.drop_block(player.id, id)
    told = [block_told(kept) for kept in await house.store.blocks_of(player.id)]
    return Response(wire.MyBlocks(blocks=told), headers=NO_STORE)


HANDLERS: Final = (report, block, blocks, unblock)


def block_told(block: Block, table: GameTable | None = None) -> wire.BlockInfo:
    """A block as its maker is told of it, with the other's seat at this table."""
    seats = table.seats_of(block.other) if table is not None else ()
    return wire.BlockInfo(id=block.id, name=block.name, at=block.at // 1000, seat=seats[0] if seats else None)

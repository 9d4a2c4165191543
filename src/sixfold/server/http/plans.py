"""Routes of plans: a move that is made for me when it is my turn. Nobody else can ask for it."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import Response, delete, get, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from sixfold.server import wire
from sixfold.server.house import House
from sixfold.server.http.answers import NO_STORE, AnyRequest
from sixfold.server.http.tables import watched_room
from sixfold.server.http.visitors import known_player
from sixfold.server.rooms.room import Room
from sixfold.server.table.plans import plan_of
from sixfold.server.table.refusals import refuse

Seat = Annotated[int, QueryParameter(name="seat", ge=0, le=3, description="A seat of mine.")]


@put("/api/tables/{table:str}/plan", summary="Play this for me", tags=["tables"])
async def keep(
    request: AnyRequest, house: NamedDependency[House], table: FromPath[str], data: JSONBody[wire.PlanBody]
) -> Response[wire.PlanInfo]:
    player = await known_player(house, request)
    room = await watched_room(house, table, player)
    plan = plan_of(room.table, player.id, data.seat, data.move)
    await house.plans.keep(room, plan)
    return Response(wire.PlanInfo(seat=plan.seat, move=plan.move), headers=NO_STORE)


@get("/api/tables/{table:str}/plan", summary="What is played for me", tags=["tables"])
async def look(
    request: AnyRequest, house: NamedDependency[House], table: FromPath[str], seat: Seat
) -> Response[wire.PlanInfo]:
    room = await _of(request, house, table, seat)
    plan = await house.store.plan(room.table.id, seat)
    return Response(wire.PlanInfo(seat=seat, move=plan.move if plan else ""), headers=NO_STORE)


@delete("/api/tables/{table:str}/plan", summary="I play myself", tags=["tables"], status_code=200)
async def drop(
    request: AnyRequest, house: NamedDependency[House], table: FromPath[str], seat: Seat
) -> Response[wire.PlanInfo]:
    room = await _of(request, house, table, seat)
    await house.store.drop_plan(room.table.id, seat)
    return Response(wire.PlanInfo(seat=seat), headers=NO_STORE)


HANDLERS: Final = (keep, look, drop)


async def _of(request: AnyRequest, house: House, table: str, seat: int) -> Room:
    """The table, if this seat is the asker's."""
    player = await known_player(house, request)
    room = await watched_room(house, table, player)
    if seat not in room.table.seats_of(player.id):
        refuse("not-your-seat", "that is not your seat", seat=seat)
    return room

"""Routes of invitations: what a link or a code leads to, sitting down, the host's code, and the picture of a table.

Opening a link takes no seat: chat programs open them for previews (previews.py). Only a POST does.
"""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from sixfold.errors import Refused
from sixfold.server import invites, project, wire
from sixfold.server.house import House
from sixfold.server.http.answers import NO_STORE, AnyRequest, described
from sixfold.server.http.costs import charge, owner_of
from sixfold.server.http.tables import made_of, watched_room
from sixfold.server.http.visitors import any_player, player_of
from sixfold.server.rooms.room import Room
from sixfold.server.table.refusals import refuse

_PICTURE: Final = described(bytes, "image/png")


@get("/api/invites/{invite:str}", summary="What a link or a code leads to", tags=["tables"])
async def invitation(
    request: AnyRequest, house: NamedDependency[House], invite: FromPath[str]
) -> Response[wire.Invitation]:
    room, seat = await invited(house, invite)
    player = await player_of(house, request)
    return Response(project.invitation(room.table, seat, player.id if player else ""), headers=NO_STORE)


@post("/api/invites/{invite:str}", summary="Take a seat", tags=["tables"], status_code=200)
async def join(
    request: AnyRequest, house: NamedDependency[House], invite: FromPath[str], data: JSONBody[wire.Join]
) -> Response[wire.Made]:
    room, seat = await invited(house, invite)
    player, cookies = await any_player(house, request, data.name)
    await house.join(room, seat, player.id, data.name, data.age, data.assist)
    return Response(made_of(room.table, player), cookies=cookies, headers=NO_STORE)


@post("/api/tables/{table:str}/code", summary="A code for my lobby", tags=["tables"], status_code=200)
async def code(request: AnyRequest, house: NamedDependency[House], table: FromPath[str]) -> Response[wire.LobbyCode]:
    player = await player_of(house, request)
    room = await watched_room(house, table, player)
    if player is None or player.id != room.table.host:
        refuse("not-host", "only the host can do that")
    if room.table.phase != "lobby":
        refuse("phase", "the game has begun: send the link", phase=room.table.phase)
    letters, until = await house.codes.of(room.table)
    return Response(wire.LobbyCode(code=letters, until=until // 1000), headers=NO_STORE)


@get("/api/invites/{invite:str}/picture", summary="The table of a link as PNG", tags=["tables"], responses=_PICTURE)
async def picture_of_invite(
    request: AnyRequest, house: NamedDependency[House], invite: FromPath[str]
) -> Response[bytes]:
    if invites.read_invite(invite) is None:
        raise _nowhere()
    return await _picture(request, house, (await invited(house, invite))[0])


@get("/api/tables/{table:str}/picture", summary="A table as PNG", tags=["tables"], responses=_PICTURE)
async def picture_of_table(request: AnyRequest, house: NamedDependency[House], table: FromPath[str]) -> Response[bytes]:
    return await _picture(request, house, await watched_room(house, table, await player_of(house, request)))


HANDLERS: Final = (invitation, join, code, picture_of_invite, picture_of_table)


async def invited(house: House, invite: str) -> tuple[Room, int | None]:
    """The table and seat of a genuine link, or the lobby of a code; a wrong one of either looks the same."""
    named = invites.read_invite(invite)
    if named is not None:
        room = await house.look(named.table)
        if room is None or not invites.genuine(invite, room.table.key, named):
            raise _nowhere()
        return room, named.seat
    letters = invites.read_code(invite)
    table = await house.codes.table_with(letters) if letters is not None else None
    room = await house.look(table) if table is not None else None
    if room is None or room.table.phase != "lobby":
        raise _nowhere()
    return room, None


def _nowhere() -> Refused:
    return Refused("this link or code leads nowhere", code="invite/unknown")


async def _picture(request: AnyRequest, house: House, room: Room) -> Response[bytes]:
    owner, table = owner_of(request.scope), room.table
    if table.terms.delay:
        table, _ = await house.as_onlookers_see(room, owner)
    if not house.portraits.has(table):
        charge(request.scope, "png")
    body = await house.portraits.of(table, owner)
    return Response(body, media_type="image/png", headers={"cache-control": "private, max-age=60"})

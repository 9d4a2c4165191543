"""The routes of remote bots, behind a token: a stream of the account, one of each table, moves (docs/remote-bots.md).

Who comes in, and how often, is decided at the door. Not here: what a seat may see (session.py, seen.py).
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.background_tasks import BackgroundTask
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream

from sixfold.errors import Refused, SixfoldError
from sixfold.server import wire
from sixfold.server.http.session import Session
from sixfold.server.lines import Lines
from sixfold.server.remote import must_sit
from sixfold.server.rooms.house import House, Room
from sixfold.server.store import Token
from sixfold.server.table import due
from sixfold.server.table import facts as e
from sixfold.server.table.table import Table

AnyRequest = Request[Any, Any, Any]
NDJSON = "application/x-ndjson"
_NO_STORE = {"cache-control": "no-store", "x-accel-buffering": "no"}
_WHY = {1000: "finished", 1012: "restarting", 1013: "slow", 4403: "removed", 4410: "deleted"}
"""The close codes of a socket, as the last line of a stream says them."""
Since = Annotated[int | None, QueryParameter(name="since", ge=0, description="The last number you have.")]
WithPlays = Annotated[bool, QueryParameter(name="plays", description="Tiles: list my plays on my turn.")]


class BotSession(Session):
    """A table as its remote bot hears it: the frames of a socket, and on its turn the view of the engine protocol."""

    def __init__(self, house: House, room: Room, player: str, lines: Lines) -> None:
        super().__init__(house, room, player, lines.push, lambda code: lines.end(_WHY[code]))

    async def open(self, since: int | None, plays: bool) -> None:
        """The whole state first, or what was missed."""
        await self._hello(wire.Hello(since=since, plays=plays))
        self._send_turn(self.room.table)
        self._end_if_over(self.room.table)

    def tell(self, event: e.AnyStored, before: Table, after: Table) -> None:
        super().tell(event, before, after)
        if after.turn_n == after.n or isinstance(event, e.Returned):
            self._send_turn(after)
        self._end_if_over(after)

    def _send_turn(self, table: Table) -> None:
        seat = self.eyes
        if seat is None or table.to_move != seat or not table.chairs[seat].remote:
            return
        left = due.left(table, self.house.clock.now())
        assert left is not None, "a remote bot is not waited for without end"
        self.send(wire.Turn(n=table.n, ms=left, view=table.state.view(seat).to_json()))

    def _end_if_over(self, table: Table) -> None:
        if table.phase == "finished":
            self.end(1000)
        elif not table.seats_of(self.player):
            self.end(4403)


def bot_handlers(house: House) -> list[Any]:
    """All routes."""

    async def sat_at(request: AnyRequest, table: str) -> tuple[Token, Room]:
        token: Token = request.scope["state"]["bot"]
        room = await house.room(table) if len(table) == 16 else None
        if room is None:
            raise Refused("you have no seat at a table of this name", code="table/unknown")
        must_sit(room.table, token.player)
        return token, room

    async def obey(request: AnyRequest, table: str, command: type[wire.Command], **fields: Any) -> wire.BotDone:
        token, room = await sat_at(request, table)
        sent = command(id="", base=room.table.n, **fields)
        return wire.BotDone(n=await house.command(room, sent, token.player))

    def stream(token: Token, what: str, lines: Lines, session: BotSession | None = None) -> Stream:
        async def over() -> None:
            if session is not None:
                house.leave(session.room, session)
            await house.remote.closed(token.player, what, lines)

        return Stream(lines, media_type=NDJSON, headers=_NO_STORE, background=BackgroundTask(over))

    @get("/api/bot/account", summary="Whose token this is, and its limits", tags=["bots"])
    async def account(request: AnyRequest) -> Response[wire.BotAccount]:
        token: Token = request.scope["state"]["bot"]
        settings = house.settings
        told = wire.BotAccount(
            name=token.name,
            games=token.games.split(),  # type: ignore[arg-type]
            move_ms=1000 * settings.bot_s,
            requests=settings.bot_requests,
            window_s=settings.bot_window_s,
            tables=settings.bot_tables,
        )
        return Response(told, headers=_NO_STORE)

    @get("/api/bot/stream/event", summary="My tables, as they come and go", tags=["bots"], media_type=NDJSON)
    async def events(request: AnyRequest) -> Stream:
        token: Token = request.scope["state"]["bot"]
        lines = await house.remote.open(token, "", _cut(request))
        return stream(token, "", lines)

    @get("/api/bot/table/{table:str}/stream", summary="A table, as my seat sees it", tags=["bots"], media_type=NDJSON)
    async def follow(
        request: AnyRequest, table: FromPath[str], since: Since = None, plays: WithPlays = False
    ) -> Stream:
        token, room = await sat_at(request, table)
        await house.welcome_back(room, token.player)
        lines = await house.remote.open(token, table, _cut(request))
        session = BotSession(house, room, token.player, lines)
        try:
            await session.open(since, plays)
        except SixfoldError:
            await house.remote.closed(token.player, table, lines)
            raise
        return stream(token, table, lines, session)

    @post("/api/bot/table/{table:str}/move", summary="Make my move", tags=["bots"], status_code=200)
    async def move(request: AnyRequest, table: FromPath[str], data: JSONBody[wire.BotMove]) -> wire.BotDone:
        token, room = await sat_at(request, table)
        # People follow a bot more easily when it does not answer in the same instant.
        early = room.table.turn_at + 1000 * house.settings.bot_pause - house.clock.now()
        await asyncio.sleep(max(0.0, early) / 1000)
        return wire.BotDone(n=await house.remote_move(room, token.player, data.move, data.n))

    @post("/api/bot/table/{table:str}/say", summary="Say a word to all", tags=["bots"], status_code=200)
    async def say(request: AnyRequest, table: FromPath[str], data: JSONBody[wire.BotWord]) -> wire.BotDone:
        return await obey(request, table, wire.Say, word=data.word)

    @post("/api/bot/table/{table:str}/resign", summary="Give up", tags=["bots"], status_code=200)
    async def resign(request: AnyRequest, table: FromPath[str]) -> wire.BotDone:
        return await obey(request, table, wire.Resign)

    @post("/api/bot/table/{table:str}/decline", summary="Leave the seat to a bot of the house", tags=["bots"],
          status_code=200)  # fmt: skip
    async def decline(request: AnyRequest, table: FromPath[str]) -> wire.BotDone:
        return await obey(request, table, wire.Leave)

    @post("/api/bot/table/{table:str}/accept", summary="Take a declined seat back", tags=["bots"], status_code=200)
    async def accept(request: AnyRequest, table: FromPath[str]) -> wire.BotDone:
        return await obey(request, table, wire.Return)

    return [account, events, follow, move, say, resign, decline, accept]


def _cut(request: AnyRequest) -> Any:
    """How this connection is cut short when its reader does not read; tests without a network have none."""
    extension = request.scope.get("extensions", {}).get("sixfold", {})  # type: ignore[union-attr]
    return extension.get("cut", lambda: None)

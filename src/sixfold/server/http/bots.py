"""The routes of remote bots, behind a token: a stream of the account, one of each table, moves (docs/remote-bots.md).

Who comes in, and how often, is decided by the guard. Not here: what a seat may see (session.py, project.py).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

from litestar import Response, delete, get, post
from litestar.background_tasks import BackgroundTask
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream

from sixfold.errors import Refused, SixfoldError
from sixfold.server import wire
from sixfold.server.house import House
from sixfold.server.http.answers import NDJSON, AnyRequest, described
from sixfold.server.http.session import Session
from sixfold.server.lines import Lines
from sixfold.server.remote import must_sit
from sixfold.server.rooms.room import Room
from sixfold.server.store import Token
from sixfold.server.table import due
from sixfold.server.table import facts as e
from sixfold.server.table.table import GameTable

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

    def tell(self, event: e.AnyStored, before: GameTable, after: GameTable) -> None:
        super().tell(event, before, after)
        if after.turn_n == after.n or isinstance(event, e.Returned):
            self._send_turn(after)
        self._end_if_over(after)

    def _send_turn(self, table: GameTable) -> None:
        seat = self.eyes
        if seat is None or table.to_move != seat or not table.chairs[seat].remote:
            return
        left = due.left(table, self.house.clock.now())
        assert left is not None, "a remote bot is not waited for without end"
        self.send(wire.YourTurn(n=table.n, ms=left, view=table.state.view(seat).to_json()))

    def _end_if_over(self, table: GameTable) -> None:
        if table.phase == "finished":
            self.end(1000)
        elif not table.seats_of(self.player):
            self.end(4403)


def token_of(request: AnyRequest) -> Token:
    """Whose request this is, as the guard has found."""
    token: Token = request.scope["state"]["bot"]
    return token


@get("/api/bot/account", summary="Whose token this is, and its limits", tags=["bots"])
async def account(request: AnyRequest, house: NamedDependency[House]) -> Response[wire.BotAccount]:
    token = token_of(request)
    settings = house.settings
    told = wire.BotAccount(
        name=token.name,
        games=token.games.split(),  # type: ignore[arg-type]
        move_ms=1000 * settings.bot_s,
        requests=settings.bot_requests,
        window_s=settings.bot_window_s,
        tables=settings.bot_tables,
        connected=house.remote.connected(token.player),
    )
    return Response(told, headers=_NO_STORE)


@get(
    "/api/bot/stream/event", summary="My tables, as they come and go", tags=["bots"],
    responses=described(wire.BotLine, NDJSON),
)  # fmt: skip
async def events(request: AnyRequest, house: NamedDependency[House]) -> Stream:
    token = token_of(request)
    return _stream(house, token, "", await house.remote.open(token, "", _cut(request)))


@get(
    "/api/bot/table/{table:str}/stream", summary="A table, as my seat sees it", tags=["bots"],
    responses=described(wire.BotLine, NDJSON),
)  # fmt: skip
async def follow(
    request: AnyRequest,
    house: NamedDependency[House],
    table: FromPath[str],
    since: Since = None,
    plays: WithPlays = False,
) -> Stream:
    token, room = await _sat_at(house, request, table)
    await house.welcome_back(room, token.player)
    lines = await house.remote.open(token, table, _cut(request))
    session = BotSession(house, room, token.player, lines)
    try:
        await session.open(since, plays)
    except SixfoldError:
        await house.remote.closed(token.player, table, lines)
        raise
    return _stream(house, token, table, lines, session)


@post("/api/bot/table/{table:str}/move", summary="Make my move", tags=["bots"], status_code=200)
async def move(
    request: AnyRequest, house: NamedDependency[House], table: FromPath[str], data: JSONBody[wire.BotMove]
) -> wire.BotDone:
    token, room = await _sat_at(house, request, table)
    # People follow a bot more easily when it does not answer in the same instant.
    early = room.table.turn_at + 1000 * house.settings.bot_pause - house.clock.now()
    await asyncio.sleep(max(0.0, early) / 1000)
    return wire.BotDone(n=await house.remote_move(room, token.player, data.move, data.n))


@post("/api/bot/table/{table:str}/say", summary="Say a word to all", tags=["bots"], status_code=200)
async def say(
    request: AnyRequest, house: NamedDependency[House], table: FromPath[str], data: JSONBody[wire.BotWord]
) -> wire.BotDone:
    return await _obey(house, request, table, lambda n: wire.Say(id="", base=n, word=data.word))


@post("/api/bot/table/{table:str}/resign", summary="Give up", tags=["bots"], status_code=200)
async def resign(request: AnyRequest, house: NamedDependency[House], table: FromPath[str]) -> wire.BotDone:
    return await _obey(house, request, table, lambda n: wire.Resign(id="", base=n))


@post("/api/bot/table/{table:str}/decline", summary="Leave the seat to a bot of the house", tags=["bots"],
      status_code=200)  # fmt: skip
async def decline(request: AnyRequest, house: NamedDependency[House], table: FromPath[str]) -> wire.BotDone:
    return await _obey(house, request, table, lambda n: wire.Leave(id="", base=n))


@post("/api/bot/table/{table:str}/accept", summary="Take a declined seat back", tags=["bots"], status_code=200)
async def accept(request: AnyRequest, house: NamedDependency[House], table: FromPath[str]) -> wire.BotDone:
    return await _obey(house, request, table, lambda n: wire.Return(id="", base=n))


@post("/api/bot/challenge", summary="Ask another bot for a game", tags=["bots"], status_code=200)
async def challenge(
    request: AnyRequest, house: NamedDependency[House], data: JSONBody[wire.BotChallenge]
) -> wire.Challenged:
    return await house.challenges.ask(token_of(request), data)


@post("/api/bot/challenge/{name:str}/accept", summary="Play whoever asked", tags=["bots"], status_code=200)
async def take_challenge(request: AnyRequest, house: NamedDependency[House], name: FromPath[str]) -> wire.ChallengeOver:
    return await house.challenges.accept(token_of(request), name)


@post("/api/bot/challenge/{name:str}/decline", summary="Do not, or take it back", tags=["bots"], status_code=200)
async def leave_challenge(
    request: AnyRequest, house: NamedDependency[House], name: FromPath[str]
) -> wire.ChallengeOver:
    return await house.challenges.decline(token_of(request), name)


@post("/api/bot/ladder", summary="Be paired, again and again", tags=["bots"], status_code=200)
async def climb(request: AnyRequest, house: NamedDependency[House], data: JSONBody[wire.BotLadder]) -> wire.LadderInfo:
    return await house.ladder.join(token_of(request), data.game)


@get("/api/bot/ladder", summary="How it goes on the ladder", tags=["bots"])
async def ladder(request: AnyRequest, house: NamedDependency[House]) -> wire.LadderInfo:
    return await house.ladder.stands(token_of(request))


@delete("/api/bot/ladder", summary="Be paired no longer", tags=["bots"], status_code=200)
async def leave_ladder(request: AnyRequest, house: NamedDependency[House]) -> wire.LadderInfo:
    return await house.ladder.leave(token_of(request))


HANDLERS: Final = (
    account, events, follow, move, say, resign, decline, accept, challenge, take_challenge, leave_challenge, climb,
    ladder, leave_ladder,
)  # fmt: skip


async def _sat_at(house: House, request: AnyRequest, table: str) -> tuple[Token, Room]:
    """A table where this bot has a seat."""
    token = token_of(request)
    room = await house.rooms.find(table) if len(table) == 16 else None
    if room is None:
        raise Refused("you have no seat at a table of this name", code="table/unknown")
    must_sit(room.table, token.player)
    return token, room


async def _obey(house: House, request: AnyRequest, table: str, command: Callable[[int], wire.Command]) -> wire.BotDone:
    """A command of a socket, based on what the table is now."""
    token, room = await _sat_at(house, request, table)
    return wire.BotDone(n=await house.command(room, command(room.table.n), token.player))


def _stream(house: House, token: Token, what: str, lines: Lines, session: BotSession | None = None) -> Stream:
    async def over() -> None:
        if session is not None:
            house.rooms.leave(session.room, session)
        await house.remote.closed(token.player, what, lines)

    return Stream(lines, media_type=NDJSON, headers=_NO_STORE, background=BackgroundTask(over))


def _cut(request: AnyRequest) -> Callable[[], None]:
    """How this connection is cut short when its reader does not read; tests without a network have none."""
    extensions: Mapping[str, Any] = request.scope.get("extensions") or {}
    cut: Callable[[], None] = extensions.get("sixfold", {}).get("cut", lambda: None)
    return cut

"""The HTTP API: making, joining and listing tables, records and proofs, who I am. Described by OpenAPI, offline.

Every no has the one shape of the wire. Not here: who may ask at all (door.py), playing (session.py).
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from litestar import Litestar, Request, Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, JSONBody

import sixfold
from sixfold import bots
from sixfold.errors import Refused, SixfoldError
from sixfold.server import archive, judge, people, seen, wire
from sixfold.server.http.bots import bot_handlers
from sixfold.server.http.costs import allowance_of, charge, owner_of
from sixfold.server.http.door import cookie_of
from sixfold.server.http.manual import manual
from sixfold.server.rooms.house import House, Room
from sixfold.server.store import Line, Player, Token
from sixfold.server.table.refusals import refuse
from sixfold.server.table.shuffle import proof_of

log = logging.getLogger(__name__)
HIDDEN: Final = "/litestar"
"""Outside of /api, so that the door never leads there."""
MOST_BODY: Final = 256 * 1024
_NO_STORE: Final = {"cache-control": "no-store"}
_STATUS: Final = {
    "table/unknown": 404,
    "invite/unknown": 404,
    "device/unknown": 404,
    "request/unknown": 404,
    "player/unknown": 401,
    "table/not-your-seat": 403,
    "table/not-host": 403,
    "request/slow-down": 429,
    "request/too-dear": 422,
    "study/workers": 503,
}
"""Statuses of codes; by family below."""
_FAMILY: Final = {
    "table": 409,
    "store": 503,
    "request": 400,
    "notation": 422,
    "position": 422,
    "rules": 422,
    "bot": 422,
}


def build_api(house: House) -> Litestar:
    """The application behind /api."""
    it = _Api(house)
    return Litestar(
        route_handlers=[*it.handlers(), *bot_handlers(house), *house.study.handlers()],
        openapi_config=OpenAPIConfig(
            title="Sixfold",
            version=sixfold.__version__,
            description="Tables of Qwirkle and Qwirkle Cards. Playing goes over the socket, see docs/wire.md.",
            # Litestar's own pages would load scripts from other hosts; ours are /api/docs and /api/openapi.json.
            path=HIDDEN,
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        exception_handlers={
            SixfoldError: _refused,
            HTTPException: _http_refused,
            RecursionError: _nested,
            Exception: _mistaken(house),
        },
        request_max_body_size=MOST_BODY,
        logging_config=None,
        debug=False,
    )


class _Api:
    def __init__(self, house: House) -> None:
        self.house = house
        self._described: asyncio.Future[tuple[bytes, bytes]] | None = None

    async def described(self, request: Request[Any, Any, Any]) -> tuple[bytes, bytes]:
        """The description of this API for machines and for people: made once, as it takes a while."""

        def describe() -> tuple[bytes, bytes]:
            document = request.app.openapi_schema.to_schema()
            return json.dumps(document).encode(), manual(document).encode()

        if self._described is None:
            self._described = asyncio.ensure_future(asyncio.to_thread(describe))
        return await asyncio.shield(self._described)

    # ------------------------------------------------------------------------------------------------------- who I am

    async def me(self, request: Request[Any, Any, Any]) -> Player | None:
        """The player whose cookie came along."""
        secret = cookie_of({"cookie": request.headers.get("cookie", "")})
        return await self.house.player_of(people.hashed(secret)) if secret else None

    async def must(self, request: Request[Any, Any, Any]) -> Player:
        player = await self.me(request)
        if player is None:
            raise Refused("nobody knows you here yet: make or join a table first", code="player/unknown")
        return player

    async def known(self, request: Request[Any, Any, Any], name: str | None) -> tuple[Player, list[Cookie]]:
        """The player, made now if need be, with the cookie to set."""
        player = await self.me(request)
        if player is not None:
            return player, []
        allowance_of(request.scope).admit()
        player, secret = await self.house.new_player(name or "?")
        return player, [_cookie(request, secret)]

    async def room(self, table: str) -> Room:
        found = await self.house.room(table) if len(table) == 16 else None
        if found is None:
            raise Refused("there is no such table", code="table/unknown")
        return found

    async def invited(self, invite: str) -> tuple[Room, int]:
        """The table and seat of a genuine link."""
        named = people.read_invite(invite)
        room = await self.house.room(named[0]) if named else None
        if named is None or room is None or named[1] >= len(room.table.chairs):
            raise Refused("this link leads nowhere", code="invite/unknown")
        if not people.genuine(invite, room.table.id, room.table.key, named[1]):
            raise Refused("this link leads nowhere", code="invite/unknown")
        return room, named[1]

    # -------------------------------------------------------------------------------------------------------- handlers

    def handlers(self) -> list[Any]:
        """All routes."""
        house, it = self.house, self

        @post("/api/tables", summary="Make a table", tags=["tables"])
        async def make(request: Request[Any, Any, Any], data: JSONBody[wire.NewTable]) -> Response[wire.Made]:
            if all(seat.kind == "bot" for seat in data.seats):
                raise Refused("at least one seat is for a person", code="request/field")
            charge(request.scope, "make")
            name = next((seat.name for seat in data.seats if seat.kind == "here" and seat.name), None)
            player, cookies = await it.known(request, name)
            table = await house.make(data, player.id, player.name)
            made = wire.Made(
                table=table.id, seats=list(table.seats_of(player.id)), info=seen.table_info(table, player.id)
            )
            return Response(made, status_code=201, cookies=cookies, headers=_NO_STORE)

        @get("/api/tables", summary="The tables I sit at", tags=["tables"])
        async def mine(request: Request[Any, Any, Any]) -> Response[wire.MyTables]:
            player = await it.me(request)
            lines = await house.store.tables_of(player.id) if player else []
            # Those that are not over are looked at one by one.
            cold = [line for line in lines if line.phase != "finished" and line.table not in house.rooms]
            allowance_of(request.scope).pay(len(cold) // 2)
            tables = [await it.my_table(line, player) for line in lines] if player else []
            return Response(wire.MyTables(tables=[t for t in tables if t is not None]), headers=_NO_STORE)

        @get("/api/tables/{table:str}", summary="A table, apart from its game", tags=["tables"])
        async def info(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[wire.TableInfo]:
            player = await it.me(request)
            room = await it.watched(table, player)
            told = seen.table_info(room.table, player.id if player else "", room.online())
            return Response(told, headers=_NO_STORE)

        @get(
            "/api/tables/{table:str}/record",
            summary="The record of a finished game",
            tags=["tables"],
            media_type="text/plain",
        )
        async def record(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[str]:
            room = await it.watched(table, await it.me(request))
            if room.table.phase != "finished" or room.table.state is None:
                refuse("unfinished", "the record is there when the game is over")
            charge(request.scope, "record")
            return Response(await house.record(room), media_type="text/plain", headers=_NO_STORE)

        @get("/api/tables/{table:str}/proof", summary="What the shuffle was made of", tags=["fairness"])
        async def proof(request: Request[Any, Any, Any], table: FromPath[str]) -> Response[wire.Proof]:
            room = await it.watched(table, await it.me(request))
            if room.table.phase != "finished":
                refuse("unfinished", "the seed is revealed when the game is over")
            return Response(proof_of(room.table), headers=_NO_STORE)

        @post("/api/verify", summary="Check the shuffle of a record", tags=["fairness"], status_code=200)
        async def verify(request: Request[Any, Any, Any], data: JSONBody[wire.VerifyBody]) -> wire.Verified:
            charge(request.scope, "verify")
            try:
                draws = await house.study.read(archive.verify, data.record, owner=owner_of(request.scope))
                return wire.Verified(ok=True, draws=draws)
            except SixfoldError as error:
                if error.code.startswith(("request/", "study/")):
                    raise  # that says nothing about the record
                return wire.Verified(ok=False, refusal=judge.refusal(error))

        @get("/api/invites/{invite:str}", summary="What a link leads to", tags=["tables"])
        async def invitation(request: Request[Any, Any, Any], invite: FromPath[str]) -> Response[wire.Invitation]:
            room, seat = await it.invited(invite)
            player = await it.me(request)
            chair = room.table.chairs[seat]
            told = wire.Invitation(
                table=room.table.id,
                game=room.table.game,
                seat=seat,
                phase=room.table.phase,
                names=[seen.name_of(c) for c in room.table.chairs],
                free=chair.free and room.table.phase != "finished",
                yours=player is not None and chair.player == player.id,
            )
            return Response(told, headers=_NO_STORE)

        @post("/api/invites/{invite:str}", summary="Take the seat of a link", tags=["tables"], status_code=200)
        async def join(
            request: Request[Any, Any, Any], invite: FromPath[str], data: JSONBody[wire.Join]
        ) -> Response[wire.Made]:
            room, seat = await it.invited(invite)
            player, cookies = await it.known(request, data.name)
            await house.join(room, seat, player.id, data.name, data.age, data.assist)
            table = room.table
            made = wire.Made(
                table=table.id, seats=list(table.seats_of(player.id)), info=seen.table_info(table, player.id)
            )
            return Response(made, cookies=cookies, headers=_NO_STORE)

        @get("/api/me", summary="Who I am here", tags=["me"])
        async def me(request: Request[Any, Any, Any]) -> Response[wire.Me]:
            player = await it.me(request)
            return Response(wire.Me(name=player.name if player else None), headers=_NO_STORE)

        @put("/api/me", summary="Change my name", tags=["me"])
        async def rename(request: Request[Any, Any, Any], data: JSONBody[wire.Rename]) -> wire.Me:
            player = await house.rename(await it.must(request), data.name)
            return wire.Me(name=player.name)

        @delete("/api/me", summary="Forget me", tags=["me"], status_code=200)
        async def forget(request: Request[Any, Any, Any]) -> Response[wire.Me]:
            player = await it.must(request)
            await house.erase(player.id)
            gone = Cookie(key=people.COOKIE, value="", max_age=0, path="/")
            return Response(wire.Me(), cookies=[gone], headers=_NO_STORE)

        @get("/api/me/export", summary="All that is stored about me", tags=["me"])
        async def export(request: Request[Any, Any, Any]) -> Response[wire.Export]:
            player = await it.must(request)
            games = [
                {"table": table, "seat": place.seat, "name": place.name, "age": place.age}
                for table, place in await house.store.places_of(player.id)
            ]
            told = wire.Export(name=player.name, created=player.created // 1000, games=games)
            return Response(told, headers=_NO_STORE)

        @post("/api/me/device", summary="A code for my other device", tags=["me"], status_code=200)
        async def device(request: Request[Any, Any, Any]) -> Response[wire.DeviceCode]:
            player = await it.must(request)
            code = people.new_code()
            await house.store.add_code(people.hashed(code), player.id, house.clock.now() + people.CODE_MS)
            return Response(wire.DeviceCode(code=code, seconds=people.CODE_MS // 1000), headers=_NO_STORE)

        @post("/api/device", summary="Be the same player on this device", tags=["me"], status_code=200)
        async def use(request: Request[Any, Any, Any], data: JSONBody[wire.UseCode]) -> Response[wire.Me]:
            now = house.clock.now()
            player = await house.store.use_code(people.hashed(people.plain_code(data.code)), now)
            if player is None:
                raise Refused("this code is wrong or too old: make a new one", code="device/unknown")
            secret = people.new_secret()
            await house.store.add_secret(player, people.hashed(secret), now)
            found = await house.player_of(people.hashed(secret))
            told = wire.Me(name=found.name if found else None)
            return Response(told, cookies=[_cookie(request, secret)], headers=_NO_STORE)

        @get("/api/bots", summary="The bots one can seat", tags=["tables"])
        async def list_bots() -> wire.Bots:
            return wire.Bots(bots=[*bots_info(), *remote_info(await house.remote.present())])

        @get("/api/openapi.json", summary="This description, for machines", tags=["about"])
        async def openapi(request: Request[Any, Any, Any]) -> Response[bytes]:
            return Response((await it.described(request))[0], media_type="application/json")

        @get("/api/docs", summary="This description, for people", tags=["about"], media_type="text/html")
        async def docs(request: Request[Any, Any, Any]) -> Response[bytes]:
            return Response((await it.described(request))[1], media_type="text/html")

        return [
            make, mine, info, record, proof, verify, invitation, join, me, rename, forget, export, device, use,
            list_bots, openapi, docs,
        ]  # fmt: skip

    async def watched(self, table: str, player: Player | None) -> Room:
        """A table that this player may look at; one that is not watched looks like none to others."""
        room = await self.room(table)
        who = player.id if player else ""
        if not (room.table.terms.watch or room.table.seats_of(who) or (who and who == room.table.host)):
            raise Refused("there is no such table", code="table/unknown")
        return room

    async def my_table(self, line: Line, player: Player | None) -> wire.MyTable | None:
        """A line of my list; finished tables need not be folded for it."""
        who = player.id if player else ""
        if line.phase == "finished":
            result = json.loads(line.result or "{}")
            places = {place.seat: place for place in await self.house.store.places(line.table)}
            seats = range(len(result.get("scores", places)))
            return wire.MyTable(
                table=line.table,
                game=line.game,  # type: ignore[arg-type]
                phase="finished",
                names=[places[seat].name if seat in places else "" for seat in seats],
                seats=[seat for seat, place in places.items() if place.player == who],
                your_turn=False,
                changed=line.changed // 1000,
                scores=result.get("scores", []),
                winners=result.get("winners", []),
            )
        room = await self.house.room(line.table)
        if room is None:
            return None
        table = room.table
        mine = table.seats_of(who)
        return wire.MyTable(
            table=table.id,
            game=table.game,
            phase=table.phase,
            names=[seen.name_of(chair) for chair in table.chairs],
            seats=list(mine),
            your_turn=table.to_move in mine if table.to_move is not None else bool(table.asked & set(mine)),
            changed=table.at // 1000,
            scores=list(table.scores),
        )


def remote_info(present: list[Token]) -> list[wire.BotInfo]:
    """Programs elsewhere that can be seated now."""
    return [
        wire.BotInfo(name=token.name, game=game, level=0, title=token.name, remote=True)  # type: ignore[arg-type]
        for token in present
        for game in token.games.split()
    ]


def bots_info() -> list[wire.BotInfo]:
    """The bots of this server, gentlest first."""
    found = []
    for game in ("tiles", "cards"):
        for rank, name in enumerate(bots.offered(game), 1):
            level = bots.level(game, name)
            found.append(
                wire.BotInfo(
                    name=name,
                    game=game,
                    level=level.rank if level else rank,
                    title=level.title if level else name,
                    about=level.sentence if level else "",
                    face=level.face if level else "",
                    average=level.average if level else None,
                    wins=level.wins if level else None,
                )
            )
    return found


def _cookie(request: Request[Any, Any, Any], secret: str) -> Cookie:
    """Not for scripts, not for other sites; Secure where there is https, as plain http would not send it back."""
    return Cookie(
        key=people.COOKIE,
        value=secret,
        max_age=people.COOKIE_DAYS * 86400,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.scope["scheme"] == "https",
    )


def _problem(status: int, refusal: wire.Refusal) -> Response[wire.Problem]:
    headers = dict(_NO_STORE)
    if status in (429, 503):
        headers["retry-after"] = str((refusal.facts or {}).get("wait", 1))
    return Response(wire.Problem(refusal=refusal), status_code=status, media_type="application/json", headers=headers)


def _refused(request: Request[Any, Any, Any], error: SixfoldError) -> Response[wire.Problem]:
    status = _STATUS.get(error.code) or _FAMILY.get(error.code.partition("/")[0], 400)
    return _problem(status, judge.refusal(error))


def _http_refused(request: Request[Any, Any, Any], error: HTTPException) -> Response[wire.Problem]:
    codes = {404: "request/unknown", 405: "request/method", 413: "request/too-long"}
    code = codes.get(error.status_code, "request/field")
    detail = "; ".join(f"{e.get('key', '?')}: {e.get('message', '')}" for e in _extra(error)) or error.detail
    return _problem(error.status_code, wire.Refusal(code=code, message=str(detail)[:500]))


def _nested(request: Request[Any, Any, Any], error: RecursionError) -> Response[wire.Problem]:
    return _problem(400, wire.Refusal(code="request/json", message="this is nested too deeply"))


def _extra(error: HTTPException) -> list[dict[str, Any]]:
    extra = getattr(error, "extra", None)
    return [item for item in extra if isinstance(item, dict)] if isinstance(extra, list) else []


def _mistaken(house: House) -> Callable[[Request[Any, Any, Any], Exception], Response[wire.Problem]]:
    def answer(request: Request[Any, Any, Any], error: Exception) -> Response[wire.Problem]:
        house.metrics.count("mistakes")
        log.error("a request could not be handled", exc_info=error, extra={"method": request.method})
        return _problem(500, wire.Refusal(code="server/mistake", message="something went wrong on our side"))

    return answer


AnyHandler = Callable[..., Awaitable[Any]]

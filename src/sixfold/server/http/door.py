"""The door of the server: who may come in, and what every answer carries. Everything passes here first.

Checks the host name (against DNS rebinding), the origin (against foreign pages), the rate; sends sockets to tables,
/api to the API, the rest to the pages. A mistake behind it becomes a plain 500 or a close, never the end of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import logging
import math
import re
import socket
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from http.cookies import SimpleCookie
from typing import Any, Final
from urllib.parse import urlsplit

from sixfold.errors import SixfoldError, StoreError
from sixfold.server import people
from sixfold.server.http.costs import Allowances, charge, network_of, owner_of
from sixfold.server.http.health import Health
from sixfold.server.http.pages import Asset, Pages
from sixfold.server.http.session import Session
from sixfold.server.limits import Bucket, Buckets, SlowDown
from sixfold.server.remote import bearer_of
from sixfold.server.rooms.house import House

log = logging.getLogger(__name__)
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

_SOCKET: Final = re.compile(r"/api/tables/([A-Za-z0-9_-]{16})/socket")
REFUSED_COSTS: Final = 4
"""How many requests more a refused one counts: who sends rubbish is slowed down soon."""
CLOSING: Final = StoreError("the server is restarting", code="store/closed")
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'; object-src 'none'"
)
HEADERS: Final = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
]


class Door:
    """The outermost ASGI application."""

    def __init__(self, house: House, api: App, pages: Pages) -> None:
        self.house = house
        self.api = api
        self.pages = pages
        settings = house.settings
        self._allowances = Allowances(settings.requests, settings.request_window_s)
        self._guesses = Buckets(settings.wrong_guesses, 60)
        self._bots = Buckets(settings.bot_requests, settings.bot_window_s)
        self._health = Health(house.store)
        self._open: Counter[str] = Counter()
        self._hosts = {"localhost", *settings.hosts, *_own_names()}
        self._origins = set(settings.origins)
        self._hosts |= {host for origin in settings.origins if (host := urlsplit(origin).hostname)}
        self.sessions: set[Session] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self.api(scope, receive, send)

    # --------------------------------------------------------------------------------------------------------- HTTP

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def guarded(message: Any) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                names = {name for name, _ in message.get("headers", ())}
                extra = [pair for pair in HEADERS if pair[0] not in names]
                message = {**message, "headers": [*message.get("headers", ()), *extra]}
                self.house.metrics.count("requests", f"{message['status'] // 100}xx")
            await send(message)

        try:
            await self._route(scope, receive, guarded)
        except asyncio.CancelledError:
            raise
        except Exception:
            self.house.metrics.count("mistakes")
            log.exception("a request could not be handled", extra={"method": scope["method"]})
            if not started:
                await _problem(guarded, 500, "server/mistake", "something went wrong on our side")

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        path, method = scope["path"], scope["method"]
        if not self._known_host(headers.get("host", "")):
            await _problem(send, 400, "request/host", "this server does not go by that name")
            return
        if path == "/healthz":
            await _plain(send, 200, b"ok\n")
            return
        if path == "/readyz":
            await self._readiness(send)
            return
        if path == "/metrics":
            await self._metrics(scope, send)
            return
        if not path.startswith("/api/"):
            await self._page(headers, method, path, send)
            return
        if path.startswith("/api/bot/"):
            await self._bot(scope, headers, receive, send)
            return
        if method not in _SAFE and not self._own_origin(scope, headers):
            own = f"{scope['scheme']}://{headers.get('host', '')}"
            await _problem(
                send, 403, "origin/foreign", f"this came from another site; a program sends the header Origin: {own}"
            )
            return
        try:
            await self._charge(scope, headers)
            guesses = self._guesses.of("\0".join(owner_of(scope)))
            # Codes are short; links and tables are not, and a right one opens whatever others have guessed.
            if path == "/api/device" and not guesses.has():
                raise SlowDown(guesses.wait_s())
        except SlowDown as error:
            await _refuse(send, 429, error)
            return
        answer = _counting(guesses, _for_page(headers, send))
        with self._counted(network_of(address_of(scope))) as counted:
            if counted:
                await self.api(scope, receive, answer)
            else:
                await _refuse(send, 429, SlowDown(0, "too many requests of yours are being answered: wait a moment"))

    @contextlib.contextmanager
    def _counted(self, network: str) -> Iterator[bool]:
        """Whether another socket or request of this network may be open, as it is until the end."""
        may = self._open[network] < self.house.settings.sockets_per_address
        self._open[network] += may
        try:
            yield may
        finally:
            self._open[network] -= may
            if not self._open[network]:
                del self._open[network]

    async def _charge(self, scope: Scope, headers: dict[str, str]) -> None:
        """A plain call is paid here; whoever answers asks for the rest (costs.charge)."""
        network = network_of(address_of(scope))
        whole = self._allowances.network(network)
        if not whole.has():
            raise SlowDown(whole.wait_s())
        try:
            owner = (network, await self.player_of(headers))
        except SixfoldError:  # without its store a server still knows where somebody comes from
            owner = (network, "")
        allowance = self._allowances.of(owner)
        allowance.pay()
        scope.setdefault("state", {}).update(owner=owner, allowance=allowance)

    async def _bot(self, scope: Scope, headers: dict[str, str], receive: Receive, send: Send) -> None:
        """A remote bot is known by its token, which no foreign page can send; its limits are its own."""
        try:
            token = await self.house.remote.token_of(bearer_of(headers))
        except SixfoldError as error:
            await _problem(send, 503, error.code, error.message, wait=1)
            return
        guesses = self._guesses.of(network_of(address_of(scope)))
        if token is None and not guesses.take():
            await _refuse(send, 429, SlowDown(guesses.wait_s(), "too many wrong tokens: wait a moment"))
            return
        if token is None:
            await _problem(send, 401, "token/unknown", "this needs a token: Authorization: Bearer sixfold_...")
            return
        bucket = self._bots.of(token.player)
        allowed = bucket.take()

        async def announcing(message: Any) -> None:
            if message["type"] == "http.response.start":
                if 400 <= message["status"] < 429:
                    bucket.spend(REFUSED_COSTS)
                message = {**message, "headers": [*message["headers"], *self._limits(bucket)]}
            await send(message)

        if not allowed:
            text = f"at most {self.house.settings.bot_requests} requests in {self.house.settings.bot_window_s:g} s"
            await _problem(announcing, 429, "request/slow-down", f"{text}: wait", wait=bucket.wait_s())
            return
        scope.setdefault("state", {})["bot"] = token
        await self.api(scope, receive, announcing)

    def _limits(self, bucket: Bucket) -> list[tuple[bytes, bytes]]:
        """How many requests a bot has, and has left, and the seconds until it has all of them again."""
        numbers = (self.house.settings.bot_requests, bucket.left, math.ceil(bucket.full_s()))
        names = (b"ratelimit-limit", b"ratelimit-remaining", b"ratelimit-reset")
        return [(name, str(number).encode()) for name, number in zip(names, numbers, strict=True)]

    async def _readiness(self, send: Send) -> None:
        fault = CLOSING if self.house.stopping else await self._health.fault()
        if fault is None:
            await _plain(send, 200, b"ready\n")
        else:
            # What is wrong in detail is for the log: the answer is for anybody.
            await _problem(send, 503, fault.code, "this server cannot keep games right now", wait=1)

    async def _metrics(self, scope: Scope, send: Send) -> None:
        if not self.house.settings.public_metrics and not _is_loopback(address_of(scope)):
            await _problem(send, 404, "request/unknown", "there is nothing here")
            return
        body = self.house.metrics.text().encode()
        await _answer(send, 200, body, [(b"content-type", b"text/plain; version=0.0.4; charset=utf-8")])

    async def _page(self, headers: dict[str, str], method: str, path: str, send: Send) -> None:
        if method not in ("GET", "HEAD"):
            await _problem(send, 405, "request/method", "only GET here")
            return
        asset = self.pages.find(path)
        if asset is None and "text/html" in headers.get("accept", "") and "." not in path:
            # A person with a mistyped address gets the page, which says so in their language.
            body, extra = _encoded(self.pages.index, headers.get("accept-encoding", ""))
            await _answer(send, 404, b"" if method == "HEAD" else body, extra, length=len(body))
            return
        if asset is None:
            await _problem(send, 404, "request/unknown", "there is nothing here")
            return
        if headers.get("if-none-match") == asset.tag:
            await _answer(send, 304, b"", [(b"etag", asset.tag.encode())])
            return
        body, extra = _encoded(asset, headers.get("accept-encoding", ""))
        await _answer(send, 200, b"" if method == "HEAD" else body, extra, length=len(body))

    # ------------------------------------------------------------------------------------------------------- sockets

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        await receive()  # websocket.connect
        found = _SOCKET.fullmatch(scope["path"])
        address = address_of(scope)
        if not self._known_host(headers.get("host", "")) or not self._own_origin(scope, headers):
            await send({"type": "websocket.close", "code": 4403})  # before accepting: an HTTP 403
            return
        try:
            await self._charge(scope, headers)
            charge(scope, "socket")
        except SlowDown:
            await send({"type": "websocket.close", "code": 1013})
            return
        with self._counted(network_of(address)) as counted:
            if counted:
                await self._sit(found.group(1) if found else "", headers, address, scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1013})

    async def _sit(
        self, table_id: str, headers: dict[str, str], address: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        try:
            player = await self.player_of(headers)
            room = await self.house.room(table_id) if table_id else None
        except SixfoldError:
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": 1011})
            return
        await send({"type": "websocket.accept"})
        if room is None or not (room.table.terms.watch or room.table.seats_of(player) or player == room.table.host):
            # Missing and forbidden look the same.
            guessed = self._guesses.of("\0".join((network_of(address), player))).take()
            await send({"type": "websocket.close", "code": 4404 if guessed else 1013})
            return
        self.house.metrics.count("sockets")
        loop = asyncio.get_running_loop()
        extension = scope.get("extensions", {}).get("sixfold")
        outbox = Outbox(send, extension, self.house.settings.max_buffer)
        session = Session(self.house, room, player, outbox.push, outbox.close, network_of(address))
        self.sessions.add(session)
        late = loop.call_later(self.house.settings.hello_s, lambda: None if session.greeted else session.end(1008))
        try:
            while True:
                message = await receive()
                if message["type"] != "websocket.receive":
                    break
                if message.get("text") is None:
                    session.end(1003)
                else:
                    await session.read(message["text"])
                if session.closed:
                    break
        finally:
            late.cancel()
            self.sessions.discard(session)
            self.house.leave(room, session)
            await outbox.finish()

    def stop(self) -> None:
        """The server restarts: everybody is told to come back."""
        for session in list(self.sessions):
            session.end(1012)
        self.house.remote.stop()

    # ------------------------------------------------------------------------------------------------ who and whence

    async def player_of(self, headers: dict[str, str]) -> str:
        """The player whose cookie this is; empty for a visitor."""
        secret = cookie_of(headers)
        if not secret:
            return ""
        player = await self.house.player_of(people.hashed(secret))
        return player.id if player else ""

    def _known_host(self, host: str) -> bool:
        """Addresses, localhost, this machine and what the host named; any other name could be a rebound one."""
        name = _host_name(host)
        if name is None:
            return False
        try:
            ipaddress.ip_address(name)
            return True
        except ValueError:
            return name in self._hosts

    def _own_origin(self, scope: Scope, headers: dict[str, str]) -> bool:
        origin = headers.get("origin")
        if origin is None:
            return False
        if origin in self._origins:
            return True
        scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
        return origin == f"{scheme}://{headers.get('host', '')}"


class Outbox:
    """What a session says, on its way to the client; over ASGI alone (tests) it is sent one by one."""

    def __init__(self, send: Send, extension: dict[str, Any] | None, most: int) -> None:
        self._send = send
        self._extension = extension
        self._most = most
        self._queue: list[Any] = []
        self._task: asyncio.Task[None] | None = None

    def push(self, text: bytes) -> bool:
        if self._extension is not None and self._task is None:
            pushed: bool = self._extension["push"](text)
            return pushed and self._extension["waiting"]() <= self._most
        self._later({"type": "websocket.send", "text": text.decode()})
        return len(self._queue) <= 64

    def close(self, code: int) -> None:
        self._later({"type": "websocket.close", "code": code})

    def _later(self, message: Any) -> None:
        self._queue.append(message)
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._drain())

    async def _drain(self) -> None:
        try:
            while self._queue:
                async with asyncio.timeout(10):
                    await self._send(self._queue.pop(0))
        except Exception:  # the client is gone, and with it whoever wanted this
            self._queue.clear()

    async def finish(self) -> None:
        """Wait for what is still to be sent."""
        if self._task is not None:
            await self._task


def _own_names() -> set[str]:
    name = socket.gethostname().lower()
    return {name, name.partition(".")[0], f"{name.partition('.')[0]}.local"}


def _headers(scope: Scope) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key = name.decode("latin-1").lower()
        # A header that must be unique and is not is treated as none of them.
        found[key] = "" if key in ("host", "origin") and key in found else value.decode("latin-1")
    return found


def _host_name(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def cookie_of(headers: dict[str, str]) -> str:
    """The secret in the cookie, if it can be one."""
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(people.COOKIE)
    except Exception:  # a cookie that cannot be read is no cookie
        return ""
    return morsel.value if morsel is not None and 16 <= len(morsel.value) <= 64 else ""


def address_of(scope: Scope) -> str:
    """Where a request comes from; uvicorn believes a proxy's header only from proxies that it was told to trust."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address in ("", "testclient")


def _encoded(asset: Asset, accepts: str) -> tuple[bytes, list[tuple[bytes, bytes]]]:
    wanted = {part.partition(";")[0].strip() for part in accepts.split(",") if "q=0" not in part.replace("q=0.", "")}
    name = next((name for name in ("br", "gzip") if name in wanted and name in asset.bodies), "")
    headers = [
        (b"content-type", asset.kind.encode()),
        (b"etag", asset.tag.encode()),
        (b"cache-control", b"public, max-age=31536000, immutable" if asset.forever else b"no-cache"),
        (b"vary", b"accept-encoding"),
    ]
    if name:
        headers.append((b"content-encoding", name.encode()))
    return asset.bodies[name], headers


async def _answer(
    send: Send, status: int, body: bytes, headers: list[tuple[bytes, bytes]], length: int | None = None
) -> None:
    size = str(len(body) if length is None else length).encode()
    await send({"type": "http.response.start", "status": status, "headers": [*headers, (b"content-length", size)]})
    await send({"type": "http.response.body", "body": body})


async def _plain(send: Send, status: int, body: bytes) -> None:
    await _answer(
        send, status, body, [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    )


def _counting(guesses: Bucket, send: Send) -> Send:
    """A wrong link, code or table costs a guess; when none is left, "wrong" is not answered any more, only "later"."""
    over = False

    async def watching(message: Any) -> None:
        nonlocal over
        if message["type"] == "http.response.start" and message["status"] == 404 and not guesses.take():
            over = True
            await _refuse(send, 429, SlowDown(guesses.wait_s()))
        elif not over:
            await send(message)

    return watching


def _for_page(headers: dict[str, str], send: Send) -> Send:
    """A browser writes every 4xx into its console; the page asks to be refused in the body alone."""

    async def told(message: Any) -> None:
        if message["type"] == "http.response.start" and 400 <= message["status"] < 500:
            message = {**message, "status": 200}
        await send(message)

    return told if "sixfold-page" in headers else send


async def _refuse(send: Send, status: int, error: SixfoldError) -> None:
    await _problem(send, status, error.code, error.message, wait=error.facts.get("wait", 0))


async def _problem(send: Send, status: int, code: str, message: str, wait: float = 0) -> None:
    refusal: dict[str, Any] = {"code": code, "message": message}
    if wait:
        refusal["facts"] = {"wait": math.ceil(wait)}
    body = json.dumps({"refusal": refusal}).encode()
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    if wait:
        headers.append((b"retry-after", str(math.ceil(wait)).encode()))
    await _answer(send, status, body, headers)

"""The guard: who may come in, and what every answer carries. Every request passes here first.

It checks the host name (against DNS rebinding), the origin (against foreign pages) and the rate. Then it sends sockets
to tables, /api to the routes and the rest to the pages. An error behind it becomes a plain 500 or a close code, and
never ends the guard itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import math
import socket
from collections import Counter
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from sixfold.errors import SixfoldError, StoreError
from sixfold.server.house import House
from sixfold.server.http import embeds
from sixfold.server.http.answers import OUR_MISTAKE, send_answer, send_error, send_no, send_plain, send_refusal
from sixfold.server.http.asgi import App, Headers, Message, Receive, Scope, Send
from sixfold.server.http.costs import Allowances, charge, network_of, owner_of
from sixfold.server.http.guesses import Guesses
from sixfold.server.http.health import Health
from sixfold.server.http.pages import Pages
from sixfold.server.http.previews import Previews
from sixfold.server.http.sockets import Sockets
from sixfold.server.http.visitors import address_of, headers_of, player_with
from sixfold.server.limits import Bucket, Buckets, SlowDown
from sixfold.server.remote import bearer_of

log = logging.getLogger(__name__)
REFUSED_COSTS: Final = 4
"""How many requests more a refused one counts: who sends rubbish is slowed down soon."""
CLOSING: Final = StoreError("the server is restarting", code="store/closed")
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
CSP: Final = (
    # A table on a visitor's own device runs the kernel: WebAssembly is compiled, JavaScript never from text.
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; "
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


class Guard:
    """The outermost ASGI application."""

    def __init__(self, house: House, api: App, pages: Pages) -> None:
        self._house = house
        self._api = api
        self._pages = pages
        settings = house.settings
        self._allowances = Allowances(settings.requests, settings.request_window_s)
        self._guesses = Guesses(settings)
        self._bots = Buckets(settings.bot_requests, settings.bot_window_s)
        self._health = Health(house.store)
        self._open: Counter[str] = Counter()
        self._hosts = {"localhost", *settings.hosts, *_own_names()}
        self._origins = set(settings.origins)
        self._hosts |= {host for origin in settings.origins if (host := urlsplit(origin).hostname)}
        self._sockets = Sockets(house, self._guesses.visitors)
        self._previews = Previews(house)
        self._embeds = embeds.Embeds(house)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._api(scope, receive, send)

    def stop(self) -> None:
        """The server restarts: everybody is told to come back."""
        self._sockets.stop()
        self._house.remote.stop()

    # --------------------------------------------------------------------------------------------------------- HTTP

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                names = {name for name, _ in message.get("headers", ())}
                always = embeds.HEADERS if scope["path"].startswith(embeds.ROOT) else HEADERS
                extra = [pair for pair in always if pair[0] not in names]
                message = {**message, "headers": [*message.get("headers", ()), *extra]}
                self._house.metrics.count("requests", f"{message['status'] // 100}xx")
            await send(message)

        try:
            await self._route(scope, receive, guarded)
        except asyncio.CancelledError:
            raise
        except Exception:
            self._house.metrics.count("mistakes")
            log.exception("a request could not be handled", extra={"method": scope["method"]})
            if not started:
                await send_refusal(guarded, 500, OUR_MISTAKE)

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, path = headers_of(scope), scope["path"]
        if not self._known_host(headers.get("host", "")):
            await send_no(send, 400, "request/host", "this server does not go by that name")
        elif path == "/healthz":
            await send_plain(send, 200, b"ok\n")
        elif path == "/readyz":
            await self._readiness(send)
        elif path == "/metrics":
            await self._metrics(scope, send)
        elif path.startswith("/api/bot/"):
            await self._bot(scope, headers, receive, send)
        elif path.startswith("/api/"):
            await self._person(scope, headers, receive, send)
        elif path.startswith(embeds.ROOT):
            await self._embed(scope, headers, send)
        else:
            tags = await self._preview(scope, headers, path)
            await self._pages.answer(headers, scope["method"], path, send, tags)

    async def _preview(self, scope: Scope, headers: dict[str, str], path: str) -> bytes:
        """What a chat shows of a link to a table; nothing where it would have to be waited for."""
        asked = self._previews.asked(path)
        if asked is None:
            return b""
        try:
            await self._charge(scope, headers)
            return await self._previews.tags(asked, scope["scheme"], headers)
        except SixfoldError:
            return b""

    async def _embed(self, scope: Scope, headers: dict[str, str], send: Send) -> None:
        """A frame or a picture on another page."""
        try:
            await self._charge(scope, headers)
            guess = self._guesses.begin(scope["path"], owner_of(scope))
        except SlowDown as error:
            await send_error(send, 429, error)
            return
        await self._embeds.answer(scope, headers, guess.watching(send))

    async def _person(self, scope: Scope, headers: dict[str, str], receive: Receive, send: Send) -> None:
        """A call of a page, or of somebody's script with the same rights."""
        if scope["method"] not in _SAFE and not self._own_origin(scope, headers):
            own = f"{scope['scheme']}://{headers.get('host', '')}"
            message = f"this came from another site; a program sends the header Origin: {own}"
            await send_no(send, 403, "origin/foreign", message)
            return
        try:
            await self._charge(scope, headers)
            guess = self._guesses.begin(scope["path"], owner_of(scope))
        except SlowDown as error:
            await send_error(send, 429, error)
            return
        with self._counted(scope) as counted:
            if counted:
                await self._api(scope, receive, guess.watching(_for_page(headers, send)))
            else:
                message = "too many requests of yours are being answered: wait a moment"
                await send_error(send, 429, SlowDown(0, message))

    async def _bot(self, scope: Scope, headers: dict[str, str], receive: Receive, send: Send) -> None:
        """A remote bot is known by its token, which no foreign page can send; its limits are its own."""
        try:
            token = await self._house.remote.token_of(bearer_of(headers))
        except SixfoldError as error:
            await send_no(send, 503, error.code, error.message, wait=1)
            return
        guesses = self._guesses.visitors.of(network_of(address_of(scope)))
        if token is None and not guesses.take():
            await send_error(send, 429, SlowDown(guesses.wait_s(), "too many wrong tokens: wait a moment"))
            return
        if token is None:
            await send_no(send, 401, "token/unknown", "this needs a token: Authorization: Bearer sixfold_...")
            return
        bucket = self._bots.of(token.player)
        allowed = bucket.take()
        announcing = self._announcing(bucket, send)
        if not allowed:
            settings = self._house.settings
            text = f"at most {settings.bot_requests} requests in {settings.bot_window_s:g} s"
            await send_no(announcing, 429, "request/slow-down", f"{text}: wait", wait=bucket.wait_s())
            return
        scope.setdefault("state", {})["bot"] = token
        await self._api(scope, receive, announcing)

    def _announcing(self, bucket: Bucket, send: Send) -> Send:
        """Every answer to a bot says what it has left; one that refuses costs more."""

        async def announce(message: Message) -> None:
            if message["type"] == "http.response.start":
                if 400 <= message["status"] < 429:
                    bucket.spend(REFUSED_COSTS)
                message = {**message, "headers": [*message["headers"], *self._limits(bucket)]}
            await send(message)

        return announce

    def _limits(self, bucket: Bucket) -> Headers:
        """How many requests a bot has, and has left, and the seconds until it has all of them again."""
        numbers = (self._house.settings.bot_requests, bucket.left, math.ceil(bucket.full_s()))
        names = (b"ratelimit-limit", b"ratelimit-remaining", b"ratelimit-reset")
        return [(name, str(number).encode()) for name, number in zip(names, numbers, strict=True)]

    async def _readiness(self, send: Send) -> None:
        fault = CLOSING if self._house.stopping else await self._health.fault()
        if fault is None:
            await send_plain(send, 200, b"ready\n")
        else:
            # What is wrong in detail is for the log: the answer is for anybody.
            await send_no(send, 503, fault.code, "this server cannot keep games right now", wait=1)

    async def _metrics(self, scope: Scope, send: Send) -> None:
        if not self._house.settings.public_metrics and not _is_loopback(address_of(scope)):
            await send_no(send, 404, "request/unknown", "there is nothing here")
            return
        kind = (b"content-type", b"text/plain; version=0.0.4; charset=utf-8")
        await send_answer(send, 200, self._house.metrics.text().encode(), [kind])

    # ------------------------------------------------------------------------------------------------------- sockets

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        if code := await self._no_to_socket(scope, headers_of(scope)):
            await send({"type": "websocket.close", "code": code})  # before accepting: an HTTP 403
            return
        with self._counted(scope) as counted:
            if counted:
                await self._sockets.serve(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1013})

    async def _no_to_socket(self, scope: Scope, headers: dict[str, str]) -> int:
        """The close code for whoever may not open one; 0 for whoever may. Nothing of the head outlives this."""
        if not self._known_host(headers.get("host", "")) or not self._own_origin(scope, headers):
            return 4403
        try:
            await self._charge(scope, headers)
            charge(scope, "socket")
        except SlowDown:
            return 1013
        return 0

    # ------------------------------------------------------------------------------------------------ who and whence

    @contextlib.contextmanager
    def _counted(self, scope: Scope) -> Iterator[bool]:
        """Whether another socket or request of this network may be open, as it is until the end."""
        network = network_of(address_of(scope))
        may = self._open[network] < self._house.settings.sockets_per_address
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
            player = await player_with(self._house, headers.get("cookie", ""))
        except SixfoldError:  # without its store a server still knows where somebody comes from
            player = None
        owner = (network, player.id if player else "")
        allowance = self._allowances.of(owner)
        allowance.pay()
        scope.setdefault("state", {}).update(owner=owner, allowance=allowance)

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


def _own_names() -> set[str]:
    name = socket.gethostname().lower()
    return {name, name.partition(".")[0], f"{name.partition('.')[0]}.local"}


def _host_name(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address in ("", "testclient")


def _for_page(headers: dict[str, str], send: Send) -> Send:
    """A browser writes every 4xx into its console; the page asks to be refused in the body alone."""

    async def told(message: Message) -> None:
        if message["type"] == "http.response.start" and 400 <= message["status"] < 500:
            message = {**message, "status": 200}
        await send(message)

    return told if "sixfold-page" in headers else send

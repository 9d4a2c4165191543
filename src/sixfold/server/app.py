"""Puts the server together from store, house, routes, pages and guard, and runs it on uvicorn with limits.

`build` gives all of it as an ASGI application. `run` serves it until it is told to stop, and then closes every socket
with 1012.
"""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from socket import socket
from types import FrameType
from typing import Any, Final

import uvicorn

from sixfold.server import wire
from sixfold.server.house import House
from sixfold.server.http.asgi import Receive, Scope, Send
from sixfold.server.http.connections import Openings, raise_limit
from sixfold.server.http.guard import Guard
from sixfold.server.http.listening import BACKLOG, check_certificate, listen
from sixfold.server.http.pages import STATIC, Pages
from sixfold.server.http.protocols import PatientHttp, TableSocket
from sixfold.server.http.routes import build_api
from sixfold.server.http.under import Under
from sixfold.server.settings import Settings
from sixfold.server.store import make_store

DATABASE: Final = "sixfold.db"


@dataclass(slots=True)
class Server:
    """A server that can be opened, asked and closed."""

    house: House
    guard: Guard
    door: Under

    async def open(self) -> None:
        await self.house.open()

    async def close(self) -> None:
        self.guard.stop()
        await self.house.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.door(scope, receive, send)


def build(where: str | Path, settings: Settings | None = None, static: Path = STATIC, **parts: Any) -> Server:
    """A server on this store: the path of a SQLite file or a PostgreSQL URL. `parts` replace parts of the house."""
    house = House(make_store(where), settings, **parts)
    base = house.settings.base
    guard = Guard(house, build_api(house), Pages(static, base, house.settings.meets))
    return Server(house, guard, Under(base, guard))


async def run(
    server: Server,
    host: str,
    port: int,
    *,
    tls: tuple[Path, Path] | None = None,
    ready: Callable[[int], None] | None = None,
) -> None:
    """Serve until a signal comes. `ready(port)` is called when connections are accepted."""
    if tls is not None:
        check_certificate(*tls)
    sockets = listen(host, port)
    settings = server.house.settings
    # A browser has a few connections besides its sockets.
    PatientHttp.openings = Openings(4 * settings.sockets_per_address, raise_limit(), settings.trusted_proxies)
    config = uvicorn.Config(
        server,
        http=PatientHttp,
        ws=TableSocket,
        ws_max_size=wire.MAX_FRAME,
        ws_max_queue=8,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        backlog=BACKLOG,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=16 * 1024,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies) or None,
        ssl_certfile=str(tls[0]) if tls else None,
        ssl_keyfile=str(tls[1]) if tls else None,
    )
    uvicorn_server = _Uvicorn(config, server, ready)
    try:
        await server.open()
    except BaseException:
        for opened in sockets:
            opened.close()
        raise
    # Tables are values without cycles: the collector finds next to nothing in them, and a full pass over five hundred
    # of them would keep everybody waiting for a tenth of a second.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)
    try:
        await uvicorn_server.serve(sockets)
    finally:
        await server.close()


class _Uvicorn(uvicorn.Server):
    """uvicorn, which tells the tables before it closes their sockets, and says when it is ready."""

    def __init__(self, config: uvicorn.Config, server: Server, ready: Callable[[int], None] | None) -> None:
        super().__init__(config)
        self._tables = server
        self._ready = ready

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        if self._ready is not None and self.started:
            self._ready(self.servers[0].sockets[0].getsockname()[1])

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        self._tables.house.stopping = True
        self._tables.guard.stop()
        await asyncio.sleep(0.05)
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # A second Ctrl-C means it.
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

"""The whole server in this process, without a socket: HTTP by httpx's ASGI transport, WebSockets by hand."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from sixfold.server.app import Server, build
from sixfold.server.settings import Settings
from sixfold.server.wire import VERSION

BASE = "http://localhost:6161"
PATIENT: dict[str, Any] = {
    "bot_pause": 0.0,
    "messages": 10**9,
    "requests": 10**9,
    "wrong_guesses": 10**9,
    "wrong_codes": 10**9,
    "workers": 1,
}


@contextlib.asynccontextmanager
async def inside(
    folder: Path | str, *, static: Path | None = None, parts: dict[str, Any] | None = None, **settings: Any
) -> AsyncIterator[Server]:
    """An open server on a file in this folder, or on the database of a URL."""
    options: dict[str, Any] = {"static": static} if static else {}
    server = build(
        folder / "a.db" if isinstance(folder, Path) else folder,
        Settings(**{**PATIENT, **settings}),
        **options,
        **(parts or {}),
    )
    await server.open()
    try:
        yield server
    finally:
        await server.close()


def visitor(server: Server, address: str = "127.0.0.1", **headers: str) -> httpx.AsyncClient:
    """A browser on our own page."""
    transport = httpx.ASGITransport(server, raise_app_exceptions=False, client=(address, 50000))
    return httpx.AsyncClient(transport=transport, base_url=BASE, headers={"origin": BASE, **headers})


def same_deal(seed: int = 0x11) -> dict[str, Any]:
    """Parts of a server whose tables are dealt the same in every run: by their seed and their name alike."""
    numbers = count()
    return {"new_seed": lambda: f"{seed:02x}" * 64, "new_id": lambda: f"{next(numbers):016}"}


def stand_still(server: Server) -> None:
    """No time passes for whoever guesses: a busy machine would be given more guesses than a test counts."""
    guesses = server.guard._guesses
    for counted in (guesses.visitors, guesses._networks, guesses._all):
        counted._clock = lambda: 0.0
    guesses._all._at = 0.0


class Wire:
    """A WebSocket as ASGI sees it."""

    def __init__(self, server: Server, table: str, cookie: str = "", origin: str | None = BASE, **headers: str) -> None:
        self.server = server
        self.cookie = cookie
        fields = {"host": "localhost:6161", "cookie": cookie, **headers}
        if origin is not None:
            fields["origin"] = origin
        self.scope: dict[str, Any] = {
            "type": "websocket",
            "path": f"/api/tables/{table}/socket",
            "scheme": "ws",
            "client": ("127.0.0.1", 50001),
            "headers": [(name.encode(), value.encode()) for name, value in fields.items() if value],
            "extensions": {},
        }
        self.inbox: asyncio.Queue[Any] = asyncio.Queue()
        self.aside: list[dict[str, Any]] = []
        self.outbox: asyncio.Queue[Any] = asyncio.Queue()
        self.inbox.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(server(self.scope, self.inbox.get, self._take))
        self.accepted = False
        self.closed: int | None = None

    async def _take(self, message: Any) -> None:
        if message["type"] == "websocket.accept":
            self.accepted = True
        elif message["type"] == "websocket.close":
            self.closed = message.get("code", 1000)
            self.inbox.put_nowait({"type": "websocket.disconnect", "code": self.closed})
            self.outbox.put_nowait(None)
        else:
            self.outbox.put_nowait(json.loads(message["text"]))

    def put(self, text: str | bytes | dict[str, Any]) -> None:
        if isinstance(text, dict):
            text = json.dumps(text)
        kind = "text" if isinstance(text, str) else "bytes"
        self.inbox.put_nowait({"type": "websocket.receive", kind: text})

    async def get(self, *kinds: str) -> dict[str, Any]:
        """The next frame, of these kinds if any are named."""
        while True:
            frame = self.aside.pop(0) if self.aside else await self._next()
            if not kinds or frame["t"] in kinds:
                return frame

    async def _next(self) -> dict[str, Any]:
        frame: dict[str, Any] | None = await asyncio.wait_for(self.outbox.get(), 20)
        assert frame is not None, f"closed with {self.closed}"
        return frame

    async def hello(self, **fields: Any) -> dict[str, Any]:
        self.put({"do": "hello", "version": VERSION, **fields})
        return await self.get("welcome")

    async def ask(self, **fields: Any) -> dict[str, Any]:
        """Send and wait for the answer with the same id; other frames are kept for `get`."""
        self.put(fields)
        while True:
            frame = await self._next()
            if frame.get("id") == fields["id"]:
                return frame
            self.aside.append(frame)

    async def gone(self) -> int | None:
        """The close code, once the server has closed."""
        await asyncio.wait_for(self.task, 20)
        return self.closed

    async def leave(self) -> None:
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.wait_for(self.task, 20)


def cookie_of(client: httpx.AsyncClient) -> str:
    return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


TWO = {"game": "tiles", "seats": [{"kind": "here", "name": "Ana", "age": 40}, {"kind": "person"}]}


async def two_seated(
    server: Server, game: str = "tiles", **options: Any
) -> tuple[str, Wire, Wire, httpx.AsyncClient, httpx.AsyncClient]:
    """A started game of two people, with their sockets and browsers."""
    host, guest = visitor(server), visitor(server)
    made = (await host.post("/api/tables", json={**TWO, "game": game, "options": options})).json()
    invite = made["info"]["seats"][1]["invite"]
    assert (await guest.post(f"/api/invites/{invite}", json={"name": "Bo", "age": 9})).status_code == 200
    one, two = Wire(server, made["table"], cookie_of(host)), Wire(server, made["table"], cookie_of(guest))
    n = (await one.hello())["n"]
    await two.hello()
    await one.ask(do="ready", id="r1", base=n, entropy="00" * 32)
    answer = await two.ask(do="ready", id="r2", base=n + 1, entropy="11" * 32)
    assert answer["t"] == "ack", answer
    return made["table"], one, two, host, guest

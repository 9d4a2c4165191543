"""The sockets of tables: who may open one, what is read from it, and how a session's frames are sent."""

from __future__ import annotations

import asyncio
import re
from typing import Final

from sixfold.errors import SixfoldError
from sixfold.fields import Json
from sixfold.server.house import House
from sixfold.server.http.asgi import Message, Receive, Scope, Send
from sixfold.server.http.costs import owner_of
from sixfold.server.http.session import Session
from sixfold.server.http.visitors import headers_of, player_with
from sixfold.server.limits import Buckets
from sixfold.server.rooms.room import Room

_PATH: Final = re.compile(r"/api/tables/([A-Za-z0-9_-]{16})/socket")
_DRAIN_S: Final = 10
"""Seconds that one frame may take to leave."""


class Sockets:
    """All of a server's. Whoever comes here has passed the guard."""

    def __init__(self, house: House, guesses: Buckets) -> None:
        self._house = house
        self._guesses = guesses
        self._sessions: set[Session] = set()

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One socket, from its acceptance to its end."""
        network, _ = owner_of(scope)
        try:
            known = await player_with(self._house, headers_of(scope).get("cookie", ""))
            room = await self._room(scope["path"])
        except SixfoldError:
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": 1011})
            return
        player = known.id if known else ""
        await send({"type": "websocket.accept"})
        if room is None or not (room.table.terms.watch or room.table.seats_of(player) or player == room.table.host):
            # Missing and forbidden look the same.
            guessed = self._guesses.of("\0".join((network, player))).take()
            await send({"type": "websocket.close", "code": 4404 if guessed else 1013})
            return
        self._house.metrics.count("sockets")
        outbox = Outbox(send, scope.get("extensions", {}).get("sixfold"), self._house.settings.max_buffer)
        await self._talk(Session(self._house, room, player, outbox.push, outbox.close, network), receive, outbox)

    async def _room(self, path: str) -> Room | None:
        found = _PATH.fullmatch(path)
        return await self._house.look(found.group(1)) if found else None

    async def _talk(self, session: Session, receive: Receive, outbox: Outbox) -> None:
        self._sessions.add(session)
        late = asyncio.get_running_loop().call_later(
            self._house.settings.hello_s, lambda: None if session.greeted else session.end(1008)
        )
        try:
            while not session.closed:
                message = await receive()
                if message["type"] != "websocket.receive":
                    break
                if message.get("text") is None:
                    session.end(1003)
                else:
                    await session.read(message["text"])
        finally:
            late.cancel()
            self._sessions.discard(session)
            # Not the room that it was opened for: another may have taken its place before the hello.
            self._house.rooms.leave(session.room, session)
            await outbox.finish()

    def stop(self) -> None:
        """The server restarts: everybody is told to come back."""
        for session in list(self._sessions):
            session.end(1012)


class Outbox:
    """What a session says, on its way to the client; over ASGI alone (tests) it is sent one by one."""

    def __init__(self, send: Send, extension: Json | None, most: int) -> None:
        self._send = send
        self._extension = extension
        self._most = most
        self._queue: list[Message] = []
        self._task: asyncio.Task[None] | None = None

    def push(self, text: bytes) -> bool:
        if self._extension is not None and self._task is None:
            pushed: bool = self._extension["push"](text)
            return pushed and self._extension["waiting"]() <= self._most
        self._later({"type": "websocket.send", "text": text.decode()})
        return len(self._queue) <= 64

    def close(self, code: int) -> None:
        self._later({"type": "websocket.close", "code": code})

    def _later(self, message: Message) -> None:
        self._queue.append(message)
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._drain())

    async def _drain(self) -> None:
        try:
            while self._queue:
                async with asyncio.timeout(_DRAIN_S):
                    await self._send(self._queue.pop(0))
        except Exception:  # the client is gone, and with it whoever wanted this
            self._queue.clear()

    async def finish(self) -> None:
        """Wait for what is still to be sent."""
        if self._task is not None:
            await self._task

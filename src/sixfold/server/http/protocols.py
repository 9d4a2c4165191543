"""uvicorn's HTTP and WebSocket protocols with deadlines and caps, and without tracebacks.

uvicorn alone waits for ever for the end of a header, stops and restarts reading for every frame, keeps endless empty
fragments and logs a traceback for bad UTF-8. Not here: what a message means.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame

from sixfold.server.http.asgi import Message
from sixfold.server.http.connections import Openings

HEADER_S: Final = 10.0
"""For the whole head of a request, and for the whole of its body."""
MOST_FRAGMENTS: Final = 64
MOST_QUEUED: Final = 8


class PatientHttp(H11Protocol):
    """HTTP with a deadline for a request, and a cap on connections from one address."""

    openings: ClassVar[Openings] = Openings()
    """All connections of this process, those of sockets too."""
    _deadline: asyncio.TimerHandle | None = None
    _address: str = ""
    _upgraded: bool = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        if not self.openings.enter(self._address):
            transport.abort()
            return
        self._arm()

    def connection_lost(self, exc: Exception | None) -> None:
        self._disarm()
        if not self._upgraded:
            self.openings.leave(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._upgraded:
            return
        if self.scope is not None:
            # Not part of ASGI: a reader who does not read must not keep a stream open for ever.
            self.scope.setdefault("extensions", {})["sixfold"] = {"cut": self.transport.abort}
        # A request that is read to its end has all the time it needs to be answered; the next one starts anew.
        if self.conn.their_state in (h11.DONE, h11.MUST_CLOSE, h11.CLOSED, h11.SWITCHED_PROTOCOL):
            self._disarm()
        elif self._deadline is None and not self.transport.is_closing():
            self._arm()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._disarm()  # between requests uvicorn's keep-alive timer watches

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._disarm()
        self._upgraded = True
        self.openings.leave(self._address)  # from here on the socket counts
        super().handle_websocket_upgrade(event)

    def _arm(self) -> None:
        self._disarm()
        self._deadline = self.loop.call_later(HEADER_S, self._too_late)

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        self._deadline = None
        if not self.transport.is_closing():
            self.transport.abort()


class Inbox:
    """What of asyncio's Queue a socket needs: one reader, and nobody who waits to put. A tenth of its memory."""

    __slots__ = ("_messages", "_reader")

    def __init__(self) -> None:
        self._messages: list[Message] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Message) -> None:
        """Add a message, and wake the reader."""
        self._messages.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Message:
        """The oldest message, once there is one."""
        while not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._messages.pop(0)

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._messages

    def qsize(self) -> int:
        """How many wait."""
        return len(self._messages)


class TableSocket(WebSocketsSansIOProtocol):
    """A WebSocket that hands frames to the application eight at a time and writes without waiting.

    Most sockets are idle most of the time, so what an open one does not need is not kept.
    """

    _flushing = False

    def start_keepalive(self) -> None:
        """The socket is accepted: nobody asks for the head of its request any more."""
        super().start_keepalive()
        self.request.headers.clear()  # its parser keeps the request as long as it lives
        del self.request, self.response
        self.scope["headers"] = []

    async def run_asgi(self) -> None:
        # Not part of ASGI: a table has many sockets to tell at once, and must not wait for any of them.
        self.scope["extensions"]["sixfold"] = {"push": self.push, "waiting": self.waiting}
        await super().run_asgi()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.queue = Inbox()  # type: ignore[assignment]
        PatientHttp.openings.enter(self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        PatientHttp.openings.leave(self.client[0] if self.client else "")
        super().connection_lost(exc)

    def push(self, text: bytes) -> bool:
        """Write a text frame now; False when the connection is gone."""
        if self.disconnected or self.close_sent or not self.handshake_complete or self.transport.is_closing():
            return False
        try:
            self.conn.send_text(text)
        except InvalidState:
            return False
        if not self._flushing:
            # An event and its acknowledgement leave together: a system call less for every move.
            self._flushing = True
            self.loop.call_soon(self._flush)
        return True

    def _flush(self) -> None:
        self._flushing = False
        if not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))

    def waiting(self) -> int:
        """Bytes that the reader has not taken yet."""
        return self.transport.get_write_buffer_size()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MOST_FRAGMENTS:
            self._fail(1009)
            return
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        data: bytes | bytearray = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text":
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": str(data, "utf-8")})
            except UnicodeDecodeError:
                self._fail(1007)
                return
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": bytes(data)})
        if self.queue.qsize() >= MOST_QUEUED and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _fail(self, code: int) -> None:
        """The client broke the protocol of WebSocket itself."""
        if self.close_sent:
            return
        self.conn.fail(code)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()

"""As little of HTTP and of a WebSocket as people at tables need, so that many of them cost next to nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

Heard = Callable[[bytes], None]
GET = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: {cookie}\r\n\r\n"
)


class Call:
    """One connection for calls to the server, one after the other; anybody's cookie may go with one."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: dict[str, Any], cookie: str = "") -> tuple[dict[str, Any], str]:
        """The answer, and the cookie that came with it, or the old one."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        host, text = f"127.0.0.1:{self._port}", json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: {len(text)}\r\nCookie: {cookie}\r\n\r\n".encode() + text)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        fields = [line.partition(": ")[::2] for line in lines[1:]]
        length = next(int(value) for name, value in fields if name.lower() == "content-length")
        found = [value.partition(";")[0] for name, value in fields if name.lower() == "set-cookie"]
        answer = json.loads(await reader.readexactly(length))
        assert lines[0].split()[1].startswith("2"), (path, answer)
        return answer, found[0] if found else cookie

    async def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            await self._streams[1].wait_closed()


class Line(asyncio.Protocol):
    """A socket at a table. `heard` is told every text frame; a ping is answered."""

    def __init__(self, path: str, port: int, cookie: str, heard: Heard) -> None:
        self._hello = GET.format(path=path, host=f"127.0.0.1:{port}", cookie=cookie).encode()
        self._data = bytearray()
        self.open = asyncio.Event()
        self._transport: asyncio.Transport | None = None
        self.heard = heard
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._hello)

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self.open.is_set():
            end = self._data.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self._data.startswith(b"HTTP/1.1 101"), bytes(self._data[:end])
            del self._data[: end + 4]
            self.open.set()
        while self._frame():
            pass

    def _frame(self) -> bool:
        data, head = self._data, 2
        if len(data) < 2:
            return False
        length = data[1]
        if length >= 126:
            head = 4 if length == 126 else 10
            if len(data) < head:
                return False
            length = int.from_bytes(data[2:head], "big")
        if len(data) < head + length:
            return False
        kind, payload = data[0] & 15, bytes(data[head : head + length])
        del data[: head + length]
        if kind == 1:
            self.heard(payload)
        elif kind == 9:
            self._send(0x8A, payload)
        return True

    def send(self, text: bytes) -> None:
        """A text frame."""
        self._send(0x81, text)

    def _send(self, kind: int, payload: bytes) -> None:
        assert self._transport is not None
        size = len(payload)
        # A mask of zeros is a mask.
        head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + payload)

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        self.open.set()

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()


async def connect(port: int, path: str, cookie: str, heard: Heard, number: int) -> Line:
    """A line from one of many addresses of this machine: a server gives no single one all of its connections."""
    loop = asyncio.get_running_loop()
    made = Line(path, port, cookie, heard)
    await loop.create_connection(lambda: made, "127.0.0.1", port, local_addr=(f"127.0.1.{1 + number % 200}", 0))
    await asyncio.wait_for(made.open.wait(), 60)
    return made

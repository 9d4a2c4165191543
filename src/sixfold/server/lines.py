"""A long answer with one JSON object per line, until somebody ends it. A slow reader can leave only so much unread.

Empty lines keep the connection alive. The last line says why it is the last. Not here: what the lines say (remote.py,
http/bots.py).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

import msgspec

from sixfold.server import wire

ALIVE_S: Final = 7.0
"""Seconds of silence after which an empty line is sent."""
GRACE_S: Final = 10.0
"""Seconds that a reader has for the last line before the connection is cut."""
_encoder: Final = msgspec.json.Encoder()
WHY: Final = {
    "finished": "the game is over",
    "slow": "you read too slowly: come back with `since` and the last number that you have",
    "revoked": "this token was revoked",
    "replaced": "you have opened this stream again elsewhere",
    "restarting": "the server restarts: come back in a moment",
    "deleted": "this table is no more",
    "removed": "you have no seat at this table any more",
}


class Lines:
    """Lines on their way to one reader. Iterating gives what is waiting, as much at once as there is."""

    def __init__(self, most: int, cut: Callable[[], None]) -> None:
        self._most = most
        self._cut = cut
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._wake = asyncio.Event()
        self._late: asyncio.TimerHandle | None = None
        self.ended = ""

    def push(self, line: bytes) -> bool:
        """Send a line; False when the reader is too slow or the stream has ended."""
        if self.ended:
            return False
        self._put(line)
        return self._size <= self._most

    def send(self, frame: wire.Frame) -> None:
        """Send a frame, and end the stream of a reader that is too slow for it."""
        if not self.push(_encoder.encode(frame)):
            self.end("slow")

    def end(self, why: str) -> None:
        """Say why, and stop. What a slow reader has left is thrown away, and with it the need to wait for it."""
        if self.ended:
            return
        if why == "slow":
            self._waiting.clear()
        self._put(_encoder.encode(wire.StreamEnd(why=why, message=WHY[why])))  # type: ignore[arg-type]
        self.ended = why
        self._late = asyncio.get_running_loop().call_later(GRACE_S, self._cut)

    def finish(self) -> None:
        """The reader has all of it, or is gone."""
        self.ended = self.ended or "gone"
        self._waiting.clear()
        self._wake.set()
        if self._late is not None:
            self._late.cancel()

    def _put(self, line: bytes) -> None:
        self._waiting.append(line)
        self._size += len(line)
        self._wake.set()

    def __aiter__(self) -> Lines:
        return self

    async def __anext__(self) -> bytes:
        while not self._waiting:
            if self.ended:
                raise StopAsyncIteration
            self._wake.clear()
            try:
                async with asyncio.timeout(ALIVE_S):
                    await self._wake.wait()
            except TimeoutError:
                return b"\n"
        taken = b"\n".join((*self._waiting, b""))
        self._waiting.clear()
        self._size = 0
        return taken

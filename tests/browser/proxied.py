"""A reverse proxy on loopback: one folder leads to a Sixfold server, nothing stripped; `/` is somebody else's."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator

ELSEWHERE = b"<!doctype html><html lang=en><title>Club</title><link rel=icon href=data:,><h1>Our club</h1></html>"
ANSWER = b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%s"


class Proxy:
    """What was asked of the site around the folder, and where the proxy listens."""

    def __init__(self, folder: str, upstream: int) -> None:
        self.folder = folder
        self.strayed: list[str] = []
        self.answering: set[asyncio.Task[None] | None] = set()
        self.writers: list[asyncio.StreamWriter] = []
        self.port = 0
        self._upstream = upstream

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request a connection: its first line decides; then bytes go both ways until somebody is done."""
        self.answering.add(asyncio.current_task())
        self.writers.append(writer)
        # Cancelled when the proxy ends: a page keeps its socket open.
        ends = (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError)
        with contextlib.suppress(*ends), contextlib.closing(writer):
            head = await reader.readuntil(b"\r\n\r\n")
            path = head.split(b" ", 2)[1].decode()
            if not path.startswith(self.folder):
                self.strayed.append(path)
                writer.write(ANSWER % (len(ELSEWHERE), ELSEWHERE))
                await writer.drain()
                return
            there, back = await asyncio.open_connection("127.0.0.1", self._upstream)
            self.writers.append(back)
            with contextlib.closing(back):
                # The next request may be for somebody else, so each gets a connection of its own; a socket keeps its.
                socket = b"upgrade: websocket" in head.lower()
                back.write(head if socket else head.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
                ways = [asyncio.create_task(_pass(reader, back)), asyncio.create_task(_pass(there, writer))]
                try:
                    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for way in ways:
                        way.cancel()
                    await asyncio.gather(*ways, return_exceptions=True)


async def _pass(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    while data := await source.read(65536):
        target.write(data)
        await target.drain()


@contextlib.contextmanager
def proxied(folder: str, upstream: int) -> Iterator[Proxy]:
    """The proxy, in a thread with a loop of its own."""
    proxy, ready, loop = Proxy(folder, upstream), threading.Event(), asyncio.new_event_loop()
    done = asyncio.Event()

    async def live() -> None:
        server = await asyncio.start_server(proxy.answer, "127.0.0.1", 0)
        proxy.port = server.sockets[0].getsockname()[1]
        ready.set()
        await done.wait()
        server.close()
        await asyncio.sleep(0)  # who has just come gets a task, which is then ended with the others
        for task in filter(None, proxy.answering):
            task.cancel()
        await asyncio.gather(*filter(None, proxy.answering), return_exceptions=True)
        for writer in proxy.writers:
            writer.transport.abort()  # closing would wait for a page that no longer reads
        for _ in range(2):
            await asyncio.sleep(0)  # they are taken down in the next turn of the loop

    def run() -> None:
        loop.run_until_complete(live())
        loop.close()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        assert ready.wait(30)
        yield proxy
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join(30)

"""A database that is away, read-only, slow or replaced by its standby, under servers that go on being used.

Used by tests, which look at what is lost, and by bench/outages.py, which looks at how long it takes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg

from tests.server.client import Player, Visitor
from tests.server.running import Running

Trouble = Callable[[], Any]


class Talk:
    """Two people at one table, each at a server of their own, who take another name again and again: a command that is
    kept as a move is, and is never refused by the rules."""

    def __init__(self, servers: list[Running]) -> None:
        self._servers = servers
        self.players: list[Player] = []
        self.acked: dict[str, int] = {}
        self.refused = 0

    async def begin(self) -> None:
        host = Visitor(self._servers[0].base)
        made = await host.make("tiles", [{"kind": "here", "name": "Ana", "age": 40}, {"kind": "person"}])
        guest = Visitor(self._servers[-1].base)
        await guest.join(made["info"]["seats"][1]["invite"], "Bo", age=9)
        self.players = [await Player(host, made["table"], 0).open(), await Player(guest, made["table"], 1).open()]

    async def ask(self, at: int) -> bool:
        """One command through one server; whether it was acknowledged."""
        answer = await self.players[at].ask("adjust", name=f"N{len(self.acked) + self.refused}")
        if answer["t"] != "ack":
            assert answer["refusal"]["code"].startswith("store/"), answer
            self.refused += 1
            return False
        self.acked[answer["id"]] = answer["n"]
        return True

    async def recovered_s(self, at: int) -> float:
        """Seconds until a command is acknowledged again."""
        began = time.monotonic()
        async with asyncio.timeout(60):
            while not await self.ask(at):
                await asyncio.sleep(0.02)
        return time.monotonic() - began

    async def through(self, trouble: Trouble, end: Trouble) -> tuple[float, float]:
        """Commands before, during and after; the seconds that each server took to be back."""
        for at in (0, 1):
            assert await self.ask(at)
        await asyncio.to_thread(trouble)
        for at in (0, 1):
            assert not await self.ask(at), "nothing is acknowledged that is not kept"
        await asyncio.to_thread(end)
        found = await asyncio.gather(self.recovered_s(0), self.recovered_s(1))
        n = max(self.acked.values())
        for player in self.players:
            await player.until(lambda p: p.n >= n, 30)
        return found

    def lost(self, url: str) -> list[str]:
        """Acknowledged commands that the database does not have under their number."""
        with psycopg.connect(url) as opened:
            rows = opened.execute("SELECT key, n FROM events WHERE key <> ''").fetchall()
        kept: dict[str, int] = dict(rows)
        return [key for key, n in self.acked.items() if kept.get(key) != n]

    async def end(self) -> None:
        for player in self.players:
            await player.close()
            await player.visitor.close()


async def talked(servers: list[Running], work: Callable[[Talk], Awaitable[None]]) -> Talk:
    """Some talk, from its beginning to its end."""
    talk = Talk(servers)
    await talk.begin()
    await work(talk)
    await talk.end()
    return talk

"""What a table waits for by itself is done by one of several servers, by another when that one is gone or frozen."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import Iterator
from typing import Any

import httpx
import psycopg
import pytest

from tests.scale import scale
from tests.server.client import Player, Visitor
from tests.server.postgres import Postgres
from tests.server.running import Running, wait_for


@pytest.fixture
def pair(postgres: Postgres) -> Iterator[tuple[list[Running], str]]:
    url = postgres.database("claims")
    with Running(database=url) as one, Running(database=url) as two:
        yield [one, two], url


async def at_both(servers: list[Running], seats: list[dict[str, Any]], **options: Any) -> list[Player]:
    """The host's devices, one at each server, at a table with these seats besides the host's."""
    host = Visitor(servers[0].base)
    made = await host.make("tiles", [{"kind": "here", "name": "Ana", "age": 40}, *seats], **options)
    players = [await Player(host, made["table"], 0).open()]
    for server in servers[1:]:
        visitor = Visitor(server.base)
        for name, value in host.http.cookies.items():
            visitor.http.cookies.set(name, value)
        players.append(await Player(visitor, made["table"], 0).open())
    return players


async def leave(*players: Player) -> None:
    for player in players:
        await player.close()
        await player.visitor.close()


def moved(server: Running) -> int:
    """How often a bot has moved, or tried to, by this server's own count."""
    found = re.search(r"^sixfold_bot_moves_total (\d+)", httpx.get(f"{server.base}/metrics").text, re.MULTILINE)
    return int(found[1]) if found else 0


def test_a_bot_thinks_at_one_server_however_many_watch(pair: tuple[list[Running], str]) -> None:
    servers, _ = pair

    async def run() -> int:
        players = await at_both(servers, [{"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "casual"}])
        await players[0].ready()
        await players[0].play_on()
        await players[1].until(lambda p: p.ended.is_set())
        by_bots: int = sum(
            frame["event"]["type"] == "played" and frame["event"]["seat"] > 0 for frame in players[0].events
        )
        await leave(*players)
        return by_bots

    by_bots = asyncio.run(run())
    assert by_bots > 10
    assert sum(map(moved, servers)) == by_bots, "no move was thought about twice"
    for server in servers:
        assert server.mistakes() == []


@pytest.mark.parametrize("what", [signal.SIGKILL, signal.SIGSTOP])
def test_another_server_takes_over(pair: tuple[list[Running], str], what: int) -> None:
    """The server through which the move came is killed or frozen, most likely while it lets the bot think."""
    servers, url = pair

    async def run() -> None:
        for _ in range(scale(2, 20)):
            players = await at_both(servers, [{"kind": "bot", "bot": "champion"}])
            await players[0].ready()
            for player in players:
                await player.until(lambda p: bool(p.now) and p.my_turn())
            assert (await players[0].ask(**players[0].move()))["t"] == "ack"
            await asyncio.to_thread(wait_for, lambda table=players[0].table: claimed(url, table))
            process = servers[0].process
            assert process is not None
            process.send_signal(what)
            await players[1].until(lambda p: p.my_turn() and len(p.events) > 1, 30)
            process.send_signal(signal.SIGCONT)
            if what == signal.SIGKILL:
                servers[0].kill()
                await asyncio.to_thread(servers[0].start)
            await leave(*players)

    asyncio.run(run())
    assert servers[1].mistakes() == []


def claimed(url: str, table: str) -> bool:
    with psycopg.connect(url, autocommit=True) as opened:
        return bool(opened.execute("SELECT 1 FROM claims WHERE table_id = %s", (table,)).fetchall())


def test_the_draft_of_who_is_late_is_played_wherever_they_are(pair: tuple[list[Running], str]) -> None:
    """Both servers know that time is up; the draft is known to the one that its player is connected to."""
    servers, _ = pair

    async def run() -> None:
        host = Visitor(servers[0].base)
        made = await host.make("tiles", [{"kind": "here", "name": "Ana", "age": 40}, {"kind": "person"}], clock=10)
        guest = Visitor(servers[1].base)
        await guest.join(made["info"]["seats"][1]["invite"], "Bo", age=9)
        players = [await Player(host, made["table"], 0).open(), await Player(guest, made["table"], 1).open()]
        await players[0].ready()
        await players[1].until(lambda p: p.n >= players[0].n)
        await players[1].ready()
        for player in players:
            await player.until(lambda p: bool(p.now))
        mover = players[players[0].now["to_move"]]
        play = mover.move()["play"]
        assert (await mover.ask("check", play=play))["t"] == "checked"
        for player in players:
            await player.until(lambda p: p.now["to_move"] != mover.seat, 30)
        event = mover.events[-1]["event"]
        assert (event["type"], event["move"], event["by"]) == ("played", play, "clock")
        await leave(*players)

    asyncio.run(run())

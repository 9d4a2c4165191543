"""G9: several servers on one PostgreSQL serve the same tables. The unique number decides every race.

Two real `sixfold serve` processes; wake-ups are lost on purpose; PostgreSQL itself is restarted.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from sixfold.server.wire import VERSION
from tests.scale import scale
from tests.server.client import Player, Visitor
from tests.server.postgres import Postgres
from tests.server.running import Running


@pytest.fixture(scope="module")
def pair(postgres: Postgres) -> Iterator[tuple[Running, Running, str]]:
    """Two servers on a new database."""
    url = postgres.database("pair")
    with Running(database=url) as one, Running(database=url) as two:
        yield one, two, url
        for server in (one, two):
            if server.process is not None:
                assert server.stop() == 0
            assert server.mistakes() == []


async def seated(one: Running, two: Running, game: str = "tiles") -> tuple[Player, Player, Player]:
    """A host on server one, a guest on server two, and the host's other device on server two."""
    host, guest = Visitor(one.base), Visitor(two.base)
    made = await host.make(game, [{"kind": "here", "name": "Ana", "age": 40}, {"kind": "person"}])
    await guest.join(made["info"]["seats"][1]["invite"], "Bo", age=9)
    abroad = Visitor(two.base)
    for name, value in host.http.cookies.items():
        abroad.http.cookies.set(name, value)
    players = (
        await Player(host, made["table"], 0).open(),
        await Player(guest, made["table"], 1).open(),
        await Player(abroad, made["table"], 0).open(),
    )
    await players[0].ready()
    await players[1].until(lambda p: p.n >= players[0].n)
    await players[1].ready()
    for player in players:
        await player.until(lambda p: bool(p.now))
    return players


async def leave(*players: Player) -> None:
    for player in players:
        await player.close()
        await player.visitor.close()


def test_a_game_across_two_servers(pair: tuple[Running, Running, str]) -> None:
    one, two, _ = pair

    async def run() -> None:
        for game in ("tiles", "cards"):
            host, guest, abroad = await seated(one, two, game)
            await asyncio.gather(host.play_on(), guest.play_on())
            await abroad.until(lambda p: p.ended.is_set())
            assert host.now == abroad.now
            assert host.n == guest.n == abroad.n
            await leave(host, guest, abroad)

    asyncio.run(run())


def test_of_two_commands_on_one_number_exactly_one_is_accepted(pair: tuple[Running, Running, str]) -> None:
    """The host's two devices, on two servers, play at the same instant."""
    one, two, _ = pair

    async def run() -> None:
        races = 0
        rng = random.Random(1)
        while races < scale(60, 1000):
            host, guest, abroad = await seated(one, two)
            while not host.ended.is_set() and races < scale(60, 1000):
                if host.now["to_move"] == 1:
                    await guest.until(lambda p: p.my_turn() or p.ended.is_set())
                    if guest.ended.is_set():
                        break
                    await guest.ask(**guest.move())
                    await guest.until(lambda p: p.now["to_move"] != 1 or p.ended.is_set())
                n = guest.n
                for device in (host, abroad):
                    await device.until(lambda p, n=n: p.n >= n)  # type: ignore[misc]
                if host.ended.is_set() or host.now["to_move"] != 0:
                    continue
                move, base = host.move(), host.n
                answers = await asyncio.gather(
                    host.ask(**move, base=base), abroad.ask(**move, base=base), return_exceptions=False
                )
                races += 1
                accepted = [answer for answer in answers if answer["t"] == "ack"]
                assert len(accepted) == 1, answers
                refused = next(answer for answer in answers if answer["t"] != "ack")
                assert refused["refusal"]["code"] in ("table/stale", "table/not-your-turn", "table/finished"), refused
                for device in (host, abroad, guest):
                    await device.until(lambda p, n=accepted[0]["n"]: p.n >= n)  # type: ignore[misc]
                assert host.now == abroad.now
                # The very same command (H4) sent to both is done once and acknowledged twice alike.
                if rng.random() < 0.1:
                    said = await asyncio.gather(
                        host.ask("say", key=f"same{races}", word="hello"),
                        abroad.ask("say", key=f"same{races}", word="hello"),
                    )
                    assert said[0]["n"] == said[1]["n"]
                    for device in (host, abroad, guest):
                        await device.until(lambda p, n=said[0]["n"]: p.n >= n)  # type: ignore[misc]
            await leave(host, guest, abroad)

    asyncio.run(run())


def test_a_lost_wake_up_and_a_restarted_postgres_are_caught_up_with(
    postgres: Postgres, pair: tuple[Running, Running, str]
) -> None:
    one, two, url = pair

    async def run() -> None:
        import psycopg

        host, guest, abroad = await seated(one, two)
        # Cut every listening connection: the next events are announced to nobody.
        with psycopg.connect(url, autocommit=True) as admin:
            admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        assert (await host.ask("say", word="hello"))["t"] == "ack"
        await guest.until(lambda p: p.n >= host.n, 15)
        # The database restarts under both servers. Nothing is acknowledged meanwhile; then all goes on.
        await asyncio.to_thread(postgres.stop)
        refused = await host.ask("say", word="oops")
        assert refused["t"] == "refused"
        assert refused["refusal"]["code"] == "store/failed"
        await asyncio.to_thread(postgres.start)
        async with asyncio.timeout(60):
            while (await host.ask("say", word="again"))["t"] != "ack":
                await asyncio.sleep(0.1)
        await guest.until(lambda p: p.n >= host.n, 20)
        await asyncio.gather(host.play_on(), guest.play_on())
        await leave(host, guest, abroad)

    asyncio.run(run())


def test_a_killed_server_loses_nothing_and_the_other_goes_on(pair: tuple[Running, Running, str]) -> None:
    one, two, _ = pair

    async def run() -> None:
        host, guest, abroad = await seated(one, two)
        here, there = asyncio.create_task(host.play_on()), asyncio.create_task(guest.play_on())
        await host.until(lambda p: len(p.acked) >= 3)
        one.kill()
        with pytest.raises((AssertionError, asyncio.CancelledError, ConnectionClosed)):
            await here
        acked = dict(host.acked)
        await asyncio.gather(abroad.play_on(), there)
        welcome = await _welcome(abroad)
        assert welcome["n"] >= max(acked.values())
        await leave(host, guest, abroad)

    asyncio.run(run())
    one.start()


async def _welcome(player: Player) -> dict[str, int]:
    ws = await player.visitor.socket(player.table)
    await ws.send(json.dumps({"do": "hello", "version": VERSION}))
    found: dict[str, int] = json.loads(await ws.recv())
    with contextlib.suppress(Exception):
        await ws.close()
    return found

"""Remote bots against a real `sixfold serve`: the example plays, and stalls, restarts and revocations are survived."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from sixfold import rulesets
from sixfold.server.games import any_move
from tests.server.client import Player, Visitor
from tests.server.postgres import Postgres
from tests.server.running import Running, wait_for
from tests.server.until import until

EXAMPLE = Path(__file__).parents[2] / "examples" / "remote_bot.py"
Line = dict[str, Any]


def command(*words: str) -> Line:
    """`sixfold bots`, as a host types it."""
    done = subprocess.run(
        [sys.executable, "-m", "sixfold", "bots", *words, "--json"], capture_output=True, text=True, check=True
    )
    found: Line = json.loads(done.stdout.splitlines()[-1])
    return found


class Program:
    """A stranger's program: knows a token and an address."""

    def __init__(self, running: Running, token: str) -> None:
        self.http = httpx.AsyncClient(
            base_url=f"{running.base}/api/bot/", headers={"authorization": f"Bearer {token}"}, timeout=60, verify=False
        )

    async def __aenter__(self) -> Program:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.http.aclose()

    @contextlib.asynccontextmanager
    async def lines(self, path: str) -> AsyncIterator[AsyncIterator[Line]]:
        async with self.http.stream("GET", path) as answer:
            assert answer.status_code == 200
            assert answer.headers["content-type"] == "application/x-ndjson"

            async def read() -> AsyncIterator[Line]:
                async for text in answer.aiter_lines():
                    if text:
                        yield json.loads(text)

            reading = read()
            yield reading
            await reading.aclose()  # type: ignore[attr-defined]


async def first_of(lines: AsyncIterator[Line], *kinds: str) -> Line:
    async for line in lines:
        if line["t"] in kinds:
            return line
    raise AssertionError(f"the stream ended without {kinds}")


def move_for(view: Line) -> str:
    return str(any_move(rulesets.find(view["ruleset"]).view_from_json(view)))


async def a_person(running: Running, game: str = "tiles", bot: str = "hal") -> Player:
    """Somebody who has made a table with the bot and waits for the game to start."""
    visitor = Visitor(running.base)
    made = await visitor.make(game, [{"kind": "here", "name": "Ana", "age": 40}, {"kind": "bot", "bot": bot}])
    return await Player(visitor, made["table"], 0).open()


async def leave(person: Player, *tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        while not task.done():  # Python 3.11's wait_for may swallow one
            task.cancel()
            await asyncio.wait([task], timeout=0.1)
    await person.close()
    await person.visitor.close()


async def start(person: Player) -> None:
    await person.ready()
    await person.until(lambda p: bool(p.now))


def test_the_example_plays_both_games(tmp_path: Path) -> None:
    """examples/remote_bot.py, as its docstring says to start it; each game to its end, every move its own."""
    with Running(tmp_path, "--bot-seconds", "100") as running:
        token = command("make", "hal", "--data", str(tmp_path))["token"]
        words = [sys.executable, str(EXAMPLE), running.base, "greedy"]
        environment, told = {**os.environ, "SIXFOLD_TOKEN": token}, ""
        with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True) as program:
            patience = threading.Timer(300, program.kill)
            patience.start()
            try:
                asyncio.run(_two_games(running, tmp_path))
                # It hears of the end on its own way, perhaps later than the other player.
                assert program.stdout is not None
                while told.count("'ended'") < 2 and (line := program.stdout.readline()):
                    told += line
            finally:
                patience.cancel()
                program.kill()
                told += program.communicate()[0]
        assert told.count("'seated'") == told.count("'started'") == told.count("'ended'") == 2, told
        assert "refusal" not in told
        assert running.stop() == 0
        assert running.mistakes() == []


async def _two_games(running: Running, data: Path) -> None:
    connected = lambda: command("tokens", "--data", str(data))["tokens"][0]["connected"]  # noqa: E731
    await asyncio.to_thread(wait_for, connected, 60)
    for game in ("tiles", "cards"):
        person = await a_person(running, game)
        seat = person.info["seats"][1]
        assert (seat["kind"], seat["name"], seat["bot"], seat["online"]) == ("bot", "hal", "hal", True)
        await start(person)
        await asyncio.wait_for(person.play_on(), 240)
        played = [e["event"] for e in person.events if e["event"]["type"] == "played" and e["event"]["seat"] == 1]
        assert len(played) > 3
        assert {event["by"] for event in played} == {"bot"}, "nobody had to move for it"
        await leave(person)


@pytest.fixture
def one(tmp_path: Path) -> Iterator[tuple[Running, str, Path]]:
    """A server whose patience is short, and a token."""
    with Running(tmp_path, "--bot-seconds", "2") as running:
        yield running, command("make", "hal", "--data", str(tmp_path))["token"], tmp_path
        if running.process is not None:
            assert running.stop() == 0
        assert running.mistakes() == []


def test_a_bot_that_stalls_holds_nobody_up_and_gets_its_seat_back(one: tuple[Running, str, Path]) -> None:
    running, token, _ = one

    async def run() -> None:
        async with Program(running, token) as bot, bot.lines("stream/event") as account:
            waiting = asyncio.create_task(first_of(account, "seated"))
            person = await seat_when_connected(running)
            table = (await waiting)["table"]
            async with bot.lines(f"table/{table}/stream") as stream:
                await start(person)
                playing = asyncio.create_task(person.play_on())
                for _ in range(3):
                    await first_of(stream, "turn")  # and says nothing
                async for line in stream:
                    if line["t"] == "event" and line["event"]["type"] == "played" and line["event"]["seat"] == 1:
                        assert line["event"]["by"] == "clock", "it is told that another moved for it"
                        break
            async with bot.lines(f"table/{table}/stream") as stream:
                answer = None
                while answer is None or answer.status_code == 409:  # the clock may be faster again
                    turn = await first_of(stream, "turn")
                    body = {"move": move_for(turn["view"]), "n": turn["n"]}
                    answer = await bot.http.post(f"table/{table}/move", json=body)
                assert answer.status_code == 200, answer.text
            await leave(person, playing)

    asyncio.run(run())


async def seat_when_connected(running: Running) -> Player:
    """Somebody seats hal as soon as it can be."""
    visitor = Visitor(running.base)

    async def is_there() -> bool:
        return any(bot.get("remote") for bot in (await visitor.http.get("/api/bots")).json()["bots"])

    await until(is_there)
    await visitor.close()
    return await a_person(running)


def test_a_revoked_token_ends_its_streams_whoever_revokes_it(one: tuple[Running, str, Path]) -> None:
    running, token, data = one

    async def run() -> None:
        async with Program(running, token) as bot, bot.lines("stream/event") as account:
            waiting = asyncio.create_task(first_of(account, "seated"))
            person = await seat_when_connected(running)
            table = (await waiting)["table"]
            async with bot.lines(f"table/{table}/stream") as stream:
                await first_of(stream, "welcome")
                done = await asyncio.to_thread(command, "revoke", "hal", "--data", str(data))
                assert done == {"revoked": "hal"}
                assert (await first_of(account, "end"))["why"] == "revoked"
                assert (await first_of(stream, "end"))["why"] in ("revoked", "removed")
                assert [line async for line in account] == [], "and that was the last line"
            assert (await bot.http.get("account")).status_code == 401
            await leave(person)

    asyncio.run(run())


def test_a_restart_is_announced_and_survived(one: tuple[Running, str, Path]) -> None:
    running, token, _ = one

    async def run() -> None:
        async with Program(running, token) as bot, bot.lines("stream/event") as account:
            waiting = asyncio.create_task(first_of(account, "seated"))
            person = await seat_when_connected(running)
            table = (await waiting)["table"]
            async with bot.lines(f"table/{table}/stream") as stream:
                n = (await first_of(stream, "welcome"))["n"]
                stopped = asyncio.create_task(asyncio.to_thread(running.stop))
                assert (await first_of(account, "end"))["why"] == "restarting"
                assert (await first_of(stream, "end"))["why"] == "restarting"
                assert await stopped == 0
            await leave(person)
        await asyncio.to_thread(running.start)
        async with Program(running, token) as bot:
            async with bot.lines("stream/event") as account:
                assert (await first_of(account, "seated"))["table"] == table, "what it sits at is told again"
            async with bot.lines(f"table/{table}/stream?since={n}") as stream:
                assert (await first_of(stream, "welcome"))["resumed"] is True

    asyncio.run(run())


def test_two_servers_share_a_bot(postgres: Postgres) -> None:
    """Connected to one, seated at the other, playing across, revoked from outside both."""
    url = postgres.database("remote")
    patience = ("--bot-seconds", "100")
    with Running(None, *patience, database=url) as here, Running(None, *patience, database=url) as there:
        token = command("make", "hal", "--database", url)["token"]

        async def run() -> None:
            async with (
                Program(here, token) as bot,
                Program(there, token) as abroad,
                bot.lines("stream/event") as account,
            ):
                waiting = asyncio.create_task(first_of(account, "seated"))
                person = await seat_when_connected(there)
                table = (await waiting)["table"]
                async with bot.lines(f"table/{table}/stream") as stream:
                    await start(person)
                    playing = asyncio.create_task(person.play_on())
                    for _ in range(2):
                        turn = await first_of(stream, "turn")
                        body = {"move": move_for(turn["view"]), "n": turn["n"]}
                        answer = await abroad.http.post(f"table/{table}/move", json=body)
                        assert answer.status_code == 200, answer.text
                    await leave(person, playing)
                    await asyncio.to_thread(command, "revoke", "hal", "--database", url)
                    assert (await first_of(account, "end"))["why"] == "revoked"
                    assert (await first_of(stream, "end"))["why"] in ("revoked", "removed")

        asyncio.run(run())
        for server in (here, there):
            assert server.stop() == 0
            assert server.mistakes() == []

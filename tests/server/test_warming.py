"""The first start of a machine: tables are played while the kernel is compiled, strong bots wait for it and say so."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from sixfold.kernel import warm
from sixfold.server.crew import Crew
from sixfold.server.warming import Warming
from tests.server.inside import Wire, cookie_of, inside, visitor
from tests.server.stores.write import Greedy


class Compiling(Warming):
    """A kernel that is ready when the test says so."""

    def __init__(self) -> None:
        self.now: warm.State = "compiling"
        self.done = asyncio.Event()

    def state(self, game: str) -> warm.State:
        return self.now

    async def over(self, game: str) -> None:
        await self.done.wait()

    def finish(self, state: warm.State = "ready") -> None:
        self.now = state
        self.done.set()


class Asked(Greedy):
    """Notes which bots were asked for a move."""

    def __init__(self) -> None:
        super().__init__(1)
        self.names: list[str] = []

    async def choose(self, game: str, bot: str, view: dict[str, Any], **options: Any) -> str:
        self.names.append(bot)
        return await super().choose(game, bot, view, **options)


async def seated(server: Any, bot: str) -> Wire:
    """A socket at a table of two bots of this name and somebody who looks on from the third seat."""
    client = visitor(server)
    seats = [{"kind": "bot", "bot": bot}, {"kind": "bot", "bot": bot}, {"kind": "here", "name": "Ana"}]
    made = (await client.post("/api/tables", json={"game": "tiles", "seats": seats})).json()
    wire = Wire(server, made["table"], cookie_of(client))
    n = (await wire.hello(plays=True))["n"]
    await wire.ask(do="ready", id="r", base=n, entropy="22" * 32)
    return wire


async def until(wire: Wire, waiting: int | None) -> None:
    """Wait until the table says that this seat is getting ready, or that nobody is."""
    while (await wire.get("presence")).get("getting_ready") != waiting:
        pass


async def my_turn(wire: Wire, play: bool = False) -> None:
    """Wait for Ana's turn, and play if asked."""
    while (frame := await wire.get("plays"))["seat"] != 2:
        pass
    if play:
        await wire.ask(do="play", id="p", base=frame["n"], play=frame["plays"][0][0])


async def bot_to_move(server: Any, wire: Wire) -> int:
    """The seat of the bot that is to move, after Ana has played if she was first: whoever opens has a play."""
    room = next(iter(server.house.rooms.values()))
    if room.table.to_move == 2:
        await my_turn(wire, play=True)
    return int(room.table.to_move)


def test_a_strong_bot_waits_and_the_table_says_so(tmp_path: Path) -> None:
    async def run() -> None:
        warming, crew = Compiling(), Asked()
        async with inside(tmp_path, parts={"warming": warming, "crew": crew}) as server:
            wire = await seated(server, "champion")
            seat = await bot_to_move(server, wire)
            await until(wire, seat)
            assert crew.names == [], "nobody plays in its place"
            second = Wire(server, wire.scope["path"].split("/")[3], origin="http://localhost:6161")
            await second.hello()
            await until(second, seat)  # whoever comes later hears of it too
            warming.finish()
            await until(wire, None)
            await my_turn(wire)
            assert set(crew.names) == {"champion"}
            await second.leave()
            await wire.leave()

    asyncio.run(run())


def test_a_light_bot_waits_for_nothing(tmp_path: Path) -> None:
    async def run() -> None:
        crew = Asked()
        async with inside(tmp_path, parts={"warming": Compiling(), "crew": crew}) as server:
            wire = await seated(server, "greedy")
            await my_turn(wire)
            assert set(crew.names) <= {"greedy"}
            await wire.leave()

    asyncio.run(run())


def test_a_hint_does_not_wait(tmp_path: Path) -> None:
    async def run() -> None:
        crew = Asked()
        async with inside(tmp_path, parts={"warming": Compiling(), "crew": crew}) as server:
            wire = await seated(server, "casual")
            await my_turn(wire)
            crew.names.clear()
            assert (await wire.ask(do="hint", id="h", step=1))["t"] == "hint"
            assert crew.names == ["greedy"]
            await wire.leave()

    asyncio.run(run())


def test_the_list_of_bots_tells_who_is_getting_ready(tmp_path: Path) -> None:
    async def run() -> None:
        warming = Compiling()
        async with inside(tmp_path, parts={"warming": warming}) as server:

            async def listed() -> dict[str, bool]:
                async with visitor(server) as client:
                    found = json.loads((await client.get("/api/bots")).text)["bots"]
                return {bot["name"]: bot.get("getting_ready", False) for bot in found if bot["game"] == "tiles"}

            waiting = {name for name, waits in (await listed()).items() if waits}
            assert waiting == {"thoughtful", "expert", "champion", "plain"}
            warming.finish()
            assert not any((await listed()).values())
            warming.finish("none")
            assert set(await listed()) == {"random", "sprout", "casual", "greedy"}, "what cannot play is not offered"

    asyncio.run(run())


def test_a_server_stops_while_a_bot_waits(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, parts={"warming": Compiling(), "crew": Crew(1)}) as server:
            wire = await seated(server, "champion")
            await until(wire, await bot_to_move(server, wire))
        assert not server.house._tasks

    asyncio.run(run())

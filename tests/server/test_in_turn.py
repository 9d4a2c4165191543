"""Bots and reviews are served in turn (H28): many tables of one do not make another wait; unwatched ones pause."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from sixfold.server.studies.study import Study
from sixfold.server.thinkers.crew import Crew
from sixfold.server.thinkers.pool import Pool
from sixfold.server.thinkers.turns import Turns
from tests.server.inside import Wire, cookie_of, inside, visitor
from tests.server.test_house import BOT, happened, my_turn, some_turn
from tests.server.until import until

THREE = {**BOT, "seats": [BOT["seats"][0], {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "greedy"}]}


class Pondering(Crew):
    """Thinks until it is told to stop."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = asyncio.Event()
        self.go_on = asyncio.Event()

    async def choose(self, *args: Any, **options: Any) -> str:
        self.asked.set()
        await self.go_on.wait()
        return await super().choose(*args, **options)


class Noting(Crew):
    """Answers at once, and notes for whom."""

    def __init__(self) -> None:
        super().__init__(1)
        self.order: list[str] = []

    async def _choose(self, game: str, bot: str, *_: Any) -> str:
        await asyncio.sleep(0.001)
        self.order.append(bot)
        return "pass"


def test_the_bot_of_another_table_does_not_wait_for_a_hundred() -> None:
    async def run() -> list[str]:
        crew = Noting()
        many = [asyncio.ensure_future(crew.choose("tiles", "many", {}, seed=at, owner=("a", "x"))) for at in range(100)]
        await until(lambda: len(crew.order) >= 2)
        await crew.choose("tiles", "other", {}, owner=("b", "y"))
        await asyncio.gather(*many)
        await crew.close()
        return crew.order

    order = asyncio.run(run())
    assert order.index("other") <= 4
    assert len(order) == 101


def test_one_network_leaves_a_place_to_the_others() -> None:
    async def run() -> None:
        turns = Turns(3, spare=1)
        held = [await turns.take(("a", "x")), await turns.take(("a", "y"))]
        third = asyncio.ensure_future(turns.take(("a", "z")))
        await asyncio.sleep(0)
        assert not third.done(), "the last place is for others"
        (await turns.take(("b", "x"))).end()
        await asyncio.sleep(0)
        assert not third.done(), "also when it becomes free again"
        other = await turns.take(("c", "x"))
        fourth = asyncio.ensure_future(turns.take(("d", "x")))
        held[0].end()
        assert (await third).owner == ("a", "z")
        other.end()
        (await fourth).end()
        held[1].end()
        third.result().end()
        assert turns.idle

    asyncio.run(run())


async def sat_down(server: Any, address: str, body: Any = BOT) -> tuple[str, Wire]:
    """Somebody from this address with a started game against bots."""
    client = visitor(server, address)
    made = (await client.post("/api/tables", json=body)).json()
    wire = Wire(server, made["table"], cookie_of(client))
    wire.scope["client"] = (address, 50001)
    n = (await wire.hello(plays=True))["n"]
    await wire.ask(do="ready", id="r", base=n, seat=0, entropy="22" * 32)
    return made["table"], wire


def test_a_table_waits_in_the_name_of_its_network_and_host(tmp_path: Path) -> None:
    async def run() -> None:
        crew = Pondering()
        owners: list[Any] = []
        real = crew.choose

        async def noted(*args: Any, **options: Any) -> str:
            owners.append(options["owner"])
            return await real(*args, **options)

        crew.choose = noted  # type: ignore[method-assign]
        crew.go_on.set()
        async with inside(tmp_path, parts={"crew": crew}) as server:
            table, wire = await sat_down(server, "2001:db8:0:7::1")
            frame = await my_turn(wire)
            await wire.ask(**some_turn(frame, server.house.rooms[table]))
            await my_turn(wire)
            await wire.ask(do="hint", id="h", seat=0, step=1)
            host = server.house.rooms[table].table.host
            assert set(owners) == {("2001:db8:0:7::/64", host)}
            await wire.leave()

    asyncio.run(run())


def test_a_table_that_nobody_looks_at_pauses(tmp_path: Path) -> None:
    async def run() -> None:
        crew = Pondering()
        crew.go_on.set()
        async with inside(tmp_path, parts={"crew": crew}) as server:
            table, wire = await sat_down(server, "10.0.0.1", THREE)
            room = server.house.rooms[table]
            frame = await my_turn(wire)
            crew.go_on.clear()
            crew.asked.clear()
            await wire.ask(**some_turn(frame, room))
            await crew.asked.wait()
            await wire.leave()
            thinking = room.bot
            assert thinking is not None
            crew.go_on.set()
            await thinking
            assert room.table.to_move == 2, "what the first bot had begun to think about is played"
            assert room.bot is None, "the second one is not asked"
            turn = room.table.turn_n
            back = Wire(server, table, wire.cookie)
            await back.hello()
            assert (await happened(back, "played"))["n"] > turn
            await back.leave()

    asyncio.run(run())


def test_the_review_of_another_visitor_does_not_wait_for_six(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only two of one network are being made at a time, and nobody else waits for them."""

    async def run() -> None:
        begun: list[tuple[str, str]] = []
        never = asyncio.Event()

        async def do(self: Pool, work: Any, text: str, *rest: Any, owner: Any, **_: Any) -> Any:
            begun.append((owner[0], text))
            if owner[0] == "a":
                await never.wait()
            told = {"count_turns": 1, "judge": (None, {"number": 0}), "put_together": {"ledger": None}}
            return told[work.__name__]

        monkeypatch.setattr(Pool, "do", do)
        study = Study()
        many = [study.judged(f"game {at}", True, ("a", "x")) for at in range(6)]
        lines = [line async for line in study.judged("another game", False, ("b", "y")).read()]
        assert [line[:8] for line in lines] == [b'{"total"', b'{"turn":', b'{"review']
        assert [text for network, text in begun if network == "a"] == ["game 0", "game 1"]
        await study.close()
        await asyncio.gather(*(one.task for one in many if one.task is not None), return_exceptions=True)

    asyncio.run(run())

"""Who waits is told their place in the queue, and what is asked twice at a time is answered once (H28)."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from sixfold.server.rooms.attendance import MOMENT_S
from sixfold.server.studies.study import Study
from sixfold.server.thinkers.crew import Crew
from sixfold.server.thinkers.once import Once
from sixfold.server.thinkers.pool import Pool
from sixfold.server.thinkers.turns import Turns
from tests.server.clock import HandClock
from tests.server.inside import Wire, inside
from tests.server.test_house import against_a_bot, my_turn, some_turn


async def settled() -> None:
    """Let all that is ready go on."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_who_waits_is_told_their_place_whenever_it_changes() -> None:
    async def run() -> None:
        now = [0.0]
        turns = Turns(1, clock=lambda: now[0])
        heard: dict[str, list[int]] = {name: [] for name in "abcd"}

        def wait(name: str, *owner: str) -> asyncio.Task[Any]:
            return asyncio.ensure_future(turns.take(owner, heard[name].append))

        first = await turns.take(("x", "a"), heard["a"].append)
        waiting = [wait("b", "x", "a"), wait("c", "x", "a"), wait("d", "y", "a")]
        await settled()
        assert heard == {"a": [], "b": [1], "c": [2], "d": [3]}, "nobody is told who need not wait"
        now[0] += 1
        first.end()
        second = await waiting[2]
        assert heard == {"a": [], "b": [1], "c": [2], "d": [3, 0]}, "the other network overtakes them"
        waiting[0].cancel()
        await settled()
        assert (heard["b"][-1], heard["c"][-1]) == (0, 1), "who goes away makes room"
        second.end()
        (await waiting[1]).end()
        assert heard["c"][-1] == 0
        assert turns.idle

    asyncio.run(run())


def test_what_several_ask_is_answered_once_and_given_up_with_the_last() -> None:
    async def run() -> None:
        once, begun, go_on, ended = Once(), [], asyncio.Event(), []

        async def work() -> int:
            begun.append(1)
            try:
                await go_on.wait()
            finally:
                ended.append(1)
            return 6

        askers = [asyncio.ensure_future(once.ask("k", work)) for _ in range(3)]
        other = asyncio.ensure_future(once.ask("l", work))
        await settled()
        assert len(begun) == 2
        askers[0].cancel()
        other.cancel()
        await settled()
        assert len(ended) == 1, "nobody waits for the other one any more"
        go_on.set()
        assert await asyncio.gather(*askers[1:]) == [6, 6]
        assert await once.ask("k", work) == 6
        assert len(begun) == 3, "an answer is not kept"

    asyncio.run(run())


def test_a_failure_reaches_all_who_asked() -> None:
    async def run() -> None:
        once = Once()

        async def work() -> int:
            await asyncio.sleep(0)
            raise ValueError("no")

        answers = await asyncio.gather(*(once.ask("k", work) for _ in range(2)), return_exceptions=True)
        assert [type(answer) for answer in answers] == [ValueError, ValueError]

    asyncio.run(run())


def test_the_same_move_and_the_same_picture_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        chosen: list[str] = []
        made: list[Any] = []

        class Noting(Crew):
            async def _choose(self, game: str, bot: str, *_: Any) -> str:
                await asyncio.sleep(0)
                chosen.append(bot)
                return "pass"

        async def do(self: Pool, work: Any, *arguments: Any, **_: Any) -> Any:
            await asyncio.sleep(0)
            made.append(arguments)
            return b"picture"

        crew = Noting(1)
        asked = [crew.choose("tiles", "expert", {"hand": "Rs"}, seed=seed) for seed in (1, 1, 2)]
        assert await asyncio.gather(*asked) == ["pass"] * 3
        assert len(chosen) == 2
        await crew.close()
        monkeypatch.setattr(Pool, "do", do)
        study = Study()
        await asyncio.gather(*(study.do(len, {"record": "x", "at": at}) for at in (1, 1, 2)))
        assert sorted(one[0]["at"] for one in made) == [1, 2]
        await study.close()

    asyncio.run(run())


async def a_bot_that_waits(server: Any, crew: Crew) -> tuple[Wire, Any]:
    """A table whose bot has to move while somebody else has the only worker; and that somebody's turn."""
    table, wire = await against_a_bot(server, plays=True)
    frame = await my_turn(wire)
    held = await crew._turns.take(("elsewhere", "x"))
    assert (await wire.ask(**some_turn(frame, server.house.rooms[table])))["t"] == "ack"
    while not crew._turns._waiting:
        await asyncio.sleep(0)
    return wire, held


def test_people_are_told_of_a_bot_that_waits_for_longer_than_a_moment(tmp_path: Path) -> None:
    async def run() -> None:
        crew, clock = Crew(1), HandClock()
        async with inside(tmp_path, parts={"crew": crew, "clock": clock}) as server:
            wire, held = await a_bot_that_waits(server, crew)
            clock.pass_seconds(MOMENT_S)
            while (await wire.get("presence")).get("queue") != 1:
                pass
            held.end()
            assert "queue" not in await wire.get("presence"), "it thinks now"
            await my_turn(wire)
            await wire.leave()

    asyncio.run(run())


def test_nobody_is_told_of_a_wait_that_was_over_in_a_moment(tmp_path: Path) -> None:
    async def run() -> None:
        crew, clock = Crew(1), HandClock()
        async with inside(tmp_path, parts={"crew": crew, "clock": clock}) as server:
            wire, held = await a_bot_that_waits(server, crew)
            held.end()
            await my_turn(wire)
            clock.pass_seconds(MOMENT_S)
            await settled()
            frames = [*wire.aside, *(wire.outbox.get_nowait() for _ in range(wire.outbox.qsize()))]
            assert all('"queue"' not in json.dumps(frame, default=str) for frame in frames)
            await wire.leave()

    asyncio.run(run())


def test_a_review_says_its_place_in_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        go_on = asyncio.Event()

        async def do(self: Pool, work: Any, text: str, *rest: Any, **_: Any) -> Any:
            await go_on.wait()
            return {"count_turns": 1, "judge": (None, {"number": 0}), "put_together": {"ledger": None}}[work.__name__]

        monkeypatch.setattr(Pool, "do", do)
        study = Study()
        many = [study.judged(f"game {at}", True, ("a", "x")) for at in range(4)]
        await settled()
        assert [one.lines for one in many] == [[], [], [b'{"queue":1}\n'], [b'{"queue":2}\n']]
        go_on.set()
        told = [[json.loads(line) async for line in one.read()] for one in many]
        assert [next(iter(line)) for line in told[0]] == ["total", "turn", "review"]
        assert [line["queue"] for line in told[3] if "queue" in line][-1] == 0, "and then it begins"
        assert next(iter(told[3][-1])) == "review"
        await study.close()

    asyncio.run(run())

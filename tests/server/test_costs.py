"""Nobody buys the machine with allowed requests (H28): dear work is done elsewhere, within bounds, paid, in turn."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from sixfold.errors import RecordError, SixfoldError
from sixfold.record import Record
from sixfold.record.reader import MAX_MOVES, MAX_TAKE_BACKS
from sixfold.server import archive, wire
from sixfold.server.http.costs import COSTS, network_of
from sixfold.server.limits import Bucket, SlowDown
from sixfold.server.rooms import folding
from sixfold.server.table.procedures import driven
from sixfold.server.thinkers.pool import Pool, TooDear
from sixfold.server.thinkers.turns import Turns
from sixfold.server.wire import VERSION
from tests.server.inside import TWO, Wire, cookie_of, inside, two_seated, visitor
from tests.server.tables import do, started
from tests.server.test_archive import game as recorded
from tests.server.test_study import game
from tests.spec.test_codes import refused

PROVEN = str(archive.record_of(*recorded("tiles", 2, 3)))
FOREVER_S = 1e7
"""What was paid does not come back while a test runs, however busy the machine is."""
QUESTION = {"do": "check", "ruleset": "tiles/1", "board": "0,0:Rs 1,0:Rd", "play": "2,0:Ro"}


async def dear(page: httpx.AsyncClient, what: str) -> httpx.Response:
    """The dearest things that anybody may ask for."""
    body: dict[str, Any] = {"record": game()}
    calls = {
        "verify": ("/api/verify", {"record": PROVEN}),
        "ask": ("/api/ask", QUESTION),
        "replay": ("/api/study/replay", body),
        "position": ("/api/study/position", {"position": "tiles/1 | 0,0:Rs 1,0:Rd | RoGs"}),
        "move": ("/api/study/move", {**body, "turn": 1, "move": "pass"}),
        "review": ("/api/study/review", body),
        "svg": ("/api/study/picture", {**body, "kind": "svg"}),
    }
    path, sent = calls[what]
    return await page.post(path, json=sent)


def test_nothing_dear_is_done_on_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process neither a record nor a question can be read any more: the answers come from others."""

    def here(*_: Any, **__: Any) -> Any:
        raise AssertionError("this was done in the server's own process")

    async def run() -> None:
        async with inside(tmp_path) as server, visitor(server) as page:
            monkeypatch.setattr("sixfold.record.Record.parse", here)
            monkeypatch.setattr("sixfold.engine.answer", here)
            monkeypatch.setattr("sixfold.position.Position.parse", here)
            monkeypatch.setattr("sixfold.server.archive._dealt_again", here)
            assert (await dear(page, "verify")).json() == {"ok": True, "draws": PROVEN.count("\ndraw ")}
            assert (await dear(page, "ask")).json()["points"] == 3
            assert len((await dear(page, "replay")).json()["steps"]) > 6
            assert (await dear(page, "position")).json()["hand"] == "RoGs"
            assert (await dear(page, "svg")).content.startswith(b"<svg")
            assert (await dear(page, "review")).text.startswith('{"total":6}')
            assert (await dear(page, "move")).json()["refusal"]["code"] == "rules/T6"
            assert server.house.metrics.value("mistakes") == 0

    asyncio.run(run())


def test_work_ends_at_its_bounds() -> None:
    """CPU time in Python, CPU time in compiled code that does not listen, memory; and others are served after it."""

    async def run() -> None:
        pool = Pool(1)
        try:
            for work in ("while True: pass", "try:\n while True: pass\nexcept Exception: pass"):
                with pytest.raises(TooDear):
                    await pool.do(exec, work, cpu_s=0.2)
            with pytest.raises(TooDear):
                await pool.do(bytearray, 8 * 1024**3, cpu_s=5)
            assert await pool.do(len, "abc", cpu_s=5) == 3
            with pytest.raises(SixfoldError) as deaf:
                await pool.do(eval, "__import__('collections').deque(__import__('itertools').count(), 0)", cpu_s=0.1)
            assert deaf.value.code == "study/workers"
            assert await pool.do(len, "abc", cpu_s=5) == 3
        finally:
            await pool.close()

    assert TooDear().code == "request/too-dear"
    asyncio.run(run())


def test_workers_end_with_a_server_that_is_killed() -> None:
    script = """
import asyncio, os, signal
from sixfold.server.thinkers.pool import Pool

async def run():
    pool = Pool(1)
    print(await pool.do(os.getpid, cpu_s=5), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    asyncio.run(run())
"""
    done = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, timeout=300, check=False)
    # The pipe is at its end, as it is only when the worker, which has inherited it, is gone too.
    assert done.returncode == -signal.SIGKILL
    assert int(done.stdout) > 1


def test_what_is_asked_twice_at_a_time_is_answered_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        done = []
        real = Pool.do

        async def counted(self: Pool, work: Any, *arguments: Any, **options: Any) -> Any:
            done.append(work)
            return await real(self, work, *arguments, **options)

        monkeypatch.setattr(Pool, "do", counted)
        async with inside(tmp_path) as server, visitor(server) as page:
            answers = await asyncio.gather(*(dear(page, "verify") for _ in range(20)))
            assert {answer.text for answer in answers} == {answers[0].text}
            assert answers[0].json()["ok"] is True
            assert len(done) == 1

    asyncio.run(run())


def test_the_description_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        made: list[object] = []

        def manual(document: object) -> str:
            made.append(document)
            return "page"

        monkeypatch.setattr("sixfold.server.http.about.manual", manual)
        async with inside(tmp_path) as server, visitor(server) as page:
            paths = ("/api/openapi.json", "/api/docs") * 5
            answers = await asyncio.gather(*(page.get(path) for path in paths))
            assert {answer.status_code for answer in answers} == {200}
            assert len(made) == 1

    asyncio.run(run())


def must_wait(answer: httpx.Response) -> None:
    """The one shape of "later": a code, a sentence, and when."""
    assert answer.status_code == 429
    refusal = answer.json()["refusal"]
    assert refusal["code"] == "request/slow-down"
    assert refusal["message"]
    assert int(answer.headers["retry-after"]) == refusal["facts"]["wait"] >= 1


def test_requests_are_paid_by_what_they_cost(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, requests=100, request_window_s=FOREVER_S) as server:
            page = visitor(server, "10.0.0.1")
            answers = [await dear(page, "verify") for _ in range(12)]
            assert [answer.status_code for answer in answers] == [200] * 10 + [429] * 2
            must_wait(answers[-1])
            # Somebody known in the same network has an allowance of their own, somebody elsewhere too.
            must_wait(await page.get("/api/me"))
            assert (await dear(visitor(server, "10.0.0.2"), "verify")).status_code == 200
            known = visitor(server, "10.0.0.3")
            assert (await known.post("/api/tables", json=TWO)).status_code == 201
            while (await dear(visitor(server, "10.0.0.3"), "verify")).status_code == 200:
                pass
            assert (await dear(known, "verify")).status_code == 200

    asyncio.run(run())


def test_a_network_pays_together(tmp_path: Path) -> None:
    """A house has a /64 of IPv6 addresses, and may make as many guests as it likes: neither buys more."""

    async def run() -> None:
        async with inside(tmp_path, requests=40, request_window_s=FOREVER_S) as server:
            paid = 0
            for at in range(60):
                guest = visitor(server, f"2001:db8:0:7::{at:x}")
                if (await guest.post("/api/tables", json=TWO)).status_code == 201:
                    paid += COSTS["make"]
                while (await guest.get("/api/me")).status_code == 200:
                    paid += 1
            assert paid <= 4 * 40
            assert (await visitor(server, "2001:db8:0:8::1").get("/api/me")).status_code == 200

    asyncio.run(run())


def test_opening_sockets_is_paid_too(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, requests=10, request_window_s=FOREVER_S) as server:
            host = visitor(server, "10.0.0.1")
            table = (await host.post("/api/tables", json=TWO)).json()["table"]
            closes = []
            for _ in range(7):
                wire_ = Wire(server, table)
                if (closed := await opened(wire_)) is None:
                    await wire_.leave()
                closes.append(closed)
            assert closes == [None] * 5 + [1013] * 2

    asyncio.run(run())


async def opened(wire_: Wire) -> int | None:
    """None once it was greeted, else the code it was closed with."""
    wire_.put({"do": "hello", "version": VERSION})
    frame = await wire_.outbox.get()
    return None if frame is not None else wire_.closed


def test_a_table_is_folded_again_for_who_comes_back_and_not_for_who_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        folds: list[tuple[Any, ...]] = []
        real = folding.steps

        def noted(*given: Any) -> Any:
            folds.append(given)
            return real(*given)

        monkeypatch.setattr(folding, "steps", noted)
        async with inside(tmp_path) as server:
            table, one, two, host, _ = await two_seated(server)
            n = server.house.rooms[table].table.n
            for _ in range(20):
                assert (await one.hello(since=n - 1)).get("resumed", False) is False
            assert folds == []
            back = Wire(server, table, cookie_of(host))
            assert (await back.hello(since=n - 1))["resumed"] is True
            assert len(folds) == 1
            for wire_ in (one, two, back):
                await wire_.leave()

    asyncio.run(run())


def test_networks() -> None:
    assert network_of("2001:db8:0:7::1") == network_of("2001:db8:0:7:ffff::2") != network_of("2001:db8:0:8::1")
    assert network_of("::ffff:10.0.0.1") == network_of("10.0.0.1") == "10.0.0.1"
    assert network_of("testclient") == "testclient"


def test_what_costs_more_than_there_can_be_costs_all_of_it() -> None:
    now = [0.0]
    bucket = Bucket(10, 10, lambda: now[0])
    assert bucket.take(240)
    assert not bucket.has(1)
    assert bucket.wait_s(240) == 10
    now[0] = 10.0
    assert bucket.take(240)


def test_records_have_an_end() -> None:
    lines = game("tiles", 3).splitlines()
    move = max(at for at, line in enumerate(lines) if line[:2] in ("0:", "1:"))
    seat = lines[move][0]
    again = [lines[move], *lines[move + 1 :], f"takeback {seat}: 1"]
    for times, fault in ((MAX_TAKE_BACKS, ""), (MAX_TAKE_BACKS + 1, "take-backs")):
        text = "\n".join([*lines[:move], *again * times]) + "\n"
        if not fault:
            assert Record.parse(text).took_back == times
            continue
        with pytest.raises(RecordError, match=fault) as caught:
            Record.parse(text)
        assert caught.value.code == "notation/record-size"
    assert MAX_MOVES > 4 * MAX_TAKE_BACKS


def test_a_table_makes_no_record_that_cannot_be_read() -> None:
    """So many take-backs, and no more."""
    table = started(kinds=("person", "bot"), seed=4)
    while table.to_move != 0:
        table = driven.bot_move(table, table.state.plays()[0].place, 1)[-1].after
    for _ in range(MAX_TAKE_BACKS):
        table = do(table, "p0", wire.LayTiles, seat=0, play=str(table.state.plays()[0].place))
        table = do(table, "p0", wire.TakeBack, seat=0)
    table = do(table, "p0", wire.LayTiles, seat=0, play=str(table.state.plays()[0].place))
    assert refused(lambda: do(table, "p0", wire.TakeBack, seat=0)) == "table/no-take-back"


# ---- turns ----------------------------------------------------------------------------------------------------------


def test_whoever_used_least_is_next() -> None:
    """A hundred of one visitor do not keep the first of another waiting, nor does a second visitor of theirs."""

    async def run() -> list[str]:
        now = [0.0]
        turns = Turns(1, clock=lambda: now[0])
        order: list[str] = []

        async def work(network: str, name: str) -> None:
            with await turns.take((network, name)):
                order.append(name)
                await asyncio.sleep(0)
                now[0] += 1

        many = [asyncio.ensure_future(work("a", "many")) for _ in range(100)]
        while len(order) < 3:
            await asyncio.sleep(0)
        others = [("a", "neighbour"), ("b", "other"), ("b", "other")]
        others_done = [asyncio.ensure_future(work(*one)) for one in others]
        await asyncio.gather(*many, *others_done)
        assert turns.idle
        return order

    order = asyncio.run(run())
    assert len(order) == 103
    assert max(at for at, name in enumerate(order) if name != "many") <= 8


def test_who_goes_away_leaves_no_turn_behind_and_nobody_queues_without_end() -> None:
    async def run() -> None:
        turns = Turns(1, most=2)
        held = await turns.take(("a", "x"))
        waiting = [asyncio.ensure_future(turns.take(("a", "x"))) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(SlowDown):
            await turns.take(("a", "y"))
        other = asyncio.ensure_future(turns.take(("b", "z")))
        await asyncio.sleep(0)
        waiting[0].cancel()
        held.end()
        held.end()
        (await other).end()
        (await waiting[1]).end()
        # Given a turn and gone in the same instant.
        held = await turns.take(("a", "x"))
        late = asyncio.ensure_future(turns.take(("a", "x")))
        await asyncio.sleep(0)
        held.end()
        late.cancel()
        await asyncio.gather(late, return_exceptions=True)
        assert turns.idle
        (await turns.take(("c", "")))

    asyncio.run(run())

"""Tables that live: bots that play, crash and dawdle, clocks, hot seat, hints, presence, rematch, housekeeping."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from sixfold import cards
from sixfold.errors import BotError
from sixfold.server.table import due
from sixfold.server.table import facts as e
from sixfold.server.table.table import LogStep
from sixfold.server.thinkers.crew import Crew
from tests.server.clock import HandClock
from tests.server.inside import Wire, cookie_of, inside, same_deal, two_seated, visitor
from tests.server.tables import started
from tests.server.until import until

HERE = [{"kind": "here", "name": "A", "age": 9}, {"kind": "here", "name": "B", "age": 8}]
BOT = {"game": "tiles", "seats": [{"kind": "here", "name": "Ana", "assist": "best"}, {"kind": "bot", "bot": "greedy"}]}


async def against_a_bot(server: Any, body: dict[str, Any] = BOT, **hello: Any) -> tuple[str, Wire]:
    client = visitor(server)
    made = (await client.post("/api/tables", json=body)).json()
    wire = Wire(server, made["table"], cookie_of(client))
    n = (await wire.hello(**hello))["n"]
    for seat in made["seats"]:
        answer = await wire.ask(do="ready", id=f"r{seat}", base=n, seat=seat, entropy="22" * 32)
        n = answer["n"]
    return made["table"], wire


async def my_turn(wire: Wire, seat: int = 0) -> dict[str, Any]:
    """Wait for the legal plays, which the mover is sent."""
    while True:
        frame = await wire.get("plays", "event")
        if frame["t"] == "plays" and frame["seat"] == seat:
            return frame


def some_turn(frame: dict[str, Any], room: Any) -> dict[str, Any]:
    """The best of the listed plays; an exchange where there is none, as with one hand in fifty."""
    common = {"id": f"p{frame['n']}", "base": frame["n"]}
    if frame["plays"]:
        return {"do": "play", "play": frame["plays"][0][0], **common}
    return {"do": "exchange", "pieces": str(room.table.state.hands[frame["seat"]])[:2], **common}


async def happened(wire: Wire, kind: str) -> dict[str, Any]:
    """The next event of this kind."""
    while True:
        frame = await wire.get("event")
        if frame["event"]["type"] == kind:
            return frame


def test_a_bot_answers_and_the_mover_gets_the_legal_plays_with_points(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            table, wire = await against_a_bot(server, plays=True)
            for _ in range(3):
                frame = await my_turn(wire)
                plays = frame["plays"]
                assert plays == sorted(plays, key=lambda play: (-play[1], play[0]))
                room = server.house.rooms[table]
                assert len(plays) == len(room.table.state.plays())
                assert (await wire.ask(**some_turn(frame, room)))["t"] == "ack"
            assert server.house.metrics.value("bot_moves") >= 2
            await wire.leave()

    asyncio.run(run())


CRASHES: dict[str, str] = {
    "dies": "import sys; sys.stdin.readline(); sys.exit(3)",
    "says nothing": "import sys, time\nfor line in sys.stdin: time.sleep(60)",
    "says rubbish": "import sys\nfor line in sys.stdin: print('rubbish', flush=True)",
    "plays illegally": 'import sys\nfor line in sys.stdin: print(\'{"ok":true,"move":"900,900:Rs"}\', flush=True)',
    "says no object": "import sys\nfor line in sys.stdin: print('[]', flush=True)",
    "is never there": "import sys; sys.exit(1)",
}


@pytest.mark.parametrize("how", CRASHES)
def test_a_bot_that_fails_costs_only_its_time(tmp_path: Path, how: str) -> None:
    class Hasty(Crew):
        async def choose(self, *args: Any, **options: Any) -> str:
            return await super().choose(*args, **{**options, "ms": 50, "grace_s": 0.3})

    async def run() -> None:
        crew = Hasty(1, program=("-c", CRASHES[how]))
        async with inside(tmp_path, parts={"crew": crew}) as server:
            table, wire = await against_a_bot(server, plays=True)
            frame = await my_turn(wire)
            await wire.ask(**some_turn(frame, server.house.rooms[table]))
            await my_turn(wire)
            assert server.house.metrics.value("bot_failures") >= 3, "the levels below were asked, then the rules"
            assert server.house.metrics.value("mistakes") == 0
            assert server.house.rooms[table].table.phase == "playing"
            await wire.leave()

    asyncio.run(run())


def test_the_crew_starts_another_worker_after_a_crash() -> None:
    async def run() -> None:
        crew = Crew(1)
        view = started().state.view(started().to_move).to_json()
        with pytest.raises(BotError) as unknown:
            await crew.choose("tiles", "nobody", view, ms=300_000)
        assert unknown.value.code == "bot/unknown"
        move = await crew.choose("tiles", "greedy", view, ms=300_000)
        for worker in list(crew._workers._working):
            worker.kill()
            await worker.wait()
        assert await crew.choose("tiles", "greedy", view, ms=300_000) == move
        await crew.close()

    asyncio.run(run())


def test_a_clock_that_runs_out_plays_the_last_legal_draft(tmp_path: Path) -> None:
    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}) as server:
            table, one, two, _, _ = await two_seated(server, clock=30)
            room = server.house.rooms[table]
            seat = room.table.to_move
            assert seat is not None
            mover = (one, two)[seat]
            plays = room.table.state.plays()
            draft = str(plays[-1].place)
            for text in (str(plays[0].place), draft):
                verdict = await mover.ask(do="check", id="c", seat=seat, play=text)
                assert verdict["legal"] is True
                assert sum(part[1] for part in verdict["draft"]["parts"]) == verdict["draft"]["points"]
            illegal = await mover.ask(do="check", id="d", seat=seat, play="0,0:Rs 5,5:Rs")
            assert illegal["legal"] is False
            assert illegal["refusal"]["clause"].startswith("T")
            clock.pass_seconds(29)
            await asyncio.sleep(0.05)
            assert room.table.turn_n == room.table.n or not room.table.state.sheet
            clock.pass_seconds(2)
            frame = await happened(mover, "played")
            assert frame["event"]["move"] == draft
            assert (frame["event"]["by"], frame["event"]["drafted"]) == ("clock", True)
            assert frame["now"]["clock"] == 30_000
            # Nobody drafts anything: the least there is is played.
            least = room.table.state.view(1 - seat).least()
            clock.pass_seconds(31)
            other = (one, two)[1 - seat]
            while True:
                frame = await other.get("event")
                if frame["event"]["type"] == "played" and frame["event"]["seat"] == 1 - seat:
                    break
            assert frame["event"]["by"] == "clock"
            assert "drafted" not in frame["event"]
            assert frame["event"]["move"] == str(least)
            for wire in (one, two):
                await wire.leave()

    asyncio.run(run())


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_who_idles_makes_the_fewest_points_and_the_log_says_that_it_was_the_clock(tmp_path: Path, game: str) -> None:
    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}) as server:
            table, one, two, _, _ = await two_seated(server, game, clock=30)
            room = server.house.rooms[table]
            for _ in range(6):
                seat = room.table.to_move
                assert seat is not None
                before = room.table.state
                least = before.view(seat).least()
                clock.pass_seconds(31)
                while (frame := await one.get("event"))["event"]["type"] not in ("played", "stuck"):
                    pass
                assert frame["event"]["by"] == "clock"
                if frame["event"]["type"] == "played":
                    assert frame["event"]["points"] == before.play(least).sheet[-1].points
                    assert len(frame["event"].get("taken", [])) == 0
            rows = await server.house.store.events(table)
            moves = [event for row in rows if isinstance(event := e.decode(row.body), e.MoveMade)]
            assert moves
            assert {(event.by, event.drafted) for event in moves} == {("clock", False)}
            for wire in (one, two):
                await wire.leave()

    asyncio.run(run())


def test_a_clock_that_ran_out_while_the_server_was_down(tmp_path: Path) -> None:
    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}) as server:
            table, one, two, _, _ = await two_seated(server, clock=30)
            n = server.house.rooms[table].table.n
            for wire in (one, two):
                await wire.leave()
            clock.pass_seconds(10)
        clock.pass_seconds(1000)
        async with inside(tmp_path, parts={"clock": clock}) as server:
            room = await server.house.look(table)
            assert room is not None
            assert (room.table.n, room.table.turn_n) == (n + 1, n), "nobody could move, and nobody has to pay for it"
            assert due.left(room.table, clock.now()) == 20_000
            clock.pass_seconds(19)
            async with room.lock:
                assert room.table.turn_n == n
            clock.pass_seconds(2)
            await until(lambda: room.table.turn_n != n)
            assert e.decode((await server.house.store.events(table))[-1].body).by == "clock"  # type: ignore[union-attr]

    asyncio.run(run())


def test_hot_seat_shows_one_hand_at_a_time(tmp_path: Path) -> None:
    body = {
        "game": "tiles",
        "seats": [{"kind": "here", "name": "A", "age": 9}, {"kind": "here", "name": "B", "age": 8}],
    }

    async def run() -> None:
        async with inside(tmp_path) as server:
            table, wire = await against_a_bot(server, body)
            room = server.house.rooms[table]
            seat = room.table.to_move
            assert seat is not None
            view = (await wire.ask(do="look", id="l", seat=seat))["view"]
            assert view["now"]["hand"] == str(room.table.state.hands[seat])
            play = str(room.table.state.plays()[0].place)
            wire.put({"do": "play", "id": "p", "base": room.table.n, "seat": seat, "play": play})
            event = await happened(wire, "played")
            assert event["now"]["seat"] == seat
            curtain = await wire.get("view")
            assert "hand" not in curtain["view"]["now"], "the curtain has fallen"
            assert "seat" not in curtain["view"]["now"]
            other = (await wire.ask(do="look", id="m", seat=1 - seat))["view"]
            assert other["now"]["hand"] == str(room.table.state.hands[1 - seat])
            down = (await wire.ask(do="look", id="o"))["view"]
            assert "hand" not in down["now"]
            await wire.leave()

    asyncio.run(run())


def test_a_device_in_table_mode_never_gets_a_hand(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            table, one, two, host, _ = await two_seated(server)
            tablet = Wire(server, table, cookie_of(host))
            welcome = await tablet.hello(show="table", plays=True)
            assert welcome.get("seats", []) == []
            assert "hand" not in welcome["view"]["now"]
            room = server.house.rooms[table]
            seat = room.table.to_move
            assert seat is not None
            play = str(room.table.state.plays()[0].place)
            await (one, two)[seat].ask(do="play", id="p", base=room.table.n, play=play)
            event = await happened(tablet, "played")
            assert "hand" not in event["now"]
            assert "got" not in event["event"]
            refused = await tablet.ask(do="check", id="c", seat=0, play="0,0:Rs")
            assert refused["refusal"]["code"] == "table/not-your-seat"
            assert (await tablet.ask(do="look", id="l", seat=0))["t"] == "refused"
            for wire in (one, two, tablet):
                await wire.leave()

    asyncio.run(run())


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_hints_come_in_steps_and_only_where_allowed(tmp_path: Path, game: str) -> None:
    async def run() -> None:
        async with inside(tmp_path, hint_bot="greedy") as server:
            body = {
                "game": game,
                "seats": [{"kind": "here", "name": "Ana", "age": 9}, {"kind": "here", "name": "B", "age": 8}],
            }
            table, wire = await against_a_bot(server, {**body, "options": {"hints": True}})
            seat = server.house.rooms[table].table.to_move
            one, two, three = [await wire.ask(do="hint", id=f"h{step}", seat=seat, step=step) for step in (1, 2, 3)]
            one, two, three = one["hint"], two["hint"], three["hint"]
            assert one["game"] == two["game"] == three["game"] == game
            assert "pieces" not in one
            assert "play" not in one
            assert "move" not in one
            assert "play" not in two
            assert "move" not in two
            assert two["pieces"]
            if game == "tiles":
                assert len(one["cells"]) == 1
                checked = await wire.ask(do="check", id="c", seat=seat, play=three["play"])
                assert three["points"] == checked["draft"]["points"] > 0
            else:
                assert one["count"] == len(two["pieces"]) // 2
                assert three["move"]["taken"] or three["move"]["rows"]
            table, first, second, _, _ = await two_seated(server, game)
            mover = (first, second)[server.house.rooms[table].table.to_move or 0]
            refused = await mover.ask(do="hint", id="h", step=1)
            assert refused["refusal"]["code"] == "table/hints-off"
            for player in (wire, first, second):
                await player.leave()

    asyncio.run(run())


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_what_was_missed_is_told_only_where_hints_are(tmp_path: Path, game: str) -> None:
    async def run() -> None:
        # A deal that lets the person lay at once, and a hint that does not watch the clock.
        async with inside(tmp_path, parts=same_deal(), hint_bot="greedy") as server:
            body = {
                "game": game,
                "seats": [{"kind": "here", "name": "Ana", "age": 9}, {"kind": "bot", "bot": "sprout"}],
            }
            table, wire = await against_a_bot(server, body)
            early = await wire.ask(do="missed", id="m0", seat=0)
            assert early["refusal"]["code"] == "table/phase", "nothing was played yet"
            room = server.house.rooms[table]
            while not any(step.seat == 0 for step in LogStep.back(room.table.log)):
                if room.table.to_move == 0:
                    move = await server.house.movers.advice(room.table, 0)
                    told: dict[str, Any] = {"do": "play", "play": str(move)}
                    if game == "cards":
                        assert isinstance(move, cards.Turn)
                        told = {"do": "turn", "rows": [*map(str, move.rows)], "taken": [*map(str, move.taken)]}
                    answer = await wire.ask(**told, id=f"p{room.table.n}", base=room.table.n, seat=0)
                    assert answer["t"] == "ack", answer
                await asyncio.sleep(0.05)
            answer = await wire.ask(do="missed", id="m1", seat=0)
            assert answer["t"] == "missed"
            assert answer["move"]
            assert "code" not in answer, "the hint's own move is not a miss to a beginner"
            assert (await wire.ask(do="missed", id="m2", seat=1))["refusal"]["code"] == "table/not-your-seat"
            _, first, second, _, _ = await two_seated(server, game)
            assert (await first.ask(do="missed", id="m3"))["refusal"]["code"] == "table/hints-off"
            for player in (wire, first, second):
                await player.leave()

    asyncio.run(run())


def test_lanes_are_judged_one_by_one(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            table, one, two, _, _ = await two_seated(server, "cards")
            room = server.house.rooms[table]
            seat = room.table.to_move or 0
            mover = (one, two)[seat]
            verdict = await mover.ask(
                do="check", id="c", seat=seat, rows=["RoRsRd", "RoRo", "RoGsBd", "Px", ""], taken=["RoRsRdRcRtRx"]
            )
            assert [lane["state"] for lane in verdict["draft"]["lanes"]] == [
                "ok",
                "duplicate",
                "mixed",
                "short",
                "empty",
                "qwirkle",
            ]
            assert verdict["legal"] is False
            assert verdict["draft"]["lanes"][3]["facts"]["needs"] == 2
            for wire in (one, two):
                await wire.leave()

    asyncio.run(run())


def test_presence_is_told(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            _, one, two, _, _ = await two_seated(server)
            await two.leave()
            while (await one.get("presence"))["online"] != [True, False]:
                pass
            await one.leave()

    asyncio.run(run())


def test_a_rematch_is_a_new_table_with_the_same_people(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            table, one, two, host, guest = await two_seated(server)
            n = server.house.rooms[table].table.n
            answer = await two.ask(do="resign", id="r", base=n)
            answer = await one.ask(do="rematch", id="m", base=answer["n"])
            answer = await two.ask(do="rematch", id="m", base=answer["n"])
            event = (await happened(one, "rematch"))["event"]
            for client, seat in ((host, 0), (guest, 1)):
                again = Wire(server, event["table"], cookie_of(client))
                assert (await again.hello())["seats"] == [seat]
                await again.leave()
            for wire in (one, two):
                await wire.leave()

    asyncio.run(run())


def test_idle_tables_leave_memory_and_come_back(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, idle_s=0.0) as server:
            table, one, two, host, _ = await two_seated(server)
            before = server.house.rooms[table].table
            server.house.upkeep.evict()
            assert table in server.house.rooms, "people are looking"
            for wire in (one, two):
                await wire.leave()
            await asyncio.sleep(0.01)
            server.house.upkeep.evict()
            assert table not in server.house.rooms
            back = Wire(server, table, cookie_of(host))
            assert (await back.hello())["n"] == before.n
            assert server.house.rooms[table].table.state == before.state
            await back.leave()

    asyncio.run(run())


def test_abandoned_tables_are_closed_and_old_ones_deleted(tmp_path: Path) -> None:
    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}, abandon_days=90) as server:
            table, one, two, host, _ = await two_seated(server)
            for wire in (one, two):
                await wire.leave()
            clock.time += 89 * 86_400_000
            await server.house.upkeep.tidy()
            assert (await server.house.store.line(table)).phase == "playing"  # type: ignore[union-attr]
            clock.time += 2 * 86_400_000
            await server.house.upkeep.tidy()
            line = await server.house.store.line(table)
            assert line is not None
            assert line.phase == "finished"
            assert (await host.get(f"/api/tables/{table}/proof")).status_code == 200, "and revealed"
            await server.house.store.set_setting("keep_days", "7")
            clock.time += 8 * 86_400_000
            await server.house.upkeep.tidy()
            assert await server.house.store.line(table) is None

    asyncio.run(run())


def test_a_host_without_a_seat_only_deals(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            tablet, a, b = visitor(server), visitor(server), visitor(server)
            made = (await tablet.post("/api/tables", json={"game": "cards", "seats": [{"kind": "person"}] * 2})).json()
            assert made["seats"] == []
            for client, seat in ((a, 0), (b, 1)):
                invite = made["info"]["seats"][seat]["invite"]
                assert (await client.post(f"/api/invites/{invite}", json={"name": "x"})).status_code == 200
            wire = Wire(server, made["table"], cookie_of(tablet))
            welcome = await wire.hello()
            assert welcome["info"]["host"] is True
            await wire.leave()

    asyncio.run(run())


def test_where_cards_fit_is_told_row_by_row_unless_the_seat_wants_no_help(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            _, first, second, _, _ = await two_seated(server, "cards")
            asked = {"do": "fits", "rows": ["RoRsRd", "RdGdBd", ""], "cards": "Rx"}
            assert (await first.ask(**asked, id="f1", seat=0))["fits"] == [True, False, True]
            assert (await first.ask(**asked, id="f2", seat=1))["refusal"]["code"] == "table/not-your-seat"
            odd = await first.ask(do="fits", id="f3", seat=0, rows=["RoRsRd"], cards="??")
            assert odd["refusal"]["code"] == "notation/unknown-piece"
            n = (await second.hello())["n"]
            await second.ask(do="adjust", id="a1", base=n, seat=1, assist="off")
            assert "fits" not in await second.ask(**asked, id="f4", seat=1)
            _, third, fourth, _, _ = await two_seated(server, "tiles")
            assert (await third.ask(**asked, id="f5", seat=0))["refusal"]["code"] == "table/game"
            for player in (first, second, third, fourth):
                await player.leave()

    asyncio.run(run())

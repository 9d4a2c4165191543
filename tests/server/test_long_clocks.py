"""Total clocks, clocks of days, vacations, and what an absence of the server costs: nobody anything."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from sixfold.errors import Refused
from sixfold.server import project, wire
from sixfold.server.notices.occasions import LONG_MS, occasions
from sixfold.server.table import due
from sixfold.server.table import facts as e
from sixfold.server.table.decide import decide
from sixfold.server.table.procedures import driven, vacation
from sixfold.server.table.seats import Terms
from sixfold.server.table.table import GameTable
from tests.server.clock import HandClock
from tests.server.inside import TWO, inside, two_seated, visitor
from tests.server.tables import NOW, a_move, do, started

DAY = 86_400_000
LETTER = Terms(clock=3 * 86_400, vacation=7)


def moved(table: GameTable, now: int) -> GameTable:
    """The table after a move of whoever is to move."""
    return decide(table, a_move(table), f"p{table.to_move}", now)[-1].after


def mover(table: GameTable) -> int:
    assert table.to_move is not None
    return table.to_move


# ------------------------------------------------------------------------------------------------------- total clocks


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_a_total_clock_runs_in_ones_own_turns_and_every_turn_adds_to_it(game: str) -> None:
    table = started(game, terms=Terms(total=600, increment=5))
    first = mover(table)
    assert due.clocks(table, NOW) == [600_000, 600_000]
    assert due.clocks(table, NOW + 20_000)[first] == 580_000
    assert due.clocks(table, NOW + 20_000)[1 - first] == 600_000
    table = moved(table, NOW + 20_000)
    assert due.clocks(table, NOW + 20_000)[first] == 585_000
    table = moved(table, NOW + 50_000)
    assert due.clocks(table, NOW + 50_000)[1 - first] == 575_000
    assert project.now_of(table, table.state.view(None), NOW + 51_000).clocks[first] == 584_000
    assert project.now_of(table, table.state.view(None), NOW + 51_000).clock == 584_000


def test_whoever_has_used_up_a_total_clock_has_a_few_seconds_for_each_turn() -> None:
    table = started(terms=Terms(total=60, increment=2))
    first = mover(table)
    assert due.due(table) == NOW + 60_000
    late = driven.clock_move(table, table.state.view(first).least(), NOW + 60_000, False)[-1].after
    assert due.clocks(late, NOW + 60_000)[first] == 2_000, "nobody owes time"
    again = moved(late, NOW + 61_000)
    assert mover(again) == first
    assert due.left(again, NOW + 61_000) == due.LAST_MS


def test_a_stuck_player_pays_for_looking_and_not_for_being_helped() -> None:
    table = started("cards", terms=Terms(total=600))
    seat = mover(table)
    stuck = table.apply(e.Stuck(seat=seat, took=40_000), NOW + 40_000)
    assert due.clocks(stuck, NOW + 70_000)[seat] == 560_000
    assert due.left(stuck, NOW + 70_000) == 30_000, "C11's minute"


def test_the_fold_of_the_log_knows_every_clock() -> None:
    table = started(terms=Terms(total=600, increment=5))
    done = decide(table, a_move(table), f"p{table.to_move}", NOW + 33_000)
    folded = table
    for happening in done:
        folded = folded.apply(e.decode(e.encode(happening.event)), happening.after.at)
    assert folded.chairs == done[-1].after.chairs
    assert due.clocks(folded, NOW + 33_000) == due.clocks(done[-1].after, NOW + 33_000)


# ---------------------------------------------------------------------------------------------------------- vacations


def test_on_vacation_ones_clock_stands_still() -> None:
    table = started(terms=LETTER)
    seat = mover(table)
    off = do(table, f"p{seat}", wire.Vacation, now=NOW + DAY, on=True)
    assert due.left(off, NOW + DAY) == due.left(off, NOW + 5 * DAY) == 2 * DAY
    assert due.due(off) == NOW + 10 * DAY, "when all seven days are used up"
    assert due.wakes_in(off, NOW + 5 * DAY) == 5 * DAY
    back = do(off, f"p{seat}", wire.Vacation, now=NOW + 4 * DAY, on=False)
    assert due.left(back, NOW + 4 * DAY) == 2 * DAY
    assert due.due(back) == NOW + 6 * DAY
    assert due.days_left(back, seat) == 4 * DAY
    info = project.seat_info(off, seat, "")
    assert (info.vacation, info.days_left) == ((NOW + 8 * DAY) // 1000, 7 * DAY // 1000)


def test_a_vacation_before_ones_turn_counts_from_its_beginning_and_a_move_ends_it() -> None:
    table = started(terms=LETTER)
    seat = mover(table)
    other = 1 - seat
    off = do(table, f"p{other}", wire.Vacation, now=NOW + DAY, on=True)
    assert due.due(off) == NOW + 3 * DAY, "the clock of who is to move runs on"
    theirs = moved(off, NOW + 2 * DAY)
    assert due.left(theirs, NOW + 6 * DAY) == 3 * DAY
    assert due.due(theirs) == NOW + 8 * DAY + 3 * DAY
    done = decide(theirs, a_move(theirs), f"p{other}", NOW + 3 * DAY)
    assert [type(happening.event) for happening in done] == [e.CameFromVacation, e.MoveMade]
    assert due.days_left(done[-1].after, other) == 5 * DAY


def test_vacations_end_with_the_days() -> None:
    table = started(terms=LETTER)
    seat = mover(table)
    off = do(table, f"p{seat}", wire.Vacation, now=NOW, on=True)
    assert due.left(off, NOW + 9 * DAY) == DAY
    back = do(off, f"p{seat}", wire.Vacation, now=NOW + 9 * DAY, on=False)
    assert (due.days_left(back, seat), due.left(back, NOW + 9 * DAY)) == (0, DAY)
    for sent, code in ((back, "table/no-vacation"), (off, "table/phase"), (started(), "table/no-vacation")):
        with pytest.raises(Refused) as refused:
            do(sent, f"p{mover(sent)}", wire.Vacation, now=NOW + 9 * DAY, on=True)
        assert refused.value.code == code
    with pytest.raises(Refused) as refused:
        do(back, f"p{seat}", wire.Vacation, now=NOW + 9 * DAY, on=False)
    assert refused.value.code == "table/phase", "nothing is acknowledged that did not happen"


# --------------------------------------------------------------------------------------------- while nobody was there


def test_what_an_absence_took_does_not_count_and_only_once() -> None:
    table = started(terms=Terms(clock=30))
    back = vacation.waive(table, NOW + 10_000, NOW + 1_000_000)[-1].after
    assert (back.turn_n, due.left(back, NOW + 1_000_000)) == (table.turn_n, 20_000)
    assert vacation.waive(back, NOW + 10_000, NOW + 1_000_300) == [], "another server has said so"
    assert vacation.waive(started(), NOW, NOW + DAY) == [], "no clock runs"
    total = vacation.waive(started(terms=Terms(total=600)), NOW + 1_000, NOW + DAY)[-1].after
    assert moved(total, NOW + DAY).chairs[mover(total)].spent == 1_000
    told = project.event_of(e.Waived(ms=990_000), table, back, None, "", None)
    assert told == wire.Waived(ms=990_000)


def test_days_pass_without_a_table_in_memory_and_then_the_clock_strikes(tmp_path: Path) -> None:
    """Nobody looks, nothing is kept in memory, and after three days the least move is made all the same."""

    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}, beat_s=0.02, idle_s=0.0) as server:
            table, one, two, _, _ = await two_seated(server, clock=3 * 86_400, vacation=7)
            turn = server.house.rooms[table].table.turn_n
            for socket in (one, two):
                await socket.leave()
            while table in server.house.rooms:
                await asyncio.sleep(0.01)
            clock.pass_seconds(3 * 86_400 - 1)
            while table not in server.house.rooms or server.house.rooms[table].timer is None:
                await asyncio.sleep(0.01)
            assert server.house.rooms[table].table.turn_n == turn
            clock.pass_seconds(2)
            while (await server.house.store.latest([table]))[table] == turn:
                await asyncio.sleep(0.01)
            last = e.decode((await server.house.store.events(table))[turn].body)
            assert isinstance(last, e.MoveMade)
            assert last.by == "clock"

    asyncio.run(run())


def test_at_a_table_of_days_nobody_is_replaced_and_nothing_is_abandoned(tmp_path: Path) -> None:
    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}, abandon_days=10) as server:
            table, one, two, _, _ = await two_seated(server, clock=14 * 86_400, vacation=30)
            room = server.house.rooms[table]
            seat = mover(room.table)
            answer = await (one, two)[seat].ask(do="vacation", id="v", base=room.table.n, on=True)
            assert answer["t"] == "ack", answer
            await (one, two)[seat].leave()
            clock.time += 12 * DAY
            assert server.house.bot_may_sit_in(room) == [None, None]
            refused = await (one, two)[1 - seat].ask(do="replace", id="x", base=room.table.n, who=seat)
            assert refused["t"] == "refused"
            await (one, two)[1 - seat].leave()
            await server.house.upkeep.tidy()
            assert (await server.house.store.line(table)).phase == "playing"  # type: ignore[union-attr]

    asyncio.run(run())


# ------------------------------------------------------------------------------------------------------ making, telling


@pytest.mark.parametrize(
    "options",
    [
        {"clock": 30, "total": 600},
        {"increment": 5},
        {"clock": 30, "increment": 5},
        {"clock": 30, "vacation": 7},
        {"vacation": 7},
        {"clock": 15 * 86_400},
        {"total": 59},
        {"clock": 86_400, "vacation": 61},
    ],
)
def test_clocks_that_make_no_sense_are_refused(tmp_path: Path, options: dict[str, Any]) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            answer = await visitor(server).post("/api/tables", json={**TWO, "options": options})
            assert (answer.status_code, answer.json()["refusal"]["code"]) == (400, "request/field")

    asyncio.run(run())


def test_a_rated_game_may_have_a_total_clock_and_the_lobby_says_which(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            host = visitor(server)
            options = {"total": 600, "increment": 5, "rated": True, "listed": True}
            made = await host.post("/api/tables", json={**TWO, "options": options})
            assert made.status_code == 201, made.text
            offered = (await visitor(server).get("/api/lobby")).json()["tables"][0]
            assert (offered.get("clock"), offered["total"], offered["increment"]) == (None, 600, 5)

    asyncio.run(run())


def test_whoever_has_days_is_told_when_half_of_them_are_gone() -> None:
    before = started(terms=LETTER)
    after = moved(before, NOW + DAY)
    told = occasions(before, after, {"p0", "p1"}, 30_000)
    half = NOW + DAY + 3 * DAY // 2
    assert told is not None
    assert [(one.player, one.event, one.at, one.due) for one in told] == [(f"p{after.to_move}", "half", half, half)]
    told = occasions(before, after, (), 30_000)
    assert told is not None
    assert [one.event for one in told] == ["turn", "half"]
    off = do(after, f"p{after.to_move}", wire.Vacation, now=NOW + DAY, on=True)
    told = occasions(after, off, (), 30_000)
    assert told is not None
    assert [(one.event, one.due) for one in told] == [("half", half + 7 * DAY)]
    short = started(terms=Terms(clock=LONG_MS // 1000 - 1))
    assert occasions(short, moved(short, NOW), {"p0", "p1"}, 30_000) == []

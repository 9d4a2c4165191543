"""Players who are away: everybody sees it, after a while a bot may sit in, and who comes back has the seat again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from sixfold.errors import SixfoldError
from sixfold.server import project, wire
from sixfold.server.table import facts as e
from sixfold.server.table.decide import decide
from sixfold.server.table.procedure import Happening
from sixfold.server.table.procedures import leaving, stuck
from tests.server.clock import HandClock
from tests.server.inside import Wire, cookie_of, inside, two_seated
from tests.server.tables import NOW, do, happenings, started
from tests.server.test_house import happened
from tests.server.test_table import forced_stuck


def replace(table: Any, player: str, who: int, away: tuple[int, ...]) -> list[Happening]:
    command = wire.Replace(id="k", base=table.n, who=who)
    return decide(table, command, player, NOW, away=away)


def refused(table: Any, player: str, who: int, away: tuple[int, ...]) -> str:
    with pytest.raises(SixfoldError) as caught:
        replace(table, player, who, away)
    return caught.value.code


async def seat_changed(wire_: Wire, why: str) -> dict[str, Any]:
    """The next change of a seat for this reason."""
    while True:
        event: dict[str, Any] = (await happened(wire_, "seat"))["event"]
        if event["why"] == why:
            return event


def test_the_host_may_replace_who_is_away_and_nobody_else() -> None:
    table = started(kinds=["person", "person", "person", "bot"])
    assert refused(table, "p0", 1, ()) == "table/present"
    assert refused(table, "p0", 3, (1,)) == "table/nothing-to-answer"
    assert refused(table, "p2", 1, (1,)) == "table/not-host"
    assert refused(table, "", 0, (0,)) == "table/not-host"
    assert refused(table, "p2", 0, ()) == "table/present"
    after = replace(table, "p0", 1, (1,))[-1].after
    assert after.chairs[1].played_by == "casual"
    assert after.chairs[1].name == "Name1", "the bot plays in the name of who is away"
    assert refused(after, "p2", 0, ()) == "table/present"
    # Nobody is the host of an absent host: whoever plays may go on.
    assert replace(table, "p2", 0, (0,))[-1].after.chairs[0].played_by == "casual"


def test_who_comes_back_has_the_seat_again() -> None:
    table = started(kinds=["person", "person", "person"])
    away = replace(table, "p0", 1, (1,))[-1].after
    back = leaving.came_back(away, "p1", NOW)
    assert [happening.event for happening in back] == [e.Returned(seat=1)]
    assert not back[-1].after.chairs[1].played_by
    assert leaving.came_back(back[-1].after, "p1", NOW) == []
    # Who has left on purpose decides that too.
    left = happenings(table, "p1", wire.Leave)[-1].after
    assert leaving.came_back(left, "p1", NOW) == []


def test_events_of_replacing_fold_as_they_were_stored() -> None:
    table = started(kinds=["person", "person", "person"])
    done = replace(table, "p0", 1, (1,))
    folded = table
    for happening in done:
        folded = folded.apply(e.decode(e.encode(happening.event)), NOW)
    assert folded.chairs == done[-1].after.chairs
    told = project.event_of(done[0].event, table, done[0].after, 2, "p2", None)
    assert isinstance(told, wire.SeatChanged)
    assert (told.why, told.info.stand_in, told.info.name) == ("replaced", "casual", "Name1")


def test_a_replaced_helper_does_not_keep_the_stuck_player_waiting() -> None:
    table = forced_stuck()
    table = do(table, f"p{table.to_move}", wire.Stuck)
    seat = table.stuck
    assert seat is not None
    helpers = stuck.seats_to_help(table)
    for at, helper in enumerate(helpers):
        player = f"p{seat}" if helper == 0 else "p0"
        table = replace(table, player, helper, (helper,))[-1].after
        assert (table.stuck is None) == (at == len(helpers) - 1)


def test_absence_is_told_a_bot_sits_in_and_the_player_takes_over(tmp_path: Path) -> None:
    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}) as server:
            table, one, two, host, guest = await two_seated(server)
            room = server.house.rooms[table]
            info = (await host.get(f"/api/tables/{table}")).json()
            invite = info["seats"][1]["invite"]
            assert (await guest.get(f"/api/invites/{invite}")).json()["yours"] is True, "the link leads her back"
            n = room.table.n
            assert (await one.ask(do="replace", id="a", base=n, who=1))["refusal"]["code"] == "table/present"
            await two.leave()
            while (told := await one.get("presence"))["online"] != [True, False]:
                pass
            assert told["away"] == [None, 60_000]
            clock.pass_seconds(59)
            assert (await one.ask(do="replace", id="b", base=n, who=1))["refusal"]["code"] == "table/present"
            clock.pass_seconds(1)
            assert (await one.ask(do="replace", id="c", base=n, who=1))["t"] == "ack"
            event = await seat_changed(one, "replaced")
            assert (event["why"], event["info"]["stand_in"], event["info"]["name"]) == ("replaced", "casual", "Bo")
            if room.table.to_move == 0:
                play = str(room.table.state.plays()[0].place)
                await one.ask(do="play", id="p", base=room.table.n, play=play)
            while (frame := await happened(one, "played"))["event"]["seat"] != 1:
                pass
            assert frame["event"]["by"] == "bot"
            again = Wire(server, table, cookie_of(guest))
            await again.hello()
            await seat_changed(one, "returned")
            assert not room.table.chairs[1].played_by
            for wire_ in (one, again):
                await wire_.leave()

    asyncio.run(run())


def test_after_a_restart_nobody_is_away_for_long(tmp_path: Path) -> None:
    async def run() -> None:
        clock = HandClock()
        async with inside(tmp_path, parts={"clock": clock}) as server:
            table, one, two, host, _ = await two_seated(server)
            for wire_ in (one, two):
                await wire_.leave()
        clock.pass_seconds(10_000)
        async with inside(tmp_path, parts={"clock": clock}) as server:
            back = Wire(server, table, cookie_of(host))
            n = (await back.hello())["n"]
            assert (await back.get("presence"))["away"] == [None, 60_000]
            assert (await back.ask(do="replace", id="c", base=n, who=1))["refusal"]["code"] == "table/present"
            await back.leave()

    asyncio.run(run())

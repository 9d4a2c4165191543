"""What bots are called: each at a table by its own name, the same in lists, in records and after a restart."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from sixfold.record import Record
from sixfold.server import archive, project, wire
from sixfold.server.table import facts as e
from sixfold.server.table.procedures import seating
from sixfold.server.table.seats import Chosen, Terms
from sixfold.server.table.table import GameTable
from tests.server.inside import Wire, cookie_of, inside, visitor
from tests.server.tables import NOW, do, happenings, lobby, started

BOTS = [{"kind": "bot", "bot": "casual"}, {"kind": "bot", "bot": "casual"}, {"kind": "bot", "bot": "greedy"}]
FOUR = {"game": "tiles", "seats": [{"kind": "here", "name": "Otto"}, *BOTS]}


def names(told: dict[str, Any]) -> list[str]:
    return [seat["name"] for seat in told["seats"]]


def test_bots_of_one_level_have_names_of_their_own_that_last(tmp_path: Path) -> None:
    called = ["Otto", "Molly", "Nina", "Magnus"]

    async def run() -> None:
        async with inside(tmp_path) as server:
            client = visitor(server)
            made = (await client.post("/api/tables", json=FOUR)).json()
            assert names(made["info"]) == called, "a person's name is taken too"
            socket = Wire(server, made["table"], cookie_of(client))
            n = (await socket.hello())["n"]
            n = (await socket.ask(do="ready", id="r", base=n, entropy="22" * 32))["n"]
            await socket.leave()
        async with inside(tmp_path) as server:
            client.headers["cookie"] = cookie_of(client)
            page = visitor(server, cookie=cookie_of(client))
            assert names((await page.get(f"/api/tables/{made['table']}")).json()) == called
            socket = Wire(server, made["table"], cookie_of(client))
            n = (await socket.hello())["n"]
            await socket.ask(do="resign", id="q", base=n)
            n = (await socket.ask(do="rematch", id="m", base=n))["n"]
            while (frame := await socket.get("event"))["event"]["type"] != "rematch":
                pass
            again = (await page.get(f"/api/tables/{frame['event']['table']}")).json()
            assert names(again) == called
            text = (await page.get(f"/api/tables/{made['table']}/record")).text
            assert list(Record.parse(text).headers.names) == called
            assert Record.parse(text).headers.tag("bot 1") == "casual"
            listed = (await page.get("/api/tables")).json()["tables"]
            assert {tuple(line["names"]) for line in listed} == {tuple(called)}
            over = next(line for line in listed if line["phase"] == "finished")
            assert over["seats"] == [0]
            await socket.leave()

    asyncio.run(run())


def test_a_bot_that_sits_where_nobody_does_has_a_name() -> None:
    table = lobby(kinds=["person", "person", "person", "bot"])
    for seat in (1, 2):
        table = do(table, f"p{seat}", wire.Leave, seat=seat)
    table = do(table, "p0", wire.Ready, seat=0, entropy="22" * 32)
    done = happenings(table, "p0", wire.Start)
    begun = done[-1].after
    assert [project.name_of(chair) for chair in begun.chairs] == ["Name0", "Molly", "Otto", "Magnus"]
    assert {place.seat: place.name for place in done[0].places} == {1: "Molly", 2: "Otto"}
    # Whoever comes late has a name of their own.
    assert project.name_of(seating.join(begun, 1, "late", "Lea", None, "places", NOW)[-1].after.chairs[1]) == "Lea"


def test_a_bot_in_the_place_of_who_was_removed_has_a_name() -> None:
    table = started(kinds=["person", "person", "person"])
    done = happenings(table, "p0", wire.Remove, who=1)
    assert project.name_of(done[-1].after.chairs[1]) == "Molly"
    assert [place.name for place in done[0].places] == ["Molly"]


def test_tables_of_old_have_named_bots_too() -> None:
    """Their bots have no places in the store."""
    created = e.Created(
        game="tiles",
        ruleset="tiles/1",
        seats=[Chosen(kind="here"), Chosen(kind="bot", bot="expert"), Chosen(kind="bot", bot="a-stranger")],
        terms=Terms(),
        host="p0",
        seed="5a" * 64,
        key="5a" * 16,
    )
    table = GameTable("tableAAAABBBBCC1").apply(e.decode(e.encode(created)), NOW)
    assert [project.name_of(chair) for chair in table.chairs] == ["", "Edgar", "a-stranger"]
    table = table.apply(e.Joined(seat=0, player="p0"), NOW)
    table = do(table, "p0", wire.Ready, entropy="22" * 32)
    done = happenings(table, "p0", wire.Close)
    record = archive.record_of(done[-1].after, [happening.event for happening in done])
    assert record.headers.names == ("1", "Edgar", "a-stranger")

"""Games that come from a device: one that is over stays as it was, one in its course is dealt anew and goes on."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from sixfold import rulesets
from sixfold.errors import PositionError, SixfoldError
from sixfold.pieces import Pieces
from sixfold.record import Anew, Drew, Record
from sixfold.server import archive
from sixfold.server.table import facts as e
from sixfold.server.table.procedures import seating
from sixfold.server.table.seats import Chosen, Occupant, Terms
from tests.server.client import Player, Visitor
from tests.server.device import ADA, begun, whole
from tests.server.inside import inside, visitor
from tests.server.running import Running
from tests.server.tables import NOW, to_the_end

BOT = {"kind": "bot", "bot": "sprout"}
FRIEND = {"kind": "person"}


def body(kind: str, record: str, *seats: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"game": kind, "seats": list(seats) or [ADA, FRIEND], "record": record, **more}


async def refusal(http: httpx.AsyncClient, asked: dict[str, Any]) -> dict[str, Any]:
    answer = await http.post("/api/tables", json=asked)
    assert answer.status_code >= 400, answer.text
    said: dict[str, Any] = answer.json()["refusal"]
    return said


@pytest.mark.parametrize("kind", ["tiles", "cards"])
def test_a_running_game_is_dealt_anew_and_goes_on_with_a_friend(kind: str, serving: Running) -> None:
    asyncio.run(_goes_on(kind, serving))


async def _goes_on(kind: str, serving: Running) -> None:
    base = serving.base
    text = begun(kind, take_backs=True)
    then = Record.parse(text).final
    host, guest = Visitor(base), Visitor(base)
    answer = await host.http.post("/api/tables", json=body(kind, text))
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert made["info"]["brought"] == len(then.sheet)
    await guest.join(made["info"]["seats"][1]["invite"], "Bo")
    one = await Player(host, made["table"], 0).open()
    two = await Player(guest, made["table"], 1).open()
    await one.ready()
    await two.ready()
    for player in (one, two):
        await player.until(lambda p: bool(p.now))
        assert player.now["scores"] == list(then.scores)
        assert player.now["bag"] == then.bag_count
    assert one.now["hand"] == str(then.hands[0]), "what its own people hold stays"
    assert len(two.now["hand"]) == 2 * len(then.hands[1])
    assert [f["event"]["type"] for f in one.events if f["event"]["type"] == "started"] == ["started"]
    mover = one if one.my_turn() else two
    other = two if mover is one else one
    await mover.ask(**mover.move())
    await other.until(lambda p: p.now.get("to_move") != mover.seat)
    # A take-back goes as far as the table does, and no further.
    asked = await other.ask("take_back")
    assert asked["refusal"]["code"].startswith("table/"), asked
    for player in (one, two):
        await player.close()
    serving.stop()
    serving.start()  # all of it is folded again
    one = await Player(host, made["table"], 0).open()
    two = await Player(guest, made["table"], 1).open()
    await asyncio.gather(one.play_on(), two.play_on())
    record = (await host.http.get(f"/api/tables/{made['table']}/record")).text
    whole_game = Record.parse(record)
    assert whole_game.headers.tag("shuffle") == "4"
    assert archive.verify(record) == sum(isinstance(event, Drew) for event in whole_game.events) + 1
    anew = [event for event in whole_game.events if isinstance(event, Anew)]
    assert [hand is None for hand in anew[0].hands] == [True, False]
    assert (await host.http.post("/api/verify", json={"record": record})).json()["ok"] is True
    for player in (one, two):
        await player.close()
    for each in (host, guest):
        await each.close()


@pytest.mark.parametrize("kind", ["tiles", "cards"])
def test_a_game_that_is_over_stays_as_it_is(kind: str, tmp_path: Path) -> None:
    asyncio.run(_stays(kind, tmp_path))


async def _stays(kind: str, tmp_path: Path) -> None:
    text = whole(kind, seed=3)
    async with inside(tmp_path) as server, visitor(server) as http:
        made = (await http.post("/api/tables", json=body(kind, text, ADA, BOT))).json()
        assert made["info"]["phase"] == "finished"
        record = (await http.get(f"/api/tables/{made['table']}/record")).text
        assert Record.parse(record).events == Record.parse(text).events
        assert archive.verify(record) == archive.verify(text)
        games = (await http.get("/api/games")).json()["games"]
        assert [game["table"] for game in games] == [made["table"]]
        proof = (await http.get(f"/api/tables/{made['table']}/proof")).json()
        assert proof["table"] == Record.parse(text).headers.tag("table")


def test_what_cannot_be_brought_is_refused(tmp_path: Path) -> None:
    asyncio.run(_refused(tmp_path))


async def _refused(tmp_path: Path) -> None:
    text = begun("tiles")
    line = next(line for line in text.splitlines() if line.startswith("draw 1:"))
    other = line[:-2] + ("Ro" if line[-2:] != "Ro" else "Rs")
    seed = Record.parse(text).headers.tag("seed") or ""
    async with inside(tmp_path) as server, visitor(server) as http:

        async def code(record: str, *seats: dict[str, Any], **more: Any) -> str:
            return str((await refusal(http, body("tiles", record, *seats, **more)))["code"])

        assert await code("hello") == "notation/record"
        assert await code(text.replace("= ", "= 1", 1)) == "notation/record"
        assert await code(text.replace(line, other)) in ("position/shuffle", "notation/record")
        assert await code(text.replace(seed, "0" * 128)) == "position/commitment"
        assert await code(text.replace(f"seed: {seed}\n", "")) == "position/no-proof"
        assert await code(text + " " * 200_001) == "request/field"
        assert await code(text, ADA, FRIEND, FRIEND) == "table/not-brought"
        assert await code(begun("cards"), ADA, FRIEND) == "table/not-brought"
        assert await code(text, options={"rated": True, "hints": False}) == "table/rated"
        assert await code(begun("tiles", turns=0)) == "table/not-begun"
        assert (await http.post("/api/tables", json=body("tiles", text))).status_code == 201
        assert await code(text) == "table/moved-before"


def test_only_a_game_in_its_course_is_dealt_anew() -> None:
    """From the pieces that the bag and these hands held, as many as there were."""
    state = Record.parse(begun("tiles")).final
    before = Record.parse(begun("tiles", turns=0)).final
    for one, hands in (
        (before, [None, before.hands[1]]),
        (state, [None]),
        (state, [None, Pieces.parse("Ro")]),
        (state, [None, Pieces.parse("RoRoRoRoRoRo")]),
        (state, [None, Pieces.parse("??????")]),
    ):
        with pytest.raises(PositionError) as caught:
            rulesets.anew(one, hands)
        assert caught.value.code == "position/anew"
    assert rulesets.anew(state, [None, state.hands[1]]) == state


def test_a_taken_over_game_that_was_changed_does_not_verify() -> None:
    """Both halves are held to their own promise."""
    text = taken_over()
    assert archive.verify(text) > 4
    lines = text.splitlines()
    anew = next(line for line in lines if line.startswith("anew: "))
    hand = anew.split()[2]
    for old, new in (
        (anew, anew.replace(hand, "".join(sorted([hand[i : i + 2] for i in range(0, len(hand), 2)], reverse=True)))),
        ("shuffle: 4", "shuffle: 2"),
        ("first-shuffle: 2", "first-shuffle: 4"),
        (anew + "\n", ""),
        (anew, f"{anew}\n{anew}"),
    ):
        changed = text.replace(old, new, 1)
        if Record.parse(text) == _read(changed):
            continue  # the same hand in another order
        with pytest.raises(SixfoldError):
            archive.verify(changed)


def _read(text: str) -> Record | None:
    try:
        return Record.parse(text)
    except SixfoldError:
        return None


def taken_over(kind: str = "tiles", seed: int = 1) -> str:
    """The record of a game that began on a device and ended at a table."""
    text = archive.brought(begun(kind, seed=seed))
    created = e.Created(
        game=kind,  # type: ignore[arg-type]
        ruleset=f"{kind}/1",
        seats=[Chosen(kind="here"), Chosen(kind="person")],
        terms=Terms(),
        host="p0",
        seed="ab" * 64,
        key="",
        shuffle=4,
        origin="~1",
        brought=text,
    )
    rng = random.Random(seed)
    people = [Occupant(seat, f"p{seat}", name, None) for seat, name in enumerate(("Ada", "Bo"))]
    done = seating.create("table00000000001", created, people, NOW)
    table, log = to_the_end(done[-1].after, rng)
    return str(archive.record_of(table, [*(one.event for one in done), *log]))

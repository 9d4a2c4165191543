"""Names that pass for another one's: seen by their looks, and refused at a table with a sentence."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sixfold.server.table.names import imitates, skeleton
from tests.server.inside import TWO, Wire, cookie_of, inside, visitor

CYRILLIC_A = "\N{CYRILLIC SMALL LETTER A}"


@pytest.mark.parametrize(
    ("name", "other", "passes"),
    [
        (f"An{CYRILLIC_A}", "Ana", True),
        ("Le0", "Leo", True),
        ("Lisa", "Iisa", True),
        ("Ｍax", "Max", True),
        ("Tirn", "Tim", True),
        ("A na", "Ana", True),
        ("Ana", "Ana", False),
        ("ana ", "Ana", False),
        ("Zoë", "Zoe", False),
        ("Anna", "Ana", False),
        ("Ana 2", "Ana", False),
        ("\N{CYRILLIC CAPITAL LETTER O}\N{CYRILLIC SMALL LETTER EL}\N{CYRILLIC SMALL LETTER YA}", "Olya", False),
    ],
)
def test_who_passes_for_whom(name: str, other: str, passes: bool) -> None:
    assert imitates(name, other) is passes
    assert imitates(other, name) is passes


def test_a_skeleton_is_that_of_itself() -> None:
    for name in ("Ana", "Tirn", "vv", "rnrn", "Wl1|", "Ωmega"):
        assert skeleton(skeleton(name)) == skeleton(name)


def test_a_table_refuses_an_imitation_and_takes_a_namesake(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            host, guest = visitor(server), visitor(server)
            made = (await host.post("/api/tables", json=TWO)).json()
            way = f"/api/invites/{made['info']['seats'][1]['invite']}"
            told = (await guest.post(way, json={"name": f"An{CYRILLIC_A}"})).json()
            assert told["refusal"]["code"] == "table/name"
            assert told["refusal"]["facts"] == {"seat": 0}
            assert (await guest.post(way, json={"name": "Ana"})).status_code == 200, "the same name is no disguise"
            socket = Wire(server, made["table"], cookie_of(guest))
            base = (await socket.hello())["n"]
            again = await socket.ask(do="adjust", id="n", base=base, name="4na")
            assert again["refusal"]["code"] == "table/name"
            assert (await socket.ask(do="adjust", id="m", base=base, name="Bo"))["t"] == "ack"
            await socket.leave()

    asyncio.run(run())

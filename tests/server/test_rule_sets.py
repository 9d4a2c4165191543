"""Tables with rules of the host's choice: played with a bot to the end, on a real server, by the numbers they name."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from sixfold import rulesets
from sixfold.pieces import Pieces
from sixfold.record import Record
from sixfold.server import archive, wire
from tests.server.client import Player, Visitor, unseen_pieces
from tests.server.running import Running
from tests.server.stores.write import Evening

VARIANTS = [name for name in rulesets.offered("tiles") if name != rulesets.CURRENT["tiles"]]


def seen(player: Player) -> Pieces:
    """All that a seat knows of: the board, its hand, and what it has not seen."""
    return player.board.pieces + Pieces.parse(player.now["hand"]) + unseen_pieces(player.now)


@pytest.mark.parametrize("ruleset", VARIANTS)
def test_a_bot_and_a_person_play_it_to_the_end(tmp_path: Path, ruleset: str) -> None:
    rules = rulesets.find(ruleset).rules

    async def run(base: str) -> None:
        host = Visitor(base)
        seats: list[dict[str, Any]] = [{"kind": "here", "name": "Ana", "age": 40}, {"kind": "bot", "bot": "greedy"}]
        made = await host.make("tiles", seats, ruleset)
        assert made["info"]["ruleset"] == ruleset
        player = await Player(host, made["table"], 0).open()
        await player.ready()
        await player.until(lambda p: bool(p.now))
        assert seen(player) == rules.box
        await asyncio.wait_for(player.play_on(), 120)
        record = Record.parse((await host.http.get(f"/api/tables/{made['table']}/record")).text)
        assert record.headers.ruleset == ruleset
        assert record.result is not None
        assert record.result.reason == player.now["outcome"]["reason"]
        assert record.result.reason in ("T17", "T18", "T21")
        assert (record.result.reason == "T21") == (ruleset == "tiles-100/1")
        assert archive.verify(str(record)) > 10
        await player.close()
        await host.close()

    with Running(tmp_path) as server:
        asyncio.run(run(server.base))


def test_a_rematch_keeps_the_rule_set(tmp_path: Path) -> None:
    async def run() -> None:
        it = Evening(tmp_path / "a.db")
        await it.house.open()
        ana, _ = await it.house.people.welcome("Ana")
        two = [wire.NewSeat(kind="here", name="Ana", age=30), wire.NewSeat(kind="here", name="Bo", age=9)]
        table = await it.house.make(wire.NewTable(game="tiles", ruleset="tiles-short/1", seats=two), ana.id, "Ana")
        room = await it.seated(it.house.rooms[table.id])
        await it.do(room, 0, wire.Resign)
        await it.do(room, 0, wire.Rematch)
        again = await it.house.rooms.find(room.table.rematch)
        assert again is not None
        assert again.table.ruleset == "tiles-short/1"
        await it.house.close()

    asyncio.run(run())

"""A newer version of a game changes no table that exists: each is folded, dealt and verified by the rules it names."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sixfold import rulesets
from sixfold.errors import NotationError
from sixfold.record import Record
from sixfold.server import archive, wire
from sixfold.server.table import shuffle
from sixfold.server.table.table import GameTable
from tests.server.clock import HandClock
from tests.server.stores.write import Evening, read, turns
from tests.server.tables import lobby


def add_a_version(patch: pytest.MonkeyPatch, game: str) -> rulesets.AnyRuleset:
    """The game with hands that are one piece smaller, as its version 2, which new tables take."""
    old: Any = rulesets.find(f"{game}/1")
    new: rulesets.AnyRuleset = replace(old, rules=replace(old.rules, name=f"{game}/2", hand=old.rules.hand - 1))
    patch.setattr(rulesets, "RULESETS", {**rulesets.RULESETS, new.name: new})
    patch.setattr(rulesets, "CURRENT", {**rulesets.CURRENT, game: new.name})
    return new


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_old_tables_keep_their_rules_and_new_ones_take_the_current(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: wire.Game
) -> None:
    async def before() -> tuple[list[GameTable], str]:
        it = Evening(tmp_path / "a.db")
        await it.house.open()
        ana, _ = await it.house.people.welcome("Ana")
        over = await it.play(await it.seated(await it.make(game, ana, "here", "here")))
        running = await it.play(await it.seated(await it.make(game, ana, "here", "here")), turns(5))
        waiting = await it.make(game, ana, "here", "here")
        record = await it.house.record(over)
        await it.house.close()
        return [over.table, running.table, waiting.table], record

    async def after(tables: list[GameTable], record: str) -> None:
        clock = HandClock()
        clock.time = tables[-1].at + 1
        it = Evening(tmp_path / "a.db", clock)
        await it.house.open()
        rooms = []
        for table in tables:
            room = await it.house.rooms.find(table.id)
            assert room is not None
            assert room.table.rules.name == f"{game}/1"
            assert read(room.table) == read(table)
            assert shuffle.commitment_of(room.table) == shuffle.commitment_of(table)
            rooms.append(room)
        over, running, waiting = rooms
        assert await it.house.record(over) == record

        # The dealer is made again from the log, and a table that waited is dealt by the rules it was made under.
        await it.play(running)
        await it.play(await it.seated(waiting))
        for room in rooms:
            told = await it.house.record(room)
            assert archive.verify(told) > 0
            assert Record.parse(told).headers.ruleset == f"{game}/1"

        await it.do(over, 0, wire.Rematch)
        again = await it.house.rooms.find(over.table.rematch)
        assert again is not None
        bo, _ = await it.house.people.welcome("Bo")
        for room in (again, await it.make(game, bo, "here", "here")):
            await it.play(await it.seated(room))
            told = await it.house.record(room)
            assert archive.verify(told) > 0
            assert room.table.ruleset == Record.parse(told).headers.ruleset == f"{game}/2"
            assert room.table.state.rules == newer.rules
            assert len(room.table.deal[0][1]) == 2 * newer.rules.hand
        await it.house.close()

    tables, record = asyncio.run(before())
    newer = add_a_version(monkeypatch, game)
    asyncio.run(after(tables, record))


def test_a_table_of_rules_that_are_not_here_is_refused_by_name() -> None:
    table = msgspec.structs.replace(lobby(), ruleset="tiles/9")
    with pytest.raises(NotationError, match="there is no rule set 'tiles/9'") as caught:
        _ = table.rules
    assert caught.value.code == "notation/ruleset"

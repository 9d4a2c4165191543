"""Tests what a store promises about reports, blocks and the host's log: they are erased with their person."""

from __future__ import annotations

from sixfold.server.moderation.values import Block, Report
from sixfold.server.store import Guest, Store


async def check_moderation(store: Store) -> None:
    """Raises AssertionError with the promise that was broken."""
    reports = [
        Report(f"report{n}", n, "t1", 1, player, player.upper(), by, "words", "rude", "hurry")
        for n, (player, by) in enumerate((("m1", "m2"), ("m2", "m1"), ("m3", "m1")), 1)
    ]
    for report in reports:
        await store.keep_report(report)
    assert await store.reports() == reports[::-1], "newest first, as they were kept"
    assert await store.reports_by("m1") == reports[:0:-1]
    assert await store.settle_report("report1", 9) is True
    assert await store.settle_report("report1", 10) is False, "a report is settled once"
    assert (await store.reports())[-1].settled == 9
    block = Block("block1", "m1", "m2", "M2", 5)
    await store.keep_block(block)
    await store.keep_block(block._replace(id="block2"))
    assert await store.blocks_of("m1") == [block], "one for each of them"
    assert await store.apart_from("m1") == frozenset(("m2",))
    assert await store.apart_from("m2") == frozenset(("m1",)), "in both directions"
    assert await store.apart(["m1", "m2"]) == frozenset((("m1", "m2"), ("m2", "m1")))
    assert await store.apart([]) == await store.apart(["m3"]) == frozenset()
    assert await store.drop_block("m2", "block1") is False, "it is not theirs"
    await store.add_act(1, "tables close", "t1")
    await store.add_act(2, "reports refused", "")
    assert [(act.n, act.what) for act in await store.acts()] == [(2, "reports refused"), (1, "tables close")]
    await store.add_player(Guest("m1", "Mia", 1), b"hash mia")
    await store.erase_player("m1")
    left = await store.reports()
    assert [report.player for report in left] == ["m3", "m2"], "what is about somebody goes with them"
    assert {(report.reporter, report.text) for report in left} == {("", "")}, "and so do their words"
    assert await store.apart_from("m2") == frozenset()
    assert len(await store.acts()) == 2, "the log stays"

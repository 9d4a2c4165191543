"""Tests what a store promises about notices: who wants which notices, and which of them wait to be sent."""

from __future__ import annotations

import contextlib

from sixfold.server.store import Channel, EventRow, Occasion, Store, Taken


def _row(n: int) -> EventRow:
    return EventRow(n, 1000 + n, "who", "", b"{}")


async def check_channels(store: Store) -> None:
    """Raises AssertionError with the promise that was broken."""
    made = Channel("c1", "n1", "mail", "n@example.org", "key", "turn over", "en", "22-7", 60, "http://x/", 5)
    await store.keep_channel(made)
    assert await store.channel("c1") == made, "a channel comes back as it was"
    await store.keep_channel(made._replace(id="c2"))
    assert [one.id for one in await store.channels_of("n1")] == ["c2"], "the same address is told once"
    await store.keep_channel(made._replace(id="c3", kind="feed", address=""))
    await store.keep_channel(made._replace(id="c4", address="m@example.org", proof="code"))
    turn = [Occasion("n1", "turn", 1, 10, 40), Occasion("n2", "turn", 1, 10, 40), Occasion("n1", "joined", 1, 10, 40)]
    await store.append("told", [_row(1)], occasions=turn)
    with contextlib.suppress(Taken):
        await store.append("told", [_row(1)], occasions=[Occasion("n1", "over", 1, 10, 10)])
    assert await store.take_notices(39, 99, 9) == [], "not before it is due, and nothing of an append that failed"
    [taken] = await store.take_notices(40, 99, 9)
    assert (taken.channel.id, taken.table, taken.n, taken.event, taken.tries) == ("c2", "told", 1, "turn", 0)
    assert await store.take_notices(40, 99, 9) == [], "whoever took it has it for a while"
    await store.put_off_notice(taken, 50)
    assert [one.tries for one in await store.take_notices(50, 99, 9)] == [1], "put off, and tried again"
    assert await store.told_in("c3", 9) == [("told", 1, "turn", 10)], "a feed keeps what it told"
    await store.append("told", [_row(2)], occasions=[Occasion("n1", "over", 2, 20, 60)])
    assert [one.event for one in await store.take_notices(200, 299, 9)] == ["over"], "another turn, another notice"
    await store.forget_notices("n1", "told")
    assert await store.take_notices(400, 499, 9) == [], "who looks needs no notice"
    await store.append("told", [_row(3)], occasions=[Occasion("n1", "over", 3, 20, 60)])
    [last] = await store.take_notices(400, 499, 9)
    await store.end_notice(last)
    assert await store.take_notices(600, 699, 9) == [], "what was delivered is over"
    await store.drop_channel("c2")
    assert await store.channel("c2") is None
    await store.erase_player("n1")
    assert await store.channels_of("n1") == [], "with a player go the channels"
    assert await store.told_in("c3", 9) == []

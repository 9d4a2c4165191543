"""Tests what a store promises about plans: one for each seat, and erased with their person."""

from __future__ import annotations

from sixfold.server.store import EventRow, Guest, Store
from sixfold.server.table.plans import GivenPlan


async def check_plans(store: Store) -> None:
    """Raises AssertionError with the promise that was broken."""
    assert await store.append("plans", [EventRow(1, 1, "", "", b"x")]) is not store.shared, "nobody has left one"
    assert (await store.news("plans", 0)).planned is False
    first = GivenPlan("plans", 0, "q1", 3, "pass")
    other = GivenPlan("plans", 1, "q2", 3, "pass")
    for plan in (first, other):
        await store.keep_plan(plan)
    for n, occasions in ((2, None), (3, [])):
        row = EventRow(n, 1, "", "", b"x")
        assert await store.append("plans", [row], occasions=occasions), "a server that appends hears of plans"
        news = await store.news("plans", n - 1)
        assert (news.events, news.planned) == ([row], True), "and so does one that follows"
    newer = first._replace(turn=4, move="swap")
    await store.keep_plan(newer)
    assert await store.plan("plans", 0) == newer, "the last one counts"
    await store.drop_plan("plans", 0, 3)
    assert await store.plan("plans", 0) == newer, "the one before is dropped, not this one"
    await store.drop_plan("plans", 0, 4)
    assert await store.plan("plans", 0) is None
    assert await store.plans_of("q2") == [other]
    await store.add_player(Guest("q2", "Quinn", 1), b"hash quinn")
    await store.erase_player("q2")
    assert await store.plan("plans", 1) is None, "plans go with their person"

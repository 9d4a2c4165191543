"""Tests what a store promises about results of the daily bag: one per person, in order, and erased with that person."""

from __future__ import annotations

from sixfold.server.store import CHAMPION, DailyRow, Guest, Store


async def check_dailies(store: Store) -> None:
    """Raises AssertionError with the promise that was broken."""
    day, game = "2026-11-16", "tiles"
    rows = [
        DailyRow(day, game, who, who.upper(), score, other, 14, 12, at)
        for who, score, other, at in (("a", 90, 80, 4), ("b", 95, 99, 3), ("c", 90, 80, 2), ("d", 90, 70, 1))
    ]
    for row in rows:
        assert await store.keep_daily(row), "the first one is kept"
    assert not await store.keep_daily(rows[0]._replace(score=200)), "the second one is not"
    assert await store.keep_daily(rows[0]._replace(game="cards")), "another game is another bag"
    assert await store.keep_daily(DailyRow(day, game, CHAMPION, "", 120, 60, 13, 18, 5))
    listed, total = await store.daily_list(day, game, 3)
    assert total == 4, "the champion does not count"
    assert [(place, row.who) for place, row in listed] == [(1, "b"), (2, "d"), (3, "c")], "most points, least against"
    assert listed[0][1] == rows[1], "as it was kept"
    listed, _ = await store.daily_list(day, game, 10)
    assert [place for place, _ in listed] == [1, 2, 3, 3], "who is equal shares a place"
    assert await store.daily_of(day, game, "a") == (3, rows[0])
    champion = await store.daily_of(day, game, CHAMPION)
    assert champion is not None
    assert champion[1].score == 120
    assert await store.daily_of("2026-11-17", game, "a") is None
    assert await store.daily_list("2026-11-17", game, 3) == ([], 0)
    assert len(await store.dailies_of("a")) == 2, "of both games"
    await store.add_player(Guest("a", "Ana", 1), b"hash daily")
    await store.erase_player("a")
    assert await store.dailies_of("a") == [], "results go with their person"
    assert (await store.daily_list(day, game, 3))[1] == 3

"""Tests what a store promises about games by letter that people asked for: one for each game, paired once, and erased
with their person."""

from __future__ import annotations

from sixfold.pace import Pace
from sixfold.server.lobby.pairing import SEATS, Seeker, Sought, Wish
from sixfold.server.ratings.model import Kind, Rating
from sixfold.server.store import Guest, Store

_SLOW = Sought("tiles", Pace(clock=86_400, vacation=7), True)
_CARDS = Sought("cards", Pace(total=600_000, increment=5), False)
_STRONG = Rating(40.0, 2.0, 30)


async def check_wishes(store: Store) -> None:
    """Raises AssertionError with the promise that was broken."""
    before = await store.all_ratings()
    through = max((game.number for game in await store.rated_games(0, 10**6)), default=0)
    strong = {**before, (Kind("tiles", SEATS), "w1"): _STRONG}
    await store.add_player(Guest("w1", "Wim", 1), b"hash wim")
    one, two = (Wish(Seeker(who, _SLOW, at, 1500), name, 900) for who, at, name in (("w1", 20, "Wim"), ("w2", 10, "")))
    cards = Wish(Seeker("w1", _CARDS, 30, 1500), "Wim", 2000)
    for wish in (one, two, cards):
        await store.wish(wish.seeker.player, wish.seeker.sought, wish.seeker.since, wish.until)
    assert await store.wishes(100) == [two, one, cards], "the oldest first, with names"
    assert await store.wishes_of("w1", 100) == [cards, one], "one for each game"
    assert await store.replace_ratings(strong, through)
    stronger = one._replace(seeker=one.seeker._replace(points=_STRONG.points))
    assert (await store.wishes(100))[1] == stronger, "as strong as they are now"
    await _promised(store, one.seeker, two.seeker)
    await store.wish("w1", _SLOW, 50, 950)
    assert [wish.until for wish in await store.wishes_of("w1", 100)] == [2000, 950], "the newer wish counts"
    await store.drop_wish("w1", "tiles")
    assert await store.wishes_of("w1", 100) == [cards], "what is called off is gone, and nothing else"
    assert await store.wishes_of("w1", 2001) == [], "what is over is not told any more"
    assert await store.wishes(2001) == [], "and forgotten"
    assert await store.wishes_of("w1", 100) == []
    await store.wish("w1", _SLOW, 50, 950)
    await store.erase_player("w1")
    assert await store.wishes(100) == [], "wishes go with their person"
    assert await store.replace_ratings(before, through)


async def _promised(store: Store, one: Seeker, two: Seeker) -> None:
    nobody = one._replace(player="nobody")
    assert await store.promise_tables({"wt": [one, nobody]}, 110) == set(), "all of them or none"
    assert await store.promise_tables({"wt": [one, two]}, 110) == {"wt"}
    assert await store.promise_tables({"wu": [one, two]}, 110) == set(), "once"
    for until in (120, 901):
        told = {wish.seeker.player: (wish.table, wish.promised) for wish in await store.wishes(until) if wish.table}
        assert told == {"w1": ("wt", 110), "w2": ("wt", 110)}, "known until the table is there, however late"
    await store.wish("w1", one.sought._replace(rated=False), 120, 999)
    await store.drop_wish("w1", "tiles")
    assert one.sought in [wish.seeker.sought for wish in await store.wishes_of("w1", 120)], "a promise holds"
    await store.break_promise("wt")
    assert not any(wish.table for wish in await store.wishes(120)), "whose table will not be waits again"
    assert await store.promise_tables({"wv": [one, two]}, 130) == {"wv"}
    await store.keep_promise("wv", 500)
    assert [wish.seeker.player for wish in await store.wishes(200)] == ["w1"], "who has a table waits no more"
    assert [(wish.table, wish.until) for wish in await store.wishes_of("w2", 500)] == [("wv", 500)], "they are told"
    assert await store.wishes_of("w2", 501) == [], "for a while"
    await store.delete_table("wv")
    assert await store.wishes_of("w2", 400) == [], "and not when it is gone"

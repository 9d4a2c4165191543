"""Tests what a store promises about challenges between remote bots: each exists once, and is changed once."""

from __future__ import annotations

import asyncio

from sixfold.server.lobby.pairing import BOTS, Sought
from sixfold.server.store import Challenge, Store, Token


async def check_challenges(store: Store) -> None:
    """Raises AssertionError with the promise that was broken."""
    for name in ("ann", "bob"):
        await store.add_token(Token(f"hash of {name}".encode(), name, f"{name}'s", "tiles", 7))
    first = Challenge("c1", "ann's", "bob's", Sought("tiles", BOTS, True), 100, "ann", "bob")
    assert await store.keep_challenge(first, 2, 0) == first
    assert await store.keep_challenge(first._replace(id="c2", until=101), 2, 0) == first, "asked twice, it stands once"
    other = first._replace(id="c3", sought=first.sought._replace(rated=False), until=200)
    assert await store.keep_challenge(other, 2, 0) == other
    third = first._replace(id="c4", sought=first.sought._replace(game="cards"))
    assert await store.keep_challenge(third, 2, 0) is None, "a bot asks for so many at once and no more"
    for who in ("ann's", "bob's"):
        assert await store.challenges_of([who]) == [first, other], "both read it, the oldest first"
    assert await store.challenges_of(["nobody"]) == await store.challenges_of([]) == []
    changes = [store.change_challenge("c1", "", stage) for stage in ("taken", "declined", "withdrawn")]
    assert sorted(await asyncio.gather(*changes)) == [False, False, True], "of several changes at once one counts"
    assert await store.change_challenge("c3", "", "taken")
    assert await store.change_challenge("c3", "taken", "accepted", "where")
    assert not await store.change_challenge("c3", "", "declined"), "what is over stays as it ended"
    assert await store.challenge("c3") == other._replace(stage="accepted", table="where")
    assert await store.challenge("c9") is None
    assert await store.keep_challenge(third, 2, 150) == third, "those that are over count no more"
    assert await store.challenge("c1") is None, "and are forgotten in time"
    await store.keep_challenge(third, 2, 10**6)
    assert [one.id for one in await store.challenges_of(["ann's"])] == ["c4"]
    for name in ("ann", "bob"):
        await store.revoke_token(name, 8)

"""Holds a store to what it promises about the tokens of remote bots."""

from __future__ import annotations

from sixfold.server.store import Store, Token


async def check_tokens(store: Store) -> None:
    """Raises AssertionError with the promise that was broken."""
    token = Token(b"hash4", "hal", "p4", "tiles", 5)
    await store.add_token(token)
    await store.add_token(Token(b"hash5", "ann", "p5", "tiles cards", 6))
    assert await store.token_of(b"hash4") == token, "a token comes back as it was"
    assert await store.token_of(b"hash6") is None
    await store.see_tokens(["p4"], 99)
    assert [(one.name, one.seen) for one in await store.tokens()] == [("ann", 0), ("hal", 99)], "by name"
    assert await store.revoke_token("hal", 100) is True
    assert await store.revoke_token("hal", 101) is False, "a token is revoked once"
    assert await store.token_of(b"hash4") is None, "a revoked token opens nothing"
    assert (await store.tokens())[1].revoked == 100
    await store.add_token(Token(b"hash6", "hal", "p4", "cards", 7))
    assert [one.hash for one in await store.tokens()] == [b"hash5", b"hash6"], "a new token replaces the old one"

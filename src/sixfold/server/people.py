"""Who somebody is, without accounts: a 128-bit secret in a cookie, stored only as a hash; device codes.

Callers limit guesses (limits.py). Not here: the ways to a table (invites.py).
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Awaitable, Callable
from typing import Final

from sixfold.errors import Refused
from sixfold.server.clock import Clock
from sixfold.server.guests import Guests
from sixfold.server.store import Guest, Store
from sixfold.server.table.names import clean

COOKIE: Final = "sixfold"
COOKIE_DAYS: Final = 400
CODE_MS: Final = 10 * 60 * 1000
_ALPHABET: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and digits that nobody confuses when reading a code aloud."""


def new_secret() -> str:
    """What a guest's cookie holds: 128 bits."""
    return secrets.token_urlsafe(16)


def new_id() -> str:
    """The name of a table or a player: 96 random bits, so that none can be guessed from another."""
    name = secrets.token_urlsafe(12)
    # A command line would take a dash for the beginning of an option.
    return new_id() if name.startswith("-") else name


def new_seed() -> str:
    """A table's part of the shuffle, hex: 64 bytes, more than the 485.4 bits that the orders of 108 pieces need."""
    return secrets.token_hex(64)


def new_code() -> str:
    """A device code: 12 letters, 59 bits, for ten minutes, behind a throttle."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(12))


def hashed(secret: str) -> bytes:
    """What is stored of a secret. It is random and long, so a plain hash cannot be searched."""
    return hashlib.sha256(b"sixfold secret\0" + secret.encode()).digest()


def plain_code(text: str) -> str:
    """A code as somebody typed it: any case, spaces and dashes allowed."""
    return "".join(c for c in text.upper() if c.isalnum())


class People:
    """The guests of a server: who they are, what they are called, how they come along to another device."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        new_id: Callable[[], str] = new_id,
        new_secret: Callable[[], str] = new_secret,
        new_code: Callable[[], str] = new_code,
    ) -> None:
        self._store = store
        self._clock = clock
        self._guests = Guests(store, clock.ticks, clock.sleep)
        self._new_id = new_id
        self._new_secret = new_secret
        self._new_code = new_code

    async def of(self, secret: bytes) -> Guest | None:
        """Whose secret this is, by its hash."""
        return await self._guests.player_of(secret)

    async def welcome(self, name: str) -> tuple[Guest, str]:
        """A new guest, and the secret that is theirs alone."""
        secret = self._new_secret()
        player = Guest(self._new_id(), clean(name), self._clock.now())
        await self._store.add_player(player, hashed(secret))
        return player, secret

    async def rename(self, player: Guest, name: str) -> Guest:
        """Another name, for tables to come."""
        await self._store.rename_player(player.id, clean(name))
        self._guests.forget(player.id)
        return player._replace(name=clean(name))

    async def code_for(self, player: Guest) -> str:
        """A code that takes this guest to another device."""
        code = self._new_code()
        now = self._clock.now()
        await self._store.add_code(hashed(code), player.id, now + CODE_MS, now)
        return code

    async def by_code(self, text: str) -> tuple[Guest | None, str]:
        """Who comes with a code, and a secret for this device."""
        now = self._clock.now()
        player = await self._store.use_code(hashed(plain_code(text)), now)
        if player is None:
            raise Refused("this code is wrong or too old: make a new one", code="device/unknown")
        secret = self._new_secret()
        await self._store.add_secret(player, hashed(secret), now)
        return await self.of(hashed(secret)), secret

    async def erase(self, player: str) -> None:
        """Forget a person. Their seats are another matter (rooms/upkeep.py)."""
        await self._store.erase_player(player)
        self._guests.forget(player)

    async def watch(self, erased: Callable[[], Awaitable[None]]) -> None:
        """Call `erased` whenever somebody was erased, on whichever server."""
        await self._guests.watch(erased)

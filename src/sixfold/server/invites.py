"""The ways to a seat: a link to the whole table, a link to one seat, and a short code that opens a lobby for a while.

A link has 128 bits that only the table's key can make. A code is short, so that people can say it aloud, but it can be
guessed. So it leads only to a table that has not begun, it expires, and guesses are counted for all visitors together
(http/guesses.py). A comparison takes the same time for every wrong guess.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from itertools import count
from typing import Final, NamedTuple

from sixfold.server.clock import Clock
from sixfold.server.store import Store
from sixfold.server.table.table import GameTable

LENGTH: Final = 39
"""Letters of a link."""
CODE_LENGTH: Final = 6
CODE_MS: Final = 60 * 60 * 1000
"""How long a code opens its lobby after the host last looked at it."""
LETTERS: Final = "BCDFGHJKMNPQRSTVWXYZ"
"""Those of a code: none that is read as a digit, and no vowels, so that none spells a word. 64 million codes."""
_ANY: Final = "t"


class Named(NamedTuple):
    """What a link says of itself: the table, and the seat, if it is for one."""

    table: str
    seat: int | None


def invite_for(table: str, key: str, seat: int | None = None) -> str:
    """The link to a table, or to one seat of it, with a proof that the host gave it out."""
    where = _ANY if seat is None else str(seat)
    mac = hmac.digest(bytes.fromhex(key), f"{table} {where}".encode(), "sha256")[:16]
    return f"{table}{where}{base64.urlsafe_b64encode(mac).decode().rstrip('=')}"


def read_invite(invite: str) -> Named | None:
    """What a link names; whether it is genuine only `invite_for` with the table's key can tell."""
    if len(invite) != LENGTH or not invite.isascii() or invite[16] not in f"0123{_ANY}":
        return None
    return Named(invite[:16], None if invite[16] == _ANY else int(invite[16]))


def genuine(invite: str, key: str, named: Named) -> bool:
    """Whether the host gave out this link."""
    return hmac.compare_digest(invite.encode(), invite_for(named.table, key, named.seat).encode())


def read_code(text: str) -> str | None:
    """A code as somebody typed it, in any case, with spaces and dashes."""
    code = "".join(letter for letter in text.upper() if letter not in " -")
    return code if len(code) == CODE_LENGTH and all(letter in LETTERS for letter in code) else None


def _code(table: GameTable, number: int) -> str:
    """The table's code of this number: the same whenever the host looks, and stored nowhere in clear."""
    left = int.from_bytes(hmac.digest(bytes.fromhex(table.key), f"{table.id} code {number}".encode(), "sha256"))
    letters = []
    for _ in range(CODE_LENGTH):
        left, letter = divmod(left, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)


def _hashed(code: str) -> bytes:
    return hashlib.sha256(b"sixfold lobby\0" + code.encode()).digest()


class Codes:
    """The codes of a server's lobbies."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def of(self, table: GameTable) -> tuple[str, int]:
        """The code that opens this lobby from now on, and until when (ms)."""
        now = self._clock.now()
        until = now + CODE_MS
        # Two tables may come to the same letters: then the one that is later takes its next code.
        codes = (_code(table, number) for number in count())
        code = next(codes)
        while not await self._store.keep_lobby_code(_hashed(code), table.id, until, now):
            code = next(codes)
        return code, until

    async def table_with(self, code: str) -> str | None:
        """The table whose lobby a code opens."""
        return await self._store.lobby_of(_hashed(code), self._clock.now())

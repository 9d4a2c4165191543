"""What is kept about how people get along. Values alone, for the store and for the moderation."""

from __future__ import annotations

from typing import NamedTuple


class Report(NamedTuple):
    """Somebody reported who sat on a seat. `name`: as it was then; `said`: the words from that seat until then.

    `settled`: when the host was done with it (ms), 0 before.
    """

    id: str
    at: int
    table: str
    seat: int
    player: str
    name: str
    reporter: str
    reason: str
    text: str
    said: str
    settled: int = 0


class Block(NamedTuple):
    """`player` wants nothing to do with `other`, who was called `name` then."""

    id: str
    player: str
    other: str
    name: str
    at: int


class HostAct(NamedTuple):
    """Something that the host did, or that was refused in the host's name. It is never changed."""

    n: int
    at: int
    what: str
    about: str

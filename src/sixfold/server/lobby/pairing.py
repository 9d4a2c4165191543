"""Who is paired with whom: people who asked for the same game and are about equally strong.

The longer they have waited, the more their strengths may differ. Pure: no clock, no store.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from sixfold.pace import UNTIMED, Pace

SEATS: Final = 2
"""Strangers meet at tables of two."""
NEAR: Final = 100
"""Points of difference that anybody takes at once."""
WIDER: Final = 10
"""Points more for every second of waiting."""
ANYBODY: Final = 60_000
"""Milliseconds after which the strength of the other does not matter any more."""


BOTS: Final = UNTIMED
"""Remote bots among themselves have the time that the server gives a bot. No person waits without a clock."""


class Sought(NamedTuple):
    """What somebody waits for; only who waits for the same is met."""

    game: str
    pace: Pace
    rated: bool

    @property
    def by_bots(self) -> bool:
        """Whether remote bots wait for each other."""
        return self.pace == BOTS


class Seeker(NamedTuple):
    """Somebody who waits: for what, since when (ms), and how strong they are."""

    player: str
    sought: Sought
    since: int
    points: int


class Wish(NamedTuple):
    """A game by letter that somebody under this name asked for. They need not wait for it; it ends at `until` (ms).

    `table`: where they are awaited, once somebody is found. `promised`: since when that table is still to be made (ms);
    0 once it is there, and while there is none.
    """

    seeker: Seeker
    name: str
    until: int
    table: str = ""
    promised: int = 0


def reach(seeker: Seeker, now: int) -> float:
    """How far from their own strength an opponent may be by now."""
    waited = max(0, now - seeker.since)
    return float("inf") if waited >= ANYBODY else NEAR + WIDER * waited / 1000


def pairs(waiting: Iterable[Seeker], now: int, apart: Collection[tuple[str, str]] = ()) -> list[tuple[Seeker, Seeker]]:
    """Who plays whom. Whoever has waited longest chooses first, and takes the nearest who takes them too.

    `apart`: players who never meet, in both directions.
    """
    groups: dict[Sought, list[Seeker]] = defaultdict(list)
    for seeker in waiting:
        groups[seeker.sought].append(seeker)
    return [pair for group in groups.values() for pair in _paired(group, now, apart)]


def _paired(group: Collection[Seeker], now: int, apart: Collection[tuple[str, str]]) -> list[tuple[Seeker, Seeker]]:
    free: list[tuple[int, str, Seeker]] = []
    for seeker in group:
        insort(free, (seeker.points, seeker.player, seeker))
    found = []
    gone: set[str] = set()
    for seeker in sorted(group, key=lambda one: (one.since, one.player)):
        if seeker.player in gone:
            continue
        free.pop(bisect_left(free, (seeker.points, seeker.player)))
        at = _nearest(free, seeker, now, apart)
        gone.add(seeker.player)
        if at is not None:
            other = free.pop(at)[2]
            gone.add(other.player)
            found.append((seeker, other))
    return found


def _nearest(
    free: list[tuple[int, str, Seeker]], seeker: Seeker, now: int, apart: Collection[tuple[str, str]]
) -> int | None:
    """The nearest in strength who would have them too, looking up and down from where they stand."""
    high = bisect_left(free, (seeker.points, seeker.player))
    low = high - 1
    mine = reach(seeker, now)
    while low >= 0 or high < len(free):
        down = seeker.points - free[low][0] if low >= 0 else float("inf")
        up = free[high][0] - seeker.points if high < len(free) else float("inf")
        at, far = (low, down) if down <= up else (high, up)
        if far > mine:
            return None
        other = free[at][2]
        if far <= reach(other, now) and (seeker.player, other.player) not in apart:
            return at
        low, high = (low - 1, high) if at == low else (low, high + 1)
    return None

"""What a store keeps of the daily bag and how it is asked: one result for each day, game and person. No SQL."""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

CHAMPION: Final = "bot:champion"
"""Who has the champion's result: it stands beside the list, not in it."""


class DailyRow(NamedTuple):
    """How a game of a day's bag ended for somebody: `score` against `other`, the bot's. `name`: empty for nobody's.

    `day`: such as 2026-11-16, with `sealed ` before it for the bag that the server alone knew.
    """

    day: str
    game: str
    who: str
    name: str
    score: int
    other: int
    turns: int
    best: int
    at: int


class DailyStore(Protocol):
    """The part of a store that keeps results of the daily bag."""

    async def keep_daily(self, row: DailyRow) -> bool:
        """Keep a result; False when there is one already, which stays."""
        ...

    async def daily_list(self, day: str, game: str, limit: int) -> tuple[list[tuple[int, DailyRow]], int]:
        """The best with their places, and how many there are. Most points first, then the fewest of the bot's; whoever
        has the same has the same place."""
        ...

    async def daily_of(self, day: str, game: str, who: str) -> tuple[int, DailyRow] | None:
        """Somebody's own, with its place."""
        ...

    async def dailies_of(self, who: str) -> list[DailyRow]:
        """All of somebody's, the newest day first."""
        ...

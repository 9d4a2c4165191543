"""What a store keeps of games by letter that people asked for, and how it is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from sixfold.server.lobby.pairing import Seeker, Sought, Wish


class WishStore(Protocol):
    """The part of a store that knows who waits for a game without being there: a person has one wish for each game.

    A pair is promised a table before there is one. Until it is there, a wish is neither changed nor dropped.
    """

    async def wish(self, player: str, sought: Sought, since: int, until: int) -> None:
        """Instead of what this player wished for in the same game."""
        ...

    async def wishes(self, now: int) -> list[Wish]:
        """Those that stand, and those whose table is still to be made, the oldest first. What is over is forgotten."""
        ...

    async def wishes_of(self, player: str, now: int) -> list[Wish]:
        """All of a player, by game; also those whose table is there."""
        ...

    async def promise_tables(self, tables: Mapping[str, Sequence[Seeker]], now: int) -> set[str]:
        """These are awaited at these tables from now on. Tells the tables where each wish still stood."""
        ...

    async def keep_promise(self, table: str, until: int) -> None:
        """The table is there. People are told where until then, or until they wish for something else."""
        ...

    async def break_promise(self, table: str) -> None:
        """There will be no such table: whoever was promised it waits again."""
        ...

    async def drop_wish(self, player: str, game: str) -> None: ...

"""The wait for the compiler, on the first start of a machine: which bots it concerns, and when it is over.

The kernel is compiled by a process of its own while tables are already being played. A bot that thinks in compiled code
does not move before that, and whoever looks is told: `getting_ready` on the wire. All of this goes with the compiler:
this file, and what mentions `warming` or `getting_ready`.
"""

from __future__ import annotations

import asyncio
from typing import Final

from sixfold import bots
from sixfold.bots.registry import GAMES
from sixfold.errors import BotError
from sixfold.kernel import warm

BEAT_S: Final = 0.25
"""How often the cache is looked at: another process fills it, and no event tells of that."""


class Warming:
    """How far the kernel of each game is."""

    def state(self, game: str) -> warm.State:
        """Ready, compiling, or none to be had."""
        return warm.state(game)

    def waits(self, game: str, bot: str) -> bool:
        """Whether this bot of ours cannot think yet."""
        return _compiled(game, bot) and self.state(game) == "compiling"

    def offered(self, game: str, bot: str) -> bool:
        """Whether this bot can ever play here as its name says."""
        return not _compiled(game, bot) or self.state(game) != "none"

    async def over(self, game: str) -> None:
        """Wait until nobody has to wait."""
        while self.state(game) == "compiling":
            await asyncio.sleep(BEAT_S)

    async def all_over(self) -> None:
        """One game after the other: two compilers at once would take a small machine from those who play."""
        for game in GAMES:
            await self.over(game)


def _compiled(game: str, bot: str) -> bool:
    try:
        return bots.find(game, bot).compiled
    except BotError:
        return False  # whoever asks it for a move will hear what is wrong with it

"""What a store keeps of challenges between remote bots, and how it is asked. No SQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from sixfold.server.lobby.pairing import Sought

Stage = Literal["", "taken", "accepted", "declined", "withdrawn", "expired"]
"""Where a challenge stands: it waits, its table is being made, or how it ended."""


class Challenge(NamedTuple):
    """Who asks whom for what, and until when (ms). `table`: where it is played."""

    id: str
    asker: str
    asked: str
    sought: Sought
    until: int
    asker_name: str
    asked_name: str
    stage: Stage = ""
    table: str = ""


class ChallengeStore(Protocol):
    """The keeper of challenges."""

    async def keep_challenge(self, challenge: Challenge, most: int, forget: int) -> Challenge | None:
        """The one that stands from now on: this one, or one that asks the same already. None when its bot has asked
        for `most` others. Those that ended before `forget` (ms) are forgotten."""
        ...

    async def challenge(self, id: str) -> Challenge | None: ...
    async def challenges_of(self, players: Sequence[str]) -> list[Challenge]:
        """Those by and for these players, the oldest first; those that are over, too, for a while."""
        ...

    async def change_challenge(self, id: str, before: Stage, after: Stage, table: str = "") -> bool:
        """Whether it stood at `before`; it stands at `after` now. Of two who change it at once one does."""
        ...

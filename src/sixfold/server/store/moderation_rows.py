"""What a store keeps of reports, blocks and the host's log, and how it is asked."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from sixfold.server.moderation.values import Block, HostAct, Report


class ModerationStore(Protocol):
    """The part of a store that knows who does not get along. All of it goes with the person whom it is about."""

    async def keep_report(self, report: Report) -> None: ...
    async def reports(self, limit: int = 1000) -> list[Report]:
        """Newest first."""
        ...

    async def reports_by(self, reporter: str) -> list[Report]: ...
    async def settle_report(self, id: str, at: int) -> bool:
        """Whether there was one that was not settled."""
        ...

    async def keep_block(self, block: Block) -> None: ...
    async def blocks_of(self, player: str) -> list[Block]: ...
    async def drop_block(self, player: str, id: str) -> bool: ...
    async def apart_from(self, player: str) -> frozenset[str]:
        """Whom this player blocked, and who blocked them."""
        ...

    async def apart(self, players: Collection[str]) -> frozenset[tuple[str, str]]:
        """The same of all these, in both directions."""
        ...

    async def add_act(self, at: int, what: str, about: str) -> None: ...
    async def acts(self, limit: int = 1000) -> list[HostAct]:
        """The host's log, newest first."""
        ...

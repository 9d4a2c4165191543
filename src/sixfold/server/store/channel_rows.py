"""How a store is asked about people's channels, and about notices that wait to be sent. No SQL."""

from __future__ import annotations

from typing import Protocol

from sixfold.server.notices.values import Channel, Notice


class ChannelStore(Protocol):
    """The part of a store that keeps channels and notices."""

    async def channels_of(self, player: str) -> list[Channel]: ...
    async def channel(self, id: str) -> Channel | None: ...
    async def keep_channel(self, channel: Channel) -> None:
        """Keep it as it is now; another one of this player to the same address goes."""
        ...

    async def drop_channel(self, id: str) -> None: ...
    async def take_notices(self, now: int, until: int, limit: int) -> list[Notice]:
        """Notices that are due. They are this server's until `until`; then, if nobody said more, anybody's again."""
        ...

    async def put_off_notice(self, notice: Notice, due: int) -> None: ...
    async def end_notice(self, notice: Notice) -> None:
        """It was delivered, or is told no more."""
        ...

    async def forget_notices(self, player: str, table: str) -> None:
        """This player looks at the table: nothing of it has to be told any more."""
        ...

    async def told_in(self, channel: str, limit: int) -> list[tuple[str, int, str, int]]:
        """The last notices of a feed, newest first: table, number, event, time."""
        ...

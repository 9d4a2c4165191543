"""The statements about notices: the channels that people opened, and the notices that wait to be sent.

A notice is written in the commit of its events, for every channel that wants it. So no notice is lost, and a race
between servers decides about it too. Not here: what is worth a notice, and how one is delivered (server/notices/).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeVar

from sixfold.server.notices.values import Channel, Notice, Occasion
from sixfold.server.store.writer import Db

T = TypeVar("T")
_CHANNEL: Final = ", ".join(Channel._fields)
_MARKS: Final = ", ".join("?" for _ in Channel._fields)
_OF_CHANNEL: Final = ", ".join(f"c.{name}" for name in Channel._fields)
_INSERT: Final = (
    "INSERT INTO notices (channel, table_id, n, event, at, due, tries, sent) "
    "SELECT id, ?, ?, ?, ?, ?, 0, CASE kind WHEN 'feed' THEN 1 ELSE 0 END FROM channels "
    "WHERE player = ? AND proof = '' AND events LIKE ? AND kind <> ?{only} ON CONFLICT DO NOTHING"
)
_DELETE: Final = "DELETE FROM notices WHERE table_id = ? AND event IN ('turn', 'half') AND sent = 0{only}"
Change = tuple[str, tuple[object, ...]]
"""A statement with its parameters."""
_WHICH: Final = "channel = ? AND table_id = ? AND n = ? AND event = ?"
_MINE: Final = "channel IN (SELECT id FROM channels WHERE player = ?)"


def keep(db: Db, table: str, occasions: Sequence[Occasion] | None) -> None:
    """Notices of what has just happened."""
    for statement, parameters in changes(table, occasions):
        db.run(statement, *parameters)


def changes(table: str, occasions: Sequence[Occasion] | None, only: str = "") -> list[Change]:
    """What that takes. What was said about whose turn it is holds no longer; None: it still does.

    `only`: another condition of each statement.
    """
    if occasions is None:
        return []
    found: list[Change] = [(_DELETE.format(only=only), (table,))]
    for one in occasions:
        # A feed is read at any time: what is still to come is not for it.
        without = "feed" if one.event == "half" else ""
        told = (table, one.n, one.event, one.at, one.due, one.player, f"%{one.event}%", without)
        found.append((_INSERT.format(only=only), told))
    return found


def erase(db: Db, player: str) -> None:
    """Forget all channels of a player, and what was on its way."""
    db.run(f"DELETE FROM notices WHERE {_MINE}", player)
    db.run("DELETE FROM channels WHERE player = ?", player)


class Asking(Protocol):
    """A store that can be asked and written to."""

    async def _read(self, job: Callable[[Db], T]) -> T: ...
    async def _write(self, job: Callable[[Db], T]) -> T: ...


class ChannelsSql:
    """The part of an SQL store that knows who wants to be told of what."""

    async def channels_of(self: Asking, player: str) -> list[Channel]:
        sql = f"SELECT {_CHANNEL} FROM channels WHERE player = ? ORDER BY created, id"
        return [Channel(*row) for row in await self._read(lambda db: db.rows(sql, player))]

    async def channel(self: Asking, id: str) -> Channel | None:
        rows = await self._read(lambda db: db.rows(f"SELECT {_CHANNEL} FROM channels WHERE id = ?", id))
        return Channel(*rows[0]) if rows else None

    async def keep_channel(self: Asking, channel: Channel) -> None:
        def job(db: Db) -> None:
            # The same browser or mailbox twice would be told everything twice.
            same = "player = ? AND kind = ? AND address = ? AND kind <> 'feed' AND id <> ?"
            twins = db.rows(
                f"SELECT id FROM channels WHERE {same}", channel.player, channel.kind, channel.address, channel.id
            )
            for (id,) in [*twins, (channel.id,)]:
                db.run("DELETE FROM channels WHERE id = ?", id)
            for (id,) in twins:
                db.run("DELETE FROM notices WHERE channel = ?", id)
            db.run(f"INSERT INTO channels ({_CHANNEL}) VALUES ({_MARKS})", *channel)

        await self._write(job)

    async def drop_channel(self: Asking, id: str) -> None:
        def job(db: Db) -> None:
            db.run("DELETE FROM notices WHERE channel = ?", id)
            db.run("DELETE FROM channels WHERE id = ?", id)

        await self._write(job)

    async def take_notices(self: Asking, now: int, until: int, limit: int) -> list[Notice]:
        """Notices that are due. They are this server's until `until`; then, if nobody said more, anybody's again."""
        sql = (
            f"SELECT {_OF_CHANNEL}, o.table_id, o.n, o.event, o.at, o.tries FROM notices o "
            "JOIN channels c ON c.id = o.channel WHERE o.sent = 0 AND o.due <= ? ORDER BY o.due, o.table_id LIMIT ?"
        )
        size = len(Channel._fields)

        def job(db: Db) -> list[Notice]:
            due = [Notice(Channel(*row[:size]), *row[size:]) for row in db.rows(sql, now, limit)]
            # Of two servers that read the same row, one changes it.
            taken = f"UPDATE notices SET due = ?, tries = tries + 1 WHERE {_WHICH} AND sent = 0 AND due <= ?"
            return [one for one in due if db.run(taken, until, one.channel.id, one.table, one.n, one.event, now)]

        if not await self._read(lambda db: db.rows("SELECT 1 FROM notices WHERE sent = 0 AND due <= ? LIMIT 1", now)):
            return []  # nothing to take: the beat of a quiet server writes nothing
        return await self._write(job)

    async def put_off_notice(self: Asking, notice: Notice, due: int) -> None:
        sql = f"UPDATE notices SET due = ? WHERE {_WHICH} AND sent = 0"
        await self._write(lambda db: db.run(sql, due, notice.channel.id, notice.table, notice.n, notice.event))

    async def end_notice(self: Asking, notice: Notice) -> None:
        """It was delivered, or is told no more."""
        sql = f"DELETE FROM notices WHERE {_WHICH}"
        await self._write(lambda db: db.run(sql, notice.channel.id, notice.table, notice.n, notice.event))

    async def forget_notices(self: Asking, player: str, table: str) -> None:
        """This player looks at the table: nothing more is to be told of it, but when half of a long clock is gone."""
        where = f"table_id = ? AND sent = 0 AND event <> 'half' AND {_MINE}"
        if await self._read(lambda db: db.rows(f"SELECT 1 FROM notices WHERE {where} LIMIT 1", table, player)):
            await self._write(lambda db: db.run(f"DELETE FROM notices WHERE {where}", table, player))

    async def told_in(self: Asking, channel: str, limit: int) -> list[tuple[str, int, str, int]]:
        """The last notices of a feed, newest first: table, number, event, time. Older ones are forgotten."""
        sql = "SELECT table_id, n, event, at FROM notices WHERE channel = ? AND sent = 1 ORDER BY at DESC, table_id, n"
        rows = await self._read(lambda db: db.rows(f"{sql} LIMIT ?", channel, 2 * limit))
        if len(rows) == 2 * limit:
            await self._write(
                lambda db: db.run("DELETE FROM notices WHERE channel = ? AND at < ?", channel, rows[limit - 1][3])
            )
        return [(table, n, event, at) for table, n, event, at in rows[:limit]]

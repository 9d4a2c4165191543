"""The statements about reports, blocks and the host's log."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sixfold.server.moderation.values import Block, HostAct, Report
from sixfold.server.store.seatings import Reading
from sixfold.server.store.writer import Db

_REPORT: Final = "id, at, table_id, seat, player, name, reporter, reason, text, said, settled"
_BLOCK: Final = "id, player, other, name, at"
_ACT: Final = "INSERT INTO host_log (n, at, what, about) SELECT coalesce(max(n), 0) + 1, ?, ?, ? FROM host_log"


def erase(db: Db, player: str) -> None:
    """Forget what is about a person; what they reported of others stays without them."""
    db.run("DELETE FROM reports WHERE player = ?", player)
    db.run("UPDATE reports SET reporter = '', text = '' WHERE reporter = ?", player)
    db.run("DELETE FROM blocks WHERE player = ? OR other = ?", player, player)


class ModerationSql:
    """The part of an SQL store that knows who does not get along."""

    async def keep_report(self: Reading, report: Report) -> None:
        marks = ", ".join("?" for _ in report)
        await self._write(lambda db: db.run(f"INSERT INTO reports ({_REPORT}) VALUES ({marks})", *report))

    async def reports(self: Reading, limit: int = 1000) -> list[Report]:
        sql = f"SELECT {_REPORT} FROM reports ORDER BY at DESC, id LIMIT ?"
        return [Report(*row) for row in await self._read(lambda db: db.rows(sql, limit))]

    async def reports_by(self: Reading, reporter: str) -> list[Report]:
        sql = f"SELECT {_REPORT} FROM reports WHERE reporter = ? ORDER BY at DESC, id"
        return [Report(*row) for row in await self._read(lambda db: db.rows(sql, reporter))]

    async def settle_report(self: Reading, id: str, at: int) -> bool:
        sql = "UPDATE reports SET settled = ? WHERE id = ? AND settled = 0"
        return bool(await self._write(lambda db: db.run(sql, at, id)))

    async def keep_block(self: Reading, block: Block) -> None:
        sql = f"INSERT INTO blocks ({_BLOCK}) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        await self._write(lambda db: db.run(sql, *block))

    async def blocks_of(self: Reading, player: str) -> list[Block]:
        sql = f"SELECT {_BLOCK} FROM blocks WHERE player = ? ORDER BY at DESC, id"
        return [Block(*row) for row in await self._read(lambda db: db.rows(sql, player))]

    async def drop_block(self: Reading, player: str, id: str) -> bool:
        sql = "DELETE FROM blocks WHERE player = ? AND id = ?"
        return bool(await self._write(lambda db: db.run(sql, player, id)))

    async def apart_from(self: Reading, player: str) -> frozenset[str]:
        sql = "SELECT other FROM blocks WHERE player = ? UNION SELECT player FROM blocks WHERE other = ?"
        return frozenset(str(row[0]) for row in await self._read(lambda db: db.rows(sql, player, player)))

    async def apart(self: Reading, players: Collection[str]) -> frozenset[tuple[str, str]]:
        sql = f"SELECT player, other FROM blocks WHERE player IN ({', '.join('?' * len(players))})"
        pairs = await self._read(lambda db: db.rows(sql, *players)) if players else ()
        return frozenset(pair for one, two in pairs for pair in ((one, two), (two, one)))

    async def add_act(self: Reading, at: int, what: str, about: str) -> None:
        await self._write(lambda db: db.run(_ACT, at, what, about))

    async def acts(self: Reading, limit: int = 1000) -> list[HostAct]:
        sql = "SELECT n, at, what, about FROM host_log ORDER BY n DESC LIMIT ?"
        return [HostAct(*row) for row in await self._read(lambda db: db.rows(sql, limit))]

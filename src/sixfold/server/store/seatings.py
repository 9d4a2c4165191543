"""The statements about who sat where and how the game ended: lists of one's own games, and figures over all of them.

All of them use the index of one player, or the key of the tables that it found. So their cost does not depend on how
many games the store has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeVar

from sixfold.server.store.protocol import Bar, Found, Met, Seating, Sum, TableLine, Wanted
from sixfold.server.store.writer import Db

T = TypeVar("T")
LINE: Final = "id, game, phase, host, created, changed, due, result, listed"
_SEATING: Final = "seat, player, bot, own, game, over, changed, result, score, turns, best, qwirkles"
_INSERT: Final = f"INSERT INTO seatings (table_id, {_SEATING}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_UPSERT: Final = f"{_INSERT} ON CONFLICT (table_id, seat) DO UPDATE SET " + ", ".join(
    f"{name} = excluded.{name}" for name in _SEATING.split(", ")[1:]
)
_COUNTED: Final = "g.player = ? AND g.over = 1 AND g.own = 1 AND g.result IN ('won', 'drawn', 'lost')"
"""The finished games that figures are made of: one seat was the player's, who sat there to the end."""


def keep(db: Db, table: str, seatings: Sequence[Seating]) -> None:
    """Write the seats of a table as they are now."""
    for seating in seatings:
        db.run(_UPSERT, table, *seating)


class Reading(Protocol):
    """A store that can be asked and written to."""

    async def _read(self, job: Callable[[Db], T]) -> T: ...
    async def _write(self, job: Callable[[Db], T]) -> T: ...


class SeatingsSql:
    """The part of an SQL store that knows who sat where."""

    async def running_of(self: Reading, player: str, limit: int = 200) -> list[TableLine]:
        sql = (
            f"SELECT {LINE} FROM tables WHERE id IN (SELECT table_id FROM seatings WHERE player = ? AND over = 0 "
            "UNION SELECT id FROM tables WHERE host = ? AND phase <> 'finished') ORDER BY changed DESC, id LIMIT ?"
        )
        return [TableLine(*row) for row in await self._read(lambda db: db.rows(sql, player, player, limit))]

    async def games_of(self: Reading, player: str, wanted: Wanted, limit: int) -> list[Found]:
        sql, parameters = _games(player, wanted, limit)

        def job(db: Db) -> list[Found]:
            games = db.rows(sql, *parameters)
            marks = ", ".join("?" for _ in games)
            bars = "s.table_id, s.seat, s.player, s.bot, coalesce(p.name, '')"
            there = (
                f"SELECT {bars} FROM seatings s LEFT JOIN places p ON p.table_id = s.table_id AND p.seat = s.seat "
                f"WHERE s.table_id IN ({marks}) ORDER BY s.table_id, s.seat"
            )
            around: dict[str, list[Bar]] = {}
            for table, *bar in db.rows(there, *(game[0] for game in games)) if games else ():
                around.setdefault(table, []).append(Bar(*bar))
            return [Found._make((*game, around[game[0]])) for game in games]

        return await self._read(job)

    async def sums_of(self: Reading, player: str) -> tuple[list[Sum], list[Met]]:
        own = (
            "SELECT g.game, g.result, count(*), sum(g.score), sum(g.turns), max(g.best), sum(g.qwirkles) "
            f"FROM seatings g WHERE {_COUNTED} GROUP BY g.game, g.result"
        )
        best = (
            f"SELECT g.game, g.table_id FROM seatings g WHERE {_COUNTED} AND g.game = ? "
            "ORDER BY g.best DESC, g.changed, g.table_id LIMIT 1"
        )
        met = (
            "SELECT g.game, o.player, o.bot, coalesce(p.name, ''), g.result, count(*), max(g.changed) FROM seatings g "
            "JOIN seatings o ON o.table_id = g.table_id AND o.seat <> g.seat "
            "LEFT JOIN places p ON p.table_id = o.table_id AND p.seat = o.seat "
            f"WHERE {_COUNTED} GROUP BY g.game, o.player, o.bot, coalesce(p.name, ''), g.result"
        )

        def job(db: Db) -> tuple[list[Sum], list[Met]]:
            sums = db.rows(own, player)
            games = sorted({row[0] for row in sums})
            tables = {game: db.rows(best, player, game)[0][1] for game in games}
            # An engine may give sums as a type of its own, which JSON does not know.
            told = [Sum._make((*row[:2], *map(int, row[2:]), tables[row[0]])) for row in sums]
            return told, [Met(*row) for row in db.rows(met, player)]

        return await self._read(job)

    async def seatings_of(self: Reading, player: str) -> dict[tuple[str, int], Seating]:
        sql = f"SELECT table_id, {_SEATING} FROM seatings WHERE player = ?"
        rows = await self._read(lambda db: db.rows(sql, player))
        return {(row[0], row[1]): Seating(*row[1:]) for row in rows}

    async def unseated(self: Reading, after: str, limit: int) -> list[str]:
        sql = (
            "SELECT id FROM tables t WHERE id > ? AND NOT EXISTS (SELECT 1 FROM seatings s WHERE s.table_id = t.id) "
            "ORDER BY id LIMIT ?"
        )
        return [row[0] for row in await self._read(lambda db: db.rows(sql, after, limit))]

    async def fill_in(self: Reading, table: str, seatings: Sequence[Seating]) -> None:
        def job(db: Db) -> None:
            if not db.rows("SELECT 1 FROM tables WHERE id = ?", table):
                return
            known = {(row[0], row[1]) for row in db.rows("SELECT seat, player FROM places WHERE table_id = ?", table)}
            for seating in seatings:
                # Whoever was erased meanwhile stays so, and what the table itself has written is newer than this.
                player = seating.player if (seating.seat, seating.player) in known else ""
                db.run(f"{_INSERT} ON CONFLICT DO NOTHING", table, *seating._replace(player=player))

        await self._write(job)


def _games(player: str, wanted: Wanted, limit: int) -> tuple[str, list[object]]:
    """Finished games, newest first; a game around one device is listed once."""
    where, parameters = ["g.player = ?", "g.over = 1", "g.own > 0"], list[object]([player])
    if wanted.game:
        where.append("g.game = ?")
        parameters.append(wanted.game)
    if wanted.result:
        where.append("g.result = ?")
        parameters.append(wanted.result)
    if wanted.bot or wanted.name:
        asked = "o.bot = ?" if wanted.bot else "lower(p.name) LIKE lower(?) ESCAPE '\\'"
        where.append(
            "EXISTS (SELECT 1 FROM seatings o LEFT JOIN places p ON p.table_id = o.table_id AND p.seat = o.seat "
            f"WHERE o.table_id = g.table_id AND o.player <> g.player AND {asked})"
        )
        parameters.append(wanted.bot or containing(wanted.name))
    if wanted.before is not None:
        where.append("(g.changed, g.table_id) < (?, ?)")
        parameters += wanted.before
    sql = (
        "SELECT g.table_id, g.game, g.changed, g.result, g.best, g.qwirkles, t.result FROM seatings g "
        f"JOIN tables t ON t.id = g.table_id WHERE {' AND '.join(where)} "
        "ORDER BY g.changed DESC, g.table_id DESC LIMIT ?"
    )
    return sql, [*parameters, limit]


def containing(text: str) -> str:
    """A pattern for LIKE: what has this text in it. A wildcard is a letter like any other."""
    return "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"

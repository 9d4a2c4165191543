"""The statements about results of the daily bag."""

from __future__ import annotations

from typing import Final

from sixfold.server.store.daily_rows import CHAMPION, DailyRow
from sixfold.server.store.tournaments import Kept
from sixfold.server.store.writer import Db

_ROW: Final = ", ".join(DailyRow._fields)
_INSERT: Final = f"INSERT INTO daily_results ({_ROW}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
_BAG: Final = f"day = ? AND game = ? AND who <> '{CHAMPION}'"


def erase(db: Db, player: str) -> None:
    """A result goes with its player."""
    db.run("DELETE FROM daily_results WHERE who = ?", player)


class DailiesSql:
    """The part of an SQL store that keeps results of the daily bag."""

    async def keep_daily(self: Kept, row: DailyRow) -> bool:
        return bool(await self._write(lambda db: db.run(_INSERT, *row)))

    async def daily_list(self: Kept, day: str, game: str, limit: int) -> tuple[list[tuple[int, DailyRow]], int]:
        sql = f"SELECT {_ROW} FROM daily_results WHERE {_BAG} ORDER BY score DESC, other, at, who LIMIT ?"
        total = f"SELECT count(*) FROM daily_results WHERE {_BAG}"

        def job(db: Db) -> tuple[list[tuple[int, DailyRow]], int]:
            rows = [DailyRow(*row) for row in db.rows(sql, day, game, limit)]
            return _placed(rows), int(db.rows(total, day, game)[0][0])

        return await self._read(job)

    async def daily_of(self: Kept, day: str, game: str, who: str) -> tuple[int, DailyRow] | None:
        sql = f"SELECT {_ROW} FROM daily_results WHERE day = ? AND game = ? AND who = ?"
        better = f"SELECT count(*) FROM daily_results WHERE {_BAG} AND (score > ? OR (score = ? AND other < ?))"

        def job(db: Db) -> tuple[int, DailyRow] | None:
            rows = db.rows(sql, day, game, who)
            if not rows:
                return None
            row = DailyRow(*rows[0])
            return 1 + int(db.rows(better, day, game, row.score, row.score, row.other)[0][0]), row

        return await self._read(job)

    async def dailies_of(self: Kept, who: str) -> list[DailyRow]:
        sql = f"SELECT {_ROW} FROM daily_results WHERE who = ? ORDER BY day DESC, game"
        return [DailyRow(*row) for row in await self._read(lambda db: db.rows(sql, who))]


def _placed(rows: list[DailyRow]) -> list[tuple[int, DailyRow]]:
    """With places, from the first on: equal results share theirs."""
    placed: list[tuple[int, DailyRow]] = []
    for at, row in enumerate(rows, 1):
        last = placed[-1] if placed else None
        same = last is not None and (last[1].score, last[1].other) == (row.score, row.other)
        placed.append((last[0] if last is not None and same else at, row))
    return placed

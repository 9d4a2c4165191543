"""The statements about games by letter that people asked for and do not wait for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sixfold.server.lobby.pairing import SEATS, Seeker, Sought, Wish
from sixfold.server.ratings.model import Rating
from sixfold.server.store.lobby import numbers_of, promise, sought_of
from sixfold.server.store.seatings import Reading
from sixfold.server.store.writer import Db, Rows

_SOUGHT: Final = ("game", "clock", "total", "increment", "vacation", "rated")
_COLUMNS: Final = ("player", *_SOUGHT, "since", "until", "table_id", "promised")
_KEEP: Final = (
    f"INSERT INTO wishes ({', '.join(_COLUMNS)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '', 0) "
    f"ON CONFLICT (player, game) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _COLUMNS[2:])} "
    "WHERE wishes.promised = 0"
)
_READ: Final = (
    f"SELECT {', '.join(f'w.{name}' for name in _COLUMNS)}, coalesce(p.name, ''), r.mu, r.sigma, r.games FROM wishes w "
    "LEFT JOIN players p ON p.id = w.player "
    f"LEFT JOIN ratings r ON r.who = w.player AND r.game = w.game AND r.seats = {SEATS}"
)
"""How strong somebody is may have changed since they asked."""
_PROMISE: Final = "UPDATE wishes SET table_id = ?, promised = ? WHERE player = ? AND game = ? AND table_id = ''"
_FREE: Final = "UPDATE wishes SET table_id = '', promised = 0"


class WishesSql:
    """The part of an SQL store that knows who waits for a game without being there."""

    async def wish(self: Reading, player: str, sought: Sought, since: int, until: int) -> None:
        await self._write(lambda db: db.run(_KEEP, player, *numbers_of(sought), since, until))

    async def wishes(self: Reading, now: int) -> list[Wish]:
        over = "FROM wishes WHERE until < ? AND promised = 0"
        standing = (
            f"{_READ} WHERE w.table_id = '' AND w.until >= ? OR w.promised > 0 ORDER BY w.since, w.player, w.game"
        )

        def job(db: Db) -> tuple[bool, list[Wish]]:
            return bool(db.rows(f"SELECT 1 {over} LIMIT 1", now)), _wishes(db.rows(standing, now))

        some_over, found = await self._read(job)
        if some_over:
            await self._write(lambda db: db.run(f"DELETE {over}", now))
        return found

    async def wishes_of(self: Reading, player: str, now: int) -> list[Wish]:
        sql = f"{_READ} WHERE w.player = ? AND (w.until >= ? OR w.promised > 0) ORDER BY w.game"
        return _wishes(await self._read(lambda db: db.rows(sql, player, now)))

    async def promise_tables(self: Reading, tables: Mapping[str, Sequence[Seeker]], now: int) -> set[str]:
        asked = {table: [(one.player, one.sought.game) for one in pair] for table, pair in tables.items()}

        def job(db: Db) -> set[str]:
            return promise(
                asked,
                lambda table, key: bool(db.run(_PROMISE, table, now, *key)),
                lambda key: db.run(f"{_FREE} WHERE player = ? AND game = ?", *key),
            )

        return await self._write(job)

    async def keep_promise(self: Reading, table: str, until: int) -> None:
        sql = "UPDATE wishes SET promised = 0, until = ? WHERE table_id = ? AND promised > 0"
        await self._write(lambda db: db.run(sql, until, table))

    async def break_promise(self: Reading, table: str) -> None:
        await self._write(lambda db: db.run(f"{_FREE} WHERE table_id = ? AND promised > 0", table))

    async def drop_wish(self: Reading, player: str, game: str) -> None:
        sql = "DELETE FROM wishes WHERE player = ? AND game = ? AND promised = 0"
        await self._write(lambda db: db.run(sql, player, game))


def _wishes(rows: Rows) -> list[Wish]:
    found = []
    for player, *numbers, since, until, table, promised, name, mu, sigma, games in rows:
        rating = Rating() if mu is None else Rating(mu, sigma, games)
        found.append(Wish(Seeker(player, sought_of(*numbers), since, rating.points), name, until, table, promised))
    return found

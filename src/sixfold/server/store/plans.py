"""The statements about plans: moves that people want to be made for them, at most one for each seat."""

from __future__ import annotations

from typing import Final

from sixfold.server.store.seatings import Reading
from sixfold.server.table.plans import GivenPlan

_PLAN: Final = "table_id, seat, player, turn, move"
_KEEP: Final = (
    f"INSERT INTO plans ({_PLAN}) VALUES (?, ?, ?, ?, ?) ON CONFLICT (table_id, seat) DO UPDATE SET "
    "player = excluded.player, turn = excluded.turn, move = excluded.move"
)


class PlansSql:
    """The part of an SQL store that knows what is to be played for whom."""

    async def keep_plan(self: Reading, plan: GivenPlan) -> None:
        await self._write(lambda db: db.run(_KEEP, *plan))

    async def plan(self: Reading, table: str, seat: int) -> GivenPlan | None:
        sql = f"SELECT {_PLAN} FROM plans WHERE table_id = ? AND seat = ?"
        rows = await self._read(lambda db: db.rows(sql, table, seat))
        return GivenPlan(*rows[0]) if rows else None

    async def plans_of(self: Reading, player: str) -> list[GivenPlan]:
        sql = f"SELECT {_PLAN} FROM plans WHERE player = ? ORDER BY table_id, seat"
        return [GivenPlan(*row) for row in await self._read(lambda db: db.rows(sql, player))]

    async def drop_plan(self: Reading, table: str, seat: int, turn: int | None = None) -> None:
        sql = "DELETE FROM plans WHERE table_id = ? AND seat = ? AND turn = coalesce(CAST(? AS INTEGER), turn)"
        await self._write(lambda db: db.run(sql, table, seat, turn))

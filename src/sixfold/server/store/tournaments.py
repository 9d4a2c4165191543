"""The statements about tournaments: their facts, their lines in lists, and who takes part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeVar

from sixfold.server.store.protocol import TableLine, Taken
from sixfold.server.store.seatings import LINE
from sixfold.server.store.tournament_rows import FactRow, Participant, TournamentLine
from sixfold.server.store.writer import Db

T = TypeVar("T")


_LINE: Final = ", ".join(TournamentLine._fields)
_UPSERT_LINE: Final = (
    f"INSERT INTO tournaments ({_LINE}) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
    "stage = excluded.stage, changed = excluded.changed"
)
_INSERT: Final = (
    "INSERT INTO tournament_facts (tournament, n, at, actor, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
_UPSERT_NAME: Final = (
    "INSERT INTO participants (tournament, role, who, name) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (tournament, role, who) DO UPDATE SET name = excluded.name"
)
_OLD: Final = "(SELECT id FROM tournaments WHERE changed < ? AND (CASE stage WHEN 'over' THEN 1 ELSE 0 END) = ?)"
_MOST: Final = 500
"""Tables asked for at a time."""


def erase(db: Db, player: str) -> None:
    """Standings keep their lines, without the name."""
    db.run("UPDATE participants SET name = '' WHERE who = ?", player)


class Kept(Protocol):
    """A store that can be asked and written to."""

    async def _read(self, job: Callable[[Db], T]) -> T: ...
    async def _write(self, job: Callable[[Db], T]) -> T: ...


class TournamentsSql:
    """The part of an SQL store that keeps tournaments."""

    async def append_tournament(
        self: Kept, line: TournamentLine, rows: Sequence[FactRow], people: Sequence[Participant] = ()
    ) -> None:
        def job(db: Db) -> None:
            for row in rows:
                if not db.run(_INSERT, line.id, *row):
                    raise Taken(line.id, row.n)
            db.run(_UPSERT_LINE, *line)
            for one in people:
                db.run(_UPSERT_NAME, line.id, *one)

        await self._write(job)

    async def tournament_facts(self: Kept, tournament: str, since: int = 0) -> list[FactRow]:
        sql = "SELECT n, at, actor, body FROM tournament_facts WHERE tournament = ? AND n > ? ORDER BY n"
        rows = await self._read(lambda db: db.rows(sql, tournament, since))
        return [FactRow(n, at, actor, bytes(body)) for n, at, actor, body in rows]

    async def tournament_line(self: Kept, tournament: str) -> TournamentLine | None:
        rows = await self._read(lambda db: db.rows(f"SELECT {_LINE} FROM tournaments WHERE id = ?", tournament))
        return TournamentLine(*rows[0]) if rows else None

    async def participants(self: Kept, tournament: str) -> list[Participant]:
        sql = "SELECT role, who, name FROM participants WHERE tournament = ? ORDER BY role, who"
        return [Participant(*row) for row in await self._read(lambda db: db.rows(sql, tournament))]

    async def tournaments_of(self: Kept, who: str, limit: int = 100) -> list[tuple[TournamentLine, Participant]]:
        columns = ", ".join(f"t.{name}" for name in TournamentLine._fields)
        sql = (
            f"SELECT {columns}, p.role, p.who, p.name FROM participants p JOIN tournaments t ON t.id = p.tournament "
            "WHERE p.who = ? ORDER BY t.changed DESC, t.id, p.role LIMIT ?"
        )
        rows = await self._read(lambda db: db.rows(sql, who, limit))
        return [(TournamentLine(*row[:6]), Participant(*row[6:])) for row in rows]

    async def lines_of(self: Kept, tables: Sequence[str]) -> dict[str, TableLine]:
        def job(db: Db) -> dict[str, TableLine]:
            found: dict[str, TableLine] = {}
            for first in range(0, len(tables), _MOST):
                some = tables[first : first + _MOST]
                marks = ", ".join("?" for _ in some)
                for row in db.rows(f"SELECT {LINE} FROM tables WHERE id IN ({marks})", *some):
                    found[row[0]] = TableLine(*row)
            return found

        return await self._read(job)

    async def idle_tournaments(self: Kept, changed: int) -> list[TournamentLine]:
        sql = f"SELECT {_LINE} FROM tournaments WHERE changed < ? AND stage <> 'over' ORDER BY changed, id"
        return [TournamentLine(*row) for row in await self._read(lambda db: db.rows(sql, changed))]

    async def touch_tournament(self: Kept, tournament: str, now: int) -> None:
        await self._write(lambda db: db.run("UPDATE tournaments SET changed = ? WHERE id = ?", now, tournament))

    async def delete_tournaments(self: Kept, changed: int, *, over: bool) -> int:
        def job(db: Db) -> int:
            db.run(f"DELETE FROM participants WHERE tournament IN {_OLD}", changed, int(over))
            db.run(f"DELETE FROM tournament_facts WHERE tournament IN {_OLD}", changed, int(over))
            return db.run(f"DELETE FROM tournaments WHERE id IN {_OLD}", changed, int(over))

        return await self._write(job)

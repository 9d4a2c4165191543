"""The statements about the lobby: tables that anybody may join, and who waits for an opponent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from sixfold.pace import Pace
from sixfold.server.lobby.pairing import Seeker, Sought
from sixfold.server.ratings.model import Kind, Rating
from sixfold.server.store.protocol import ListedTable, Occupant, TableLine
from sixfold.server.store.seatings import LINE, Reading
from sixfold.server.store.writer import Db, Rows

Key = TypeVar("Key", bound=tuple[str, ...])
_SEEKER: Final = "player, game, clock, total, increment, vacation, rated, since, points"
_SEEK: Final = (
    f"INSERT INTO seekers ({_SEEKER}, seen, table_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '') ON CONFLICT (player) "
    "DO UPDATE SET game = excluded.game, clock = excluded.clock, total = excluded.total, "
    "increment = excluded.increment, vacation = excluded.vacation, rated = excluded.rated, since = excluded.since, "
    "points = excluded.points, seen = excluded.seen, table_id = ''"
)

_AWAIT: Final = "UPDATE seekers SET table_id = ? WHERE player = ? AND table_id = ''"

_PLACES: Final = "SELECT table_id, seat, player, name, age FROM places WHERE table_id IN ({}) ORDER BY table_id, seat"
_RATINGS: Final = "SELECT who, game, seats, mu, sigma, games FROM ratings WHERE who IN ({})"


class LobbySql:
    """The part of an SQL store that knows who looks for company."""

    async def listed(self: Reading, since: int, limit: int) -> list[ListedTable]:
        sql = f"SELECT {LINE} FROM tables WHERE listed <> '' AND created >= ? ORDER BY created DESC, id LIMIT ?"

        def job(db: Db) -> list[ListedTable]:
            lines = [TableLine(*row) for row in db.rows(sql, since, limit)]
            found = {line.table: ListedTable(line, [], {}) for line in lines}
            for table, *place in _among(db, _PLACES, list(found)):
                found[table].places.append(Occupant(*place))
            ratings: dict[str, dict[Kind, Rating]] = defaultdict(dict)
            for who, game, seats, *rest in _among(db, _RATINGS, [line.host for line in lines]):
                ratings[who][Kind(game, seats)] = Rating(*rest)
            return [one._replace(ratings=ratings[one.line.host]) for one in found.values()]

        return await self._read(job)

    async def seek(self: Reading, seeker: Seeker, now: int) -> None:
        row = (seeker.player, *numbers_of(seeker.sought), seeker.since, seeker.points, now)
        await self._write(lambda db: db.run(_SEEK, *row))

    async def seekers(self: Reading, seen: int) -> list[Seeker]:
        sql = f"SELECT {_SEEKER} FROM seekers WHERE table_id = '' AND seen >= ? ORDER BY since, player"

        def job(db: Db) -> list[Seeker]:
            if db.rows("SELECT 1 FROM seekers WHERE seen < ? LIMIT 1", seen):
                db.run("DELETE FROM seekers WHERE seen < ?", seen)
            return [_seeker(row) for row in db.rows(sql, seen)]

        return await self._write(job)

    async def seen_seeking(self: Reading, player: str, now: int) -> tuple[Seeker, str] | None:
        sql = f"SELECT {_SEEKER}, table_id FROM seekers WHERE player = ?"

        def job(db: Db) -> tuple[Seeker, str] | None:
            db.run("UPDATE seekers SET seen = ? WHERE player = ?", now, player)
            rows = db.rows(sql, player)
            return (_seeker(rows[0][:-1]), str(rows[0][-1])) if rows else None

        return await self._write(job)

    async def seat_together(self: Reading, tables: Mapping[str, Sequence[str]]) -> dict[str, dict[str, str]]:
        def job(db: Db) -> dict[str, dict[str, str]]:
            whole = promise(
                {table: [(player,) for player in players] for table, players in tables.items()},
                lambda table, key: bool(db.run(_AWAIT, table, *key)),
                lambda key: db.run("UPDATE seekers SET table_id = '' WHERE player = ?", *key),
            )
            asked = [player for table in whole for player in tables[table]]
            named: dict[str, str] = dict(_among(db, "SELECT id, name FROM players WHERE id IN ({})", asked))
            return {
                table: {player: named.get(player, "") for player in players}
                for table, players in tables.items()
                if table in whole
            }

        return await self._write(job)

    async def stop_seeking(self: Reading, player: str) -> None:
        await self._write(lambda db: db.run("DELETE FROM seekers WHERE player = ?", player))


def _among(db: Db, sql: str, asked: Sequence[str]) -> Rows:
    """The rows of all of these, in one statement."""
    return db.rows(sql.format(", ".join("?" for _ in asked)), *asked) if asked else []


def promise(
    tables: Mapping[str, Sequence[Key]], take: Callable[[str, Key], bool], give_back: Callable[[Key], object]
) -> set[str]:
    """Have all of these awaited at their tables, or nobody of a table; the tables where all of them still waited."""
    # In one order of names, so that two servers never wait for each other.
    wanted = sorted((key, table) for table, keys in tables.items() for key in keys)
    taken = {key for key, table in wanted if take(table, key)}
    for key, table in wanted:
        if key in taken and not taken.issuperset(tables[table]):
            give_back(key)
    return {table for table, keys in tables.items() if taken.issuperset(keys)}


def numbers_of(sought: Sought) -> tuple[str, int, int, int, int, int]:
    """What is sought, in columns; where there is no clock of one kind or the other, it is 0."""
    game, pace, rated = sought
    return game, pace.clock or 0, pace.total or 0, pace.increment, pace.vacation, int(rated)


def sought_of(game: str, clock: int, total: int, increment: int, vacation: int, rated: int) -> Sought:
    """What `numbers_of` wrote."""
    pace = Pace(clock=clock or None, total=total or None, increment=increment, vacation=vacation)
    return Sought(game, pace, bool(rated))


def _seeker(row: Sequence[Any]) -> Seeker:
    player, *numbers, since, points = row
    return Seeker(player, sought_of(*numbers), since, points)

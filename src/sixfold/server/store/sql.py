"""The statements, written once for every SQL engine. Engines differ only in how they connect.

- events: one row for each numbered event, never changed.
- tables: one line each.
- places, players, secrets, codes: people.
- tokens: remote bots.
- claims: which server does what next.
- lobby_codes: short ways to a table.

Other files have the statements about one's own games (seatings.py), rated games (ratings.py), the lobby (lobby.py,
wishes.py), notices (channels.py), tournaments (tournaments.py), challenges between bots (challenges.py) and the daily
bag (dailies.py).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from sixfold.server.notices.values import Occasion
from sixfold.server.ratings.model import RatedGame
from sixfold.server.store import challenges, channels, dailies, lobby, moderation, plans, ratings, tournaments, wishes
from sixfold.server.store import seatings as own
from sixfold.server.store.protocol import EventRow, Guest, News, Occupant, Seating, TableLine, Taken, Token
from sixfold.server.store.seatings import LINE as _LINE
from sixfold.server.store.writer import Db, Writer

T = TypeVar("T")
HEAD: Final = "0019"
"""The newest migration; a database that says so needs no Alembic at start."""
OLDEST: Final = "0019"
OLDEST_RELEASE: Final = "0.2.0"
"""The oldest schema, and the release that brought it, whose code understands all that this one writes. Raise both with
a migration that older code would trip over; a new kind of event needs one too, even if no table changes."""

INSERT: Final = (
    "INSERT INTO events (table_id, n, at, actor, key, body) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
PLANNED: Final = "EXISTS (SELECT 1 FROM plans WHERE table_id = ?)"
"""Whether somebody has left a plan at a table."""
_NEWS: Final = (
    f"SELECT n, at, actor, key, body, {PLANNED}, EXISTS (SELECT 1 FROM notices WHERE table_id = ? AND sent = 0) "
    "FROM events WHERE table_id = ? AND n > ? ORDER BY n"
)
_UPSERT_LINE: Final = (
    f"INSERT INTO tables ({_LINE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
    "phase = excluded.phase, host = excluded.host, changed = excluded.changed, due = excluded.due, "
    "result = excluded.result, listed = excluded.listed"
)
_CLAIM: Final = (
    "INSERT INTO claims (table_id, turn, server, until) VALUES (?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET "
    "turn = excluded.turn, server = excluded.server, until = excluded.until WHERE claims.turn < excluded.turn "
    "OR claims.turn = excluded.turn AND (claims.server = excluded.server OR claims.until < ? OR claims.until > ?)"
)
_SET: Final = "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
_LOBBY_CODE: Final = (
    "INSERT INTO lobby_codes (hash, table_id, until) VALUES (?, ?, ?) ON CONFLICT (hash) DO UPDATE SET "
    "until = excluded.until WHERE lobby_codes.table_id = excluded.table_id"
)
_TOKEN: Final = "hash, name, player, games, created, revoked, seen"
_UPSERT_PLACE: Final = (
    "INSERT INTO places (table_id, seat, player, name, age) VALUES (?, ?, ?, ?, ?) ON CONFLICT (table_id, seat) "
    "DO UPDATE SET player = excluded.player, name = excluded.name, age = excluded.age"
)


class SqlStore(
    own.SeatingsSql,
    ratings.RatingsSql,
    lobby.LobbySql,
    wishes.WishesSql,
    channels.ChannelsSql,
    moderation.ModerationSql,
    plans.PlansSql,
    tournaments.TournamentsSql,
    challenges.ChallengesSql,
    dailies.DailiesSql,
):
    """A Store on an SQL database. Engines give it a writer and a reader."""

    shared = False
    _writer: Writer
    _reader: Writer

    async def _write(self, job: Callable[[Db], T]) -> T:
        return await self._writer.run(job)

    async def _read(self, job: Callable[[Db], T]) -> T:
        return await self._reader.run(job)

    def _announce(self, db: Db, table: str, n: int) -> None:
        """Inside the transaction: tell other processes. Engines that can be shared do."""

    async def now(self) -> int | None:
        """A file has no clock of its own."""
        return None

    async def probe(self) -> None:
        """Keep something small, as a move would be kept: a full disk or a lost database raises."""
        await self.set_setting("probed", secrets.token_hex(8))

    # ------------------------------------------------------------------------------------------ tables and events

    async def append(
        self,
        table: str,
        rows: Sequence[EventRow],
        line: TableLine | None = None,
        places: Sequence[Occupant] = (),
        seatings: Sequence[Seating] = (),
        rated: RatedGame | None = None,
        occasions: Sequence[Occasion] | None = None,
    ) -> bool:
        def job(db: Db) -> bool:
            planned = self._keep(db, table, rows, occasions)
            if line is not None:
                db.run(_UPSERT_LINE, *line)
                if line.phase == "finished":
                    db.run("DELETE FROM plans WHERE table_id = ?", table)
            for place in places:
                db.run(_UPSERT_PLACE, table, *place)
            own.keep(db, table, seatings)
            if rated is not None:
                ratings.count(db, rated)
            return planned

        nothing_more = line is None and not places and not seatings and rated is None
        return await self._writer.run(job, single=nothing_more and self._in_one(rows, occasions))

    def _in_one(self, rows: Sequence[EventRow], occasions: Sequence[Occasion] | None) -> bool:
        """Whether `_keep` needs one statement for them: then it needs no transaction either."""
        return len(rows) == 1 and occasions is None and not self.shared

    def _keep(self, db: Db, table: str, rows: Sequence[EventRow], occasions: Sequence[Occasion] | None) -> bool:
        """Keep rows and notices, and tell other servers; whether there may be a plan. Raises Taken."""
        # Only the first number can be taken: whoever wants the next one has to see this one first.
        for row in rows:
            if not db.run(INSERT, table, *row):
                raise Taken(table, row.n)
        channels.keep(db, table, occasions)
        if rows:
            self._announce(db, table, rows[-1].n)
        return not self.shared or bool(db.rows(f"SELECT {PLANNED}", table)[0][0])

    async def news(self, table: str, since: int) -> News:
        rows = await self._read(lambda db: db.rows(_NEWS, table, table, table, since))
        events = [EventRow(n, at, actor, key, bytes(body)) for n, at, actor, key, body, _, _ in rows]
        return News(events, any(row[5] for row in rows), any(row[6] for row in rows))

    async def events(self, table: str, since: int = 0) -> list[EventRow]:
        sql = "SELECT n, at, actor, key, body FROM events WHERE table_id = ? AND n > ? ORDER BY n"
        rows = await self._read(lambda db: db.rows(sql, table, since))
        return [EventRow(n, at, actor, key, bytes(body)) for n, at, actor, key, body in rows]

    async def places(self, table: str) -> list[Occupant]:
        sql = "SELECT seat, player, name, age FROM places WHERE table_id = ? ORDER BY seat"
        return [Occupant(*row) for row in await self._read(lambda db: db.rows(sql, table))]

    async def line(self, table: str) -> TableLine | None:
        rows = await self._read(lambda db: db.rows(f"SELECT {_LINE} FROM tables WHERE id = ?", table))
        return TableLine(*rows[0]) if rows else None

    async def lines(
        self, *, limit: int = 1000, phase: str | None = None, before: int | None = None, hosted: bool | None = None
    ) -> list[TableLine]:
        where, parameters = ["1 = 1"], list[object]()
        if phase is not None:
            where.append("phase = ?")
            parameters.append(phase)
        if before is not None:
            where.append(
                "changed < ? AND NOT EXISTS (SELECT 1 FROM events e WHERE e.table_id = tables.id AND e.at >= ?)"
            )
            parameters += [before, before]
        if hosted is not None:
            where.append("host <> ''" if hosted else "host = ''")
        sql = f"SELECT {_LINE} FROM tables WHERE {' AND '.join(where)} ORDER BY changed DESC, id LIMIT ?"
        return [TableLine(*row) for row in await self._read(lambda db: db.rows(sql, *parameters, limit))]

    async def clocks_run(self) -> bool:
        return bool(await self._read(lambda db: db.rows("SELECT 1 FROM tables WHERE due IS NOT NULL LIMIT 1")))

    async def due(self, until: int) -> list[TableLine]:
        sql = f"SELECT {_LINE} FROM tables WHERE due IS NOT NULL AND due < ? ORDER BY due"
        return [TableLine(*row) for row in await self._read(lambda db: db.rows(sql, until))]

    async def claim(self, table: str, turn: int, server: str, now: int, ms: int) -> bool:
        # One that ends much later than any claim can was made before the time went back.
        until, latest = now + ms, now + 2 * ms
        return bool(await self._write(lambda db: db.run(_CLAIM, table, turn, server, until, now, latest)))

    async def latest(self, tables: Sequence[str]) -> dict[str, int]:
        sql = "SELECT max(n) FROM events WHERE table_id = ?"

        def job(db: Db) -> dict[str, int]:
            found = {table: db.rows(sql, table)[0][0] for table in tables}
            return {table: n for table, n in found.items() if n is not None}

        return await self._read(job)

    async def set_place(self, table: str, place: Occupant) -> None:
        await self._write(lambda db: db.run(_UPSERT_PLACE, table, *place))

    async def delete_table(self, table: str) -> bool:
        def job(db: Db) -> bool:
            found = db.run("DELETE FROM tables WHERE id = ?", table)
            db.run("DELETE FROM places WHERE table_id = ?", table)
            db.run("DELETE FROM seatings WHERE table_id = ?", table)
            db.run("DELETE FROM claims WHERE table_id = ?", table)
            db.run("DELETE FROM lobby_codes WHERE table_id = ?", table)
            db.run("DELETE FROM notices WHERE table_id = ?", table)
            db.run("DELETE FROM plans WHERE table_id = ?", table)
            db.run("DELETE FROM wishes WHERE table_id = ? AND promised = 0", table)
            db.run("DELETE FROM events WHERE table_id = ?", table)
            self._announce(db, table, -1)
            return bool(found)

        return await self._write(job)

    # ---------------------------------------------------------------------------------------------------- players

    async def add_player(self, player: Guest, secret: bytes) -> None:
        def job(db: Db) -> None:
            db.run("INSERT INTO players (id, name, created) VALUES (?, ?, ?)", *player)
            db.run("INSERT INTO secrets (hash, player, created) VALUES (?, ?, ?)", secret, player.id, player.created)

        await self._write(job)

    async def player_of(self, secret: bytes) -> Guest | None:
        sql = "SELECT p.id, p.name, p.created FROM secrets s JOIN players p ON p.id = s.player WHERE s.hash = ?"
        rows = await self._read(lambda db: db.rows(sql, secret))
        return Guest(*rows[0]) if rows else None

    async def add_secret(self, player: str, secret: bytes, at: int) -> None:
        sql = "INSERT INTO secrets (hash, player, created) VALUES (?, ?, ?)"
        await self._write(lambda db: db.run(sql, secret, player, at))

    async def rename_player(self, player: str, name: str) -> None:
        await self._write(lambda db: db.run("UPDATE players SET name = ? WHERE id = ?", name, player))

    async def tables_of(self, player: str, limit: int = 200) -> list[TableLine]:
        sql = (
            f"SELECT {_LINE} FROM tables WHERE host = ? OR id IN (SELECT table_id FROM places WHERE player = ?) "
            "ORDER BY changed DESC, id LIMIT ?"
        )
        return [TableLine(*row) for row in await self._read(lambda db: db.rows(sql, player, player, limit))]

    async def hosting(self, player: str) -> int:
        sql = "SELECT count(*) FROM tables WHERE host = ? AND phase <> 'finished'"
        return int((await self._read(lambda db: db.rows(sql, player)))[0][0])

    async def places_of(self, player: str) -> list[tuple[str, Occupant]]:
        sql = "SELECT table_id, seat, player, name, age FROM places WHERE player = ? ORDER BY table_id, seat"
        rows = await self._read(lambda db: db.rows(sql, player))
        return [(table, Occupant(seat, who, name, age)) for table, seat, who, name, age in rows]

    async def erase_player(self, player: str) -> None:
        def job(db: Db) -> None:
            db.run("UPDATE places SET player = '', name = '', age = NULL WHERE player = ?", player)
            db.run("UPDATE seatings SET player = '', own = 0 WHERE player = ?", player)
            db.run("UPDATE tables SET host = '' WHERE host = ?", player)
            db.run("DELETE FROM ratings WHERE who = ?", player)
            db.run("DELETE FROM seekers WHERE player = ?", player)
            db.run("DELETE FROM wishes WHERE player = ?", player)
            db.run("DELETE FROM plans WHERE player = ?", player)
            channels.erase(db, player)
            moderation.erase(db, player)
            tournaments.erase(db, player)
            dailies.erase(db, player)
            db.run("DELETE FROM secrets WHERE player = ?", player)
            db.run("DELETE FROM codes WHERE player = ?", player)
            db.run("DELETE FROM players WHERE id = ?", player)
            # Servers look at this to learn that what they have in memory is to be forgotten.
            db.run(_SET, "erased", secrets.token_hex(8))

        await self._write(job)

    async def find_players(self, text: str) -> list[Guest]:
        where = "lower(name) LIKE lower(?) ESCAPE '\\'"
        sql = f"SELECT id, name, created FROM players WHERE {where} ORDER BY name, id LIMIT 200"
        return [Guest(*row) for row in await self._read(lambda db: db.rows(sql, own.containing(text)))]

    # ------------------------------------------------------------------------------------------------ remote bots

    async def add_token(self, token: Token) -> None:
        def job(db: Db) -> None:
            db.run("DELETE FROM tokens WHERE name = ?", token.name)
            db.run(f"INSERT INTO tokens ({_TOKEN}) VALUES (?, ?, ?, ?, ?, ?, ?)", *token)

        await self._write(job)

    async def token_of(self, hash: bytes) -> Token | None:
        sql = f"SELECT {_TOKEN} FROM tokens WHERE hash = ? AND revoked IS NULL"
        rows = await self._read(lambda db: db.rows(sql, hash))
        return _token(rows[0]) if rows else None

    async def tokens(self) -> list[Token]:
        rows = await self._read(lambda db: db.rows(f"SELECT {_TOKEN} FROM tokens ORDER BY name"))
        return [_token(row) for row in rows]

    async def revoke_token(self, name: str, at: int) -> bool:
        sql = "UPDATE tokens SET revoked = ? WHERE name = ? AND revoked IS NULL"
        return bool(await self._write(lambda db: db.run(sql, at, name)))

    async def see_tokens(self, players: Sequence[str], at: int) -> None:
        def job(db: Db) -> None:
            for player in players:
                db.run("UPDATE tokens SET seen = ? WHERE player = ?", at, player)

        await self._write(job)

    # ----------------------------------------------------------------------------------------- codes and settings

    async def add_code(self, code: bytes, player: str, until: int, now: int) -> None:
        def job(db: Db) -> None:
            db.run("DELETE FROM codes WHERE until < ? OR player = ?", now, player)
            db.run("INSERT INTO codes (hash, player, until) VALUES (?, ?, ?)", code, player, until)

        await self._write(job)

    async def use_code(self, code: bytes, now: int) -> str | None:
        def job(db: Db) -> str | None:
            rows = db.rows("SELECT player FROM codes WHERE hash = ? AND until >= ?", code, now)
            db.run("DELETE FROM codes WHERE hash = ?", code)
            return str(rows[0][0]) if rows else None

        return await self._write(job)

    async def keep_lobby_code(self, code: bytes, table: str, until: int, now: int) -> bool:
        def job(db: Db) -> bool:
            db.run("DELETE FROM lobby_codes WHERE until < ?", now)
            return bool(db.run(_LOBBY_CODE, code, table, until))

        return await self._write(job)

    async def lobby_of(self, code: bytes, now: int) -> str | None:
        sql = "SELECT table_id FROM lobby_codes WHERE hash = ? AND until >= ?"
        rows = await self._read(lambda db: db.rows(sql, code, now))
        return str(rows[0][0]) if rows else None

    async def setting(self, name: str) -> str | None:
        rows = await self._read(lambda db: db.rows("SELECT value FROM settings WHERE name = ?", name))
        return str(rows[0][0]) if rows else None

    async def set_setting(self, name: str, value: str) -> None:
        await self._write(lambda db: db.run(_SET, name, value))

    async def first_setting(self, name: str, value: str) -> str:
        def job(db: Db) -> str:
            db.run("INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", name, value)
            return str(db.rows("SELECT value FROM settings WHERE name = ?", name)[0][0])

        return await self._write(job)


def _token(row: tuple[Any, ...]) -> Token:
    return Token(bytes(row[0]), *row[1:])

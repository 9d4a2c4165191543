"""The store of several servers: PostgreSQL by URL. The unique number decides every race.

`pg_notify` in the insert's transaction only wakes up the other servers. A server that misses it catches up by number.
Not here: the statements (sql.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode
from uuid import uuid4

import platformdirs
import psycopg
from psycopg.rows import TupleRow

from sixfold.errors import StoreError
from sixfold.server.notices.values import Occasion
from sixfold.server.store import channels, sql
from sixfold.server.store.copies import dump, unused
from sixfold.server.store.migrate import Schema, bring_up_to_date, schema_of
from sixfold.server.store.protocol import EventRow, Taken
from sixfold.server.store.sql import SqlStore
from sixfold.server.store.writer import Db, Rows, Writer

CHANNEL = "sixfold_events"
MOST_S: Final = 1.0
"""Seconds between two looks, about, whether a database that was lost is back."""
PATIENCE: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5000,
    "options": "-c idle_in_transaction_session_timeout=1500",
}
"""How soon a connection counts as lost to a machine that is silent; and how soon the database lets go of what a server
has begun that is frozen itself. What the address says goes first."""
log = logging.getLogger(__name__)


class PostgresConnection:
    """A connection in explicit transactions; a statement that stands alone is one by itself."""

    def __init__(self, url: str, identity: tuple[int, ...] | None = None) -> None:
        self._begun = False
        self._opened = psycopg.connect(patient(url), autocommit=True)
        if identity is not None and identity_of(self._opened) != identity:
            self._opened.close()
            raise StoreError(
                "the database was replaced while the server ran: bring it back, or restart the server",
                code="store/replaced",
            )

    def run(self, sql: str, *parameters: object) -> int:
        return self._opened.execute(_dialect(sql), parameters).rowcount

    def rows(self, sql: str, *parameters: object) -> Rows:
        return self._opened.execute(_dialect(sql), parameters).fetchall()

    def begin(self, single: bool = False) -> None:
        self._begun = not single
        if self._begun:
            self._opened.execute("BEGIN")

    def commit(self) -> None:
        if self._begun:
            self._opened.execute("COMMIT")

    def rollback(self) -> None:
        if self._opened.broken:
            raise psycopg.OperationalError("the connection is lost")
        if self._begun:
            self._opened.execute("ROLLBACK")

    def close(self) -> None:
        self._opened.close()


class PostgresReading(PostgresConnection):
    """Every question stands alone: it sees what is committed when it is asked, in a transaction or not."""

    def begin(self, single: bool = False) -> None:
        super().begin(single=True)


def patient(url: str) -> str:
    """The address, with our patience where it names none."""
    return psycopg.conninfo.make_conninfo(url, **(PATIENCE | psycopg.conninfo.conninfo_to_dict(url)))


def identity_of(opened: psycopg.Connection[tuple[int, ...]]) -> tuple[int, ...]:
    """What tells a database from another of its name. A standby that took over has the same, a restored dump not."""
    sql = (
        "SELECT (SELECT system_identifier FROM pg_control_system()), "
        "(SELECT oid FROM pg_database WHERE datname = current_database()), coalesce(to_regclass('events')::oid, 0)"
    )
    return tuple(int(number) for number in opened.execute(sql).fetchall()[0])


_known: dict[str, Any] = {}


def _dialect(sql: str) -> Any:
    """Our statements use `?`; psycopg wants `%s`, and a doubled `%` elsewhere."""
    known = _known.get(sql)
    if known is None:
        known = _known[sql] = sql.replace("%", "%%").replace("?", "%s")
    return known


class PostgresStore(SqlStore):
    """Tables in a PostgreSQL database that several servers share."""

    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self._me = uuid4().hex[:12]
        self._identity: tuple[int, ...] | None = None
        self._writer = Writer(lambda: PostgresConnection(url, self._identity))
        self._reader = Writer(lambda: PostgresReading(url, self._identity), name="reader")
        self._listening: asyncio.Task[None] | None = None

    async def open(self, on_change: Callable[[str, int], None] | None = None) -> None:
        """Connect, migrate, and listen for what other servers append."""
        try:
            await asyncio.to_thread(lambda: bring_up_to_date(_sqlalchemy(self.url), self._schema(), self._save))
            self._identity = await asyncio.to_thread(self._identify)
        except psycopg.Error as error:
            raise StoreError(f"cannot open the PostgreSQL store: {_without_secret(error)}", code="store/open") from None
        self._writer.start()
        self._reader.start()
        if on_change is not None:
            ready = asyncio.Event()
            self._listening = asyncio.create_task(self._listen(on_change, ready))
            await asyncio.wait_for(ready.wait(), 10)

    def _identify(self) -> tuple[int, ...]:
        with psycopg.connect(patient(self.url), autocommit=True) as opened:
            return identity_of(opened)

    def _schema(self) -> Schema | None:
        with psycopg.connect(patient(self.url), autocommit=True) as opened:
            if opened.execute("SELECT to_regclass('alembic_version')").fetchall()[0][0] is None:
                return None
            return schema_of(lambda sql: opened.execute(sql.encode()).fetchall())

    def _save(self, number: str) -> Path:
        """A copy from before a migration, where this user's data are."""
        name = psycopg.conninfo.conninfo_to_dict(self.url).get("dbname") or "postgresql"
        target = unused(platformdirs.user_data_path("sixfold") / f"{name}-{number}.dump")
        dump(self.url, target)
        return target

    async def _listen(self, on_change: Callable[[str, int], None], ready: asyncio.Event) -> None:
        wait = 0.1
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(patient(self.url), autocommit=True) as opened:
                    await opened.execute(f"LISTEN {CHANNEL}")
                    wait = 0.1
                    if ready.is_set():
                        on_change("", 0)  # while we were away anything may have happened
                    ready.set()
                    await self._hear(opened, on_change)
            except (psycopg.Error, OSError) as error:
                log.warning("listening to PostgreSQL failed, trying again", extra={"error": type(error).__name__})
            await asyncio.sleep(wait * random.uniform(0.5, 1.5))
            wait = min(MOST_S, wait * 2)

    async def _hear(self, opened: psycopg.AsyncConnection[TupleRow], on_change: Callable[[str, int], None]) -> None:
        """Until the connection is lost. psycopg's own way sets up a wait for every hint; this one does so once."""
        loop, number = asyncio.get_running_loop(), opened.fileno()
        lost: asyncio.Future[None] = loop.create_future()

        def hear() -> None:
            try:
                opened.pgconn.consume_input()
                while (note := opened.pgconn.notifies()) is not None:
                    sender, table, n = note.extra.decode().split()
                    if sender != self._me:
                        on_change(table, int(n))
            except Exception as error:
                loop.remove_reader(number)
                lost.set_exception(error)

        loop.add_reader(number, hear)
        hear()  # some may have come with the answer to LISTEN
        try:
            await lost
        finally:
            loop.remove_reader(number)

    def _announce(self, db: Db, table: str, n: int) -> None:
        db.rows("SELECT pg_notify(?, ?)", CHANNEL, self._hint(table, n))

    def _hint(self, table: str, n: int) -> str:
        return f"{self._me} {table} {n}"

    def _in_one(self, rows: Sequence[EventRow], occasions: Sequence[Occasion] | None) -> bool:
        return len(rows) == 1

    def _keep(self, db: Db, table: str, rows: Sequence[EventRow], occasions: Sequence[Occasion] | None) -> bool:
        """A move is one statement: every further one would cost as much again, on both sides."""
        if len(rows) != 1:
            return super()._keep(db, table, rows, occasions)
        changes = channels.changes(table, occasions, " AND EXISTS (SELECT 1 FROM kept)")
        parts = [f"kept AS ({sql.INSERT} RETURNING n)", *(f"told{at} AS ({c[0]})" for at, c in enumerate(changes))]
        statement = f"WITH {', '.join(parts)} SELECT pg_notify(?, ?), {sql.PLANNED} FROM kept"
        told = [parameter for _, parameters in changes for parameter in parameters]
        found = db.rows(statement, table, *rows[0], *told, CHANNEL, self._hint(table, rows[0].n), table)
        if not found:
            raise Taken(table, rows[0].n)
        return bool(found[0][1])

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
        await self._reader.stop()
        await self._writer.stop()

    async def touched(self) -> bool:
        """Always possible: a wake-up may have been missed."""
        return True

    async def now(self) -> int | None:
        """The database's clock."""
        sql = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
        return int((await self._read(lambda db: db.rows(sql)))[0][0])

    async def check(self) -> str:
        """`ok` when the database answers."""
        await self._read(lambda db: db.rows("SELECT count(*) FROM tables"))
        return "ok"


def _sqlalchemy(url: str) -> str:
    scheme, _, rest = url.partition("://")
    if scheme not in ("postgres", "postgresql"):
        return url
    said = psycopg.conninfo.conninfo_to_dict(url)
    hosts, ports = str(said.pop("host", "")).split(","), str(said.pop("port", "")).split(",")
    if len(hosts) < 2:
        return f"postgresql+psycopg://{rest}"
    # A machine and its standby: here each has its port, and all of it is in the query.
    who = ":".join(quote(str(said.pop(word)), safe="") for word in ("user", "password") if word in said)
    name = quote(str(said.pop("dbname", "")), safe="")
    each = ports * len(hosts) if len(ports) == 1 else ports
    query = [("host", f"{host}:{port}") for host, port in zip(hosts, each, strict=True)]
    return f"postgresql+psycopg://{who}@/{name}?{urlencode([*query, *said.items()])}"


def _without_secret(error: Exception) -> str:
    """The first line of psycopg's message names host and user, never the password."""
    return str(error).splitlines()[0] if str(error) else type(error).__name__

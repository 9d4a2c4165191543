"""How Alembic connects: to the address it is given, nothing else. Never run by hand; see migrate.py."""

from __future__ import annotations

from collections.abc import Collection

from alembic import context
from alembic.runtime.migration import MigrationContext, MigrationInfo
from sqlalchemy import create_engine, event, pool, text

from sixfold.server.store.sql import HEAD, OLDEST, OLDEST_RELEASE

engine = create_engine(context.config.attributes["url"], poolclass=pool.NullPool)
if engine.dialect.name == "sqlite":
    # The driver would commit before every CREATE TABLE: whoever is interrupted would leave half a schema behind.
    event.listen(engine, "connect", lambda opened, _: setattr(opened, "isolation_level", None))
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))


def name_oldest(ctx: MigrationContext, step: MigrationInfo, heads: Collection[object], run_args: object) -> None:
    """With the last migration the store is told who may open it from now on; without a number only its own schema."""
    if not step.is_upgrade or set(heads) != {HEAD}:
        return
    assert ctx.connection is not None
    ctx.connection.execute(text("DELETE FROM settings WHERE name IN ('oldest_schema', 'oldest_release')"))
    named = {"oldest_release": OLDEST_RELEASE} | ({"oldest_schema": OLDEST} if OLDEST < HEAD else {})
    for name, value in named.items():
        insert = text("INSERT INTO settings (name, value) VALUES (:name, :value)")
        ctx.connection.execute(insert, {"name": name, "value": value})


with engine.connect() as connection:
    context.configure(connection=connection, transactional_ddl=True, on_version_apply=name_oldest)
    with context.begin_transaction():
        # Two servers that start together on one PostgreSQL: the second waits, then finds nothing to do.
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(6666)")
        context.run_migrations()
engine.dispose()

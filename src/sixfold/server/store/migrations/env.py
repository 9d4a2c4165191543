"""How Alembic connects: to the address it is given, nothing else. Never run by hand; see migrate.py."""

from __future__ import annotations

from alembic import context
from sqlalchemy import create_engine, pool

engine = create_engine(context.config.attributes["url"], poolclass=pool.NullPool)
with engine.connect() as connection:
    context.configure(connection=connection, transaction_per_migration=True)
    with context.begin_transaction():
        # Two servers that start together on one PostgreSQL: the second waits, then finds nothing to do.
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(6666)")
        context.run_migrations()
engine.dispose()

"""What several tests of the server share: a real PostgreSQL, and a real `sixfold serve`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.opening import opened, sql
from tests.server.postgres import Postgres
from tests.server.running import Running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL for all tests."""
    made = Postgres().start()
    yield made
    made.remove()


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Running]:
    """A `sixfold serve` on a SQLite file; it must not have logged a mistake in the end."""
    with Running(tmp_path) as running:
        yield running
        if running.process is not None:
            assert running.stop() == 0, running.logged()
        assert running.mistakes() == []


@pytest.fixture
def future(tmp_path: Path) -> Path:
    """A store that a later version has written to, in a way that this one cannot know."""
    path = tmp_path / "sixfold.db"
    opened(path)
    sql(
        path,
        "ALTER TABLE tables ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'",
        "UPDATE alembic_version SET version_num = '9999'",
        "DELETE FROM settings",
        "INSERT INTO settings VALUES ('oldest_schema', '9000')",
        "INSERT INTO settings VALUES ('oldest_release', '7.3.0')",
    )
    return path

"""Migrations: a copy is made first and named, all of it happens or nothing, and a store says who may open it."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import psycopg
import pytest
from alembic import command

from sixfold.errors import StoreError
from sixfold.server.store import EventRow, Store, make_store
from sixfold.server.store.migrate import configuration
from sixfold.server.store.sql import HEAD, OLDEST, OLDEST_RELEASE
from sixfold.server.store.sqlite import schema_of_file
from tests.server.opening import opened, sql
from tests.server.postgres import Postgres
from tests.server.test_commands import sixfold


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A store of the schema before the last."""
    path = tmp_path / "sixfold.db"
    command.upgrade(configuration(f"sqlite:///{path}"), "0001")
    sql(path, "INSERT INTO tokens (hash, name, player, created) VALUES (x'01', 'hal', 'p', 5)")
    return path


def test_a_copy_is_made_first_and_it_is_said_where(old: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        opened(old)
    copy = old.with_name("sixfold-0001.db")
    assert caplog.messages == [f"the tables were brought from schema 0001 to {HEAD}; as they were before: {copy}"]
    assert sql(copy, "SELECT version_num FROM alembic_version") == [("0001",)]
    assert sql(copy, "SELECT name FROM tokens") == [("hal",)]
    assert copy.stat().st_mode & 0o077 == 0, "hands are nobody else's to read"
    caplog.clear()
    opened(old)
    assert caplog.messages == [], "there is nothing to do a second time"
    assert sorted(path.name for path in old.parent.iterdir()) == ["sixfold-0001.db", "sixfold.db"]


def test_a_copy_from_an_earlier_try_is_left_alone(old: Path) -> None:
    old.with_name("sixfold-0001.db").write_text("precious")
    opened(old)
    assert old.with_name("sixfold-0001.db").read_text() == "precious"
    assert sql(old.with_name("sixfold-0001-2.db"), "SELECT name FROM tokens") == [("hal",)]


def test_without_a_copy_nothing_is_changed(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: Path, target: Path) -> None:
        raise StoreError("no space left", code="store/failed")

    monkeypatch.setattr("sixfold.server.store.sqlite.copy", full)
    before = old.read_bytes()
    with pytest.raises(StoreError, match="no space left"):
        opened(old)
    assert old.read_bytes() == before


def test_a_migration_that_fails_halfway_leaves_the_store_as_it_was(old: Path) -> None:
    sql(old, "ALTER TABLE tokens ADD COLUMN seen INTEGER")  # the second thing that 0002 adds
    with pytest.raises(StoreError, match="duplicate column"):
        opened(old)
    assert sql(old, "SELECT version_num FROM alembic_version") == [("0001",)]
    assert "games" not in [column[1] for column in sql(old, "PRAGMA table_info(tokens)")]


def test_a_new_store_is_made_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sixfold.db"
    with monkeypatch.context() as broken:
        broken.setattr("sixfold.server.store.sql.OLDEST_RELEASE", object())  # the very last thing that is written
        with pytest.raises(StoreError, match=r"cannot bring the store .* up to date"):
            opened(path)
    assert sql(path, "SELECT name FROM sqlite_master") == []
    opened(path)
    assert schema_of_file(path) == (HEAD, OLDEST, OLDEST_RELEASE)


def test_postgres_is_copied_before_a_migration_too(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    url = postgres.database("old")
    command.upgrade(configuration(url.replace("://", "+psycopg://")), "0001")
    with psycopg.connect(url) as connection:
        connection.execute("INSERT INTO tokens (hash, name, player, created) VALUES ('x', 'hal', 'p', 5)")
    with caplog.at_level(logging.WARNING):
        opened(url)
    copy = tmp_path / "sixfold" / "old-0001.dump"
    assert caplog.messages == [f"the tables were brought from schema 0001 to {HEAD}; as they were before: {copy}"]
    again = postgres.database("again")
    assert sixfold("restore", str(copy), "--database", again).returncode == 0
    with psycopg.connect(again) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
        assert connection.execute("SELECT name FROM tokens").fetchall() == [("hal",)]


def test_a_version_that_is_too_old_says_so_and_changes_nothing(future: Path, tmp_path: Path) -> None:
    before = future.read_bytes()
    for words in (("tables",), ("bots", "make", "hal")):
        done = sixfold(*words, "--data", str(future.parent))
        assert done.returncode == 1
        assert done.stderr.startswith("sixfold: the store was written by a newer Sixfold and needs Sixfold 7.3.0")
        assert len(done.stderr.strip().splitlines()) == 1
    assert future.read_bytes() == before
    assert [path.name for path in future.parent.iterdir()] == ["sixfold.db"]


def test_a_backup_from_the_future_is_not_put_in_place(future: Path, tmp_path: Path) -> None:
    here = tmp_path / "here"
    opened(here / "sixfold.db")
    before = (here / "sixfold.db").read_bytes()
    for options in (("--data", str(here), "--replace"), ("--data", str(tmp_path / "empty"))):
        done = sixfold("restore", str(future), *options)
        assert done.returncode == 1
        assert "needs Sixfold 7.3.0" in done.stderr
    assert (here / "sixfold.db").read_bytes() == before
    assert [path.name for path in here.iterdir()] == ["sixfold.db"]
    assert list((tmp_path / "empty").iterdir()) == []


def test_two_versions_share_a_store_that_allows_it(future: Path) -> None:
    """The later version has said that this one's code still understands what it writes."""
    sql(future, f"UPDATE settings SET value = '{HEAD}' WHERE name = 'oldest_schema'")

    async def play() -> list[int]:
        stores: list[Store] = [make_store(future), make_store(future)]
        for store in stores:
            await store.open()
        await stores[0].append("t", [EventRow(1, 1, "", "", b"x")])
        await stores[1].append("t", [EventRow(2, 1, "", "", b"x")])
        rows = await stores[0].events("t")
        for store in stores:
            await store.close()
        return [row.n for row in rows]

    assert asyncio.run(play()) == [1, 2]
    assert sql(future, "SELECT version_num FROM alembic_version") == [("9999",)]


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "sixfold.db"
    sql(path, "CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="not one of Sixfold"):
        opened(path)
    assert path.read_bytes() == before


def test_a_restore_that_fails_leaves_the_tables(tmp_path: Path) -> None:
    opened(tmp_path / "sixfold.db")
    before = (tmp_path / "sixfold.db").read_bytes()
    rubbish = tmp_path / "rubbish"
    rubbish.write_bytes(b"this is not a database" * 100)
    done = sixfold("restore", str(rubbish), "--data", str(tmp_path), "--replace")
    assert done.returncode == 1
    assert "not a database" in done.stderr
    assert (tmp_path / "sixfold.db").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rubbish", "sixfold.db"]


def test_what_is_replaced_is_put_aside_each_time(tmp_path: Path) -> None:
    opened(tmp_path / "sixfold.db")
    assert sixfold("backup", str(tmp_path / "copy.db"), "--data", str(tmp_path)).returncode == 0
    for _ in range(2):
        done = sixfold("restore", str(tmp_path / "copy.db"), "--data", str(tmp_path), "--replace")
        assert done.returncode == 0, done.stderr
        assert "put aside" in done.stdout
    assert sorted(path.name for path in tmp_path.glob("sixfold*")) == [
        "sixfold.db",
        "sixfold.db-2.old",
        "sixfold.db.old",
    ]


def test_whoever_hears_of_people_who_sit_down_hears_of_an_opponent_too(tmp_path: Path) -> None:
    path = tmp_path / "sixfold.db"
    to = configuration(f"sqlite:///{path}")
    command.upgrade(to, "0018")
    fields = "player, kind, address, key, language, quiet, ahead, site, created, proof"
    for id, events in (("all", "turn joined round"), ("some", "turn over")):
        values = "'p', 'feed', '', '', 'en', '', 0, '', 1, ''"
        sql(path, f"INSERT INTO channels (id, events, {fields}) VALUES ('{id}', '{events}', {values})")
    asked = "SELECT id, events FROM channels ORDER BY id"
    command.upgrade(to, "0019")
    assert sql(path, asked) == [("all", "turn joined round paired"), ("some", "turn over")]
    command.downgrade(to, "0018")
    assert sql(path, asked) == [("all", "turn joined round"), ("some", "turn over")]

"""Copies of a store: of a SQLite file by SQLite itself, of a PostgreSQL database by its own tools.

A copy appears complete or not at all. Only its owner can read it. It overwrites nothing.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

from sixfold.errors import StoreError


def copy(source: Path, target: Path) -> None:
    """Copy a live SQLite database as it is at one instant, each page once, and check the copy.

    The transaction that is held open is what makes it one instant: SQLite's backup starts again whenever somebody has
    written, unless it may go on looking at what it began with. Writers do not wait for it; their log grows meanwhile.
    """
    try:
        with (
            _whole(target) as part,
            contextlib.closing(sqlite3.connect(source, isolation_level=None)) as reading,
            contextlib.closing(sqlite3.connect(part, isolation_level=None)) as writing,
        ):
            # A copy that is lost half-way is made again: it needs no journal, and one sync at its end.
            writing.execute("PRAGMA journal_mode=OFF").fetchall()
            writing.execute("PRAGMA synchronous=OFF")
            reading.execute("BEGIN")
            reading.execute("SELECT count(*) FROM sqlite_master").fetchall()
            reading.backup(writing, pages=1024)
            verdict = writing.execute("PRAGMA integrity_check").fetchall()[0][0]
            if verdict != "ok":
                raise StoreError(f"the backup is damaged: {verdict}", code="store/damaged")
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"cannot copy {source} to {target}: {reason(error)}", code="store/failed") from error


def dump(database: str, target: Path) -> None:
    """Copy a PostgreSQL database from one snapshot."""
    tool = postgres_tool("pg_dump")
    try:
        with _whole(target) as part:
            _run(tool, "--format=custom", f"--file={part}", f"--dbname={database}")
    except OSError as error:
        raise StoreError(f"cannot write {target}: {reason(error)}", code="store/failed") from error


def load(source: Path, database: str) -> None:
    """Put what `dump` wrote into an empty database, all of it or nothing."""
    tool = postgres_tool("pg_restore")
    _run(tool, "--no-owner", "--exit-on-error", "--single-transaction", f"--dbname={database}", str(source))


def reason(error: Exception) -> str:
    """Why a file could not be had, in words for people."""
    if isinstance(error, FileExistsError | NotADirectoryError):
        return f"{error.filename} is not a folder"
    return str(getattr(error, "strerror", None) or error)


def unused(path: Path) -> Path:
    """This path, or with a number the first one like it that nothing has."""
    count, found = 1, path
    while found.exists():
        count += 1
        found = path.with_name(f"{path.stem}-{count}{path.suffix}")
    return found


def postgres_tool(name: str) -> str:
    """A program of PostgreSQL: on the path, or where distributions put it."""
    if found := shutil.which(name):
        return found
    there = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    if not there:
        raise StoreError(f"{name} is not installed: it comes with PostgreSQL's client programs", code="store/tool")
    return str(there[-1])


@contextlib.contextmanager
def _whole(target: Path) -> Iterator[Path]:
    """A file to write beside the target, which gets its name in the end; gone if anything goes wrong."""
    if target.exists():
        raise StoreError(f"{target} exists already; a backup never overwrites", code="store/exists")
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    try:
        yield part
        _sync(part)
        part.rename(target)
        _sync(target.parent)
    finally:
        part.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    if os.name != "posix":
        return  # elsewhere a folder cannot be opened, and a file only to be written
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _run(tool: str, *options: str) -> None:
    done = subprocess.run([tool, *options], capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise StoreError(f"{Path(tool).name} failed: {said}", code="store/failed")

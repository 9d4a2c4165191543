"""`sixfold restore`: put a backup back."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Annotated

import typer

from sixfold.errors import StoreError


def run(
    source: Annotated[Path, typer.Argument(help="A file that `sixfold backup` wrote.")],
    data: Annotated[Path | None, typer.Option(help="Folder for the tables.")] = None,
    database: Annotated[str | None, typer.Option(help="postgresql:// address of an empty database.")] = None,
    replace: Annotated[bool, typer.Option(help="Put the tables that are there aside first (SQLite).")] = False,
) -> None:
    """Put a backup into a folder or a database that has no tables yet. Stop the server first."""
    if not source.exists():
        raise StoreError(f"there is no file {source}", code="store/missing")
    if database:
        _load(source, database)
    else:
        _copy(source, data, replace)
    print(f"restored {source}")


def _copy(source: Path, data: Path | None, replace: bool) -> None:
    from sixfold.commands.serve import where
    from sixfold.server.store.sqlite import copy

    target = where(data)
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.exists():
        if not replace:
            raise StoreError(f"{target} has tables already; --replace puts them aside", code="store/exists")
        for ending in ("", "-wal", "-shm"):
            old = target.with_name(target.name + ending)
            if old.exists():
                old.rename(old.with_name(f"{target.name}.old{ending}"))
    copy(source, target)


def _load(source: Path, database: str) -> None:
    from sixfold.commands.backup import postgres_tool

    command = [postgres_tool("pg_restore"), "--no-owner", "--exit-on-error", f"--dbname={database}", str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise StoreError(f"pg_restore failed: {done.stderr.strip().splitlines()[-1:]}", code="store/failed")

"""`sixfold backup`: a consistent copy of all tables, while they are being played."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Annotated

import typer

from sixfold.errors import StoreError


def run(
    target: Annotated[Path, typer.Argument(help="The file to write; it must not exist yet.")],
    data: Annotated[Path | None, typer.Option(help="Folder of the tables.")] = None,
    database: Annotated[str | None, typer.Option(help="postgresql:// address.")] = None,
) -> None:
    """Copy the tables to a file. The server may go on serving; every move acknowledged before is in the copy."""
    if target.exists():
        raise StoreError(f"{target} exists already; a backup never overwrites", code="store/exists")
    target.parent.mkdir(parents=True, exist_ok=True)
    if database:
        dump(database, target)
    else:
        from sixfold.commands.serve import where
        from sixfold.server.store.sqlite import copy

        source = where(data)
        if not source.exists():
            raise StoreError(f"there are no tables in {source.parent}", code="store/missing")
        copy(source, target)
    print(f"wrote {target} ({target.stat().st_size:,} bytes)")


def dump(database: str, target: Path) -> None:
    """PostgreSQL's own tool makes the copy, from one snapshot."""
    tool = postgres_tool("pg_dump")
    done = subprocess.run(
        [tool, "--format=custom", f"--file={target}", f"--dbname={database}"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise StoreError(f"pg_dump failed: {done.stderr.strip().splitlines()[-1:]}", code="store/failed")
    target.chmod(0o600)


def postgres_tool(name: str) -> str:
    """A program of PostgreSQL: on the path, or where distributions put it."""
    if found := shutil.which(name):
        return found
    there = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    if not there:
        raise StoreError(f"{name} is not installed: it comes with PostgreSQL's client programs", code="store/tool")
    return str(there[-1])

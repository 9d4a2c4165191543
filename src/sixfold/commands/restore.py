"""`sixfold restore`: put a backup back."""

from __future__ import annotations

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
    from sixfold.commands.serve import place
    from sixfold.server.store.copies import load

    if not source.exists():
        raise StoreError(f"there is no file {source}", code="store/missing")
    target = place(data, database)
    if isinstance(target, str):
        load(source, target)
    else:
        _copy(source, target, replace)
    print(f"restored {source}")


def _copy(source: Path, target: Path, replace: bool) -> None:
    """Copy the backup and check it first. If it cannot be used, the tables stay as they are."""
    from sixfold.server.store.copies import copy, unused
    from sixfold.server.store.migrate import check_known
    from sixfold.server.store.sqlite import schema_of_file

    if target.exists() and not replace:
        raise StoreError(f"{target} has tables already; --replace puts them aside", code="store/exists")
    restored = target.with_name(f"{target.name}.restored")
    restored.unlink(missing_ok=True)
    try:
        copy(source, restored)
        found = schema_of_file(restored)
        if found is None:
            raise StoreError(f"{source} holds no tables", code="store/missing")
        check_known(found)
        if target.exists():
            print(f"put aside {_exchange(target, unused(target.with_name(f'{target.name}.old')), restored)}")
        else:
            restored.rename(target)
    finally:
        restored.unlink(missing_ok=True)


def _exchange(target: Path, aside: Path, restored: Path) -> Path:
    """Move the old tables and their files away and put the restored ones in their place: both steps or neither."""
    moves = [(target.with_name(target.name + end), aside.with_name(aside.name + end)) for end in ("", "-wal", "-shm")]
    done = []
    try:
        for old, new in moves:
            if old.exists():
                old.rename(new)
                done.append((old, new))
        restored.rename(target)
    except BaseException:
        for old, new in reversed(done):
            new.rename(old)
        raise
    return aside

"""`sixfold backup`: a consistent copy of all tables, while they are being played."""

from __future__ import annotations

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
    if database:
        from sixfold.server.store.copies import dump

        dump(database, target)
    else:
        from sixfold.commands.serve import where
        from sixfold.server.store.copies import copy

        source = where(data)
        if not source.exists():
            raise StoreError(f"there are no tables in {source.parent}", code="store/missing")
        copy(source, target)
    print(f"wrote {target} ({target.stat().st_size:,} bytes)")

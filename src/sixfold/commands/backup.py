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
    from sixfold.commands.serve import place
    from sixfold.server.store.copies import copy, dump

    source = place(data, database)
    if isinstance(source, str):
        dump(source, target)
    elif source.exists():
        copy(source, target)
    else:
        raise StoreError(f"there are no tables in {source.parent}", code="store/missing")
    print(f"wrote {target} ({target.stat().st_size:,} bytes)")

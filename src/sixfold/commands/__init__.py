"""The commands of the command line, one file each; the file name is the command. Functions that several share."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import typer

from sixfold.errors import StoreError
from sixfold.fields import Json

if TYPE_CHECKING:
    from sixfold.server.house import House

T = TypeVar("T")


def check_action(action: str, actions: Sequence[str]) -> None:
    """Refuse an action that the command does not have."""
    if action not in actions:
        raise typer.BadParameter(f"there is no action {action!r}: it is one of {', '.join(actions)}")


def show(done: Json, as_json: bool, tell: Callable[[Json], None]) -> None:
    """Print what was done: as one JSON object, or in words for people."""
    if as_json:
        print(json.dumps(done, ensure_ascii=False))
    else:
        tell(done)


async def with_house(
    data: Path | None, database: str | None, work: Callable[[House], Awaitable[T]], *, make: bool = False
) -> T:
    """Work on the tables of a server, whether it runs or not. With `make`, the tables are created if there are none."""
    from sixfold.commands.serve import place
    from sixfold.server.house import House
    from sixfold.server.store import make_store

    there = place(data, database)
    if not make and isinstance(there, Path) and not there.exists():
        raise StoreError(f"there are no tables in {there.parent}", code="store/missing")
    house = House(make_store(there))
    await house.store.open()
    try:
        return await work(house)
    finally:
        await house.store.close()

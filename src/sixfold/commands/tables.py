"""`sixfold tables`: what a host can do with the tables of a server, running or not. Hands are never shown."""

from __future__ import annotations

import asyncio
import json
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sixfold.commands import check_action, show, with_house
from sixfold.errors import StoreError
from sixfold.fields import Json

if TYPE_CHECKING:
    from sixfold.server.house import House
    from sixfold.server.store import TableLine

ACTIONS = ("list", "close", "delete", "remove", "rename", "keep")


def run(
    action: Annotated[str, typer.Argument(help="list, close, delete, remove, rename or keep.")] = "list",
    table: Annotated[str, typer.Argument(help="The table, by the beginning of its name.")] = "",
    seat: Annotated[int | None, typer.Option(help="remove, rename: which seat, from 0.")] = None,
    name: Annotated[str | None, typer.Option(help="rename: the new name.")] = None,
    days: Annotated[int | None, typer.Option(help="keep: days that finished games are kept; 0 for ever.")] = None,
    phase: Annotated[str | None, typer.Option(help="list: only lobby, opening, playing or finished.")] = None,
    data: Annotated[Path | None, typer.Option(help="Folder of the tables.")] = None,
    database: Annotated[str | None, typer.Option(help="postgresql:// address.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """List, close and delete tables; remove or rename a player; say how long finished games are kept."""
    check_action(action, ACTIONS)
    done = asyncio.run(with_house(data, database, lambda house: _act(house, action, table, seat, name, days, phase)))
    show(done, as_json, lambda done: _tell(action, done))


async def _act(
    house: House, action: str, table: str, seat: int | None, name: str | None, days: int | None, phase: str | None
) -> Json:
    if action == "list":
        return {"tables": [await _described(house, line) for line in await house.store.lines(phase=phase)]}
    if action == "keep":
        if days is None or days < 0:
            raise typer.BadParameter("keep needs --days, 0 for ever")
        await house.store.set_setting("keep_days", str(days) if days else "")
        return {"keep_days": days}
    found = await _find(house, table)
    if action == "close":
        await house.upkeep.close_table(found, "closed")
    elif action == "delete":
        await house.upkeep.delete_table(found)
    else:
        await _seat(house, action, found, seat, name)
    await house.moderation.note(f"tables {action}", found if seat is None else f"{found} seat {seat}")
    return {action: found}


async def _seat(house: House, action: str, table: str, seat: int | None, name: str | None) -> None:
    room = await house.rooms.find(table)
    assert room is not None, "it has just been found"
    if seat is None or not 0 <= seat < len(room.table.chairs):
        raise typer.BadParameter(f"{action} needs --seat, 0 to {len(room.table.chairs) - 1}")
    if action == "rename" and not name:
        raise typer.BadParameter("rename needs --name")
    await house.upkeep.change_seat(room, seat, name if action == "rename" else None)


async def _find(house: House, start: str) -> str:
    found = [line.table for line in await house.store.lines(limit=100_000) if line.table.startswith(start)]
    if not start or not found:
        raise StoreError(f"there is no table {start!r}; `sixfold tables` lists them", code="store/missing")
    if len(found) > 1:
        raise StoreError(f"{start!r} begins the names of {len(found)} tables: write more of it", code="store/ambiguous")
    return found[0]


async def _described(house: House, line: TableLine) -> Json:
    places = await house.store.places(line.table)
    result = json.loads(line.result) if line.result else {}
    return {
        "table": line.table,
        "game": line.game,
        "phase": line.phase,
        "names": [place.name for place in places],
        "created": line.created // 1000,
        "changed": line.changed // 1000,
        "scores": result.get("scores"),
    }


def _tell(action: str, done: Json) -> None:
    if action != "list":
        print(" ".join(f"{name}: {value}" for name, value in done.items()))
        return
    if not done["tables"]:
        print("There are no tables.", file=sys.stderr)
    for line in done["tables"]:
        when = datetime.fromtimestamp(line["changed"]).strftime("%Y-%m-%d %H:%M")
        names = ", ".join(filter(None, line["names"])) or "nobody"
        scores = "" if line["scores"] is None else " : ".join(map(str, line["scores"]))
        print(f"{line['table']}  {line['game']}  {line['phase']:<8}  {when}  {names}  {scores}".rstrip())

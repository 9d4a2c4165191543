"""`sixfold moderate`: what people reported, the log of what the host did, and what rated games say about fair play."""

from __future__ import annotations

import asyncio
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
    from sixfold.server.moderation.signs import Sitting

ACTIONS = ("reports", "settle", "log", "signs")


def run(
    action: Annotated[str, typer.Argument(help="reports, settle, log or signs.")] = "reports",
    report: Annotated[str, typer.Argument(help="settle: the report, by the beginning of its name.")] = "",
    note: Annotated[str, typer.Option(help="settle: what was done about it, for the log.")] = "",
    games: Annotated[int, typer.Option(min=1, help="signs: so many of the last rated games.")] = 500,
    champion: Annotated[bool, typer.Option(help="signs: compare with the champion, which takes longest.")] = True,
    data: Annotated[Path | None, typer.Option(help="Folder of the tables.")] = None,
    database: Annotated[str | None, typer.Option(help="postgresql:// address.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Read what people reported and mark it as settled, read the log, look for signs of unfair rated play."""
    check_action(action, ACTIONS)
    if action == "signs":
        done = asyncio.run(with_house(data, database, lambda house: _signs(house, games, champion)))
    else:
        done = asyncio.run(with_house(data, database, lambda house: _act(house, action, report, note)))
    show(done, as_json, _tell)


async def _act(house: House, action: str, start: str, note: str) -> Json:
    if action == "log":
        return {"log": [act._asdict() for act in await house.store.acts()]}
    reports = await house.store.reports()
    if action == "reports":
        return {"reports": [{**one._asdict(), "player": "", "reporter": ""} for one in reports]}
    found = [one.id for one in reports if start and one.id.startswith(start)]
    if len(found) != 1:
        raise StoreError(f"{start!r} begins the names of {len(found)} reports, not of one", code="store/missing")
    if await house.store.settle_report(found[0], house.clock.now()):
        await house.moderation.note("report settled", f"{found[0]} {note}".strip())
    return {"settled": found[0]}


async def _signs(house: House, most: int, champion: bool) -> Json:
    """Look at the last rated games whose tables are still there."""
    from rich.console import Console
    from rich.progress import track

    from sixfold.commands.ratings import whole_log
    from sixfold.server.moderation.signs import signs
    from sixfold.server.moderation.sittings import sittings_of

    programs = {token.player for token in await house.store.tokens()}
    log = (await whole_log(house))[-most:]
    people: list[tuple[Sitting, str]] = []
    console = Console(file=sys.stderr)
    for game in track(log, "Looking at rated games", console=console, disable=not sys.stderr.isatty()):
        people += [one for one in await sittings_of(house.store, game, champion) if one[0].who not in programs]
    found, asked = signs(sitting for sitting, _ in people)
    names = {sitting.who: name for sitting, name in people}
    told = [{**sign._asdict(), "who": names[sign.who], "other": names.get(sign.other, "")} for sign in found]
    return {"signs": told, "games": len({sitting.table for sitting, _ in people}), "asked": asked}


def _tell(done: Json) -> None:
    if "settled" in done:
        print(f"settled: {done['settled']}")
    for one in done.get("reports", ()):
        state = "settled" if one["settled"] else "open"
        said = f"  said: {one['said']}" if one["said"] else ""
        print(
            f"{one['id']}  {_when(one['at'])}  {state}  {one['reason']}  table {one['table']} seat {one['seat']}  "
            f"{one['name']}  {one['text']}{said}".rstrip()
        )
    for one in done.get("log", ()):
        print(f"{one['n']}  {_when(one['at'])}  {one['what']}  {one['about']}".rstrip())
    if "signs" in done:
        _tell_signs(done)
    elif done in ({"reports": []}, {"log": []}):
        print("There is nothing.", file=sys.stderr)


def _tell_signs(done: Json) -> None:
    from sixfold.server.moderation.signs import SELDOM

    for one in done["signs"]:
        what = (
            f"plays the champion's move in {one['share']:.0%} of the turns where it shows; the expert in"
            if one["kind"] == "help"
            else f"takes {one['share']:.0%} of what is offered in games with {one['other']}; otherwise"
        )
        print(f"{one['who']} {what} {one['usual']:.0%}. By chance: {one['chance']:.1g}. {' '.join(one['tables'])}")
    by_chance = done["asked"] * SELDOM
    print(
        f"{len(done['signs'])} signs in {done['games']} games and {done['asked']} questions; about {by_chance:.1g} "
        "come by chance when all play fair. A sign is a reason to look, not a proof."
    )


def _when(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000).strftime("%Y-%m-%d %H:%M")

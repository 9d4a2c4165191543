"""`sixfold ratings`: the ratings of a server, and a way to compute all of them again from the log of rated games."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sixfold.commands import check_action, show, with_house
from sixfold.errors import StoreError
from sixfold.fields import Json

if TYPE_CHECKING:
    from sixfold.server.house import House
    from sixfold.server.ratings.model import RatedGame, Ratings

ACTIONS = ("list", "check", "recompute")
FEW = 500
"""Games that are read from the log at a time."""


def run(
    action: Annotated[str, typer.Argument(help="list, check or recompute.")] = "list",
    game: Annotated[str, typer.Option(help="list: tiles or cards.")] = "tiles",
    seats: Annotated[int, typer.Option(min=2, max=4, help="list: tables of so many seats.")] = 2,
    most: Annotated[int, typer.Option(min=1, help="list: how many.")] = 50,
    events: Annotated[bool, typer.Option(help="Also play every game again whose table is still there.")] = False,
    data: Annotated[Path | None, typer.Option(help="Folder of the tables.")] = None,
    database: Annotated[str | None, typer.Option(help="postgresql:// address.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """List the strongest; count all rated games again and compare (check) or write the result (recompute)."""
    from sixfold.rulesets import GAMES

    check_action(action, ACTIONS)
    if game not in GAMES:
        raise typer.BadParameter(f"there is no game {game!r}: it is one of {', '.join(GAMES)}")
    if action == "list":
        done = asyncio.run(with_house(data, database, lambda house: _listed(house, game, seats, most)))
    else:
        done = asyncio.run(with_house(data, database, lambda house: _again(house, action == "recompute", events)))
    show(done, as_json, lambda done: _tell(action, done))
    if action == "check" and not done["equal"]:
        raise typer.Exit(1)


async def _listed(house: House, game: str, seats: int, most: int) -> Json:
    from sixfold.server.http.ratings import ranked
    from sixfold.server.ratings.model import Kind

    kind = Kind(game, seats)
    lines: list[Json] = []
    for provisional in (False, True):
        ranks, _ = await house.store.leaders(kind, provisional, 0, most - len(lines))
        for rank in ranks:
            told = ranked(kind, rank, "")
            rating = told.rating
            line = {"place": None if provisional else told.place, "name": told.name, "bot": told.bot}
            lines.append({**line, "points": rating.points, "margin": rating.margin, "games": rating.games})
    return {"game": game, "seats": seats, "ratings": lines}


async def _again(house: House, write: bool, events: bool) -> Json:
    """Compute all ratings again. Erased players have no rating any more, but their games still count for others."""
    from sixfold.server.ratings.model import from_log

    log = await whole_log(house)
    wrong = await _replayed(house, log) if events else []
    found = from_log(log)
    gone = await house.store.erased_among({who for _, who in found if "/" not in who})
    found = {key: rating for key, rating in found.items() if key[1] not in gone}
    kept = await house.store.all_ratings()
    differing = sorted({who for kind, who in _differing(found, kept)})
    if write and differing and not await house.store.replace_ratings(found, log[-1].number if log else 0):
        raise StoreError("a rated game ended meanwhile: try again", code="store/failed")
    return {
        "games": len(log),
        "ratings": len(found),
        "equal": not differing and not wrong,
        "differing": len(differing),
        "written": write and bool(differing),
        "wrong_games": wrong,
    }


def _differing(one: Ratings, other: Ratings) -> list[tuple[object, str]]:
    """The players whose two ratings are not equal, to the last bit."""
    return [key for key in one.keys() | other.keys() if one.get(key) != other.get(key)]


async def whole_log(house: House) -> list[RatedGame]:
    """All rated games, in the order they count."""
    log: list[RatedGame] = []
    while found := await house.store.rated_games(log[-1].number if log else 0, FEW):
        log += found
    return log


async def _replayed(house: House, log: list[RatedGame]) -> list[str]:
    """Tables whose events contradict the log. Deleted tables have no events and are left out."""
    from rich.console import Console
    from rich.progress import track

    from sixfold.server.ratings.standings import standings_of
    from sixfold.server.rooms.folding import fold

    wrong = []
    console = Console(file=sys.stderr)
    for game in track(log, "Playing the games again", console=console, disable=not sys.stderr.isatty()):
        rows = await house.store.events(game.table)
        if rows and standings_of(fold(game.table, rows, ())[0]) != game.standings:
            wrong.append(game.table)
    return wrong


def _tell(action: str, done: Json) -> None:
    if action != "list":
        print(f"{done['games']} rated games give {done['ratings']} ratings", end="; ")
        print("all equal to those kept" if not done["differing"] else f"those of {done['differing']} differed", end="")
        print(", and were written anew." if done["written"] else ".")
        for table in done["wrong_games"]:
            print(f"The events of table {table} say something else than the log of rated games.")
        return
    if not done["ratings"]:
        print("Nobody has played a rated game of this kind yet.", file=sys.stderr)
    for line in done["ratings"]:
        place = f"{line['place']}." if line["place"] else "–"
        name = f"{line['name']} ({line['bot']})" if line["bot"] else line["name"]
        print(f"{place:>5}  {line['points']:>5} ± {line['margin']:<4} {line['games']:>5} games  {name}")

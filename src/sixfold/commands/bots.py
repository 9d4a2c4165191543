"""`sixfold bots`: list the bots, from gentle to strong; and manage the tokens of remote bots."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sixfold.commands import check_action, show, with_house
from sixfold.fields import Json

if TYPE_CHECKING:
    from sixfold.server.house import House

ACTIONS = ("list", "tokens", "make", "revoke")


def run(
    action: Annotated[str, typer.Argument(help="list, tokens, make or revoke.")] = "list",
    name: Annotated[str, typer.Argument(help="make, revoke: the name of the remote bot.")] = "",
    game: Annotated[str | None, typer.Option(help="tiles or cards; both without it.")] = None,
    data: Annotated[Path | None, typer.Option(help="Folder of the tables, as for serve.")] = None,
    database: Annotated[str | None, typer.Option(help="postgresql:// address, as for serve.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object as the last line.")] = False,
) -> None:
    """List the bots of both games; make, list and revoke the tokens of remote bots (docs/remote-bots.md)."""
    from sixfold.rulesets import GAMES

    check_action(action, ACTIONS)
    if game is not None and game not in GAMES:
        raise typer.BadParameter(f"there is no game {game!r}: the games are {' and '.join(GAMES)}")
    games = GAMES if game is None else (game,)
    if action == "list":
        done = _listed(games)
    else:
        if action != "tokens" and not name:
            raise typer.BadParameter(f"{action} needs the name of a remote bot")
        done = asyncio.run(_with_tokens(data, database, action, name, games))
    show(done, as_json, _list if action == "list" else lambda done: _tell(action, done))


def _listed(games: Sequence[str]) -> Json:
    from sixfold import bots

    return {game: [_describe(game, name) for name in bots.offered(game)] for game in games}


def _describe(game: str, name: str) -> Json:
    """One bot in plain values. A bot that is not on the ladder has only a name."""
    from sixfold import bots

    level = bots.level(game, name)
    if level is None:
        return {"name": name, "level": None}
    return {
        "name": name,
        "level": level.rank,
        "title": level.title,
        "face": level.face,
        "sentence": level.sentence,
        "average": level.average,
        "own": level.own,
        "wins": level.wins,
    }


def _list(listed: dict[str, list[Json]]) -> None:
    from rich.console import Console
    from rich.table import Table

    for game, found in listed.items():
        table = Table("bot", "called", "casual play wins", "how it plays", title=game)
        for bot in found:
            wins = bot.get("wins")
            share = "" if wins is None else f"{100 * wins:.0f} %"
            table.add_row(bot["name"], bot.get("title", ""), share, bot.get("sentence", ""))
        Console().print(table)


# Tokens ----------------------------------------------------------------------------------------------------------


async def _with_tokens(data: Path | None, database: str | None, action: str, name: str, games: Sequence[str]) -> Json:
    return await with_house(data, database, lambda house: _act(house, action, name, games), make=True)


async def _act(house: House, action: str, name: str, games: Sequence[str]) -> Json:
    if action == "make":
        return {"name": name, "games": list(games), "token": await house.remote.make(name, list(games))}
    if action == "revoke":
        await house.remote.revoke(name)
        return {"revoked": name}
    present = {token.name for token in await house.remote.present()}
    return {
        "tokens": [
            {
                "name": token.name,
                "games": token.games.split(),
                "created": token.created // 1000,
                "revoked": None if token.revoked is None else token.revoked // 1000,
                "connected": token.name in present,
            }
            for token in await house.store.tokens()
        ]
    }


def _tell(action: str, done: Json) -> None:
    if action == "make":
        print(f"The token of {done['name']}, shown this once and kept only as a hash:\n\n    {done['token']}\n")
        print("Its program sends it as `Authorization: Bearer TOKEN`. `sixfold bots revoke` ends it.")
        return
    if action == "revoke":
        print(f"{done['revoked']} has no token any more: its streams end, and built-in bots play on for it.")
        return
    if not done["tokens"]:
        print("There are no remote bots. `sixfold bots make NAME` makes a token for one.")
    for token in done["tokens"]:
        state = "revoked" if token["revoked"] is not None else "connected" if token["connected"] else "away"
        when = datetime.fromtimestamp(token["created"]).strftime("%Y-%m-%d")
        print(f"{token['name']:<30}  {' '.join(token['games']):<12}  {state:<9}  since {when}")

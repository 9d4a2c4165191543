"""`sixfold bots`: who there is to play against, from gentle to strong."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer


def run(
    game: Annotated[str | None, typer.Option(help="tiles or cards; both without it.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object as the last line.")] = False,
) -> None:
    """List the bots of both games: the name for the command line, the name for people, and what to expect."""
    from sixfold import bots
    from sixfold.bots.registry import GAMES

    listed = {one: [_describe(one, name) for name in bots.names(one)] for one in (GAMES if game is None else (game,))}
    if as_json:
        print(json.dumps(listed))
        return
    _show(listed)


def _describe(game: str, name: str) -> dict[str, Any]:
    """One bot in plain values; a bot that is not on the ladder has a name and nothing more."""
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
    }


def _show(listed: dict[str, list[dict[str, Any]]]) -> None:
    from rich.console import Console
    from rich.table import Table

    units = {"tiles": "points", "cards": "Qwirkles"}
    for game, found in listed.items():
        table = Table("bot", "called", f"your {units[game]}", "how it plays", title=game)
        for bot in found:
            average = bot.get("average")
            table.add_row(
                bot["name"],
                bot.get("title", ""),
                "" if average is None else f"{average:.1f}",
                bot.get("sentence", "Plays by chance." if bot["name"] == "random" else ""),
            )
        Console().print(table)

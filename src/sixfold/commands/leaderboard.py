"""`sixfold leaderboard`: what bots give away in the panel, computed from their moves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer


def run(
    file: Annotated[Path | None, typer.Argument(help="A leaderboard; by default the one in the package.")] = None,
    game: Annotated[str, typer.Option(help="tiles; the panel of cards has no leaderboard yet.")] = "tiles",
    add: Annotated[str | None, typer.Option(metavar="BOT", help="Ask this bot too and write its entry.")] = None,
    by: Annotated[str, typer.Option(help="With --add: who made the bot.")] = "",
    link: Annotated[str, typer.Option(help="With --add: where to find it.")] = "",
    on: Annotated[str, typer.Option(help="With --add, where to work: here or pool.")] = "pool",
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; by default one for each core.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object as the last line.")] = False,
) -> None:
    """Check every entry and rank them by what they give away, with 95 % intervals over positions.

    An entry holds a bot's move in every position of the panel, so nobody has to run the bot to check it.
    """
    from sixfold import rulesets, spread
    from sixfold.arena import Contestant, leaderboard

    if game not in rulesets.GAMES:
        raise typer.BadParameter(f"there is no game {game!r}: tiles or cards", param_hint="--game")
    if on not in ("here", "pool"):
        raise typer.BadParameter(f"{on!r} is not a place to work: here or pool", param_hint="--on")
    if add is not None and not (by and link):
        raise typer.BadParameter("an entry names its author and where to find the bot", param_hint="--by, --link")
    path = file or leaderboard.shipped(game)
    board = leaderboard.Leaderboard.read(path, game)
    if add is not None:
        bot = Contestant.parse(add, game)
        way = spread.here if on == "here" else spread.pool(workers)
        leaderboard.append(path, board, board.answered(bot, by, link, way))
        board = leaderboard.Leaderboard.read(path, game)
    ranked = board.ranked()
    if as_json:
        figures = {
            entry.bot: {
                group: [round(each, 4) for each in (one.mean, one.low, one.high)] for group, one in told.items()
            }
            for entry, told in ranked
        }
        print(json.dumps({"positions": len(board.positions), "regret": figures}))
        return
    for place, (entry, told) in enumerate(ranked, 1):
        one = told["all"]
        print(f"{place:3} {one.mean:6.2f}  ({one.low:.2f} – {one.high:.2f})  {entry.bot}, {entry.by}, {entry.link}")
    unit = board.terms.oracle.UNIT
    print(f"{unit} given away a move in {len(board.positions)} positions; every entry is complete and legal")

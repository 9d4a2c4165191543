"""`sixfold panel`: what a bot gives away in positions whose every move has a known value."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer


def run(
    name: Annotated[
        str | None, typer.Argument(metavar="BOT", help="NAME, NAME:rollouts=N,ms=N, cmd:PROGRAM or cmd/NAME:PROGRAM")
    ] = None,
    game: Annotated[str, typer.Option(help="tiles or cards.")] = "tiles",
    panel: Annotated[Path | None, typer.Option(help="A panel of your own instead of the one in the package.")] = None,
    make: Annotated[Path | None, typer.Option(help="Make a panel into this file instead, or go on with it.")] = None,
    positions: Annotated[int, typer.Option(min=1, help="For making: how many.")] = 1000,
    samples: Annotated[
        int | None, typer.Option(min=10, help="For making: samples for every move; 600 for tiles, 20 for cards.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="For making: same seed, same positions.")] = 940_000,
    on: Annotated[str, typer.Option(help="Where to work: here or pool.")] = "pool",
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; by default one for each core.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object as the last line.")] = False,
) -> None:
    """Say how much of the final lead a bot gives away per move, with a 95 % interval over positions.

    An oracle has given a value to every legal move of each position. --make FILE makes such a panel. Ctrl-C loses
    nothing: the same command continues.
    """
    from sixfold import rulesets, spread
    from sixfold.arena import Contestant
    from sixfold.arena import panel as panels

    if game not in rulesets.GAMES:
        raise typer.BadParameter(f"there is no panel of {game!r}: of tiles and of cards", param_hint="--game")
    if on not in ("here", "pool"):
        raise typer.BadParameter(f"{on!r} is not a place to work: here or pool", param_hint="--on")
    way = spread.here if on == "here" else spread.pool(workers)
    if make is not None:
        made = sum(1 for _ in panels.make(make, panels.PanelTerms.of(game, samples, seed), positions, way))
        print(f"{made} positions made, {make} is complete with {positions}.")
        return
    if name is None:
        raise typer.BadParameter("which bot shall be judged?", param_hint="BOT")
    bot = Contestant.parse(name, game)
    terms, found = panels.read(panel or panels.shipped(game))
    told = panels.told(panels.judge_all(bot, terms, found, way))
    error, unit = max(one.error for one in found), terms.oracle.UNIT
    if as_json:
        figures = {group: [round(each, 4) for each in (one.mean, one.low, one.high)] for group, one in told.items()}
        print(json.dumps({"bot": str(bot), "positions": len(found), "largest_error": error, "regret": figures}))
        return
    for group, one in told.items():
        print(f"{group:10} {one.mean:6.2f}  ({one.low:.2f} – {one.high:.2f}) {unit} given away a move")
    print(f"{bot}, {len(found)} positions; the standard error of a value is at most {error:g} {unit}")

"""`sixfold dataset`: many games between bots as one data set, with datasheet and checksums."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.progress import Progress


def run(
    folder: Annotated[Path, typer.Argument(help="Where to write it; one that was stopped goes on.")],
    mixed: Annotated[int, typer.Option(min=0, help="Games between bots of all levels below the champion.")] = 100_000,
    champions: Annotated[int, typer.Option(min=0, help="Games between champions.")] = 2_000,
    seed: Annotated[int, typer.Option(help="Same seed, same games.")] = 1,
    judge: Annotated[str, typer.Option(help="The bot whose value is written beside every turn.")] = "thoughtful",
    rollouts: Annotated[int, typer.Option(min=1, help="Budget of every bot for a move.")] = 100,
    part_games: Annotated[int, typer.Option(min=1, help="Games in one file.")] = 100,
    on: Annotated[str, typer.Option(help="Where to work: here, pool or ray.")] = "pool",
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; by default one for each core.")] = None,
    ray_address: Annotated[str | None, typer.Option(help="A running Ray cluster; without it, a local one.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object as the last line.")] = False,
) -> None:
    """Make a data set: records and Parquet in parts, a datasheet and checksums.

    Half of the games are tiles, half are cards. Every part is written when it is ready. Ctrl-C loses only unfinished
    parts, and the same command continues with them. The same command makes the same files, wherever it runs.
    """
    from sixfold import bots, rulesets, spread
    from sixfold.research import collection

    ways = {"here": spread.here, "pool": spread.pool(workers), "ray": spread.ray(ray_address, workers)}
    if on not in ways:
        raise typer.BadParameter(f"{on!r} is not a place to work: here, pool or ray", param_hint="--on")
    if mixed + champions == 0:
        raise typer.BadParameter("a data set has at least one game", param_hint="--mixed, --champions")
    for ruleset in collection.RULESETS:
        bots.find(rulesets.find(ruleset).game, judge)
    plan = collection.CollectionPlan(mixed, champions, seed, judge, rollouts, part_games)
    with _bar(quiet) as bar:
        task = bar.add_task("Playing games", total=mixed + champions)
        checksum = collection.make(folder, plan, ways[on], lambda part: bar.advance(task, part.count))
    if as_json:
        typer.echo(json.dumps({"folder": str(folder), "games": mixed + champions, "sha256": checksum}))
    else:
        typer.echo(f"{mixed + champions} games are in {folder}; checksum of SHA256SUMS: {checksum}")


def _bar(quiet: bool) -> Progress:
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress

    columns = (*Progress.get_default_columns(), MofNCompleteColumn())
    return Progress(*columns, console=Console(stderr=True), disable=quiet, transient=True)

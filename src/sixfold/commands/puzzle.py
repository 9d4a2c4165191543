"""`sixfold puzzle`: a position from a real game, and the question what to play."""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path
from typing import Annotated

import typer


def run(
    game: Annotated[str, typer.Option(help="tiles or cards.")] = "tiles",
    which: Annotated[str, typer.Argument(help="today, a day like 2026-11-16, or a number.")] = "today",
    answer: Annotated[str | None, typer.Option(help="Your move, in the notation; without it you are asked.")] = None,
    mine: Annotated[int | None, typer.Option(min=1, help="Find this many new puzzles by self-play instead.")] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**31, help="For mining: same seed, same puzzles.")] = 1,
    to: Annotated[Path | None, typer.Option(help="For mining: the JSON file to write.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object as the last line.")] = False,
) -> None:
    """Find the best play, or the regrouping that takes most Qwirkles. The puzzle of a day is the same for everyone."""
    from sixfold.review import puzzles
    from sixfold.rulesets import GAMES

    if game not in GAMES:
        raise typer.BadParameter(f"there is no game {game!r}: {' or '.join(GAMES)}", param_hint="--game")
    if mine is not None:
        _mine(game, mine, seed, to)
        return
    puzzle = puzzles.find(game, date.today().isoformat() if which == "today" else which)
    if answer is None and not as_json:
        _show(puzzle.question())
        answer = typer.prompt("Your move")
    told = puzzle.question() if answer is None else puzzle.judge(answer)
    if as_json:
        print(json.dumps(told))
    elif not told["legal"]:
        print(f"Not allowed: {told['message']}")
    elif told["right"]:
        print(f"Right: {told['points']} and the best there is.")
    else:
        print(f"Legal, for {told['points']}; better is {told['solution']}")


def _show(question: dict[str, object]) -> None:
    from rich.console import Console

    from sixfold.pieces import Pieces
    from sixfold.terminal import drawing, games

    console = Console(highlight=False, markup=False)
    lying, task = games.of(str(question["game"])).puzzle(question)
    console.print(lying, no_wrap=True, crop=False)
    console.print(task)
    console.print("Hand: ", drawing.hand(Pieces.parse(str(question["hand"]))))


def _mine(game: str, count: int, seed: int, to: Path | None) -> None:
    from itertools import islice

    from rich.console import Console
    from rich.progress import track

    from sixfold.review import puzzles

    console = Console(stderr=True)
    wanted = islice(puzzles.mine(game, seed), count)
    found = list(track(wanted, "Mining puzzles", total=count, console=console, transient=True))
    command = f"sixfold puzzle --game {game} --mine {count} --seed {seed}"
    text = json.dumps({"command": command, "puzzles": found}, indent=1) + "\n"
    if to is None:
        sys.stdout.write(text)
    else:
        to.write_text(text, encoding="utf-8")
        console.print(f"{len(found)} puzzles are in {to}")

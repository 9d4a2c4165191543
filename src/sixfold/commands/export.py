"""`sixfold export`: records of games become one data set."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sixfold.errors import NotationError, SixfoldError

if TYPE_CHECKING:
    from rich.console import Console


def run(
    records: Annotated[list[Path], typer.Argument(exists=True, help="Record files, or folders of them.")],
    to: Annotated[Path, typer.Option("--to", "-o", help="The Parquet file to write.")] = Path("games.parquet"),
    judge: Annotated[str | None, typer.Option(help="A bot whose value is written beside every turn.")] = None,
    rollouts: Annotated[int, typer.Option(min=1, help="The judge's budget.")] = 100,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object as the last line.")] = False,
) -> None:
    """Write games as a data set: one row per turn, as Parquet, which pandas and polars open directly.

    Games come from `sixfold arena --records FOLDER`, from a server, or from any other program that writes records. A
    file that is no record is named and left out; the others are written.
    """
    from rich.progress import track

    from sixfold import bots
    from sixfold.record import Record
    from sixfold.research import datasets

    files = sorted(path for given in records for path in (given.rglob("*.sixfold") if given.is_dir() else [given]))
    if not files:
        raise NotationError(f"there is no record in {', '.join(map(str, records))}", code="notation/file")
    refused: list[str] = []

    def rows() -> Iterator[dict[str, object]]:
        for path in track(files, description="Writing turns", console=_console(), transient=True):
            try:
                record = Record.parse(path.read_bytes())
            except (SixfoldError, OSError) as error:
                refused.append(f"{path}: {error}")
                continue
            game = record.headers.ruleset.partition("/")[0]
            asked = bots.find(game, judge)(seed=0) if judge else None
            yield from datasets.turns(path.stem, record, asked, bots.Budget(rollouts=rollouts))

    count = datasets.write(to, rows(), command=shlex.join(["sixfold", *sys.argv[1:]]))
    for sentence in refused:
        typer.echo(f"sixfold: left out {sentence}", err=True)
    if not count:
        raise NotationError(f"there is no turn to write, so {to} was not written", code="notation/file")
    games = len(files) - len(refused)
    if as_json:
        typer.echo(json.dumps({"file": str(to), "games": games, "rows": count, "refused": len(refused)}))
    else:
        typer.echo(f"{count} turns of {games} games are in {to}")
    if refused:
        raise typer.Exit(1)


def _console() -> Console:
    from rich.console import Console

    return Console(stderr=True)

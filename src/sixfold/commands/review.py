"""`sixfold review`: judge played games."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sixfold.errors import SixfoldError

if TYPE_CHECKING:
    from sixfold.review import Review


def run(
    records: Annotated[list[Path], typer.Argument(help="Record files, or folders of them.")],
    quick: Annotated[bool, typer.Option("--quick", help="Less work for every turn, wider intervals.")] = False,
    seed: Annotated[int, typer.Option(help="Same seed, same review.")] = 1,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; by default one for each core.")] = None,
    to: Annotated[
        Path | None, typer.Option(help="Folder for one JSON file a game; games already there are left out.")
    ] = None,
    language: Annotated[str, typer.Option(help="en, fr, de, it or ro.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object as the last line.")] = False,
) -> None:
    """Judge played games: what every move gave away, who was lucky, who played well.

    Values carry 95 % intervals, and nothing within the noise is called a mistake. Hands that are not known are left
    out, and it says so. With --to, an interrupted run goes on where it stopped.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from sixfold import kernel
    from sixfold.record import Record
    from sixfold.review import FULL, QUICK, review

    if not kernel.available():
        raise SixfoldError("a review needs the kernel: pip install numba")
    files = sorted(path for given in records for path in (given.rglob("*.sixfold") if given.is_dir() else [given]))
    if not files:
        raise SixfoldError(f"there is no record in {', '.join(map(str, records))}")
    if to is not None:
        to.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("SIXFOLD_KERNEL", "required")
    console = Console(stderr=True)
    reviews: dict[str, Any] = {}
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn(), console=console, transient=True
    )
    pool = ProcessPoolExecutor(workers or os.cpu_count(), mp_context=get_context("spawn"))
    with bar, pool:
        for path in files:
            target = to / f"{path.stem}.json" if to is not None else None
            if target is not None and target.exists():
                continue
            record = Record.parse(_read(path))
            task = bar.add_task(path.name, total=None)
            judged = review(
                record,
                QUICK if quick else FULL,
                seed,
                pool,
                lambda done, total, task=task: bar.update(task, completed=done, total=total),  # type: ignore[misc]
            )
            bar.remove_task(task)
            told = judged.to_json()
            if target is not None:
                part = target.with_suffix(".part")
                part.write_text(json.dumps(told), encoding="utf-8")
                part.replace(target)
            if as_json:
                reviews[path.name] = told
            else:
                sys.stdout.write(_text(judged, language) + "\n")
    if as_json:
        only = next(iter(reviews.values())) if len(reviews) == 1 else {"games": reviews}
        sys.stdout.write(json.dumps(only) + "\n")


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SixfoldError(f"{path} cannot be read: {error.strerror}") from error


def _text(judged: Review, language: str) -> str:
    """The review for a terminal: a line a player, then the turns worth a look."""
    from sixfold.messages import Messages

    say = Messages(language)
    unit = "tiles" if judged.ruleset.startswith("tiles") else "cards"
    lines: list[str] = []
    for seat, name in enumerate(judged.names):
        parts = [f"{name}: {judged.scores[seat]}"]
        if judged.ledger is not None:
            account = judged.ledger.accounts[seat]
            parts.append(say("review.luck", lead=_signed(account.luck.mean), error=_wide(account.luck)))
            parts.append(say("review.skill", lead=_signed(account.skill.mean), error=_wide(account.skill)))
        parts.append(say(f"review.given.{unit}", lead=f"{judged.given_away(seat).mean:.1f}"))
        lines.append(" · ".join(parts))
    if judged.unknown:
        lines.append(say("review.unknown"))
    for turn in judged.turns:
        for note in turn.notes:
            sentence = say(f"review.note.{note.code}", **{key: str(value) for key, value in note.facts.items()})
            lines.append(f"{turn.number + 1:>3}  {judged.names[turn.seat]}: {sentence}")
    return "\n".join(lines)


def _signed(number: float) -> str:
    return f"{number:+.1f}"


def _wide(estimate: Any) -> str:
    return f"{(estimate.interval[1] - estimate.interval[0]) / 2:.1f}"

"""`sixfold review`: judge played games."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from sixfold.errors import NotationError, SixfoldError
from sixfold.fields import Json
from sixfold.messages import Messages, languages

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.progress import Progress

    from sixfold.review.bulk import BulkTerms, JudgedGame
    from sixfold.spread import Way


def run(
    records: Annotated[list[Path], typer.Argument(exists=True, help="Record files, or folders of them.")],
    quick: Annotated[bool, typer.Option("--quick", help="Less work for every turn, wider intervals.")] = False,
    seed: Annotated[int, typer.Option(min=0, max=2**31, help="Same seed, same review, wherever it is made.")] = 1,
    on: Annotated[str, typer.Option(help="Where to judge: here, pool or ray.")] = "pool",
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; by default one for each core.")] = None,
    ray_address: Annotated[str | None, typer.Option(help="A running Ray cluster; without it, a local one.")] = None,
    to: Annotated[
        Path | None, typer.Option(help="Folder for one JSON file per game; games already there are left out.")
    ] = None,
    language: Annotated[str, typer.Option(help=f"One of {', '.join(languages())}.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object as the last line.")] = False,
) -> None:
    """Judge played games: what every move gave away, who was lucky, who played well.

    Values have 95 % intervals, and nothing within the noise is called a mistake. Turns with unknown hands are left out,
    and the review says so. With --to, an interrupted run can be continued: give the same command again.
    """
    from sixfold.review import FULL, QUICK
    from sixfold.review.bulk import BulkTerms, found

    files = found(records)
    if not files:
        raise NotationError(f"there is no record in {', '.join(map(str, records))}", code="notation/file")
    terms = BulkTerms(QUICK if quick else FULL, seed)
    reviews: Json = {}
    faults: list[str] = []
    try:
        for judged in _judged(files, terms, _way(on, workers, ray_address), on, workers, to):
            if judged.review is None:
                faults.append(f"{judged.name}: {judged.fault}")
                continue
            reviews[judged.name] = judged.review
            if not as_json:
                sys.stdout.write(_text(judged, language, named=len(files) > 1) + "\n")
    except KeyboardInterrupt:
        again = "the same command goes on from here" if to is not None else "with --to it could go on from here"
        print(f"Stopped after {len(reviews)} of {len(files)} games; {again}.", file=sys.stderr)
        raise typer.Exit(130) from None
    if as_json and reviews:
        only = next(iter(reviews.values())) if len(files) == 1 else {"games": dict(sorted(reviews.items()))}
        sys.stdout.write(json.dumps(only) + "\n")
    if faults:
        raise SixfoldError("\n".join(faults))


def _judged(
    files: dict[str, Path], terms: BulkTerms, way: Way, on: str, workers: int | None, to: Path | None
) -> Iterator[JudgedGame]:
    """The games as they are judged, with a progress bar. The turns of a single game are shared out over the cores."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from sixfold.review.bulk import judge_all

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        if len(files) == 1 and on == "pool" and to is None:
            yield _alone(*next(iter(files.items())), terms, workers, bar)
            return
        task = bar.add_task("games", total=len(files))
        for judged in judge_all(files, terms, way, to):
            bar.advance(task)
            yield judged


def _alone(name: str, path: Path, terms: BulkTerms, workers: int | None, bar: Progress) -> JudgedGame:
    """One game on all cores."""
    from sixfold.record import Record
    from sixfold.review import review
    from sixfold.review.bulk import JudgedGame
    from sixfold.spread import end, processes

    try:
        record = Record.parse(path.read_bytes())
    except OSError as error:
        return JudgedGame(name, None, f"it cannot be read: {error.strerror}")
    except SixfoldError as error:
        return JudgedGame(name, None, error.message)
    task = bar.add_task("turns", total=None)
    pool = processes(workers)
    try:
        told = review(
            record, terms.strength, terms.seed, pool, lambda done, total: bar.update(task, completed=done, total=total)
        )
    finally:
        end(pool)
    return JudgedGame(name, told.to_json() | {"by": terms.told()})


def _way(on: str, workers: int | None, address: str | None) -> Way:
    from sixfold import spread

    ways = {"here": spread.here, "pool": spread.pool(workers), "ray": spread.ray(address, workers)}
    if on not in ways:
        raise typer.BadParameter(f"{on!r} is not a place to judge: here, pool or ray", param_hint="--on")
    return ways[on]


def _text(judged: JudgedGame, language: str, named: bool) -> str:
    """The review for a terminal: one line per player, then the turns worth a look."""
    say = Messages(language)
    told = judged.review
    assert told is not None
    unit = "tiles" if told["ruleset"].startswith("tiles") else "cards"
    lines: list[str] = [judged.name] if named else []
    for seat, name in enumerate(told["names"]):
        parts = [f"{name}: {told['scores'][seat]}"]
        if told["ledger"] is not None:
            account = told["ledger"]["seats"][seat]
            for what in ("luck", "skill"):
                parts.append(
                    say(f"review.{what}", lead=say.number(account[what][0], "+"), error=_wide(account[what], say))
                )
        parts.append(say(f"review.given.{unit}", lead=say.number(told["given_away"][seat][0])))
        lines.append(" · ".join(parts))
    if told["unknown"]:
        lines.append(say("review.unknown"))
    for turn in told["turns"]:
        for note in turn["notes"]:
            facts = {key: _fact(value, say) for key, value in note["facts"].items()}
            sentence = say(f"review.note.{note['code']}", **facts)
            lines.append(f"{turn['number'] + 1:>3}  {told['names'][turn['seat']]}: {sentence}")
        lines += [f"     {why}" for why in _because(turn.get("reason"), told["names"], say)]
    return "\n".join(lines)


OFTEN: Final = (0.25, 0.5, 0.9)
"""From these shares of the samples on, a reply is called by the next stronger word for "often", as on the page."""


def _because(reason: Json | None, names: Sequence[str], say: Messages) -> Iterator[str]:
    """Why another move was better, in words."""
    reply, later = (None, None) if reason is None else (reason["reply"], reason["later"])
    if reply is not None:
        often = say(f"review.often.{sum(reply['often'] >= least for least in OFTEN)}")
        about = {"name": names[reply["seat"]], "often": often}
        if reply["line"] is None:
            yield say(
                "review.why.table", **about, points=say.number(reply["points"]), instead=say.number(reply["instead"])
            )
        else:
            kind = "opened" if reply["opened"] else "taken" if reply["taken"] else "left"
            yield say(
                f"review.why.{kind}",
                **about,
                line=say(f"review.line.{reply['line']}"),
                points=_points(reply["points"], say),
            )
    if later is not None:
        yield say("review.why.later", points=_points(later["points"], say), instead=_whole(later["instead"]))


def _points(value: float, say: Messages) -> str:
    return say("result.points", n=_whole(value))


def _whole(value: float) -> int:
    return math.floor(value + 0.5)


def _wide(estimate: list[float], say: Messages) -> str:
    return say.number((estimate[2] - estimate[1]) / 2)


def _fact(value: object, say: Messages) -> str:
    return say.number(value) if isinstance(value, float) else str(value)

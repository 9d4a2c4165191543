"""`sixfold arena`: bots play matches on mirrored deals, and the figures say who is stronger."""

from __future__ import annotations

import json
import re
import shutil
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sixfold.errors import BotError
from sixfold.fields import Json
from sixfold.memory import DEFAULT_MB

if TYPE_CHECKING:
    from collections.abc import Callable

    from sixfold.arena import Contestant, FinishedGame, Match, MatchTally, Runner, Sprt
    from sixfold.bots import Budget


def run(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT BOT [BOT [BOT]]", help="NAME, NAME:rollouts=N,ms=N, cmd:PROGRAM or cmd/NAME:PROGRAM"
        ),
    ],
    game: Annotated[str, typer.Option(help="tiles, cards, or a rule set by its name: tiles-short/1.")] = "tiles",
    pairs: Annotated[int, typer.Option(min=1, help="Deals; each is played in every seating.")] = 100,
    seed: Annotated[int, typer.Option(help="Same seed, same deals, same games.")] = 0,
    rollouts: Annotated[int | None, typer.Option(min=1, help="Budget of every bot that has none of its own.")] = None,
    ms: Annotated[int | None, typer.Option(min=1, help="The same, in milliseconds per move.")] = None,
    timeout: Annotated[float, typer.Option(min=0.01, help="Seconds after which any move is too late.")] = 60.0,
    on: Annotated[str, typer.Option(help="Where to play: here, pool or ray.")] = "pool",
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; by default one for each core.")] = None,
    memory: Annotated[
        int, typer.Option(min=0, help="With pool: megabytes for each process; 0 for no limit.")
    ] = DEFAULT_MB,
    ray_address: Annotated[str | None, typer.Option(help="A running Ray cluster; without it, a local one.")] = None,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(metavar="LOW HIGH", help="Stop when the share is decided: fair + LOW, or fair + HIGH (0 0.02)."),
    ] = None,
    round_robin: Annotated[
        bool, typer.Option("--round-robin", help="Every bot against every other, with ratings.")
    ] = False,
    records: Annotated[Path | None, typer.Option(help="Keep every game as a record in this folder.")] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Journal: written as deals end, and continued if it exists.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object as the last line.")] = False,
) -> None:
    """Let bots play matches on mirrored deals: every deal is one shuffle, played in every seating.

    Two bots play each deal twice, three or four in all rotations. The share of the first bot is given with its 95 %
    interval, bootstrapped by deal. Ctrl-C stops early and loses nothing: the journal continues with --resume.
    """
    from sixfold import rulesets
    from sixfold.bots import Budget

    contestants = _contestants(_enough(names, round_robin), game, Budget(rollouts, ms))
    if on != "ray":
        _must_exist(contestants)
    matches = _Matches(
        game=rulesets.find(game).name,
        pairs=pairs,
        seed=seed,
        timeout_s=timeout,
        runner=_runner(on, workers, memory, ray_address),
        sprt=_sprt(sprt, 2 if round_robin else len(contestants)),
        records=records,
        quiet=quiet,
    )
    report, interrupted = matches.play(contestants, resume, round_robin)
    _tell(report, as_json)
    if interrupted:
        raise typer.Exit(130)
    matches.check()


def _tell(report: Json, as_json: bool) -> None:
    if as_json:
        print(json.dumps(report))
    else:
        _show(report)


def _contestants(names: list[str], game: str, budget: Budget) -> list[Contestant]:
    from sixfold import arena, rulesets

    # Bots are named by game; what is no rule set is none of theirs either, and they say so.
    kind = rulesets.RULESETS[game].game if game in rulesets.RULESETS else game
    return [arena.Contestant.parse(text, kind).within(budget) for text in names]


@dataclass(slots=True, kw_only=True)
class _Matches:
    """The options of one call, and the matches played under them."""

    game: str
    pairs: int
    seed: int
    timeout_s: float
    runner: Runner
    sprt: Sprt | None
    records: Path | None
    quiet: bool
    failed: list[str] = field(default_factory=list)

    def check(self) -> None:
        """Refuse a bot that lost every game by a fault: it has not played."""
        if self.failed:
            raise BotError(f"{self.failed[0]} lost every game by a fault", bot=self.failed[0])

    def play(self, contestants: list[Contestant], resume: Path | None, round_robin: bool) -> tuple[Json, bool]:
        """The report, and whether somebody stopped it."""
        if round_robin:
            return self.round_robin(contestants, resume)
        tally = self.match(tuple(contestants), resume)
        return tally.report(), tally.interrupted

    def match(self, contestants: tuple[Contestant, ...], resume: Path | None) -> MatchTally:
        from sixfold import arena

        match = arena.Match(self.game, contestants, self.seed, self.timeout_s, self.records is not None)
        arena.prepare(match)  # a bot that cannot be made is told before anything begins
        journal = arena.MatchJournal(resume, match) if resume is not None else None
        label = " – ".join(map(str, contestants))
        with _Progress(label, self.pairs, self.quiet) as progress:
            tally = arena.contest(
                match,
                self.pairs,
                self.runner,
                journal=journal,
                sprt=self.sprt,
                keep=self._keep(match) if self.records is not None else None,
                on_deal=progress.update,
            )
        if journal is not None:
            journal.close()
        elif tally.interrupted and tally.deals:
            resume = _rescue(match, tally)
        self.failed += tally.failed()
        if tally.interrupted:
            print(f"Stopped after {len(tally.deals)} deals. Go on with --resume {resume}", file=sys.stderr)
        return tally

    def round_robin(self, contestants: list[Contestant], resume: Path | None) -> tuple[Json, bool]:
        from sixfold import arena

        table = arena.RoundRobin(contestants)
        for a, b in table.pairings:
            path = resume.with_name(f"{resume.stem}.{a}-{b}{resume.suffix}") if resume is not None else None
            tally = self.match((contestants[a], contestants[b]), path)
            table.add(a, b, tally)
            if tally.interrupted:
                return table.report(), True
        return table.report(), False

    def _keep(self, match: Match) -> Callable[[FinishedGame], None]:
        assert self.records is not None
        folder = self.records
        folder.mkdir(parents=True, exist_ok=True)
        # Budgets belong to the name of a file: a round robin may pit a bot against itself with another budget.
        names = "-".join(re.sub(r"[^A-Za-z0-9=,]+", "_", str(one))[:40] for one in match.contestants)

        def keep(game: FinishedGame) -> None:
            path = (
                folder
                / f"{match.ruleset.partition('/')[0]}-{names}-{match.seed}-{game.deal:06}-{game.rotation}.sixfold"
            )
            path.write_text(game.record, encoding="utf-8")

        return keep


class _Progress:
    """The bar on standard error, with the share so far."""

    def __init__(self, label: str, deals: int, quiet: bool) -> None:
        from rich.console import Console
        from rich.markup import escape
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._bar = Progress(
            TextColumn(escape(label)),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[share]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True, quiet=quiet),
        )
        self._task = self._bar.add_task("deals", total=deals, share="")
        self._deals = deals
        self._quiet = quiet
        self._faults = 0
        self._shown = 0.0
        self._told: MatchTally | None = None

    def __enter__(self) -> _Progress:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()
        if self._told is not None:
            self._tell_faults(self._told)
            if more := len(self._told.faults()) - self._faults:
                print(f"... and {more} more faults", file=sys.stderr)

    def update(self, tally: MatchTally) -> None:
        self._told = tally
        now = time.monotonic()
        if now - self._shown < 0.2 and len(tally.deals) < self._deals:
            return
        self._shown = now
        self._tell_faults(tally)
        shares = tally.shares()
        text = f"{sum(shares) / len(shares):.3f}" if shares else ""
        if tally.ratio is not None:
            text += f" llr {tally.ratio:+.2f}"
        self._bar.update(self._task, completed=len(tally.deals), share=text)

    def _tell_faults(self, tally: MatchTally) -> None:
        """The first faults, uncut and also without a bar: neither wrapped nor read as markup, so that they paste."""
        from sixfold.arena.contest import FAULTS_SHOWN

        for _, fault in tally.faults()[self._faults : FAULTS_SHOWN]:
            self._faults += 1
            if self._quiet:
                print(fault.told(), file=sys.stderr)
            else:
                self._bar.console.print(fault.told(), markup=False, highlight=False, soft_wrap=True)


def _enough(names: list[str], round_robin: bool) -> list[str]:
    most = 20 if round_robin else 4
    if not 2 <= len(names) <= most:
        raise typer.BadParameter(f"a match needs 2 to {most} bots, not {len(names)}", param_hint="BOT")
    return names


def _must_exist(contestants: list[Contestant]) -> None:
    """Refuse a program that does not exist: winning against it would say nothing."""
    for one in contestants:
        if one.program and shutil.which(one.program[0]) is None:
            raise BotError(f"there is no program {one.program[0]!r} that can be run", bot=str(one), code="bot/unknown")


def _runner(on: str, workers: int | None, memory: int, address: str | None) -> Runner:
    from sixfold.arena import runners

    if on == "here":
        return runners.here
    if on == "pool":
        return runners.pool(workers, memory)
    if on == "ray":
        return runners.ray(address, workers)
    raise typer.BadParameter(f"{on!r} is not a place to play: here, pool or ray", param_hint="--on")


def _sprt(bounds: tuple[float, float] | None, seats: int) -> Sprt | None:
    from sixfold.arena import Sprt

    if bounds is None:
        return None
    try:
        return Sprt(*bounds, fair=1 / seats)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--sprt") from error


def _rescue(match: Match, tally: MatchTally) -> Path:
    """An interrupted match without a journal gets one now, in the current folder."""
    from sixfold.arena import MatchJournal
    from sixfold.arena.contestant import seed_of

    path = Path(f"arena-{seed_of(json.dumps(match.header())) % 10**8:08}.jsonl")
    with MatchJournal(path, match) as journal:
        for deal, games in sorted(tally.deals.items()):
            if deal not in journal.done:
                journal.add(deal, games)
    return path


def _show(report: Json) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table("bot", "share", "95 %", "score", "CPU s/move", "faults")
    for bot in report["bots"]:
        table.add_row(
            bot["bot"],
            _text(bot["share"], 3),
            f"{_text(bot['low'], 3)} – {_text(bot['high'], 3)}",
            _text(bot.get("score", bot.get("rating")), 1),
            _text(bot.get("cpu_s_per_move"), 4),
            str(bot.get("faults", 0)),
        )
    console.print(table)
    if "margin" in report:
        for name, key in (
            ("margin", "margin"),
            ("margin less luck", "adjusted"),
            ("share less luck", "adjusted_share"),
        ):
            digits = 3 if key == "adjusted_share" else 2
            mean, low, high = (_text(report[each], digits) for each in (key, f"{key}_low", f"{key}_high"))
            console.print(f"{name}: {mean} ({low} – {high})")
    if "sprt" in report:
        console.print(f"sequential test: {report['sprt']['verdict'] or 'not decided'}")
    console.print(f"{report['games']} games, seed {report['seed']}")


def _text(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:.{digits}f}"

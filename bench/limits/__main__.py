"""Plays the games of bots that see too much, keeps them, and shows what they say."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from rich.console import Console
from rich.progress import track

import bench.limits
from bench.limits import cards, tiles
from bench.limits.sight import Sight, played
from sixfold.arena.figures import estimate
from sixfold.kernel.engine import using

KEPT: Final = Path(__file__).parent / "games.json"
GAMES: Final[dict[str, Any]] = {"tiles": tiles, "cards": cards}
Work = tuple[str, int, Sight, str]
"""A game, the number of players, what is seen, and against whom."""


def read() -> dict[str, list[list[int]]]:
    """The kept games: for each match a row for each deal, all scores of each seating, the one who sees first."""
    found: dict[str, list[list[int]]] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return found


def matches() -> Iterator[Work]:
    """All that is to be played, in the order of the table."""
    for game, module in GAMES.items():
        for seats, sights in module.SIGHTS.items():
            for other in module.OTHERS[seats]:
                # A fair one who meets itself has half of the games, whatever is played.
                first = 1 if other == module.FAIR else 0
                yield from ((game, seats, sight, other) for sight in sights[first:])


def title(work: Work) -> str:
    """The name of a match among the kept games."""
    game, seats, sight, other = work
    return f"{game} {seats}: {sight.name} – {other}"


def run(pairs: int, wanted: list[Work]) -> None:
    """Play on until every match has so many deals; what is played is kept after each deal."""
    kept, console, started = read(), Console(stderr=True), time.process_time()
    for deal in track(range(pairs), "Deals of each match", console=console):
        for work in wanted:
            game, seats, sight, other = work
            rows = kept.setdefault(title(work), [])
            if len(rows) > deal:
                continue
            choose = GAMES[game].choose
            rows.append(
                [each for seat in range(seats) for each in played(choose, game, sight, other, seats, deal, seat)]
            )
            part = KEPT.with_suffix(".part")
            part.write_text(json.dumps(kept, separators=(",", ":"), ensure_ascii=False) + "\n", encoding="utf-8")
            part.replace(KEPT)
    console.print(f"{time.process_time() - started:.0f} CPU-seconds")


def table() -> str:
    """The figures as a table of Markdown."""
    lines = [
        "| game | players | it sees | against | share | margin | margin beyond the fair one's | deals |",
        "|---|---|---|---|---|---|---|---|",
    ]
    kept = read()
    for work in matches():
        game, seats, sight, other = work
        ahead = _ahead(kept.get(title(work), []), seats)
        if not len(ahead):
            continue
        fair = _ahead(kept.get(title((game, seats, GAMES[game].SIGHTS[seats][0], other)), []), seats)
        share = estimate(_shares(kept[title(work)], seats))
        margins = [*ahead.mean(axis=1)]
        # The same deals: what is luck in both cancels out.
        more = [one - usual for one, usual in zip(margins, fair.mean(axis=1), strict=False)]
        seen_more = sight != GAMES[game].SIGHTS[seats][0] and len(more) > 1
        told = [f"{share.mean:.3f} ({share.low:.3f} – {share.high:.3f})", _signed(margins)]
        told.append(_signed(more) if seen_more else "")
        lines.append(f"| {game} | {seats} | {sight.name} | {other} | {' | '.join(told)} | {len(ahead)} |")
    return "\n".join(lines)


def _scores(rows: list[list[int]], seats: int) -> Any:
    return np.array(rows, dtype=np.float64).reshape(-1, seats, seats)


def _ahead(rows: list[list[int]], seats: int) -> Any:
    """By deal and seating: the score of the one who sees, less the mean of the others'."""
    scores = _scores(rows, seats)
    return scores[:, :, 0] - scores[:, :, 1:].mean(axis=2)


def _shares(rows: list[list[int]], seats: int) -> list[float]:
    scores = _scores(rows, seats)
    best = scores == scores.max(axis=2, keepdims=True)
    return [*(best[:, :, 0] / best.sum(axis=2)).mean(axis=1)]


def _signed(values: list[float]) -> str:
    mean = estimate(values)
    return f"{mean.mean:+.1f} ({mean.low:+.1f} to {mean.high:+.1f})"


def main() -> None:
    """Play, or show what was played."""
    parser = argparse.ArgumentParser(
        description=bench.limits.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("do", choices=["run", "show"])
    parser.add_argument("--pairs", type=int, default=100, help="deals of each match, those kept among them")
    parser.add_argument("--game", choices=GAMES, help="only this game")
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), help="only so many players")
    parser.add_argument("--against", help="only this opponent")
    parser.add_argument("--sight", help="only who sees this, by the first letters of its name")
    told = parser.parse_args()
    if told.do == "run":
        wanted = [
            work
            for work in matches()
            if told.game in (None, work[0])
            and told.seats in (None, work[1])
            and told.against in (None, work[3])
            and work[2].name.startswith(told.sight or "")
        ]
        # The shipped module has no such samples of tiles: those are compiled for this processor.
        with using("numba" if any(work[0] == "tiles" for work in wanted) else "wasm"):
            run(told.pairs, wanted)
    print(table())


if __name__ == "__main__":
    main()

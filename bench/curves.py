"""Learning curves of the learner in the examples, over several seeds, with intervals.

    OMP_NUM_THREADS=1 python -m bench.curves cards --to curves/          # three seeds, 15 CPU minutes each at most

Writes one file for each seed (a JSON object a line, as the example prints them) and its weights, and
`GAME.json`: for every number of decisions that all seeds reached, the share of won games against each bot, the mean of
the seeds and its interval of 95 %. A seed whose file is there is not trained again, however far it came.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import numpy as np

from examples.baseline import GAME, told

BOTS: Final = ("random", "greedy")
STUDENT: Final = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)
"""For 2 to 10 seeds: how many standard errors hold 95 %. So few values must not be resampled."""
Line = dict[str, Any]


def trained(game: str, seed: int, minutes: float, decisions: int, games: int, to: Path) -> list[Line]:
    """One seed's lines; read if they were written before."""
    kept = to / f"{game}-{seed}.jsonl"
    if not kept.exists():
        lines = []
        for policy, line in told(game, seed, minutes, decisions, games):
            lines.append(json.dumps(line))
            np.savez(to / f"{game}-{seed}.npz", first=policy.weights[0], second=policy.weights[1])
            kept.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]


def curve(runs: list[list[Line]]) -> Iterable[Line]:
    """What all seeds reached, in the order of decisions."""
    by_seed = [{line["decisions"]: line for line in lines} for lines in runs]
    for decisions in sorted(set.intersection(*(set(lines) for lines in by_seed))):
        here = [lines[decisions] for lines in by_seed]
        point: Line = {"decisions": decisions, "minutes": round(sum(line["minutes"] for line in here) / len(here), 2)}
        for bot in BOTS:
            point[bot] = interval([line[bot] for line in here])
        yield point


def interval(shares: list[float]) -> dict[str, float]:
    """The mean of some seeds' shares, with its interval of 95 % by Student's t; shares lie between 0 and 1."""
    mean = float(np.mean(shares))
    width = STUDENT[len(shares) - 2] * float(np.std(shares, ddof=1)) / len(shares) ** 0.5
    return {"mean": round(mean, 3), "low": round(max(0.0, mean - width), 3), "high": round(min(1.0, mean + width), 3)}


def main() -> None:
    """Train what is missing, and write the curve."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=list(GAME))
    parser.add_argument("--seeds", type=int, default=3, choices=range(2, len(STUDENT) + 2), help="how many, from 1 on")
    parser.add_argument("--minutes", type=float, default=15.0, help="CPU minutes of each, at most")
    parser.add_argument("--decisions", type=int, default=1 << 22, help="decisions of each, at most")
    parser.add_argument("--games", type=int, default=1000, help="games of each measurement")
    parser.add_argument("--to", type=Path, required=True, help="the folder to write to")
    asked = parser.parse_args()
    asked.to.mkdir(parents=True, exist_ok=True)
    runs = [
        trained(asked.game, seed, asked.minutes, asked.decisions, asked.games, asked.to)
        for seed in range(1, asked.seeds + 1)
    ]
    points = list(curve(runs))
    text = json.dumps({"game": asked.game, "seeds": asked.seeds, "games": asked.games, "curve": points}, indent=1)
    (asked.to / f"{asked.game}.json").write_text(text + "\n", encoding="utf-8")
    for point in points:
        print(json.dumps(point))


if __name__ == "__main__":
    main()

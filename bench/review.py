"""Figures of the review: does luck plus skill explain results, is luck 0 on average, who gives away how much, how fast.

python bench/review.py --to artifacts/review --games 34 --quick     the ledger, and what players give away
python bench/review.py --to artifacts/review --luck 200              luck alone, over more games
python bench/review.py --to artifacts/review --times 3               seconds
python bench/review.py --to artifacts/review --sharp 1               how sure luck and skill are
python bench/review.py --to artifacts/review --method 8              how many turns should be played on

Games and reviews are kept as files, so that an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track

from sixfold import bots, tiles
from sixfold.dealer import Dealer, settle
from sixfold.record import Player, Record, Step
from sixfold.review import FULL, QUICK, Strength, judge_turn, review, worth
from sixfold.review.estimate import mean_of
from sixfold.review.games import tiles as reviewed_tiles
from sixfold.review.worth import finished

PLAYERS = ("champion", "greedy", "random")
"""Each plays against itself."""


def played(name: str, seed: int) -> Record:
    """A game of a bot with itself."""
    rng = random.Random(seed)
    players = [bots.find("tiles", name)(seed + seat) for seat in (0, 1)]
    state, draws, dealer = settle(tiles.State.start(2), Dealer.from_seed(rng.randbytes(64)))
    steps: list[Any] = [*draws]
    while state.outcome is None:
        assert state.to_move is not None
        move = players[state.to_move].choose(state.view(state.to_move), bots.Budget(rollouts=2000)).move
        state, draws, dealer = settle(state.play(move), dealer)
        steps += [move, *draws]
    return Record.from_game("tiles/1", [Player(name), Player(name)], steps)


def games(folder: Path, count: int, seed: int) -> Iterator[tuple[str, int, Path]]:
    """The records, played where they are missing; all players' first games come before the second ones."""
    for number in range(count):
        for name in PLAYERS:
            yield name, number, _record(folder, name, number, seed)


def _record(folder: Path, name: str, number: int, seed: int) -> Path:
    path = folder / f"{name}-{number:04}.sixfold"
    if not path.exists():
        _write(path, str(played(name, seed + number)))
    return path


def judged(folder: Path, count: int, seed: int, strength: Strength, kind: str) -> dict[str, list[dict[str, Any]]]:
    """The review of every game, as JSON, by player."""
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in PLAYERS}
    console = Console(stderr=True)
    total = count * len(PLAYERS)
    for name, number, path in track(games(folder, count, seed), "Games", total=total, console=console, transient=True):
        target = path.with_suffix(f".{kind}.json")
        if not target.exists():
            _write(target, json.dumps(review(Record.parse(path.read_text()), strength, number).to_json()))
        found[name].append(json.loads(target.read_text()))
    return found


def figures(found: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """What the reviews say together."""
    every = [one for reviews in found.values() for one in reviews]
    gaps = [one["ledger"]["gap"] for one in every]
    # Both seats of a game share a bag: the game, not the seat, is what is independent.
    luck = np.array([np.mean([seat["luck"][0] for seat in one["ledger"]["seats"]]) for one in every])
    error = 1.96 * luck.std(ddof=1) / np.sqrt(len(luck))
    return {
        "games": len(every),
        "gap_within_interval": round(float(np.mean([low <= 0 <= high for _, low, high in gaps])), 3),
        "mean_gap": round(float(np.mean([mean for mean, _, _ in gaps])), 2),
        "gap_half_width": round(float(np.mean([(high - low) / 2 for _, low, high in gaps])), 1),
        "mean_luck": round(float(luck.mean()), 2),
        "mean_luck_interval": [round(float(luck.mean() - error), 2), round(float(luck.mean() + error), 2)],
        "given_away_per_game": {name: _given(reviews, "given_away") for name, reviews in found.items()},
    }


def _given(reviews: list[dict[str, Any]], key: str) -> list[float]:
    """Mean and half a 95 % interval of what a seat gives away in a game."""
    each = np.array([np.mean([seat[0] for seat in one[key]]) for one in reviews])
    return [round(float(each.mean()), 1), round(float(1.96 * each.std(ddof=1) / np.sqrt(len(each))), 1)]


def sharpness(folder: Path, count: int, seed: int) -> dict[str, Any]:
    """How sure luck and skill are (half of the 95 % interval, the mean of both seats) in the champion's first games,
    and the CPU seconds of their reviews in this one process."""
    found: dict[str, Any] = {}
    records = [Record.parse(_record(folder, PLAYERS[0], number, seed).read_text()) for number in range(count)]
    review(records[0], Strength(2, 2), 0)
    for kind, strength in (("quick", QUICK), ("full", FULL)):
        seats: list[dict[str, Any]] = []
        started = time.process_time()
        for record in records:
            seats += review(record, strength, 0).to_json()["ledger"]["seats"]
        wide = {what: np.mean([(seat[what][2] - seat[what][1]) / 2 for seat in seats]) for what in ("luck", "skill")}
        found[kind] = {f"{what}_half_width": round(float(half), 1) for what, half in wide.items()}
        found[kind]["cpu_s_a_game"] = round((time.process_time() - started) / count, 1)
    return found


def method(folder: Path, count: int, seed: int) -> list[dict[str, Any]]:
    """The skill of greedy in its games with itself, by the turns that are played on: it is 0 by definition, so what is
    beyond the noise is an error of the method."""
    records = [Record.parse(_record(folder, "greedy", number, seed).read_text()) for number in range(count)]
    found = []
    for turns in (4, 8, 12, 20):
        # Constants everywhere but here.
        setattr(reviewed_tiles, "TURNS", turns)  # noqa: B010
        setattr(reviewed_tiles, "OFTEN", 1)  # noqa: B010
        skills = np.array([_skill_of(record, seat, 100) for record in records for seat in (0, 1)])
        beyond = float(np.mean(skills[:, 0] ** 2 - skills[:, 1] ** 2))
        found.append(
            {
                "turns": turns,
                "mean_skill": round(float(skills[:, 0].mean()), 1),
                "skill_half_width": round(float(1.96 * skills[:, 1].mean()), 1),
                "error_of_the_method": round(max(0.0, beyond) ** 0.5, 1),
            }
        )
    return found


def _skill_of(record: Record, seat: int, samples: int) -> tuple[float, float]:
    """The skill of a seat in a game, and its standard error."""
    total, variance = 0.0, 0.0
    for step in record.steps():
        if step.seat == seat:
            usual, made = (finished(state, samples, step.number).leads[:, seat] for state in (step.before, step.after))
            gain = mean_of(made - usual if len(made) == len(usual) else made.mean() - usual)
            total, variance = total + gain.mean, variance + gain.error**2
    return total, variance**0.5


def luck(folder: Path, count: int, seed: int) -> dict[str, Any]:
    """The mean luck of the champion's games with itself. Games differ far more than a worth errs: few finishes do."""
    each: list[float] = []
    console = Console(stderr=True)
    for number in track(range(count), "Luck", console=console, transient=True):
        path = _record(folder, PLAYERS[0], number, seed)
        kept = path.with_suffix(".luck.json")
        if not kept.exists():
            steps = Record.parse(path.read_text()).steps()
            drawn = [(step, step.drawn) for step in steps if step.drawn is not None]
            gains = [
                worth(after, 60, 2 * at).lead[step.seat].mean - worth(step.after, 60, 2 * at + 1).lead[step.seat].mean
                for at, (step, after) in enumerate(drawn)
            ]
            _write(kept, json.dumps(sum(gains) / 2))
        each.append(json.loads(kept.read_text()))
    mean, error = float(np.mean(each)), float(1.96 * np.std(each, ddof=1) / np.sqrt(len(each)))
    return {
        "games": len(each),
        "mean_luck": round(mean, 2),
        "mean_luck_interval": [round(mean - error, 2), round(mean + error, 2)],
    }


def times(folder: Path, count: int, seed: int) -> dict[str, Any]:
    """How long the review of a champion's game takes on two processes: clock, and CPU seconds shared by two."""
    found: dict[str, Any] = {}
    records = [Record.parse(path.read_text()) for name, _, path in games(folder, count, seed) if name == PLAYERS[0]]
    for kind, strength in (("quick", QUICK), ("full", FULL)):
        clock, cpu = [], []
        for record in records:
            with ProcessPoolExecutor(2, get_context("spawn")) as pool:
                # Not part of a review: starting Python and loading the compiled kernel.
                review(record, Strength(2, 2), 0, pool)
                started = time.perf_counter()
                judged = [*pool.map(_timed, record.steps(), repeat(strength))]
                clock.append(time.perf_counter() - started)
                cpu.append(sum(judged))
        found[kind] = {
            "clock_s": round(float(np.median(clock)), 1),
            "cpu_s_by_two": round(float(np.median(cpu)) / 2, 1),
            "cpu_s_by_two_max": round(max(cpu) / 2, 1),
        }
    return found


def _timed(step: Step, strength: Strength) -> float:
    """CPU seconds of judging a turn."""
    started = time.process_time()
    judge_turn(step, strength, 0)
    return time.process_time() - started


def _write(path: Path, text: str) -> None:
    part = path.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def main() -> None:
    """Review games of each kind and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--to", type=Path, required=True, help="folder for games and reviews")
    parser.add_argument("--games", type=int, default=20, help="games of each player with itself")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--luck", type=int, default=0, help="instead: the mean luck over so many games")
    parser.add_argument("--times", type=int, default=0, help="instead: so many games, how long the review of one takes")
    parser.add_argument(
        "--sharp", type=int, default=0, help="instead: so many games, how sure their luck and skill are"
    )
    parser.add_argument("--method", type=int, default=0, help="instead: so many games, by the turns that are played on")
    parser.add_argument("--seed", type=int, default=700_000)
    told = parser.parse_args()
    told.to.mkdir(parents=True, exist_ok=True)
    if told.luck:
        print(json.dumps(luck(told.to, told.luck, told.seed)))
        return
    if told.times:
        print(json.dumps(times(told.to, told.times, told.seed)))
        return
    if told.method:
        print(json.dumps(method(told.to, told.method, told.seed)))
        return
    if told.sharp:
        print(json.dumps(sharpness(told.to, told.sharp, told.seed)))
        return
    kind = "quick" if told.quick else "full"
    print(json.dumps(figures(judged(told.to, told.games, told.seed, QUICK if told.quick else FULL, kind))))


if __name__ == "__main__":
    main()

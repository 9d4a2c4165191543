"""The score pad adds up whole games as the rules do, and its records are ones that the rules read.

The games are entered by the page's own code, under node: tile by tile, asking the rules what a turn brings.
"""

import json
import random
import subprocess
import sys
from pathlib import Path

from hatch_build import find_npm
from sixfold import bots, cards
from sixfold.dealer import Dealer, settle
from sixfold.record import Record
from sixfold.tiles import Pass, Place, State, Swap
from tests.scale import scale

WEB = Path(__file__).parents[2] / "web"


def played(seed: int) -> dict[str, object]:
    """A random game as people would enter it: plays with their points, exchanges, passes, and the end bonus."""
    rng = random.Random(seed)
    seats = rng.choice((2, 3, 4))
    state, _, dealer = settle(State.start(seats), Dealer.from_seed(rng.randbytes(64)))
    while state.outcome is None:
        plays = state.plays()
        move = rng.choice(plays).place if plays else rng.choice(state.legal_moves())
        state, _, dealer = settle(state.play(move), dealer)
    ended = state.outcome.reason == "T17"
    turns: list[tuple[str, int, int]] = []
    for at, entry in enumerate(state.sheet):
        bonus = state.rules.end_bonus if ended and at == len(state.sheet) - 1 else 0
        count = len(entry.move.pieces) if isinstance(entry.move, Swap | Place) else 0
        words = "pass" if isinstance(entry.move, Pass) else "swap" if isinstance(entry.move, Swap) else str(entry.move)
        turns.append((words, entry.points - bonus, count))
    assert state.opening is not None
    names = [f"P{seat}" for seat in range(seats)]
    return {
        "game": "tiles",
        "names": names,
        "first": state.opening.opener,
        "turns": turns,
        "ended": ended,
        "scores": list(state.scores),
    }


def played_cards(seed: int) -> dict[str, object]:
    """A game of cards, of which the pad writes down the Qwirkles of every turn."""
    state, _, dealer = settle(cards.State.start(2), Dealer.from_seed(random.Random(seed).randbytes(64)))
    player = bots.find("cards", "greedy")(seed)
    while state.outcome is None:
        assert state.to_move is not None
        move = player.choose(state.view(state.to_move), bots.Budget(rollouts=10)).move
        state, _, dealer = settle(state.play(move), dealer)
    assert state.opening is not None
    turns = [("", entry.points, 0) for entry in state.sheet]
    return {
        "game": "cards",
        "names": ["A", "B"],
        "first": state.opening.opener,
        "turns": turns,
        "ended": False,
        "scores": list(state.scores),
    }


def test_sums_and_records_are_those_of_the_rules(tmp_path: Path) -> None:
    games = [*map(played, range(scale(100, 1000))), *map(played_cards, range(scale(10, 100)))]
    source = tmp_path / "games.json"
    source.write_text(json.dumps(games))
    npm, environment = find_npm()
    done = subprocess.run(
        [*npm, "exec", "--", "vitest", "run", "tests/pad.test.ts"],
        cwd=WEB,
        env=environment | {"SIXFOLD_PAD_GAMES": str(source), "SIXFOLD_PYTHON": sys.executable, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped" not in done.stdout, done.stdout
    records = json.loads(Path(f"{source}.records").read_text())
    for game, text in zip(games, records, strict=True):
        assert bool(text) == (game["game"] == "tiles")
        if text:
            assert Record.parse(text).final.scores == tuple(game["scores"])  # type: ignore[arg-type]

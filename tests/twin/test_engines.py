"""One kernel, three engines: the shipped module by wasmtime and by Node, and Numba, give the same answers to the bit.

Whole games, choices of every level, endings, card solutions and reviews are compared between wasmtime and Numba; the
calls that make them are written down and replayed in Node.
"""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Callable
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sixfold import cards, kernel, tiles
from sixfold.bots import Budget, find
from sixfold.game import Draw
from sixfold.kernel import cards as packed_cards
from sixfold.kernel import tiles as packed_tiles
from sixfold.kernel.cards import games as card_games
from sixfold.kernel.engine import Compiled
from sixfold.kernel.floats import exponential
from sixfold.kernel.tiles import games as tile_games
from sixfold.pieces import Pieces
from sixfold.review.choices import judge
from sixfold.review.worth import finished
from tests.scale import SOAK, scale
from tests.twin.door import node
from tests.twin.recorder import Recorder

GAMES: dict[str, Any] = {"tiles": tiles, "cards": cards}
LEVELS = ("thoughtful", "expert", "champion")
# As much as they think at a table when soaking; enough for every kind of call otherwise.
BUDGET = Budget() if SOAK else Budget(rollouts=200)


def both(work: Callable[[], Any]) -> Any:
    """The answer of the shipped module, which must be Numba's too."""
    with kernel.using("wasm"):
        shipped = work()
    with kernel.using("numba"):
        assert work() == shipped
    return shipped


def greedy_tiles(count: int, seats: int) -> bytes:
    results = kernel.zeros((count, 6))
    out, policies = kernel.zeros(packed_tiles.ROOM), np.ones(4, dtype=np.int64)
    tile_games.play_games(packed_tiles.blank(), count, seats, policies, 77_000, out, results)
    return bytes(results.tobytes())


def greedy_cards(count: int, seats: int) -> bytes:
    return bytes(packed_cards.play_games(count, seats, 78_000).tobytes())


def dealt(state: Any, rng: random.Random) -> Any:
    while state.need is not None:
        drawn = rng.sample(list(state.bag), state.need.count)
        state = state.draw(Draw(state.need.seat, Pieces(drawn)))
    return state


def game(kind: str, level: str, number: int) -> list[Any]:
    """All choices of a level in a game against greedy, with values and alternatives."""
    rng = random.Random(number)
    bot, rival = find(kind, level)(5), find(kind, "greedy")(6)
    state = dealt(GAMES[kind].State.start(2 + number % 3), rng)
    made: list[Any] = []
    while state.outcome is None:
        choice = (bot if state.to_move == 0 else rival).choose(state.view(state.to_move), BUDGET)
        if state.to_move == 0:
            made.append(choice)
        state = dealt(state.play(choice.move), rng)
    return made


def positions(kind: str, turns: int, seed: int) -> list[Any]:
    """States of a greedy game for two, some turns apart."""
    rng = random.Random(seed)
    state = dealt(GAMES[kind].State.start(2), rng)
    found: list[Any] = []
    bot = find(kind, "greedy")(1)
    for turn in range(10**6):
        if state.outcome is not None:
            return found
        if turn % turns == 1:
            found.append(state)
        state = dealt(state.play(bot.choose(state.view(state.to_move), Budget()).move), rng)
    return found


def reviewed(kind: str, state: Any) -> Any:
    """What a reviewer says of a position: what it is worth, and what its best move gives away."""
    view = state.view(state.to_move)
    move = find(kind, "greedy")(1).choose(view, Budget()).move
    return [part.tolist() for part in finished(state, 8, 3)], judge(view, move, 40, 3)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_games_are_the_same(seats: int) -> None:
    count = scale(10_000, 1_000_000) // 3
    assert both(lambda: greedy_tiles(count, seats))
    assert both(lambda: greedy_cards(count // 10, seats))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", ["tiles", "cards"])
def test_choices_are_the_same(kind: str, level: str) -> None:
    for number in range(scale(20, 2000) if kind == "tiles" else scale(6, 600)):
        assert both(partial(game, kind, level, number))


@pytest.mark.parametrize("kind", ["tiles", "cards"])
def test_reviews_are_the_same(kind: str) -> None:
    for state in positions(kind, scale(6, 1), 9):
        both(partial(reviewed, kind, state))


def test_our_exponential_is_one() -> None:
    """Python runs the same lines; the mathematics of a library agrees to fifteen digits."""
    assert isinstance(exponential, Compiled)
    for x in np.linspace(-30, 30, 601).tolist():
        assert exponential.py_func(x) == pytest.approx(np.exp(x), rel=5e-15)


def entry_points() -> set[str]:
    """The names of all that the shipped module offers."""
    import wasmtime

    module = wasmtime.Module(wasmtime.Engine(), (files("sixfold.kernel") / "kernel.wasm").read_bytes())
    return {one.name for one in module.exports} - {"memory", "__heap_base"}


def test_node_gives_the_same_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls of every kind, recorded with wasmtime; every entry point that thinks is among them."""
    recorder = Recorder(most=scale(20, 500))
    with kernel.using("wasm"), recorder.recording(monkeypatch):
        greedy_tiles(scale(3_000, 300_000), 2)
        greedy_cards(scale(300, 30_000), 2)
        for kind in GAMES:
            for level in LEVELS:
                game(kind, level, 0)
            for state in positions(kind, 8, 4):
                reviewed(kind, state)
                # A clock that strikes ends rounds early.
                find(kind, "champion")(1).choose(state.view(state.to_move), Budget(rollouts=10**6, ms=20))
        # The last two turns of two players are solved.
        for number in (3, 6, 9):
            game("cards", "expert", number)
    program = [node(), str(Path(__file__).with_name("replay.mjs")), str(files("sixfold.kernel") / "kernel.wasm")]
    done = subprocess.run(program, input="\n".join(recorder.lines), capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    assert told["different"] is None
    assert sum(told["equal"].values()) == len(recorder.lines)
    assert {name for name in entry_points() if ".thinking." in name} <= set(told["equal"])


def test_the_door_knows_every_entry_point() -> None:
    """The module and the sources offer the same."""
    import bench.kernel.build as builder

    assert {one.name for one in builder.entries()} == entry_points()
    assert isinstance(card_games.deal, Compiled)

"""The speed of the tile kernel, measured on positions of whole games: the tiles_* figures of `python -m bench.kernel`.

All times are CPU time of one thread, except for threads side by side, which are a matter of the clock. Positions come
from 1,000 seeded games of mixed strength for 2 to 4 players, from the first turn to the last; their hash is among the
figures.
"""

from __future__ import annotations

import hashlib
import os
import random
import threading
import time
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sixfold.game import Draw
from sixfold.kernel import tiles
from sixfold.kernel.engine import at, compiled
from sixfold.kernel.tiles.games import deal, list_plays, play_games, scramble, simple_turn
from sixfold.kernel.tiles.layout import HANDS, LAID, LAID_COUNT, MOVER, PLAYING, STATUS
from sixfold.pieces import Pieces
from sixfold.tiles import Board, Pass, State, Swap
from sixfold.tiles.moves import plays

GAMES: Final = 1000
SEED: Final = 5_000_000
Keys = NDArray[np.int64]


@compiled
def walk(g: Any, games: int, seed: int, out: Any, keys: Any) -> int:
    """Play mixed games, all plays listed at every turn; notes a key of each position there is room for. The turns."""
    n = 0
    policies = np.zeros(4, dtype=np.int64)
    for i in range(games):
        deal(g, 2 + i % 3, seed + i, 0)
        for seat in range(4):
            # Every third seat plays at random, the others greedily: tidy boards and wild ones.
            policies[seat] = 1 if (i // 3 + seat) % 3 else 0
        while g[STATUS] == PLAYING:
            if n < keys.size:
                key = scramble(g[at(HANDS + 3 * g[MOVER])])
                for k in range(g[LAID_COUNT]):
                    key ^= scramble(g[at(LAID + k)])
                keys[at(n)] = key
            n += 1
            simple_turn(g, policies[at(g[MOVER])], out)
    return n


def fingerprint(keys: Keys) -> str:
    """A hash of positions, so that two runs can be compared."""
    return hashlib.sha256(keys.tobytes()).hexdigest()[:16]


def generations_per_cpu_s(games: int = GAMES) -> tuple[float, int, str]:
    """Complete lists of plays in a CPU-second, the number of positions, and their hash.

    Every position is listed once, in the course of its game, and choosing and laying count too: listing one position
    many times over would flatter the processor's memory.
    """
    words, out = tiles.blank(), np.zeros(tiles.ROOM, dtype=np.int64)
    keys = np.zeros(200 * games, dtype=np.int64)
    turns = walk(words, games, SEED, out, keys)
    began = time.thread_time()
    walk(words, games, SEED, out, keys[:0])
    return turns / (time.thread_time() - began), turns, fingerprint(keys[:turns])


def games_per_cpu_s(games: int, seats: int = 2, seed: int = SEED) -> float:
    """Whole greedy games in a CPU-second, all plays generated at every turn."""
    words, out = tiles.blank(), np.zeros(tiles.ROOM, dtype=np.int64)
    results = np.zeros((games, 6), dtype=np.int64)
    policies = np.ones(4, dtype=np.int64)
    play_games(words, 1, seats, policies, seed, out, results)
    began = time.thread_time()
    play_games(words, games, seats, policies, seed, out, results)
    return games / (time.thread_time() - began)


def games_per_s(threads: int, games: int) -> float:
    """Whole greedy games in a second of the clock, by so many threads at once."""
    policies = np.ones(4, dtype=np.int64)
    room = [
        (tiles.blank(), np.zeros(tiles.ROOM, dtype=np.int64), np.zeros((games, 6), dtype=np.int64))
        for _ in range(threads)
    ]
    workers = [
        threading.Thread(target=play_games, args=(words, games, 2, policies, SEED + i * games, out, results))
        for i, (words, out, results) in enumerate(room)
    ]
    began = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return threads * games / (time.perf_counter() - began)


def reference_games_per_cpu_s(games: int = 4) -> float:
    """Whole greedy two-player games in a CPU-second, by the reference rules."""
    began = time.thread_time()
    for number in range(games):
        rng = random.Random(SEED + number)
        state = State.start(2)
        while state.outcome is None:
            if state.need is not None:
                drawn = rng.sample(list(state.bag), state.need.count)
                state = state.draw(Draw(state.need.seat, Pieces(drawn)))
                continue
            found = state.plays()
            if found:
                state = state.play(rng.choice([play for play in found if play.points == found[0].points]).place)
            elif state.bag_count and state.to_move is not None:
                hand = list(state.hands[state.to_move])
                state = state.play(Swap(Pieces(hand[: state.bag_count])))
            else:
                state = state.play(Pass())
    return games / (time.thread_time() - began)


def sample(count: int) -> list[tuple[Board, Pieces]]:
    """An even choice of the positions of mixed games, in the rules' values."""
    words, out = tiles.blank(), np.zeros(tiles.ROOM, dtype=np.int64)
    found: list[tuple[Board, Pieces]] = []
    turn = 0
    game = 0
    while len(found) < count:
        deal(words, 2 + game % 3, SEED + game, 0)
        policy = game % 2
        while words[STATUS] == PLAYING and len(found) < count:
            if turn % 7 == 6:
                now = tiles.unpack(tiles.located(words))
                found.append((now.board, now.hands[now.to_move]))
            turn += 1
            simple_turn(words, policy, out)
        game += 1
    return found


def compare(count: int = 200) -> dict[str, float]:
    """Kernel and reference list the plays of the same positions: median times and ratio; unequal answers raise."""
    fast: list[float] = []
    slow: list[float] = []
    out = np.zeros(tiles.ROOM, dtype=np.int64)
    for board, hand in sample(count):
        began = time.thread_time_ns()
        wanted = [(play.place.text, play.points) for play in plays(board, hand)]
        slow.append((time.thread_time_ns() - began) / 1000)
        packed = tiles.pack_board(board)
        if [(place.text, points) for place, points in tiles.ordered(packed, hand)] != wanted:
            raise RuntimeError(f"kernel and reference differ on board {str(board)!r} with {hand}")
        held = tiles.planes(hand)[0]
        began = time.thread_time_ns()
        for _ in range(50):
            list_plays(packed.words, held, out)
        fast.append((time.thread_time_ns() - began) / 50 / 1000)
    return {
        "tiles_compared": count,
        "tiles_kernel_us_median": float(np.median(fast)),
        "tiles_reference_us_median": float(np.median(slow)),
        "tiles_reference_ratio": float(np.median(slow) / np.median(fast)),
    }


def measure(games: int = 4000) -> dict[str, Any]:
    """Every tiles_* figure of `python -m bench.kernel`."""
    per_second, turns, key = generations_per_cpu_s()
    greedy = games_per_cpu_s(games)
    reference = reference_games_per_cpu_s()
    cores = os.cpu_count() or 1
    games_per_s(1, 100)
    one = games_per_s(1, games)
    two = games_per_s(2, games)
    return {
        "tiles_positions": turns,
        "tiles_positions_hash": key,
        "tiles_greedy_games_per_cpu_s": greedy,
        "tiles_greedy_games_per_cpu_s_3": games_per_cpu_s(games // 2, 3),
        "tiles_greedy_games_per_cpu_s_4": games_per_cpu_s(games // 2, 4),
        "tiles_generations_per_cpu_s": per_second,
        "tiles_reference_games_per_cpu_s": reference,
        "tiles_games_ratio": greedy / reference,
        "tiles_two_threads_ratio": two / one,
        "tiles_games_by_batch": [[n, games_per_cpu_s(n)] for n in (10, 100, 1000, games)],
        "tiles_games_by_threads": [[n, games_per_s(n, games)] for n in range(1, cores + 1)],
        **compare(),
    }

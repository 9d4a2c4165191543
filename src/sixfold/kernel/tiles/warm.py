"""What has to run once so that every compiled function of the tile kernel is on disk: small calls, real arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from sixfold.kernel import tiles
from sixfold.kernel.tiles import games
from sixfold.kernel.tiles.layout import HANDS, MOVER, SEATS, STATUS
from sixfold.kernel.tiles.thinking import endgame, policy, search, value
from sixfold.pieces import Pieces
from sixfold.tiles.board import Board

_ROOM: Final = 1 << 13


def _lists() -> None:
    """Packing, and lists of plays."""
    tiles.plays(Board.parse("0,0:Rs 1,0:Rd"), Pieces.parse("RoRsGd"))
    tiles.plays(Board(), Pieces.parse("RoRsGd"))
    tiles.unpack(tiles.pack(Board.parse("0,0:Rs"), (Pieces.parse("Ro"), Pieces.parse("Gd"))))


def _games() -> None:
    """Whole games under simple policies."""
    results = np.zeros((1, 6), dtype=np.int64)
    out = np.zeros(_ROOM, dtype=np.int64)
    for way in (0, 1):
        games.play_games(tiles.blank(), 1, 2, np.array([way] * 4, dtype=np.int64), 1, out, results)


def _value() -> None:
    """The learned value, and games played and written down by it."""
    game = tiles.blank()
    plays, out = np.zeros(_ROOM, dtype=np.int64), np.zeros(_ROOM, dtype=np.int64)
    weights = np.zeros(value.WEIGHTS, dtype=np.float32)
    values, x = np.zeros(policy.MOST), np.zeros(value.FEATURES, dtype=np.float32)
    h = np.zeros(value.FIRST + value.SECOND, dtype=np.float32)
    games.deal(game, 2, 1, 0)
    games.simple_turn(game, 1, out)
    n = games.list_plays(game, int(game[HANDS + 3 * game[MOVER]]), plays)
    policy.weigh(game, weights, plays, n, values, x, h, out)
    policy.weigh_swaps(game, weights, plays, x, h, out)


def _search() -> None:
    """Rollouts on samples."""
    game = tiles.blank()
    plays, out = np.zeros(_ROOM, dtype=np.int64), np.zeros(_ROOM, dtype=np.int64)
    weights = np.zeros(value.WEIGHTS, dtype=np.float32)
    x = np.zeros(value.FEATURES, dtype=np.float32)
    h = np.zeros(value.FIRST + value.SECOND, dtype=np.float32)
    games.deal(game, 2, 1, 0)
    games.simple_turn(game, 1, out)
    mover = int(game[MOVER])
    n = games.list_plays(game, int(game[HANDS + 3 * mover]), plays)
    moves = plays[:n].copy()
    game[SEATS] = 2
    pool = np.arange(36, dtype=np.int64)
    sizes = np.array([6, 6, 0, 0], dtype=np.int64)
    sums = np.zeros(n)
    saved = np.zeros(search.SAVED, dtype=np.int64)
    search.hide(game, mover, pool, sizes, 0, 1)
    search.simulate(
        game,
        weights,
        mover,
        pool,
        sizes,
        moves,
        np.arange(1),
        0,
        1,
        2,
        1,
        1,
        sums,
        sums.copy(),
        sums.copy(),
        saved,
        x,
        h,
        plays,
        out,
    )


def _endings() -> None:
    """Exact endings."""
    packed = tiles.pack(Board.parse("0,0:Rs 1,0:Rd"), (Pieces.parse("RoGx"), Pieces.parse("RcBx")))
    packed.words[STATUS] = 0
    endgame.best_ending(
        packed.words,
        0,
        -endgame.INFINITE,
        endgame.INFINITE,
        1000,
        np.zeros(endgame.ENTRY << 10, dtype=np.int64),
        np.zeros(endgame.PLIES * endgame.WIDTH, dtype=np.int64),
        np.zeros(endgame.TALLY, dtype=np.int64),
    )


STEPS: Final[list[tuple[str, Callable[[], None]]]] = [
    ("tiles: lists of plays", _lists),
    ("tiles: whole games", _games),
    ("tiles: the learned value", _value),
    ("tiles: rollouts", _search),
    ("tiles: endings", _endings),
]

"""The positions with the longest lists of plays that a search finds, and how long their lists take.

`python bench/longest.py [--games N] [--write]` walks through games that spread out as far as they can, gives the mover
the hand that fits the board in most ways, and keeps the worst. `--write` puts them into spec/longest/tiles.json, where
tests find them: a server must answer also there (threat H14 of docs/security.md).
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path

from rich.progress import track

from sixfold import tiles
from sixfold.dealer import Dealer, settle
from sixfold.pieces import Color, Piece, Pieces, Shape

PAGE = Path(__file__).resolve().parents[1] / "spec" / "longest" / "tiles.json"
KEPT = 12
HANDS = [
    *([Piece(color, shape) for shape in Shape] for color in Color),
    *([Piece(color, shape) for color in Color] for shape in Shape),
]
"""Six that share one and differ in the other: any part of such a hand may be laid in one line, in any order."""


def boards(seed: int) -> list[tiles.Board]:
    """The boards of a game of chance whose players lay as few tiles as they may, which keeps most lines open."""
    rng = random.Random(seed)
    state, _, dealer = settle(tiles.State.start(rng.choice((2, 3, 4))), Dealer.from_seed(rng.randbytes(64)))
    found = []
    while state.outcome is None:
        assert state.to_move is not None
        moves = state.view(state.to_move).legal_moves()
        places = [move for move in moves if isinstance(move, tiles.Place)]
        few = min((len(move.placements) for move in places), default=0)
        chosen = rng.choice([move for move in places if len(move.placements) == few] or moves)
        state, _, dealer = settle(state.play(chosen), dealer)
        found.append(state.board)
    return found


def possible(board: tiles.Board, hand: list[Piece]) -> bool:
    """Three of a kind is all there is."""
    lying = board.pieces.counts
    return all(lying[piece.index] < 3 for piece in hand)


def main() -> None:
    """Search, and print the worst."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    worst: list[tuple[int, tiles.Board, Pieces]] = []
    for seed in track(range(options.games), "games", transient=True):
        for board in boards(seed)[3::4]:
            for hand in HANDS:
                if possible(board, hand):
                    pieces = Pieces(hand)
                    worst.append((len(tiles.plays(board, pieces)), board, pieces))
        worst = sorted(worst, key=lambda one: one[0])[-KEPT:]
    for count, board, held in worst:
        began = time.thread_time()
        tiles.plays(board, held)
        print(f"{count} plays, {len(board)} tiles, {1000 * (time.thread_time() - began):.1f} ms  {held}")
    if options.write:
        cases = [{"board": str(board), "hand": str(hand), "plays": count} for count, board, hand in worst]
        PAGE.write_text(json.dumps(cases, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

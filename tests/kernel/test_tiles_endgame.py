"""Exact endings against brute force through the reference rules (T16 to T18)."""

from __future__ import annotations

import numpy as np

from sixfold.kernel import tiles
from sixfold.kernel.tiles import games as tiles_games
from sixfold.kernel.tiles.layout import BAG_HIGH, BAG_LOW, HANDS, LAID_COUNT, PLAYING, STATUS
from sixfold.kernel.tiles.thinking import endgame
from sixfold.pieces import Pieces
from sixfold.tiles import TILES, Board, Pass
from sixfold.tiles.moves import can_play, plays
from tests.scale import scale


def brute(board: Board, hands: tuple[Pieces, Pieces], mover: int) -> int:
    """The mover's gain on the other from here on, by trying everything with the reference."""
    found = plays(board, hands[mover])
    if not found:
        return -brute(board, hands, 1 - mover) if can_play(board, hands[1 - mover]) else 0
    best = -1000
    for play in found:
        kept = hands[mover] - play.place.pieces
        if not kept:
            best = max(best, play.points + TILES.end_bonus)
            continue
        after = (kept, hands[1]) if mover == 0 else (hands[0], kept)
        best = max(best, play.points - brute(board.lay(play.place.placements), after, 1 - mover))
    return best


def solved(packed: tiles.Packed, mover: int, nodes: int = 10**7) -> tuple[int, int, int]:
    memory = endgame.memory(1 << 12)
    gain = endgame.best_ending(packed.words, mover, -endgame.INFINITE, endgame.INFINITE, nodes, memory)
    return int(gain), int(memory.tally[endgame.BEST_PLAY]), int(memory.tally[endgame.STOPPED])


def endings(count: int, most: int) -> list[tuple[Board, tuple[Pieces, Pieces], int]]:
    """Late positions of greedy and random games with the bag empty and at most so many tiles in both hands."""
    found: list[tuple[Board, tuple[Pieces, Pieces], int]] = []
    seed = 0
    out = np.zeros(tiles.ROOM, dtype=np.int64)
    while len(found) < count:
        words = tiles.blank()
        tiles_games.deal(words, 2, 400_000 + seed, 0)
        while words[STATUS] == PLAYING:
            tiles_games.simple_turn(words, seed % 2, out)
            held = sum(int(word).bit_count() for word in words[HANDS : HANDS + 6])
            if words[STATUS] == PLAYING and words[BAG_HIGH] == words[BAG_LOW] and held <= most:
                now = tiles.unpack(tiles.located(words))
                found.append((now.board, (now.hands[0], now.hands[1]), now.to_move))
                break
        seed += 1
    return found


def test_the_exact_margin_is_that_of_brute_force() -> None:
    for board, hands, mover in endings(scale(25, 300), scale(3, 5)):
        packed = tiles.pack(board, hands, (0, 0), mover)
        gain, best, stopped = solved(packed, mover)
        assert not stopped
        assert gain == brute(board, hands, mover), (str(board), hands, mover)
        # The play it names has that value.
        if best:
            place = packed.place(best)
            kept = hands[mover] - place.pieces
            after = (kept, hands[1]) if mover == 0 else (hands[0], kept)
            rest = TILES.end_bonus if not kept else -brute(board.lay(place.placements), after, 1 - mover)
            assert tiles.points(best) + rest == gain
        else:
            assert not can_play(board, hands[mover])
            assert str(Pass()) == "pass"


def test_a_limit_of_nodes_stops_and_restores_the_table() -> None:
    board, hands, mover = next(one for one in endings(20, 8) if len(one[1][0]) + len(one[1][1]) > 5)
    packed = tiles.pack(board, hands, (0, 0), mover)
    before = packed.words[HANDS : HANDS + 6].tolist(), int(packed.words[LAID_COUNT])
    _, _, stopped = solved(packed, mover, nodes=3)
    assert stopped
    assert (packed.words[HANDS : HANDS + 6].tolist(), int(packed.words[LAID_COUNT])) == before

"""The tile kernel by itself: its tables by definition, undoing exactly, packing there and back, refusals."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest

from sixfold.errors import PositionError
from sixfold.kernel import tiles
from sixfold.kernel.tiles import core as tiles_core
from sixfold.kernel.tiles import games as tiles_games
from sixfold.kernel.tiles import tables as tiles_tables
from sixfold.kernel.tiles.layout import (
    BAG,
    CELL_MASK,
    FRONTIER,
    FRONTIER_COUNT,
    HANDS,
    JOURNAL,
    LAID,
    LAID_COUNT,
    MOVER,
    PLANE,
    PLAYING,
    RECORD_COUNT,
    RECORDS,
    STACK,
    STATUS,
    STRIDE,
    TABLE,
    WORDS,
)
from sixfold.pieces import ALL_PIECES, Pieces
from sixfold.tiles import Board, Cell, Place
from sixfold.tiles.rules import Rules
from tests.scale import scale


def legal_line(pieces: list[int]) -> bool:
    """T10 by its words: one colour and all shapes different, or one shape and all colours different."""
    colors, shapes = {p // 6 for p in pieces}, {p % 6 for p in pieces}
    return (len(colors) == 1 and len(shapes) == len(pieces)) or (len(shapes) == 1 and len(colors) == len(pieces))


def test_accept_is_what_a_line_can_take() -> None:
    """Every line of one to six tiles, colour lines and shape lines: exactly the pieces that keep it legal."""
    checked = set()
    for attribute in range(6):
        for members in range(1, 64):
            for by_color in (True, False):
                held = [i for i in range(6) if members >> i & 1]
                line = [6 * attribute + i if by_color else 6 * i + attribute for i in held]
                bits = 0
                for piece in line:
                    bits |= int(tiles_tables.PIECE_LINE[piece])
                wanted = sum(1 << piece for piece in range(36) if legal_line([*line, piece]))
                assert int(tiles_tables.ACCEPT[bits]) == wanted, line
                checked.add(bits)
    for bits in range(1, 4096):
        if bits not in checked:
            assert tiles_tables.ACCEPT[bits] == 0


def test_sets_of_colors_and_shapes() -> None:
    for piece in ALL_PIECES:
        for k in range(6):
            assert bool(tiles_tables.SET_OF_COLOR[k] >> piece.index & 1) == (piece.color == k)
            assert bool(tiles_tables.SET_OF_SHAPE[k] >> piece.index & 1) == (piece.shape == k)


def test_a_packed_game_takes_at_most_40_kilobytes() -> None:
    assert tiles.blank().nbytes == 8 * WORDS <= 40_000


def test_cells_never_meet_on_the_ring() -> None:
    """The claim in layout: two cells with one number are 128 steps apart or more."""
    reach = range(-128, 129)
    same = [(x, y) for x in reach for y in reach if (x + STRIDE * y) & CELL_MASK == 0]
    assert sorted(abs(x) + abs(y) for x, y in same)[:2] == [0, 128]


def meaningful(words: tiles.Words) -> bytes:
    """The words that mean something now: not scratch, not what lies beyond a counter."""
    copy = words.copy()
    copy[STACK:BAG] = 0
    copy[JOURNAL:WORDS] = 0
    copy[FRONTIER + int(words[FRONTIER_COUNT]) : RECORDS] = 0
    copy[RECORDS + 2 * (int(words[RECORD_COUNT]) + 1) : PLANE] = 0
    copy[LAID:FRONTIER] = 0
    return copy.tobytes()


def test_undo_is_exact() -> None:
    rng = random.Random(5)
    out = np.zeros(tiles.ROOM, dtype=np.int64)
    undone = 0
    for seed in range(scale(4, 100)):
        words = tiles.blank()
        tiles_games.deal(words, 2, seed, 0)
        tiles_games.simple_turn(words, 0, out)
        while words[STATUS] == PLAYING:
            hand = int(words[HANDS + 3 * words[MOVER]])
            listed = tiles.list_plays(words, hand).tolist()
            before = meaningful(words)
            for play in rng.sample(listed, min(3, len(listed))):
                tiles_core.apply(words, play)
                assert meaningful(words) != before
                tiles_core.undo(words, play)
                assert meaningful(words) == before
                undone += 1
            tiles_games.simple_turn(words, 0, out)
        tiles_core.clear(words)
        assert not words[PLANE:JOURNAL].any()
        assert not words[[LAID_COUNT, FRONTIER_COUNT, RECORD_COUNT, TABLE, TABLE + 1, TABLE + 2]].any()
    assert undone > 100


def test_packing_there_and_back() -> None:
    board = Board.parse("-300,7:Rs -299,7:Rd -299,8:Gd")
    hands = (Pieces.parse("RoRoGx"), Pieces.parse("BtPx"), Pieces.parse("Oo"))
    back = tiles.unpack(tiles.pack(board, hands, (5, 6, 7), 1))
    assert (back.board, back.hands, back.scores, back.to_move) == (board, hands, (5, 6, 7), 1)
    assert len(back.bag) == 108 - 3 - 6


def test_far_cells_are_only_shifted() -> None:
    hand = Pieces.parse("RoRxGs")
    near = tiles.plays(Board.parse("0,0:Rs 1,0:Rd"), hand)
    far = tiles.plays(Board.parse("999999990,-999999990:Rs 999999991,-999999990:Rd"), hand)
    moved = {Place((Cell(c.x + 999999990, c.y - 999999990), p) for c, p in place.placements) for place, _ in near}
    assert {place for place, _ in far} == moved


@pytest.mark.parametrize(
    ("board", "hand", "code"),
    [
        ("0,0:Rs 5,5:Rd", "Ro", "position/apart"),
        ("0,0:Rs 1,0:Rs", "Ro", "position/line"),
        ("0,0:Rs", "RsRsRs", "position/copies"),
        ("0,0:Rs", "RoRoRsRdRcRtRx", "position/hand"),
    ],
)
def test_impossible_positions_are_refused(board: str, hand: str, code: str) -> None:
    with pytest.raises(PositionError) as refused:
        tiles.plays(Board().lay(Place.parse(board).placements), Pieces.parse(hand))
    assert refused.value.code == code


def test_hands_that_are_impossible_together_are_refused() -> None:
    with pytest.raises(PositionError):
        tiles.pack(Board.parse("0,0:Rs"), (Pieces.parse("RsRs"), Pieces.parse("Rs")))


def test_rules_that_do_not_fit_are_refused() -> None:
    with pytest.raises(PositionError):
        tiles.blank(Rules("huge", copies=4))


def test_a_list_longer_than_its_room_is_counted_not_written() -> None:
    packed = tiles.pack_board(Board.parse("0,0:Rs 1,0:Rd"))
    hand = tiles.planes(Pieces.parse("RoRcRtRxGsGd"))[0]
    full = tiles.list_plays(packed.words, hand)
    short = np.full(5, -1, dtype=np.int64)
    assert tiles_games.list_plays(packed.words, hand, short[:3]) == len(full)
    assert short.tolist() == [*full[:3].tolist(), -1, -1]


def test_games_do_not_depend_on_how_a_batch_is_split() -> None:
    policies = np.ones(4, dtype=np.int64)
    whole, parts = np.zeros((6, 6), dtype=np.int64), np.zeros((6, 6), dtype=np.int64)
    out = np.zeros(tiles.ROOM, dtype=np.int64)
    tiles_games.play_games(tiles.blank(), 6, 3, policies, 50, out, whole)
    tiles_games.play_games(tiles.blank(), 2, 3, policies, 50, out, parts[:2])
    tiles_games.play_games(tiles.blank(), 4, 3, policies, 52, out, parts[2:])
    assert whole.tolist() == parts.tolist()


def test_importing_sixfold_does_not_import_numba() -> None:
    code = "import sys, sixfold, sixfold.kernel, sixfold.tiles, sixfold.bots; print('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"

"""The board: what it refuses to be, and what its slots say."""

import pickle

import pytest

from sixfold.errors import PositionError
from sixfold.pieces import ALL_PIECES, Piece, Pieces
from sixfold.tiles import TILES, TINY, Board, Cell, check_hand
from sixfold.tiles.board import ANY, MATES, OPEN


@pytest.mark.parametrize(
    ("text", "code", "cells"),
    [
        ("0,0:Rs 0,0:Rd", "position/cell", ["0,0"]),
        ("0,0:Rs 1,0:Rs", "position/line", ["1,0"]),
        ("0,0:Rs 1,0:Gd", "position/line", ["1,0"]),
        ("0,0:Rs 0,1:Gd", "position/line", ["0,1"]),
        ("0,0:Rs 2,0:Gd 1,0:Rd", "position/line", ["1,0"]),
        ("0,0:Rs 1,0:Rd 2,0:Gd", "position/line", ["2,0"]),
        ("0,0:Rs 0,2:Gd 0,1:Rd", "position/line", ["0,1"]),
        ("0,0:Rs 1,0:Rd 2,0:Ro 3,0:Rs", "position/line", ["3,0"]),
        ("0,0:Rs 2,0:Rd", "position/apart", ["0,0", "2,0"]),
        ("0,0:Rs 1,1:Rd 1,2:Ro 5,0:Go 5,1:Yo", "position/apart", ["0,0", "5,0"]),
    ],
)
def test_boards_that_no_game_laid(text: str, code: str, cells: list[str]) -> None:
    with pytest.raises(PositionError) as caught:
        Board.parse(text)
    assert caught.value.code == code
    assert caught.value.facts["cells"] == cells
    assert all(cell in caught.value.message for cell in cells)
    if code == "position/line":
        assert caught.value.facts["pieces"] == [dict(part.split(":") for part in text.split())[cells[0]]]


FOUR = "0,0:Rs 1,0:Rd 1,1:Bd 2,1:Bs 2,2:Rs 3,2:Ro 3,3:Bo 4,3:Bs 4,4:Rs"


def test_more_copies_than_the_box_holds() -> None:
    board = Board.parse(FOUR)
    with pytest.raises(PositionError, match=r"4 of Rs .red square. are more than the 3") as caught:
        check_hand(board, Pieces.parse("Rs"))
    assert caught.value.code == "position/copies"
    assert caught.value.facts == {"pieces": ["Rs"], "held": 4, "most": 3}
    with pytest.raises(PositionError) as caught:
        Board.parse(FOUR + " 5,4:Rd 5,5:Bd 6,5:Bs 6,6:Rs")
    assert caught.value.code == "position/copies"
    with pytest.raises(PositionError, match=r"1 of Yo .yellow circle. are more than the 0"):
        Board.parse("0,0:Yo", TINY)
    check_hand(board, Pieces.parse("RdRdBo"))


def test_hands_that_nobody_holds() -> None:
    check_hand(Board(), Pieces.parse("RoRsRdRcRtRx"))
    with pytest.raises(PositionError, match="a hand of 7 is too large") as caught:
        check_hand(Board(), Pieces.parse("RoRsRdRcRtRx?"))
    assert (caught.value.code, caught.value.facts) == ("position/hand", {"held": 7, "most": 6})
    check_hand(Board(), Pieces.parse("??"), TINY)
    nearly = Board.parse("0,0:Ro 1,0:Rs 1,1:Os 2,1:Oo 2,2:Ro 3,2:Rs 3,3:Os", TINY)
    check_hand(nearly, Pieces.parse("?"), TINY)
    with pytest.raises(PositionError, match="7 tiles on the board and 2 in the hand") as caught:
        check_hand(nearly, Pieces.parse("??"), TINY)
    assert (caught.value.code, caught.value.facts) == ("position/copies", {"held": 9, "most": 8})


def test_mates_are_those_that_share_exactly_one() -> None:
    """T10 as a relation, counted: five of the colour and five of the shape, never itself."""
    for piece in ALL_PIECES:
        mates = [other for other in ALL_PIECES if MATES[piece.index] >> other.index & 1]
        assert len(mates) == 10
        assert all((other.color == piece.color) + (other.shape == piece.shape) == 1 for other in mates)


def test_an_open_cell_accepts_everything() -> None:
    assert ANY == OPEN.accepts == (1 << 36) - 1
    assert {(run.members, run.mates, run.length) for run in OPEN.sides} == {(0, ANY, 0)}


def kinds(mask: int) -> str:
    return " ".join(str(piece) for piece in ALL_PIECES if mask >> piece.index & 1)


def test_what_slots_accept() -> None:
    board = Board.parse("0,0:Rs 1,0:Rd 0,1:Gs")
    assert kinds(board.slots[Cell(2, 0)].accepts) == "Ro Rc Rt Rx"
    assert kinds(board.slots[Cell(1, 1)].accepts) == "Rs Gd"
    assert kinds(board.slots[Cell(0, 2)].accepts) == "Os Ys Bs Ps"
    assert len(board.slots) == 7
    assert board.touches(Cell(-1, 0))
    assert not board.touches(Cell(-1, -1))
    assert not board.touches(Cell(0, 0))
    left, right, up, down = board.slots[Cell(1, 1)].sides
    assert (left.length, right.length, up.length, down.length) == (1, 0, 1, 0)
    assert (right.members, right.mates) == (0, ANY)


def test_runs_grow_whatever_the_order() -> None:
    """The middle tile last: both ends of the whole line see all of it."""
    for text in ("0,0:Rs 1,0:Rd 2,0:Ro", "0,0:Rs 2,0:Ro 1,0:Rd", "2,0:Ro 0,0:Rs 1,0:Rd"):
        board = Board.parse(text)
        for end, side in ((Cell(-1, 0), 1), (Cell(3, 0), 0)):
            run = board.slots[end].sides[side]
            assert (kinds(run.members), kinds(run.mates), run.length) == ("Ro Rs Rd", "Rc Rt Rx", 3)
    for text in ("0,0:Rs 0,1:Rd 0,2:Ro", "0,0:Rs 0,2:Ro 0,1:Rd"):
        board = Board.parse(text)
        for end, side in ((Cell(0, -1), 3), (Cell(0, 3), 2)):
            run = board.slots[end].sides[side]
            assert (kinds(run.members), kinds(run.mates), run.length) == ("Ro Rs Rd", "Rc Rt Rx", 3)


def test_runs_that_cannot_be_joined() -> None:
    """A cell between Rs and Gd accepts Gs and Rd by each neighbour, but no line holds all three."""
    board = Board.parse("0,0:Rs 0,1:Rd 1,1:Bd 2,1:Gd 2,0:Gx")
    assert board.slots[Cell(1, 0)].accepts == 0
    board = Board.parse("0,0:Rs 1,0:Rd 1,1:Bd 1,2:Gd 0,2:Gx")
    assert board.slots[Cell(0, 1)].accepts == 0


def test_a_board_is_a_value() -> None:
    board = Board.parse("0,0:Rs 1,0:Rd")
    more = board.lay([(Cell(2, 0), Piece.parse("Ro"))])
    assert (len(board), len(more)) == (2, 3)
    assert str(board) == "0,0:Rs 1,0:Rd"
    assert Cell(2, 0) in board.slots
    assert Cell(2, 0) in more
    assert Cell(2, 0) not in board
    assert more.get(Cell(2, 0)) is Piece.parse("Ro")
    assert board.get(Cell(2, 0)) is None
    assert more != board
    assert board != "0,0:Rs 1,0:Rd"
    assert hash(board) == hash(Board.parse("1,0:Rd 0,0:Rs"))
    assert board.pieces == Pieces.parse("RsRd")
    assert not Board()
    assert str(Board()) == ""
    assert [str(placement) for placement in more] == ["0,0:Rs", "1,0:Rd", "2,0:Ro"]
    assert repr(board) == "Board.parse('0,0:Rs 1,0:Rd')"
    again = pickle.loads(pickle.dumps(more))
    assert (again, again.slots) == (more, more.slots)


def test_the_box() -> None:
    assert len(TILES.box) == TILES.size == 108
    assert set(TILES.box.counts) == {3}
    assert str(TINY.box) == "RoRoRsRsOoOoOsOs"
    assert TINY.size == 8
    assert (TILES.name, TINY.name) == ("tiles/1", "tiny-tiles/1")

"""Sets, listing and judging plays: what spec/ does not already say."""

import pytest

from sixfold.errors import IllegalMove
from sixfold.pieces import EMPTY, Pieces
from sixfold.tiles import TILES, TINY, Board, Place, announcement, can_play, check, line_points, plays, sets
from sixfold.tiles.moves import mask


@pytest.mark.parametrize(
    ("hand", "largest"),
    [
        ("", []),
        ("??", []),
        ("Ro", ["Ro"]),
        ("RoRo", ["Ro"]),
        ("RoOsYd", ["Ro", "Os", "Yd"]),
        ("RoRsRdGxBtYc", ["RoRsRd"]),
        ("RoOoYoGsBtPc", ["RoOoYo"]),
        ("RoRsOoOsYd", ["RoRs", "RoOo", "RsOs", "OoOs"]),
        ("RoRsRdRcRtRx", ["RoRsRdRcRtRx"]),
        ("RoRs????", ["RoRs"]),
    ],
)
def test_largest_sets(hand: str, largest: list[str]) -> None:
    pieces = Pieces.parse(hand)
    assert ["".join(map(str, group)) for group in sets(pieces)] == largest
    assert announcement(pieces) == (len(Pieces.parse(largest[0])) if largest else 0)


def test_line_points() -> None:
    assert [line_points(n) for n in range(7)] == [0, 0, 2, 3, 4, 5, 12]
    assert [line_points(n, TINY) for n in range(3)] == [0, 0, 4]


def test_openings() -> None:
    found = plays(Board(), Pieces.parse("RoRsGd"))
    assert [str(play.place) for play in found] == ["0,0:Ro 0,1:Rs", "0,0:Ro 1,0:Rs", "0,0:Rs 0,1:Ro", "0,0:Rs 1,0:Ro"]
    assert {(play.points, play.qwirkles) for play in found} == {(2, 0)}
    found = plays(Board(), Pieces.parse("RoOsYd"))
    assert [(str(play.place), play.points, play.qwirkles) for play in found] == [
        ("0,0:Os", 1, 0),
        ("0,0:Ro", 1, 0),
        ("0,0:Yd", 1, 0),
    ]
    assert [[len(line) for line in play.lines] for play in found] == [[1], [1], [1]]
    found = plays(Board(), Pieces.parse("RoRsRdRcRtRx"))
    assert len(found) == 1440
    assert {(play.points, play.qwirkles) for play in found} == {(12, 1)}
    assert [(play.points, play.qwirkles) for play in plays(Board(), Pieces.parse("RoRs"), TINY)] == [(4, 1)] * 4
    assert plays(Board(), EMPTY) == ()


def test_an_unknown_tile_is_not_listed_but_accepted() -> None:
    board = Board.parse("0,0:Ro 1,0:Rs")
    assert plays(board, Pieces.parse("????")) == ()
    assert not can_play(board, Pieces.parse("????"))
    assert check(board, Place.parse("2,0:Rd 3,0:Rc"), Pieces.parse("??")).points == 4
    assert check(Board(), Place.parse("0,0:Rd 1,0:Rc"), Pieces.parse("Gx??")).points == 2
    with pytest.raises(IllegalMove) as caught:
        check(Board(), Place.parse("0,0:Rd"), Pieces.parse("GxGo?"))
    assert (caught.value.clause, caught.value.facts["size"]) == ("T4", 2)
    with pytest.raises(IllegalMove) as caught:
        check(board, Place.parse("2,0:Rd 3,0:Rc"), Pieces.parse("?GxGo"))
    assert (caught.value.clause, caught.value.reason) == ("T1", "not-in-hand")
    assert caught.value.facts["pieces"] == ["Rd", "Rc"]
    assert "Rd (red diamond) and Rc (red clover)" in caught.value.message


def test_only_the_missing_tiles_are_named() -> None:
    """T1: of two tiles the hand holds one."""
    with pytest.raises(IllegalMove) as caught:
        check(Board.parse("0,0:Ro"), Place.parse("1,0:Rd 2,0:Rc"), Pieces.parse("RdGx"))
    assert (caught.value.reason, caught.value.facts["pieces"]) == ("not-in-hand", ["Rc"])


def test_without_a_hand_an_opening_has_any_size() -> None:
    assert check(Board(), Place.parse("7,7:Rd")) == (1, check(Board(), Place.parse("7,7:Rd")).lines, 0)
    assert check(Board(), Place.parse("7,7:Rd 8,7:Ro")).points == 2


def test_older_tiles_may_lie_between() -> None:
    """T8: a line grows at both ends at once, over gaps of older tiles."""
    board = Board.parse("1,0:Rs 2,0:Rd")
    found = check(board, Place.parse("0,0:Ro 3,0:Rc"))
    assert (found.points, [len(line) for line in found.lines]) == (4, [4])
    listed = {str(play.place): play.points for play in plays(board, Pieces.parse("RoRcRx"))}
    assert listed["0,0:Ro 3,0:Rc"] == 4
    assert listed["-1,0:Rx 0,0:Ro 3,0:Rc"] == 5


def test_a_play_goes_on_behind_older_tiles() -> None:
    """One tile joins two runs, the next lies beyond the second."""
    board = Board.parse("0,0:Rs 2,0:Rd 0,1:Gs 1,1:Gc 2,1:Gd")
    listed = {str(play.place): play.points for play in plays(board, Pieces.parse("RcRoRt"))}
    assert listed["1,0:Rc"] == 5
    assert listed["1,0:Rc 3,0:Ro"] == 6
    assert listed["1,0:Rc 3,0:Ro 4,0:Rt"] == 7
    assert listed["-1,0:Rt 1,0:Rc 3,0:Ro"] == 7
    turned = Board.parse("0,0:Rs 0,2:Rd 1,0:Gs 1,1:Gc 1,2:Gd")
    listed = {str(play.place): play.points for play in plays(turned, Pieces.parse("RcRoRt"))}
    assert listed["0,1:Rc 0,3:Ro 0,4:Rt"] == 7
    assert listed["0,-1:Rt 0,1:Rc 0,3:Ro"] == 7


def test_lines_stand_longest_first() -> None:
    board = Board.parse("0,0:Rs 1,0:Rd 2,0:Ro 2,1:Go 2,2:Yo")
    found = check(board, Place.parse("2,-1:Bo 1,-1:Bd 0,-1:Bs"))
    assert [str(line).partition(" ")[0] + str(len(line)) for line in found.lines] == [
        "column4",
        "row3",
        "column2",
        "column2",
    ]
    assert found.lines[2].cells[0].x < found.lines[3].cells[0].x


def test_two_qwirkles_at_once() -> None:
    """T12 for each of them: a tile that completes a row and a column of six."""
    row = "0,0:Ro 1,0:Rs 2,0:Rd 3,0:Rc 4,0:Rt"
    column = "5,1:Ox 5,2:Yx 5,3:Gx 5,4:Bx 5,5:Px"
    link = "4,1:Ot"
    board = Board.parse(f"{row} {column} {link}")
    found = check(board, Place.parse("5,0:Rx"), Pieces.parse("RxRx"))
    assert (found.points, found.qwirkles) == (24, 2)
    (best, *_) = plays(board, Pieces.parse("RxRxGd"))
    assert (str(best.place), best.points, best.qwirkles) == ("5,0:Rx", 24, 2)
    assert [len(line) for line in best.lines] == [6, 6]
    assert repr(best) == "<Play 5,0:Rx for 24>"


def test_can_play() -> None:
    board = Board.parse("0,0:Ro")
    assert can_play(board, Pieces.parse("GdRs"))
    assert can_play(board, Pieces.parse("Go"))
    assert not can_play(board, Pieces.parse("GdRoRo"))
    assert not can_play(board, EMPTY)
    assert can_play(Board(), Pieces.parse("Ro"))
    assert not can_play(Board(), EMPTY)
    assert mask(Pieces.parse("RoRoRsPx")) == 1 | 2 | 1 << 35


def test_rules_decide_what_a_qwirkle_is() -> None:
    board = Board.parse("0,0:Ro", TINY)
    assert check(board, Place.parse("1,0:Rs"), None, TINY)[::2] == (4, 1)
    assert [(play.points, play.qwirkles) for play in plays(board, Pieces.parse("Rs"), TINY)] == [(4, 1)] * 4
    assert check(board, Place.parse("1,0:Rs"), None, TILES)[::2] == (2, 0)
    with pytest.raises(IllegalMove) as caught:
        check(board, Place.parse("1,0:Rd"), None, TINY)
    assert (caught.value.clause, caught.value.facts["most"]) == ("T1", 0)

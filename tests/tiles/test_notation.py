"""The text forms of the tile game: what is read, what is refused, and that nothing else escapes."""

import pickle
import random

import pytest

from sixfold.errors import IllegalMove, NotationError, PositionError
from sixfold.pieces import Pieces
from sixfold.tiles import Board, Cell, Line, Pass, Place, Placement, Swap, check, parse_move
from sixfold.tiles.notation import hide, write_placements
from tests.scale import scale


@pytest.mark.parametrize("text", ["0,0", "-1,7", "999999999,-999999999", "10,-20"])
def test_cells(text: str) -> None:
    assert str(Cell.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "0", "0,", ",0", "00,0", "-0,0", "+1,0", "1.0,0", " 1,0", "1, 0", "1,0\n", "1000000000,0", "٣,0", "0,0,0"],
)
def test_not_cells(text: str) -> None:
    with pytest.raises(NotationError, match="is not a cell") as caught:
        Cell.parse(text)
    assert caught.value.code == "notation/cell"
    assert caught.value.text == text


@pytest.mark.parametrize("text", ["0,0", "Rs", "", "0,0 Rs"])
def test_not_placements(text: str) -> None:
    with pytest.raises(NotationError, match="is not a placement") as caught:
        Placement.parse(text)
    assert caught.value.code == "notation/placement"
    assert caught.value.text == text


@pytest.mark.parametrize("text", ["0,0:", "0,0:rs", "0,0:Rz", "0,0:Rs:Rs", "0,0:R", "0,0:?"])
def test_not_pieces(text: str) -> None:
    with pytest.raises(NotationError, match="is not a piece") as caught:
        Placement.parse(text)
    assert caught.value.code == "notation/piece"


def test_long_texts_are_cut_in_messages() -> None:
    for read in (Cell.parse, Placement.parse, Line.parse, Swap.parse, Pass.parse):
        with pytest.raises(NotationError) as caught:
            read("z" * 1000)
        assert caught.value.text == "z" * 40
        assert "z" * 40 in caught.value.message
        assert "z" * 41 not in caught.value.message


def test_where_in_the_play_it_went_wrong() -> None:
    with pytest.raises(NotationError) as caught:
        parse_move("0,0:Rs 1,0:Rz 2,0:Ro")
    assert (caught.value.code, caught.value.text, caught.value.at) == ("notation/piece", "Rz", 7)
    with pytest.raises(NotationError) as caught:
        parse_move("0,0:Rs  1,0:Rd")
    assert (caught.value.code, caught.value.text, caught.value.at) == ("notation/placement", "", 7)


def test_moves() -> None:
    assert parse_move("pass") == Pass() == Pass.parse("pass")
    assert parse_move("swap GdRs") == Swap(Pieces.parse("RsGd")) == Swap.parse("swap RsGd")
    assert str(Swap.parse("swap GdRs??")) == "swap RsGd??"
    assert parse_move("swap") == Swap(Pieces()) == parse_move("swap ")
    assert str(parse_move("swap")) == "swap"
    assert parse_move("") == Place(())
    assert str(parse_move("1,0:Rd 0,0:Rs 5,-1:Go")) == "5,-1:Go 0,0:Rs 1,0:Rd"
    assert parse_move("0,0:Rs") != parse_move("0,0:Rd")
    assert parse_move("0,0:Rs") != "0,0:Rs"


@pytest.mark.parametrize(
    ("kind", "text"), [(Swap, "pass"), (Swap, "swapRs"), (Swap, "0,0:Rs"), (Pass, "swap"), (Pass, "")]
)
def test_not_that_move(kind: type[Swap] | type[Pass], text: str) -> None:
    with pytest.raises(NotationError) as caught:
        kind.parse(text)
    assert caught.value.code == "notation/move"
    assert caught.value.text == text


def test_a_cell_used_twice_stays_twice() -> None:
    place = Place.parse("0,0:Rs 0,0:Ro")
    assert str(place) == "0,0:Ro 0,0:Rs"
    assert len(place) == 2
    assert place.pieces == Pieces.parse("RoRs")
    assert pickle.loads(pickle.dumps(place)) == place
    assert repr(place) == "Place.parse('0,0:Ro 0,0:Rs')"
    assert hash(place) == hash(Place.parse("0,0:Ro 0,0:Rs"))


def test_lines() -> None:
    line = Line.parse("column 0,0:Rs 0,1:Rd")
    assert (line.axis, len(line), str(line)) == ("column", 2, "column 0,0:Rs 0,1:Rd")
    assert line.cells == (Cell(0, 0), Cell(0, 1))
    for text in ("", "0,0:Rs", "diagonal 0,0:Rs"):
        with pytest.raises(NotationError) as caught:
            Line.parse(text)
        assert (caught.value.code, caught.value.text) == ("notation/line", text)


def test_texts_are_limited() -> None:
    """The longest board of the box fits; what is longer cannot be one and is refused at once."""
    most = " ".join(f"-99999999{i % 10},-99999999{i // 10 % 10}:Rs" for i in range(108))
    assert len(Place.parse(most)) == 108
    just = "z" * 4000
    with pytest.raises(NotationError, match="is not a placement"):
        Place.parse(just)
    with pytest.raises(NotationError, match="4001 characters") as caught:
        Place.parse(just + "z")
    assert (caught.value.code, caught.value.text) == ("notation/too-long", "z" * 40)


def test_others_see_how_many_were_exchanged() -> None:
    assert str(hide(parse_move("swap RsGdGd"))) == "swap ???"
    assert hide(parse_move("pass")) == Pass()
    assert hide(parse_move("0,0:Rs")) == parse_move("0,0:Rs")


def test_placements_are_written_in_reading_order() -> None:
    assert write_placements(reversed(list(Board.parse("0,0:Rs 1,0:Rd 0,1:Gs")))) == "0,0:Rs 1,0:Rd 0,1:Gs"


def test_no_other_error_escapes() -> None:
    """Mutated texts into every parser: an answer, or an error of the tree."""
    rng = random.Random(6)
    texts = ["0,0:Rs 1,0:Rd 2,0:Ro", "swap RsGd??", "pass", "row 0,0:Rs 1,0:Rd", "RoRsRd??", "-3,12", "2,0:Ro", ""]
    letters = "ROYGBPosdctx0123456789,:- ?/\x00\n\u202e٣é𝟘" + "\ud800"
    board = Board.parse("0,0:Rs 1,0:Rd")
    answers = 0
    for _ in range(scale(5_000, 100_000)):
        text = list(rng.choice(texts))
        for _ in range(rng.randint(1, 4)):
            at = rng.randint(0, len(text))
            text[at : at + rng.randint(0, 2)] = rng.choice(letters) * rng.choice((0, 1, 1, 1, 30))
        word = "".join(text)
        for read in (parse_move, Cell.parse, Placement.parse, Line.parse, Pieces.parse, Board.parse):
            try:
                found = read(word)
                if isinstance(found, Place):
                    check(board, found)
            except (NotationError, IllegalMove, PositionError):
                continue
            answers += 1
    assert answers > 200

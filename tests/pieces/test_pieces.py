"""Pieces, multisets of them, and the errors' own behaviour."""

import pickle

import pytest
from hypothesis import given

from sixfold.errors import IllegalMove, NotationError, PositionError, RecordError, SixfoldError
from sixfold.pieces import ALL_PIECES, EMPTY, Color, Piece, Pieces, Shape
from sixfold.testing import strategies as some


def test_the_36_kinds_in_order() -> None:
    assert [str(piece) for piece in ALL_PIECES[:7]] == ["Ro", "Rs", "Rd", "Rc", "Rt", "Rx", "Oo"]
    assert [piece.index for piece in ALL_PIECES] == list(range(36))
    assert sorted(ALL_PIECES, key=str) != list(ALL_PIECES)
    assert sorted({*ALL_PIECES}) == list(ALL_PIECES)
    assert "".join(color.letter for color in Color) == "ROYGBP"
    assert "".join(shape.letter for shape in Shape) == "osdctx"


def test_there_is_one_object_of_a_kind() -> None:
    piece = Piece(Color.RED, Shape.SQUARE)
    assert piece is Piece.parse("Rs") is Piece(Color(0), Shape(1))
    assert len({hash(one) for one in ALL_PIECES}) == 36
    assert pickle.loads(pickle.dumps(piece)) is piece


def test_words() -> None:
    assert Piece.parse("Yc").words == "yellow clover"
    assert [Piece.parse(text).plural for text in ("Bs", "Px")] == ["blue squares", "purple crosses"]


@pytest.mark.parametrize("text", ["", "R", "s", "rs", "RS", "sR", "Rss", "?", "Rz", "Zs", "R s", "x" * 100])
def test_not_a_piece(text: str) -> None:
    with pytest.raises(NotationError, match="is not a piece") as caught:
        Piece.parse(text)
    assert (caught.value.code, caught.value.text) == ("notation/piece", text[:20])


def test_multisets_are_read_in_any_order() -> None:
    hand = Pieces.parse("?GdRsRo?Rs")
    assert str(hand) == "RoRsRsGd??"
    assert (len(hand), hand.unknown, hand.known) == (6, 2, False)
    assert [str(piece) for piece in hand] == ["Ro", "Rs", "Rs", "Gd"]
    assert [str(piece) for piece in hand.distinct()] == ["Ro", "Rs", "Gd"]
    assert hand.count(Piece.parse("Rs")) == 2
    assert Piece.parse("Rs") in hand
    assert Piece.parse("Rd") not in hand
    assert "Rs" not in hand
    assert bool(hand)
    assert not EMPTY
    assert repr(hand) == "Pieces.parse('RoRsRsGd??')"


def test_where_a_multiset_cannot_be_read() -> None:
    with pytest.raises(NotationError) as caught:
        Pieces.parse("Ro?Rz")
    assert (caught.value.code, caught.value.text, caught.value.at) == ("notation/piece", "Rz", 3)
    with pytest.raises(NotationError):
        Pieces.parse("RoR")


def test_adding_and_taking_out() -> None:
    hand = Pieces.parse("RoRsRsGd??")
    assert hand + Pieces.parse("Rs?") == Pieces.parse("RoRsRsRsGd???")
    assert hand - Pieces.parse("RsGd?") == Pieces.parse("RoRs?")
    assert hand - Pieces.parse("PxPx") == Pieces.parse("RoRsRsGd")
    assert hand.covers(Pieces.parse("PxPtRo"))
    assert not hand.covers(Pieces.parse("PxPtPd"))
    assert not Pieces.parse("RoRs").covers(Pieces.parse("???"))
    assert Pieces.parse("RoRs").covers(Pieces.parse("??"))
    for gone in ("PxPtPd", "????????"):
        with pytest.raises(ValueError, match="is not part of"):
            hand - Pieces.parse(gone)
    with pytest.raises(ValueError, match="is not surely part of"):
        hand - Pieces.parse("???")


def test_counts() -> None:
    hand = Pieces.parse("RoPx")
    assert Pieces.from_counts(hand.counts) == hand
    for counts, unknown in (((0,) * 35, 0), ((0,) * 35 + (-1,), 0), ((0,) * 36, -1)):
        with pytest.raises(ValueError, match="36 counts"):
            Pieces.from_counts(counts, unknown)


@given(some.hands(max_size=12, unknown=3), some.hands(max_size=12))
def test_what_was_added_can_be_taken_out(one: Pieces, other: Pieces) -> None:
    both = one + other
    assert both - other == one
    assert both.covers(one)
    assert both.covers(other)
    assert len(both) == len(one) + len(other)
    assert hash(both) == hash(other + one)
    assert both == other + one


@pytest.mark.parametrize(
    "error",
    [
        NotationError("no", code="notation/x", text="t", at=3),
        RecordError("no", line=7, text="t"),
        PositionError("no", code="position/x", facts={"cells": ["0,0"]}),
        IllegalMove("no", clause="T10", reason="mixed", facts={"line": "row"}),
    ],
)
def test_errors_travel_between_processes(error: SixfoldError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert again.__dict__ == error.__dict__
    assert str(again) == str(error) == error.message


def test_codes_that_are_not_said() -> None:
    assert NotationError("no").code == "notation/text"
    assert RecordError("no", line=7).code == "notation/record"
    assert str(RecordError("no", line=7)) == "line 7: no"
    assert IllegalMove("no", clause="C6").code == "rules/C6"

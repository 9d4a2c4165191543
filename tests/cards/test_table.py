"""Rows and tables as values (C7, C8, C16)."""

import pickle

import pytest

from sixfold.cards import Row, Table
from sixfold.errors import NotationError
from sixfold.pieces import Color, Piece, Pieces, Shape


def test_a_row_keeps_canonical_order() -> None:
    row = Row.parse("RdRoRs")
    assert str(row) == "RoRsRd"
    assert row == Row.parse("RoRsRd") == (Piece.parse("Ro"), Piece.parse("Rs"), Piece.parse("Rd"))
    assert eval(repr(row)) == row
    assert pickle.loads(pickle.dumps(row)) == row
    assert isinstance(pickle.loads(pickle.dumps(row)), Row)


def test_a_row_knows_its_colour_or_shape() -> None:
    assert (Row.parse("RoRs").color, Row.parse("RoRs").shape) == (Color.RED, None)
    assert (Row.parse("RoOo").color, Row.parse("RoOo").shape) == (None, Shape.CIRCLE)
    assert (Row.parse("RoOs").color, Row.parse("RoOs").shape) == (None, None)
    assert (Row.parse("Ro").color, Row.parse("Ro").shape) == (Color.RED, Shape.CIRCLE)
    assert (Row().color, Row().shape) == (None, None)


def test_a_row_with_an_unknown_card_cannot_be_read() -> None:
    for text, shown in (("RoRs?", "RoRs?"), ("Ro" * 50 + "?", "Ro" * 40)):
        with pytest.raises(NotationError) as caught:
            Row.parse(text)
        at = len(text) - 1
        assert caught.value.message == f"'?' at {at} of {shown!r}: the cards of a row must be known"
        assert (caught.value.code, caught.value.text, caught.value.at) == ("notation/unknown-piece", "?", at)


def test_a_table_is_its_rows_in_any_order() -> None:
    table = Table.parse(["RdGdBd", "RdRsRo"])
    assert table == Table.parse("RoRsRd RdGdBd")
    assert hash(table) == hash(Table.parse("RdGdBd RoRsRd"))
    assert table != Table.parse("RoRsRd")
    assert table != "RoRsRd RdGdBd"
    assert eval(repr(table)) == table
    assert pickle.loads(pickle.dumps(table)) == table
    assert [*map(str, table)] == ["RoRsRd", "RdGdBd"]
    assert len(table) == 2


def test_a_table_is_36_counts() -> None:
    table = Table.parse("RoRsRd RdGdBd")
    assert table.pieces == Pieces.parse("RoRsRdRdGdBd")
    assert table.counts == table.pieces.counts
    assert Table().counts == (0,) * 36


def test_longer_rows_come_after_their_beginnings() -> None:
    assert str(Table.parse("RoRsRdRc RoRsRd - RoOoYo")) == "- RoRsRd RoRsRdRc RoOoYo"


def test_the_overview_has_shapes_first() -> None:
    shapes, colors = Table.parse("RoRsRd RdGdBd RoOoYo OoOsOd").overview()
    assert [*map(str, shapes)] == ["RoOoYo", "RdGdBd"]
    assert [*map(str, colors)] == ["RoRsRd", "OoOsOd"]

"""JSON from anywhere: what a field may hold, and the sentence that refuses the rest."""

from collections.abc import Callable
from typing import Any

import pytest

from sixfold.errors import NotationError
from sixfold.fields import Fields, write_course
from sixfold.game import Need, Opening, Outcome
from sixfold.pieces import Pieces


@pytest.mark.parametrize(
    ("value", "read", "sentence"),
    [
        ("a" * 2001, lambda f: f.text("x"), f"x is '{'a' * 40}' instead of a text of at most 2000 characters"),
        (None, lambda f: f.text("x"), "x is 'None' instead of a text of at most 2000 characters"),
        (7, lambda f: f.whole("x", 1, 6), "x is '7' instead of a whole number from 1 to 6"),
        (0, lambda f: f.whole("x", 1, 6), "x is '0' instead of a whole number from 1 to 6"),
        (True, lambda f: f.whole("x", 1, 6), "x is 'True' instead of a whole number from 1 to 6"),
        (1.0, lambda f: f.whole("x", 1, 6), "x is '1.0' instead of a whole number from 1 to 6"),
        (2**128 - 1, lambda f: f.whole("x", 1, 6), f"x is '{2**128 - 1}' instead of a whole number from 1 to 6"),
        (2**128, lambda f: f.whole("x", 1, 6), "x is 'int' instead of a whole number from 1 to 6"),
        (1, lambda f: f.flag("x"), "x is '1' instead of true or false"),
        ([1], lambda f: f.optional("x"), "x is 'list' instead of an object"),
        ({}, lambda f: f.items("x", 2), "x is 'dict' instead of a list of at most 2"),
        ([1, 2, 3], lambda f: f.items("x", 2), "x is 'list' instead of a list of at most 2"),
        ([{}, 5], lambda f: list(f.objects("x", 2)), "x is '5' instead of an object"),
        ([1], lambda f: f.numbers("x", 2, 6), "x is 'list' instead of a list of 2"),
        ([1, 7], lambda f: f.numbers("x", 2, 6), "x is '7' instead of a whole number from 0 to 6"),
        (2, lambda f: f.seat("x", 2), "x is '2' instead of a whole number from 0 to 1"),
        ([0, 2], lambda f: f.some_seats("x", 2), "x is '2' instead of a whole number from 0 to 1"),
    ],
)
def test_what_a_field_does_not_hold(value: Any, read: Callable[[Fields], Any], sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(Fields({"x": value}, "view"))
    assert (caught.value.message, caught.value.code) == (sentence, "notation/view")
    assert len(caught.value.text) <= 40


def test_a_number_too_long_to_be_written() -> None:
    """Python itself refuses to write more than 4,300 digits."""
    with pytest.raises(NotationError, match="x is 'int' instead"):
        Fields({"x": 10**5000}, "view").whole("x", 1, 6)


def test_what_a_field_holds() -> None:
    fields = Fields({"a": "a" * 2000, "n": 6, "yes": True, "list": [0, 6], "seat": 0, "none": None}, "view")
    assert (fields.text("a"), fields.whole("n", 1, 6), fields.flag("yes")) == ("a" * 2000, 6, True)
    assert (fields.numbers("list", 2, 6), fields.some_seats("list", 7)) == ((0, 6), (0, 6))
    assert (fields.seat("seat", 2), fields.seat("none", 2), fields.seat("missing", 2)) == (0, None, None)
    assert (fields.optional("none"), fields.optional("missing")) == (None, None)
    assert Fields({"ages": [None, 0, 200]}, "view").ages(3) == (None, 0, 200)


def test_a_rule_set_by_name() -> None:
    assert Fields({"ruleset": "tiles/1"}, "view").rules({"tiles/1": 5}, "tile game") == 5
    with pytest.raises(NotationError, match=r"^'chess' is not a tile game: there are tiles/1, tiles/2$") as caught:
        Fields({"ruleset": "chess"}, "view").rules({"tiles/1": 5, "tiles/2": 6}, "tile game")
    assert (caught.value.code, caught.value.text) == ("notation/ruleset", "chess")
    with pytest.raises(NotationError, match=r"^'x{40}' is not a tile game") as caught:
        Fields({"ruleset": "x" * 50}, "view").rules({"tiles/1": 5}, "tile game")
    assert caught.value.text == "x" * 40


def test_the_course_of_a_game_reads_what_it_writes() -> None:
    course = Opening((3, 0), (0,), 0), Need(1, 2, Pieces.parse("RoOs"), fresh=True), Outcome("T17", (0, 1), (7, 7))
    fields = Fields(write_course(*course), "view")
    assert (fields.opening(2, 3), fields.need(2, 2), fields.outcome(2, 7)) == course
    nothing = Fields(write_course(None, None, None), "view")
    assert (nothing.opening(2, 3), nothing.need(2, 2), nothing.outcome(2, 7)) == (None, None, None)

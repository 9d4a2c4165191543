"""The coach: silent when all is well, gentle with beginners, and never wiser than what the player could see."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sixfold import cards, tiles
from sixfold.pieces import Pieces
from sixfold.record import Record
from sixfold.review import ear, missed, reason_to_json
from sixfold.server.studies import thinking
from tests.spec.game import played

ROOT = Path(__file__).parents[2]

REDS = "0,0:Rs 1,0:Rd 2,0:Ro 3,0:Rc 4,0:Rt"


def state(hand: str, drawn: str = "YoYsYdYcYt") -> tiles.State:
    """Five reds were laid, and this hand is to move."""
    found: tiles.State = played("tiles/1", 2, ["draw 0 RoRsRdRcRtGs", f"draw 1 {hand}", REDS, f"draw 0 {drawn}"])
    return found


def test_a_missed_qwirkle_is_named_to_a_beginner() -> None:
    found = missed(state("RxGdGcBtBoPs"), tiles.Place.parse("1,1:Gd"), 2, "gentle")
    assert found.note is not None
    assert found.note.code == "missed-qwirkle"
    assert (found.note.facts["points"], found.note.facts["made"]) == (12, 2)
    assert str(found.better) in ("5,0:Rx", "-1,0:Rx")


def test_a_beginner_is_not_told_about_a_point_or_two() -> None:
    assert missed(state("GdGcBtBoPxPs"), tiles.Place.parse("1,1:Gd"), 2, "gentle").note is None


def test_the_best_play_is_no_miss_for_anybody() -> None:
    for how in ("gentle", "steady", "sharp"):
        assert missed(state("RxGdGcBtBoPs"), tiles.Place.parse("5,0:Rx"), 12, how).note is None


def test_who_exchanges_a_qwirkle_away_hears_of_it() -> None:
    for how in ("steady", "sharp"):
        found = missed(state("RxGdGcBtBoPs"), tiles.Swap(Pieces.parse("Bt")), 0, how)
        assert found.note is not None
        assert found.note.code == "missed-qwirkle"


def test_hidden_pieces_do_not_change_what_is_said() -> None:
    one, other = state("RxGdGcBtBoPs"), state("RxGdGcBtBoPs", drawn="OoOsOdOcOt")
    place: Any = tiles.Place.parse("1,1:Gd")
    said = missed(one, place, 2, "sharp")
    assert said.note is not None
    assert said == missed(other, place, 2, "sharp")


def test_cards_that_could_have_been_a_qwirkle() -> None:
    steps = ["draw 0 RoRsRdYoYsGoGsBcPt", "draw 1 RcRtRxGdBdOcOtPxPx", "RoRsRd", "draw 0 YxYxYx"]
    before: cards.State = played("cards/1", 2, steps)
    found = missed(before, cards.Turn.parse("RoRsRdRc"), 0, "gentle")
    assert found.note is not None
    assert (found.note.code, found.note.facts["points"]) == ("missed-qwirkles", 1)


@pytest.mark.parametrize(
    ("others", "how"),
    [
        ((), "steady"),
        (("sprout",), "gentle"),
        (("sprout", "greedy"), "steady"),
        (("champion",), "sharp"),
        (("cmd",), "steady"),
    ],
)
def test_words_fit_the_level_of_the_table(others: tuple[str, ...], how: str) -> None:
    assert ear("tiles", others) == how


def test_to_all_but_beginners_it_says_why_as_a_review_does() -> None:
    record = Record.parse((ROOT / "spec" / "records" / "tiles-2.txt").read_text(encoding="utf-8"))
    step = next(step for step in record.steps() if missed(step.before, step.move, step.points or 0, "steady").reason)
    told = thinking.missed(step.before, str(step.move), "steady", "m1")
    assert told.reason is not None
    assert told.reason.reply or told.reason.later
    found = missed(step.before, step.move, step.points or 0, "steady")
    assert found.reason is not None
    assert msgspec.to_builtins(told.reason) == reason_to_json(found.reason)
    assert thinking.missed(step.before, str(step.move), "gentle", "m2").reason is None

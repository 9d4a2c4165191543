"""Answers to a player's questions in the positions that have the longest lists of plays (threat H14)."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sixfold import tiles
from sixfold.kernel import tiles as kernel
from sixfold.pieces import Pieces
from sixfold.server import judge, wire
from sixfold.server.games.tiles import LONGEST_LIST, plays
from sixfold.server.wire import Plays

LONGEST = json.loads((Path(__file__).parents[2] / "spec" / "longest" / "tiles.json").read_text(encoding="utf-8"))


def mover(case: dict[str, Any]) -> tiles.View:
    """The view of a player to move with the hand and the board of a case."""
    board, hand = tiles.Board.parse(case["board"]), Pieces.parse(case["hand"])
    return tiles.View(
        rules=tiles.TILES,
        seat=0,
        seats=2,
        ages=(None, None),
        hand=hand,
        hand_sizes=(6, 6),
        board=board,
        scores=(0, 0),
        sheet=(),
        opening=None,
        need=None,
        to_move=0,
        outcome=None,
        bag_count=108 - 12 - len(board),
    )


@pytest.mark.parametrize("case", LONGEST[-3:], ids=lambda case: f"{case['plays']} plays")
def test_a_list_of_tens_of_thousands_is_cut_where_a_phone_can_still_read_it(case: dict[str, Any]) -> None:
    view = mover(case)
    whole = {str(place): points for place, points in kernel.plays(view.board, view.hand)}
    assert len(whole) == case["plays"] > 10_000, "the search found a position worth testing"
    listed = plays(view, "best")
    assert len(listed) < 2 * LONGEST_LIST
    assert all(whole[play] == points for play, points, _ in listed)
    assert listed[0][1] == max(whole.values())
    singles = {play for play in whole if " " not in play}
    assert singles <= {play for play, _, _ in listed}, "every place where a tile fits is told"
    assert len(msgspec.json.encode(Plays(n=1, seat=0, plays=listed))) < 256 * 1024


def test_a_play_that_was_not_listed_is_still_legal() -> None:
    view = mover(LONGEST[-1])
    listed = {play for play, _, _ in plays(view, "points")}
    place, points = next(
        (place, points) for place, points in kernel.plays(view.board, view.hand) if str(place) not in listed
    )
    told, move = judge.judge(view, wire.Check(id="k", seat=0, play=str(place)))
    assert isinstance(told.draft, wire.TilesDraft)
    assert (told.legal, told.draft.points, move) == (True, points, place)

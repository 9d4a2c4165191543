"""Turns, draws, the bag and the end: what the games of spec/ do not already say."""

import pytest

from sixfold.errors import IllegalMove, PositionError
from sixfold.game import Draw, Need, Opening
from sixfold.pieces import EMPTY, Pieces
from sixfold.tiles import TILES, TINY, Pass, Place, State, Swap
from sixfold.tiles.exchange import swaps
from tests.spec.game import played

OPEN = ["draw 0 RoRsRdGxBtYc", "draw 1 RoOsYdGcBtPx"]
SECOND = [*OPEN, "0,0:Ro 1,0:Rs 2,0:Rd", "draw 0 YxYtYo"]


def test_the_start() -> None:
    state = State.start(3, (7, None, 9))
    assert state.rules is TILES
    assert (state.seats, state.ages, state.scores, state.sheet) == (3, (7, None, 9), (0, 0, 0), ())
    assert state.hands == (EMPTY,) * 3
    assert (state.need, state.to_move, state.outcome, state.opening) == (Need(0, 6, fresh=True), None, None, None)
    assert state.bag == TILES.box
    assert state.bag_count == 108
    assert State.start(2).ages == (None, None)


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 100])
def test_two_to_four_play(seats: int) -> None:
    with pytest.raises(PositionError, match="2 to 4") as caught:
        State.start(seats)
    assert (caught.value.code, caught.value.facts) == ("position/seats", {"seats": seats})


def test_everyone_has_an_age_or_nobody() -> None:
    with pytest.raises(PositionError, match="3 ages for 2 players") as caught:
        State.start(2, (1, 2, 3))
    assert (caught.value.code, caught.value.facts) == ("position/ages", {"ages": [1, 2, 3], "seats": 2})


def test_the_deal_goes_round_once() -> None:
    state = State.start(2)
    state = state.draw(Draw(0, Pieces.parse("RoRsRdGxBtYc")))
    assert state.need == Need(1, 6)
    assert state.plays() == ()
    assert state.legal_moves() == ()
    state = state.draw(Draw(1, Pieces.parse("RoOsYdGcBtPx")))
    assert (state.need, state.to_move) == (None, 0)
    assert state.opening == Opening((3, 1), (0,), 0)
    assert state.bag == TILES.box - Pieces.parse("RoRsRdGxBtYcRoOsYdGcBtPx")


def test_what_may_be_done() -> None:
    opening = played("tiles/1", 2, OPEN)
    assert {type(move) for move in opening.legal_moves()} == {Place}
    second = played("tiles/1", 2, SECOND)
    moves = second.legal_moves()
    kinds = [type(move) for move in moves]
    assert kinds == sorted(kinds, key=[Place, Swap, Pass].index)
    assert [str(move) for move in moves if isinstance(move, Place)] == [str(play.place) for play in second.plays()]
    assert kinds.count(Swap) == 63
    assert kinds.count(Pass) == 0


def test_exchanges_are_listed_fewest_first() -> None:
    found = [str(move) for move in swaps(Pieces.parse("RoRoGs"), 6)]
    assert found == ["swap Gs", "swap Ro", "swap RoGs", "swap RoRo", "swap RoRoGs"]
    assert [str(move) for move in swaps(Pieces.parse("RoRoGs"), 1)] == ["swap Gs", "swap Ro"]
    assert swaps(EMPTY, 6) == []


def test_an_exchange_as_large_as_the_bag() -> None:
    steps = ["draw 0 RoRo", "draw 1 RsRs", "draw 2 OsOs", "0,0:Ro", "draw 0 Oo"]
    state = played("tiny-tiles/1", 3, steps)
    assert state.bag_count == 1
    assert [str(move) for move in state.legal_moves() if isinstance(move, Swap)] == ["swap Rs"]
    after = state.play(Swap.parse("swap Rs"))
    assert after.need == Need(1, 1, back=Pieces.parse("Rs"))
    assert after.bag == Pieces.parse("Oo")
    done = after.draw(Draw(1, Pieces.parse("Oo")))
    assert (done.bag, done.to_move, done.hands[1]) == (Pieces.parse("Rs"), 2, Pieces.parse("RsOo"))


def test_a_pass_is_the_only_move() -> None:
    state = played("tiny-tiles/1", 4, ["draw 0 RoRo", "draw 1 OsOs", "draw 2 OoOo", "draw 3 RsRs", "0,0:Ro"])
    assert state.legal_moves() == (Pass(),)
    assert state.play(Pass()).to_move == 2
    assert state.play(Pass()).sheet[-1] == (1, Pass(), 0, ())


def test_with_the_bag_empty_the_game_goes_on_while_anyone_can_play() -> None:
    """T18 looks at every hand, not only at the next one."""
    state = played("tiny-tiles/1", 4, ["draw 0 RoRo", "draw 1 OsOs", "draw 2 OoOo", "draw 3 RsRs", "0,0:Ro", "pass"])
    assert (state.outcome, state.to_move) == (None, 2)


def test_playing_the_whole_hand_does_not_end_the_game_while_the_bag_holds_tiles() -> None:
    state = played("tiny-tiles/1", 2, ["draw 0 RoRs", "draw 1 OoOo", "0,0:Ro 1,0:Rs"])
    assert (state.outcome, state.need) == (None, Need(0, 2))
    assert state.scores == (4, 0)


def test_a_draw_that_the_bag_does_not_hold_names_what_is_missing() -> None:
    """T13: of Ro and Rs all three are seen, of Bt one is left."""
    state = played("tiles/1", 2, ["draw 0 RoRoRsRsGxBt", "draw 1 RoRsYdGcBtPx", "0,0:Ro 1,0:Rs"])
    with pytest.raises(IllegalMove, match=r"not hold enough of Ro \(red circle\) and Rs \(red square\) ") as caught:
        state.draw(Draw(0, Pieces.parse("RoRs")))
    assert (caught.value.clause, caught.value.reason) == ("T13", "not-in-bag")
    with pytest.raises(IllegalMove) as caught:
        state.draw(Draw(0, Pieces.parse("RoBt")))
    assert caught.value.facts["pieces"] == ["Ro"]


def test_of_those_tied_who_told_no_age_opens_last() -> None:
    """T3: any age, of a newborn too, comes before none; without any it is the lowest seat."""
    tied = ["draw 0 RoRsRdGxBtYc", "draw 1 RoRsRdGxBtYc"]
    assert played("tiles/1", 2, tied, (None, 0)).to_move == 1
    assert played("tiles/1", 2, tied, (0, None)).to_move == 0
    assert played("tiles/1", 2, tied).to_move == 0


# ---- hands that are not known ---------------------------------------------------------------------------------------


UNKNOWN = ["draw 0 ??????", "draw 1 ??????", "announce 3 0", "0,0:Ro 1,0:Rs 2,0:Rd", "draw 0 ???"]


def test_only_moves_are_written_down() -> None:
    state = played("tiles/1", 2, UNKNOWN)
    assert state.opening == Opening((3, 0), (0,), 0)
    assert state.bag == Pieces.parse("?" * 93)
    state = state.play(Place.parse("3,0:Rc 4,0:Rt"))
    assert (state.scores, str(state.hands[1])) == ((3, 5), "????")
    state = state.draw(Draw(1, Pieces.parse("Gx?")))
    assert str(state.hands[1]) == "Gx?????"
    assert state.legal_moves() == ()


def test_an_unknown_hand_may_exchange() -> None:
    state = played("tiles/1", 2, UNKNOWN).play(Swap.parse("swap Ro??"))
    assert state.need == Need(1, 3, back=Pieces.parse("Ro??"))
    assert str(state.hands[1]) == "???"
    assert state.bag_count == 93
    assert state.bag == Pieces.parse("?" * 93)


def test_an_exchange_of_who_knows_what_leaves_only_the_size() -> None:
    steps = [*UNKNOWN, "swap ???", "draw 1 GxGoGs", "3,0:Rc", "draw 0 ?"]
    state = played("tiles/1", 2, steps)
    assert str(state.hands[1]) == "GoGsGx???"
    assert str(state.play(Swap.parse("swap ???")).hands[1]) == "GoGsGx"
    assert str(state.play(Swap.parse("swap ????")).hands[1]) == "??"
    assert str(state.play(Swap.parse("swap Gx??")).hands[1]) == "GoGs?"
    assert str(state.play(Swap.parse("swap RoRs??")).hands[1]) == "??"
    assert str(state.play(Swap.parse("swap RoGs")).hands[1]) == "GoGx??"


def test_the_bag_is_unknown_while_tiles_put_aside_are() -> None:
    steps = ["draw 0 ??????", "draw 1 RoOsYdGcBtPx", "announce 6 0", "0,0:Ro 1,0:Rs 2,0:Rd 3,0:Rc 4,0:Rt 5,0:Rx"]
    state = played("tiles/1", 2, steps)
    assert state.hands == (EMPTY, Pieces.parse("RoOsYdGcBtPx"))
    assert state.bag == TILES.box - Pieces.parse("RoRsRdRcRtRxRoOsYdGcBtPx")


def test_announcements_fit_what_is_known() -> None:
    dealt = played("tiles/1", 3, ["draw 0 RoRs????", "draw 1 ??????", "draw 2 RoOsYdGcBtPx"])
    assert (dealt.to_move, dealt.need, dealt.opening) == (None, None, None)
    for sizes in ((2, 0, 0), (6, 3, 1), (0, 5, 1), (0, 0, 1)):
        assert dealt.announce(sizes).opening.sizes == sizes
    for sizes in ((1, 0, 0), (2, 0, 2), (7, 0, 0), (2, -1, 0)):
        with pytest.raises(IllegalMove) as caught:
            dealt.announce(sizes)
        assert caught.value.reason == "wrong-size"
    assert dealt.announce((2, 2, 0)).to_move == 0


def test_tied_announcements_of_unknown_hands_go_by_age() -> None:
    dealt = played("tiles/1", 2, ["draw 0 ??????", "draw 1 ??????"], (30, 31))
    assert dealt.announce((3, 3)).opening == Opening((3, 3), (0, 1), 1)


def test_a_known_hand_beside_an_unknown_one() -> None:
    """A tile that an unknown hand lays cannot be one that is known to lie elsewhere."""
    state = played("tiles/1", 2, ["draw 0 ??????", "draw 1 RoRoYdGcBtPx", "announce 2 0"])
    assert state.play(Place.parse("0,0:Ro 1,0:Rs")).scores == (2, 0)
    with pytest.raises(IllegalMove) as caught:
        played("tiles/1", 2, ["draw 0 Ro?????", "draw 1 RoRoYdGcBtPx", "announce 2 0"]).play(
            Place.parse("0,0:Ro 1,0:Ro")
        )
    assert (caught.value.clause, caught.value.reason) == ("T7", "identical")
    after = played("tiles/1", 2, ["draw 0 Ro?????", "draw 1 RoRoYdGcBtPx", "announce 2 0", "0,0:Ro 1,0:Rs"])
    assert str(after.hands[0]) == "????"
    with pytest.raises(IllegalMove) as caught:
        after.draw(Draw(0, Pieces.parse("RoYx")))
    assert (caught.value.clause, caught.value.reason) == ("T13", "not-in-bag")


def test_unknown_hands_end_by_everyone_passing() -> None:
    """T18: who holds unknown tiles shows by passing that none of them fits."""
    steps = ["draw 0 RoRo", "draw 1 ??", "draw 2 ??", "draw 3 ??", "announce 1 1 1 1", "0,0:Ro"]
    state = played("tiny-tiles/1", 4, steps)
    for seat in (1, 2, 3, 0):
        assert (state.outcome, state.to_move) == (None, seat)
        state = state.play(Pass())
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winners) == ("T18", (0,))


def test_a_tiny_game_has_its_own_numbers() -> None:
    state = State.start(2, (), TINY)
    assert state.need == Need(0, 2, fresh=True)
    assert state.bag_count == 8

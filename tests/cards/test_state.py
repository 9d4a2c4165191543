"""The course of a game: deal, opening, turns, stuck players, the last round (C1 to C6, C10 to C15)."""

import pickle
from dataclasses import replace

import pytest

from sixfold.cards import CARDS, TINY, Pass, Redraw, State, Table, Turn, parse_move
from sixfold.cards.scoring import outcome
from sixfold.errors import IllegalMove, PositionError
from sixfold.game import Draw, Need, Opening, Outcome
from sixfold.pieces import EMPTY, Pieces
from tests.cards.games import after, dealt

THREE = "RoRsRdOcOcYtYtBxBx"
FOUR = "PoPsPdPcOtOtYxYxGo"
STUCK = "OsOsOsGtGtGtPxPxPx"
STUCK_TOO = "OtOtOtGxGxGxPsPsPs"
ONES = "BoBoBoOsOsOsYdYdYd"


def refused(state: State, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        state.play(parse_move(move))
    return caught.value


def undrawable(state: State, seat: int, pieces: str) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as caught:
        state.draw(Draw(seat, Pieces.parse(pieces)))
    return caught.value.clause, caught.value.reason


def near_the_end(*hands: str, fewer: int = 0) -> State:
    """Twelve Qwirkles are taken, or one more; only red and purple cards are left; seat 0 is to move."""
    lines = [f"{color}o{color}s{color}d{color}c{color}t{color}x" for color in "OYGB" for _ in range(3)] + [
        "RoRsRdRcRtRx"
    ]
    taken = tuple(Table.parse(lines[: 12 + fewer]))
    state = State.start(len(hands))
    entry = after(dealt(THREE, ONES), "RoRsRd").sheet
    return replace(
        state,
        hands=tuple(map(Pieces.parse, hands)),
        stacks=(taken, *((),) * (len(hands) - 1)),
        opening=Opening((3,) * len(hands), (0,), 0),
        sheet=entry,
        need=None,
        to_move=0,
    )


# C1 to C4


def test_hands_are_dealt_in_turn() -> None:
    state = State.start(3, (7, None, 9))
    assert state.need == Need(0, 9, fresh=True)
    assert (state.to_move, state.outcome, state.opening) == (None, None, None)
    assert state.stock == CARDS.box
    state = state.draw(Draw(0, Pieces.parse(THREE)))
    assert state.need == Need(1, 9)
    state = state.draw(Draw(1, Pieces.parse(ONES)))
    assert state.need == Need(2, 9)
    assert state.bag_count == 108 - 18
    assert state.bag == CARDS.box - Pieces.parse(THREE) - Pieces.parse(ONES)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_only_two_to_four_play(seats: int) -> None:
    with pytest.raises(PositionError) as caught:
        State.start(seats)
    assert (caught.value.code, caught.value.facts) == ("position/seats", {"seats": seats})
    assert caught.value.message == f"{seats} players: the game is for 2 to 4"


def test_everyone_has_an_age_or_nobody() -> None:
    with pytest.raises(PositionError) as caught:
        State.start(3, (7, 8))
    assert (caught.value.code, caught.value.facts) == ("position/ages", {"ages": [7, 8], "seats": 3})
    assert caught.value.message == "2 ages for 3 players"
    assert State.start(2).ages == (None, None)


def test_draws_that_no_stock_gives() -> None:
    state = State.start(2)
    assert undrawable(state, 1, THREE) == ("C1", "seat")
    assert undrawable(state, 0, THREE[:-2]) == ("C1", "count")
    assert undrawable(state, 0, "RoRoRoRoOsOsOsYdYd") == ("C1", "copies")
    state = state.draw(Draw(0, Pieces.parse(ONES)))
    assert undrawable(state, 1, "BoOcOcOcYtYtYtGxGx") == ("C1", "copies")
    assert refused(state, "RoRsRd").reason == "draw-first"
    assert refused(state, "RoRsRd").clause == "C1"


def test_the_largest_set_opens() -> None:
    state = dealt(THREE, FOUR, ONES)
    assert state.opening == Opening((3, 4, 1), (1,), 1)
    assert (state.to_move, state.need) == (1, None)
    assert state.opens


@pytest.mark.parametrize(
    ("ages", "opener"),
    [
        ((), 0),
        ((8, 7), 1),
        ((7, 8), 0),
        ((7, 7), 0),
        ((None, 30), 1),
        ((30, None), 0),
        ((None, 150), 1),
        ((None, None), 0),
    ],
)
def test_the_youngest_of_the_tied_opens(ages: tuple[int | None, ...], opener: int) -> None:
    state = dealt(THREE, "PoPsPdOtOtYxYxGsGs", ages=ages)
    assert state.opening == Opening((3, 3), (0, 1), opener)
    assert state.to_move == opener


def test_only_the_tied_count_for_the_tie() -> None:
    state = dealt(FOUR, ONES, "GsGdGcGtRxRxYoYoBs", ages=(9, 3, 5))
    assert state.opening == Opening((4, 1, 4), (0, 2), 2)


def test_nobody_can_open_so_all_is_dealt_again() -> None:
    state = dealt(ONES, "OtOtOtGxGxGxPsPsPs", ages=(9, 8))
    assert state == State.start(2, (9, 8))
    assert state.need == Need(0, 9, fresh=True)


# C5, C6, C13


def test_the_opening_is_the_whole_turn() -> None:
    state = dealt(FOUR, THREE)
    assert state.legal_moves() == (Turn.parse("PoPsPdPc"),)
    assert [*state.turns()] == [Turn.parse("PoPsPdPc")]
    assert state.can_play()
    assert refused(state, "PoPsPd").clause == "C5"
    assert (refused(state, "redraw").clause, refused(state, "redraw").reason) == ("C5", "largest")
    assert refused(state, "pass").clause == "C5"
    opened = state.play(Turn.parse("PoPsPdPc"))
    assert opened.need == Need(0, 4)
    assert opened.to_move is None
    assert opened.table == Table.parse("PoPsPdPc")
    assert opened.hands[0] == Pieces.parse("OtOtYxYxGo")
    assert not opened.opens
    assert refused(opened, "PoPsPdPc").clause == "C13"
    assert refused(opened, "pass").facts == {"seat": 0, "count": 4}
    assert undrawable(opened, 1, "RcRtRxBo") == ("C13", "seat")
    assert undrawable(opened, 0, "RcRtRx") == ("C13", "count")
    assert undrawable(opened, 0, "RcRtRxBoBs") == ("C13", "count")
    turned = opened.draw(Draw(0, Pieces.parse("RcRtRxBo")))
    assert (turned.to_move, turned.need) == (1, None)
    assert turned.hands[0] == Pieces.parse("RcRtRxBoOtOtYxYxGo")
    assert undrawable(turned, 1, "Rc") == ("C13", "no-draw")


def test_an_opening_of_six_leaves_the_table_empty() -> None:
    state = dealt("RoRsRdRcRtRxGoGoBs", THREE)
    state = after(state, "/ RoRsRdRcRtRx", "draw PoPoPoPsPsPs")
    assert state.table == Table()
    assert state.scores == (1, 0)
    assert [*map(str, state.stacks[0])] == ["RoRsRdRcRtRx"]
    assert state.taken == Pieces.parse("RoRsRdRcRtRx")
    assert state.to_move == 1
    assert state.sheet[0].points == 1
    assert state.sheet[0].parts == state.stacks[0]


def test_play_goes_clockwise() -> None:
    state = dealt(THREE, FOUR, ONES, ages=(9, 9, 9))
    seen = []
    state = after(state, "PoPsPdPc", "draw PtPxRcRt")
    seen.append(state.to_move)
    assert refused(state, "PoPsPdPc BoOsYd").clause == "C7"
    state = after(state, "redraw", "draw PoPsRcRcRtGoGsGdGt")
    seen.append(state.to_move)
    state = after(state, "PoPsPdPc GsGdGt", "draw BsBdBc")
    seen.append(state.to_move)
    state = after(state, "RoRsRd PoPsPdPc GsGdGt", "draw BsBdBc")
    seen.append(state.to_move)
    assert seen == [2, 2, 0, 1]
    assert [entry.seat for entry in state.sheet] == [1, 2, 0]
    assert [entry.points for entry in state.sheet] == [0, 0, 0]
    assert state.sheet[1].shown == (Pieces.parse(ONES),)
    assert state.sheet[2].shown == ()


# C11


def stuck(hand: str = STUCK) -> State:
    """Seat 1 is to move and cannot play."""
    return after(dealt(THREE, hand), "RoRsRd", "draw PoPoPo")


def test_who_cannot_play_redraws() -> None:
    state = stuck()
    assert state.legal_moves() == (Redraw(),)
    assert not state.can_play()
    assert [*state.turns()] == []
    assert refused(state, "pass").reason == "redraw-first"
    shown = state.play(Redraw())
    assert shown.need == Need(1, 9, back=Pieces.parse(STUCK))
    assert shown.to_move is None
    assert shown.hands[1] == EMPTY
    assert shown.shown == (Pieces.parse(STUCK),)
    assert shown.bag_count == 108 - 3 - 9 - 9
    assert undrawable(shown, 1, "RcRt") == ("C11", "count")
    assert undrawable(shown, 0, STUCK_TOO) == ("C11", "seat")
    # The old hand goes back only after the draw.
    assert undrawable(shown, 1, "OsRcRcRtRtRxRxBoBo") == ("C1", "copies")
    assert refused(shown, "pass").clause == "C11"
    drawn = after(shown, f"draw {STUCK_TOO}")
    assert (drawn.to_move, drawn.need) == (1, None)
    assert drawn.hands[1] == Pieces.parse(STUCK_TOO)
    assert drawn.stock.covers(Pieces.parse(STUCK))
    assert drawn.bag_count == 108 - 3 - 9 - 9
    assert len(drawn.sheet) == 1


def test_five_redraws_then_a_pass() -> None:
    state = stuck()
    for times in range(5):
        assert len(state.shown) == times
        state = after(state, "redraw", f"draw {(STUCK_TOO, STUCK)[times % 2]}")
    assert state.legal_moves() == (Pass(),)
    error = refused(state, "redraw")
    assert (error.clause, error.reason, error.facts) == ("C11", "redrawn-out", {"times": 5})
    passed = state.play(Pass())
    assert (passed.to_move, passed.need) == (0, None)
    assert passed.shown == ()
    assert passed.sheet[-1].shown == state.shown
    assert len(passed.sheet[-1].shown) == 5
    assert (passed.sheet[-1].move, passed.sheet[-1].points) == (Pass(), 0)


def test_after_a_redraw_the_turn_goes_on() -> None:
    state = after(stuck(), "redraw", "draw RcRtRxBoBoBoPsPsPs")
    assert state.forced_moves() == ()
    assert Turn.parse("/ RoRsRdRcRtRx") in state.legal_moves()
    assert state.can_play()
    assert refused(state, "redraw").reason == "can-play"
    state = state.play(Turn.parse("/ RoRsRdRcRtRx"))
    assert state.need == Need(1, 3)
    assert state.scores == (0, 1)


def test_who_can_play_must() -> None:
    state = after(dealt(THREE, FOUR), "PoPsPdPc", "draw PtPtPtPx")
    assert state.to_move == 0
    assert state.forced_moves() == ()
    assert (refused(state, "pass").clause, refused(state, "pass").reason) == ("C6", "can-play")
    assert (refused(state, "redraw").clause, refused(state, "redraw").reason) == ("C11", "can-play")


def test_a_way_through_the_table_counts_as_a_way() -> None:
    # No row of the hand, no card fits a row: only by breaking the row of four can the green square be played.
    state = after(dealt("RoRsRdRcYtYtBxBxBx", "GsPsGoPoGxPdYdYcYx"), "RoRsRdRc", "draw GdGdGdBo")
    state = replace(state, hands=(state.hands[0], Pieces.parse("GsPsGoGtOxPdYcYxBt")))
    assert state.can_play()
    assert refused(state, "redraw").reason == "can-play"
    assert state.play(parse_move("RdRcRo RsGsPs")).sheet[-1].points == 0


def test_with_few_cards_in_stock_fewer_are_drawn() -> None:
    state = near_the_end("RoRoRsRsPdPdPdPcPc", "PoPoPoPsPsPsRdRdPc", "RcRcRtRtRxRxPtPtPt", fewer=1)
    assert state.stock == Pieces.parse("PxPxPx")
    state = state.play(Redraw())
    assert state.need == Need(0, 3, back=Pieces.parse("RoRoRsRsPdPdPdPcPc"))
    state = after(state, "draw PxPxPx")
    # The stock was emptied and filled again: no last round (C14).
    assert (state.bag_count, state.last_turns, state.to_move) == (9, None, 0)
    state = after(state, "redraw")
    assert state.need == Need(0, 9, back=Pieces.parse("PxPxPx"))
    assert not state.draw(Draw(0, Pieces.parse("RoRoRsRsPdPdPdPcPc"))).can_play()


def test_who_passes_with_a_small_hand_draws_up() -> None:
    state = near_the_end("RoRoRsRsPdPdPdPcPc", "PoPoPoPsPsPsRdRdPc", "RcRcRtRtRxRxPtPtPt", fewer=1)
    state = after(state, "redraw", "draw PxPxPx")
    state = replace(state, shown=(Pieces.parse("PxPxPx"),) * 5)
    passed = state.play(Pass())
    assert passed.need == Need(0, 6)


# C12, C14, C15


def test_with_an_empty_stock_who_cannot_play_passes() -> None:
    hands = ("RoRoRoRsRsRsPdPdPd", "PoPoPoPsPsPsRdRdRd", "RcRcRcRtRtRtPcPcPc", "RxRxRxPtPtPtPxPxPx")
    state = replace(near_the_end(*hands), last_turns=4)
    assert state.bag_count == 0
    assert state.legal_moves() == (Pass(),)
    assert (refused(state, "redraw").clause, refused(state, "redraw").reason) == ("C12", "stock-empty")
    for seat in range(4):
        assert (state.to_move, state.last_turns) == (seat, 4 - seat)
        state = state.play(Pass())
    assert state.outcome == Outcome("C14", (0,), (12, 0, 0, 0))
    assert (state.to_move, state.need, state.last_turns) == (None, None, 0)
    assert (refused(state, "pass").clause, refused(state, "pass").reason) == ("C14", "over")
    assert state.legal_moves() == ()
    assert [*state.turns()] == []


def test_the_last_round_begins_when_the_last_card_is_drawn() -> None:
    state = near_the_end("RoRsRdPoPoPsPsPdPd", "RoRsPcPcPtPtPoPsPd", "RcRcRdRtRtRxRxPcPt", fewer=1)
    assert state.stock == Pieces.parse("PxPxPx")
    state = state.play(Turn.parse("RoRsRd"))
    assert state.need == Need(0, 3)
    state = after(state, "draw PxPxPx")
    assert (state.last_turns, state.to_move, state.bag_count) == (3, 1, 0)
    # Seat 1, seat 2, and last the one who drew the last card.
    state = state.play(parse_move("RoRsRd PcPtPo"))
    assert (state.last_turns, state.to_move, state.need) == (2, 2, None)
    state = state.play(parse_move("RoRsRdRcRt PcPtPo"))
    assert (state.last_turns, state.to_move) == (1, 0)
    assert state.outcome is None
    state = state.play(parse_move("RoRsRdRcRt / PcPtPoPsPdPx"))
    assert state.outcome == Outcome("C14", (0,), (14, 0, 0))


def test_equal_numbers_share_the_victory() -> None:
    assert outcome((0, 0, 0), "C14") == Outcome("C14", (0, 1, 2), (0, 0, 0))
    assert outcome((2, 5, 5), "C14").winners == (1, 2)
    assert outcome((6, 5), "C14").winners == (0,)


# Unknown cards


def test_an_unknown_deal_waits_for_announcements() -> None:
    state = dealt("?????????", "?????????", ages=(9, 8))
    assert state.waits_for_opener
    assert (state.need, state.to_move, state.opening) == (None, None, None)
    assert (refused(state, "RoRsRd").clause, refused(state, "RoRsRd").reason) == ("C2", "announce-first")
    assert state.stock == Pieces.parse("?" * 90)
    assert state.announce((4, 4)).opening == Opening((4, 4), (0, 1), 1)
    assert state.announce((5, 0)).opening == Opening((5, 0), (0,), 0)
    assert state.announce((2, 1)) == State.start(2, (9, 8))
    for sizes in ((0, 0), (3,), (3, 3, 3), (7, 0), (-1, 3)):
        with pytest.raises(IllegalMove) as caught:
            state.announce(sizes)
        assert (caught.value.clause, caught.value.reason) == ("C2", "wrong-size")
    with pytest.raises(IllegalMove) as caught:
        state.announce((4, 4)).announce((4, 4))
    assert caught.value.reason == "announced"
    with pytest.raises(IllegalMove):
        State.start(2).announce((4, 4))


def test_announcements_agree_with_what_is_known() -> None:
    state = dealt("RoRsRdRc?????", FOUR)
    assert state.announce((6, 4)).to_move == 0
    assert state.announce((0, 4)).to_move == 1
    for sizes in ((3, 4), (5, 5), (5, 3)):
        with pytest.raises(IllegalMove) as caught:
            state.announce(sizes)
        assert caught.value.reason == "wrong-size"


def test_unknown_hands_are_played_by_their_moves() -> None:
    state = dealt("?????????", "?????????").announce((0, 3))
    assert state.to_move == 1
    state = after(state, "RoRsRd", "draw ???")
    assert state.hands == (Pieces.parse("?????????"), Pieces.parse("?????????"))
    assert state.stock == Pieces.parse("?" * 87)
    # Nobody can see whether the player can play, so the word is taken; not so for a card that is known.
    assert state.play(Redraw()).need == Need(0, 9, back=Pieces.parse("?????????"))
    assert state.play(Redraw()).stock == Pieces.parse("?" * 87), "what is put back is in the stock only after the draw"
    assert state.legal_moves() == ()
    known = replace(state, hands=(Pieces.parse("Rc????????"), state.hands[1]))
    assert refused(known, "redraw").reason == "can-play"
    assert refused(known, "pass").reason == "can-play"
    state = after(state, "RoRsRd RoRsRd", "draw ???", "RoRsRd RoRsRd RoRsRd", "draw ???")
    error = refused(state, "RoRsRd RoRsRd RoRsRd RoOoYo")
    assert (error.clause, error.reason) == ("C1", "copies")


def test_an_unknown_hand_may_hold_what_is_left_of_the_box() -> None:
    """C1: two of Ro are in the other hand, so the third can come from this one, and no fourth."""
    state = dealt("RoRoOsOsYdYdGcGcBt", "?????????").announce((0, 3))
    assert after(state, "RoRsRd").hands[1] == Pieces.parse("??????")
    error = refused(dealt("RoRoRoOsYdYdGcGcBt", "?????????").announce((0, 3)), "RoRsRd")
    assert (error.clause, error.reason) == ("C1", "copies")


def test_a_refusal_tells_nothing_about_other_hands() -> None:
    """C1: whether the other player holds every Po or none, the sentence and its facts are the same."""
    errors = [refused(dealt(THREE, other), "PoPsPd") for other in ("PoPoPoOsOsOsYdYdYd", ONES)]
    assert len({(error.message, error.reason, str(error.facts)) for error in errors}) == 1


def test_a_known_draw_cannot_be_a_fourth_copy_of_unknown_hands() -> None:
    state = after(dealt("?????????", "?????????").announce((0, 3)), "RoRsRd", "draw ???")
    state = after(state, "RoRsRd RoRsRd", "draw ???")
    assert undrawable(after(state, "redraw"), 1, "RoRo???????") == ("C1", "copies")
    assert after(state, "redraw", "draw Ro????????").hands[1] == Pieces.parse("Ro????????")


def test_states_are_values() -> None:
    state = after(dealt(THREE, FOUR), "PoPsPdPc")
    assert state == after(dealt(THREE, FOUR), "PoPsPdPc")
    assert hash(state) == hash(after(dealt(THREE, FOUR), "PoPsPdPc"))
    assert pickle.loads(pickle.dumps(state)) == state


def test_a_tiny_game_from_start_to_end() -> None:
    state = dealt("RoRs", "OoYs", rules=TINY)
    state = after(state, "RoRs", "draw RdOs")
    assert refused(state, "RoRs").clause == "C6"
    state = after(state, "RoOo RsYs", "draw YoOd")
    assert state.to_move == 0
    assert state.bag_count == 1
    state = after(state, "RoOo / RsYsOs")
    assert state.scores == (1, 0)
    assert state.need == Need(0, 1)
    state = after(state, "draw Yd")
    assert (state.last_turns, state.to_move) == (2, 1)
    state = after(state, "/ RoOoYo")
    assert state.scores == (1, 1)
    state = after(state, "RdYd")
    assert state.outcome == Outcome("C14", (0, 1), (1, 1))

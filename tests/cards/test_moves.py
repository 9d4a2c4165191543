"""What a turn may do and how refusals explain themselves (C1, C2, C5 to C9, C11, C12)."""

import pytest

from sixfold.cards import CARDS, TINY, Pass, Redraw, Row, Rules, Table, Turn, lanes, moves, parse_move
from sixfold.errors import IllegalMove, NotationError, PositionError
from sixfold.pieces import Pieces


def refused(table: str, hand: str | None, turn: str, **more: Pieces) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        moves.check(Table.parse(table), None if hand is None else Pieces.parse(hand), Turn.parse(turn), CARDS, **more)
    return caught.value


@pytest.mark.parametrize(
    ("row", "state", "facts"),
    [
        ("RoRsRd", "ok", {"count": 3, "color": "R"}),
        ("RoOoYo", "ok", {"count": 3, "shape": "o"}),
        ("RoRsRdRcRt", "ok", {"count": 5, "color": "R"}),
        ("RoRsRdRcRtRx", "qwirkle", {"count": 6, "color": "R"}),
        ("RxOxYxGxBxPx", "qwirkle", {"count": 6, "shape": "x"}),
        ("", "short", {"count": 0, "needs": 3}),
        ("Ro", "short", {"count": 1, "needs": 2}),
        ("RoRs", "short", {"count": 2, "needs": 1, "color": "R"}),
        ("RoOo", "short", {"count": 2, "needs": 1, "shape": "o"}),
        ("RoRo", "duplicate", {"piece": "Ro", "count": 2}),
        ("BsBsBsBd", "duplicate", {"piece": "Bs", "count": 3}),
        ("RoRsOd", "mixed", {"pieces": "RoOd"}),
        ("RoOs", "mixed", {"pieces": "RoOs"}),
        ("RoRsOoOs", "mixed", {"pieces": "RoOs"}),
        ("RoRsRdRcRtRxRo", "long", {"count": 7}),
    ],
)
def test_a_lane_says_how_it_stands(row: str, state: str, facts: dict[str, object]) -> None:
    (lane,) = lanes([Row.parse(row)])
    assert (lane.state, lane.facts) == (state, facts)
    assert lane.ok == (state in ("ok", "qwirkle"))
    assert lane.row == Row.parse(row)


def test_lanes_keep_the_order_of_the_draft() -> None:
    rows = [Row.parse("RdGdBd"), Row(), Row.parse("RoRsRd")]
    assert [lane.row for lane in lanes(rows)] == rows


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("BoBsBs", "this row would hold two blue squares: BoBsBs"),
        ("BxBxBx", "this row would hold three blue crosses: BxBxBx"),
        ("RoRs", "the row RoRs has two and needs one more"),
        ("", "the row  has no and needs three more"),
        ("RoOs", "the row RoOs is neither of one colour nor of one shape"),
        ("RoRsRdRcRtRxRo", "the row RoRoRsRdRcRtRx has 7 cards, more than a row can hold"),
        ("Ro" * 40, f"the row {'Ro' * 30} has 40 cards, more than a row can hold"),
        ("RoRsRdRcRtRx", "the row RoRsRdRcRtRx is a Qwirkle"),
        ("RoRsRd", "the row RoRsRd is legal"),
    ],
)
def test_a_lane_has_a_sentence(row: str, sentence: str) -> None:
    assert moves.lane(Row.parse(row)).sentence == sentence


def test_a_tiny_row_has_tiny_limits() -> None:
    states = [lane.state for lane in lanes(map(Row.parse, ("Ro", "RoRs", "RoRsRd", "RoRsRdRc")), TINY)]
    assert states == ["short", "ok", "qwirkle", "long"]


def test_a_turn_may_extend_begin_and_regroup() -> None:
    table = Table.parse("RoRsRdRc GoBoPo")
    played = moves.check(table, Pieces.parse("YoYsYd"), Turn.parse("RsRdRc RoGoBoPo YoYsYd"))
    assert (str(played.pieces), played.qwirkles) == ("YoYsYd", 0)
    played = moves.check(table, Pieces.parse("OoYoOs"), Turn.parse("RsRdRc / RoOoYoGoBoPo"))
    assert (str(played.pieces), played.qwirkles) == ("OoYo", 1)


def test_a_new_row_may_be_of_table_cards_alone_in_a_turn_that_plays_a_card() -> None:
    # C8 as read here: the red row is made of cards of three other rows, the card played lies elsewhere.
    table = Table.parse("RoOoYoGo RsOsYsGs RdOdYdGd BoBsBd")
    played = moves.check(table, Pieces.parse("Bc"), Turn.parse("RoRsRd OoYoGo OsYsGs OdYdGd BoBsBdBc"))
    assert str(played.pieces) == "Bc"


def test_two_qwirkles_of_table_cards_alone_may_be_taken() -> None:
    table = Table.parse("RoRsRd RcRtRx OoOsOd OcOtOx YoYsYd")
    played = moves.check(table, Pieces.parse("Yx"), Turn.parse("YoYsYdYx / RoRsRdRcRtRx OoOsOdOcOtOx"))
    assert (str(played.pieces), played.qwirkles) == ("Yx", 2)


@pytest.mark.parametrize(
    ("table", "hand", "turn", "clause", "reason", "facts"),
    [
        ("RoRsRd", "Rc", "RoRsRc", "C8", "vanished", {"pieces": "Rd"}),
        ("RoRsRd", "Rc", "/", "C8", "vanished", {"pieces": "RoRsRd"}),
        ("RoRsRd", "Rc", "RoRsRd", "C6", "nothing-played", {}),
        ("", "RoRsRd", "/", "C6", "nothing-played", {}),
        ("RoRsRd", "Gc", "RoRsRdRc", "C1", "hand", {"pieces": "Rc"}),
        ("", "RoRsRd", "RoRsRdRcRt", "C1", "hand", {"pieces": "RcRt"}),
        ("RoRsRd RoRsRd RoRsRd", None, "RoRsRd RoRsRd RoRsRd RoGoBo", "C1", "copies", {"pieces": "Ro"}),
        ("RoRsRd", "RoOoYo", "RoRsRdRo OoYo", "C7", "duplicate", {"row": "RoRoRsRd", "piece": "Ro", "count": 2}),
        ("RoRsRd", "Oc", "RoRsRdOc", "C7", "mixed", {"row": "RoRsRdOc", "pieces": "RoOc"}),
        ("RoRsRd", "Rc", "RoRs RdRc", "C7", "short", {"row": "RoRs", "count": 2, "needs": 1, "color": "R"}),
        ("RoRsRd RcRtRx", "Ro", "RoRsRdRcRtRxRo", "C7", "long", {"row": "RoRoRsRdRcRtRx", "count": 7}),
        ("RoRsRd", "RcRtRx", "RoRsRdRcRtRx", "C9", "left", {"row": "RoRsRdRcRtRx"}),
        ("RoRsRd", "Rc", "/ RoRsRdRc", "C9", "not-full", {"row": "RoRsRdRc"}),
        ("RoRsRd", "Oc", "/ RoRsRdOc", "C7", "mixed", {"row": "RoRsRdOc", "pieces": "RoOc"}),
        ("RoRsRd", "Rc", "RoRsRdRc -", "C7", "short", {"row": "", "count": 0, "needs": 3}),
    ],
)
def test_a_refusal_names_clause_reason_and_pieces(
    table: str, hand: str | None, turn: str, clause: str, reason: str, facts: dict[str, object]
) -> None:
    error = refused(table, hand, turn)
    assert (error.clause, error.reason, error.facts) == (clause, reason, facts)
    assert error.code == f"rules/{clause}"


@pytest.mark.parametrize(
    ("table", "hand", "turn", "sentence"),
    [
        ("BoBsBd", "Bs", "BoBsBdBs", "this row would hold two blue squares: BoBsBsBd"),
        ("RoRsRd", "Rc", "RoRsRc", "the red diamond lay on the table and must still lie there or in a Qwirkle"),
        ("", "Ro", "RsRsRd", "the red square (2) and the red diamond came neither from the table nor from the hand"),
        ("RoRsRd", "RcRtRx", "RoRsRdRcRtRx", "the row RoRsRdRcRtRx is a Qwirkle and must be taken"),
        ("RoRsRd", "Rc", "/ RoRsRdRc", "only a row of six is taken, and RoRsRdRc has four"),
        ("RoRsRd", "Rc", "RoRsRd", "a turn plays at least one card from the hand"),
        ("", None, "RoRoRoRo", "there are only 3 of the red circle, this would be number 4"),
    ],
)
def test_a_refusal_is_a_sentence_with_the_pieces(table: str, hand: str | None, turn: str, sentence: str) -> None:
    error = refused(table, hand, turn)
    assert error.message == f"{sentence} ({error.clause})"


def test_cards_elsewhere_count_as_copies() -> None:
    # With an unknown hand anything might be played, but not a fourth copy.
    elsewhere = Pieces.parse("RoRo")
    assert moves.check(Table(), Pieces.parse("???"), Turn.parse("RoRsRd"), elsewhere=elsewhere).qwirkles == 0
    error = refused("", "???", "RoRsRd", elsewhere=Pieces.parse("RoRoRo?"))
    assert (error.clause, error.reason, error.facts) == ("C1", "copies", {"pieces": "Ro"})
    # Cards that stay in the hand count too: two are played, two stay.
    error = refused("", "RoRo????", "RoRsRd RoOoYo", elsewhere=Pieces.parse("RoRo"))
    assert error.reason == "copies"
    assert refused("RoOoYo", "RoRo??", "RoOoYo RsRdRc", elsewhere=Pieces.parse("Ro")).reason == "copies"


def test_without_a_hand_any_card_may_be_played() -> None:
    assert moves.check(Table(), None, Turn.parse("RoRsRd")).pieces == Pieces.parse("RoRsRd")


@pytest.mark.parametrize(
    ("hand", "sets"),
    [
        ("RoRsRdOoYoGoBoPs", ["RoOoYoGoBo"]),
        ("RoRoRoRsRsOt", ["RoRs"]),
        ("RoRsRdOcYcGc", ["RoRsRd", "OcYcGc"]),
        ("RoRsRdOo", ["RoRsRd"]),
        ("Ro", ["Ro"]),
        ("RoOs", ["Ro", "Os"]),
        ("", []),
    ],
)
def test_the_largest_sets_of_a_hand(hand: str, sets: list[str]) -> None:
    found = moves.largest_sets(Pieces.parse(hand))
    assert [*map(str, found)] == sets
    assert moves.announcement(Pieces.parse(hand)) == (len(found[0]) if found else 0)


def test_the_opening_is_a_largest_set() -> None:
    hand = Pieces.parse("RoRsRdOcYcGcPx")
    assert [*map(str, moves.opening_turns(hand))] == ["RoRsRd", "OcYcGc"]
    for turn in moves.opening_turns(hand):
        assert len(moves.check_opening(hand, turn).pieces) == 3
    full = Pieces.parse("RoRsRdRcRtRxOo")
    assert [*map(str, moves.opening_turns(full))] == ["/ RoRsRdRcRtRx"]
    assert moves.check_opening(full, Turn.parse("/ RoRsRdRcRtRx")).qwirkles == 1


@pytest.mark.parametrize(
    ("hand", "turn", "clause", "reason"),
    [
        ("RoRsRdRcOo", "RoRsRd", "C5", "largest"),
        ("RoRsRdOoOsOd", "RoRsRd OoOsOd", "C5", "one-row"),
        ("RoRsRdRcRtRxGoGsGd", "GoGsGd / RoRsRdRcRtRx", "C5", "one-row"),
        ("RoRsRdRcRtRx", "RoRsRdRcRtRx", "C9", "left"),
        ("RoRsRd", "/", "C6", "nothing-played"),
        ("RoRsRd", "GoGsGd", "C1", "hand"),
    ],
)
def test_other_openings_are_refused(hand: str, turn: str, clause: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        moves.check_opening(Pieces.parse(hand), Turn.parse(turn))
    assert (caught.value.clause, caught.value.reason) == (clause, reason)
    if reason == "largest":
        assert (
            caught.value.message == "the opening lays a largest set of the hand, four cards, and RoRsRd has three (C5)"
        )
        assert caught.value.facts == {"row": "RoRsRd", "size": 4}


def test_an_unknown_hand_opens_with_at_least_what_is_known() -> None:
    hand = Pieces.parse("RoRsRdRc?????")
    assert moves.check_opening(hand, Turn.parse("GoGsGdGcGt")).qwirkles == 0
    with pytest.raises(IllegalMove) as caught:
        moves.check_opening(hand, Turn.parse("GoGsGd"))
    assert caught.value.reason == "largest"
    with pytest.raises(IllegalMove) as caught:
        moves.check_opening(Pieces.parse("?????????"), Turn.parse("GoGsGd"), elsewhere=Pieces.parse("GoGoGo"))
    assert caught.value.reason == "copies"


@pytest.mark.parametrize(
    ("stock", "shown", "due"), [(1, 0, "redraw"), (80, 4, "redraw"), (80, 5, "pass"), (0, 0, "pass"), (0, 5, "pass")]
)
def test_what_a_stuck_player_does(stock: int, shown: int, due: str) -> None:
    assert str(moves.stuck_move(stock, shown)) == due
    for move in (Redraw(), Pass()):
        if str(move) == due:
            moves.check_stuck(move, False, stock, shown)
        else:
            with pytest.raises(IllegalMove):
                moves.check_stuck(move, False, stock, shown)


@pytest.mark.parametrize(
    ("move", "can_play", "stock", "shown", "clause", "reason"),
    [
        (Redraw(), True, 9, 0, "C11", "can-play"),
        (Pass(), True, 9, 0, "C6", "can-play"),
        (Pass(), True, 0, 0, "C6", "can-play"),
        (Pass(), False, 9, 0, "C11", "redraw-first"),
        (Redraw(), False, 9, 5, "C11", "redrawn-out"),
        (Redraw(), False, 0, 0, "C12", "stock-empty"),
        (Redraw(), False, 0, 5, "C12", "stock-empty"),
    ],
)
def test_who_may_not_redraw_or_pass(
    move: Redraw | Pass, can_play: bool, stock: int, shown: int, clause: str, reason: str
) -> None:
    with pytest.raises(IllegalMove) as caught:
        moves.check_stuck(move, can_play, stock, shown)
    assert (caught.value.clause, caught.value.reason) == (clause, reason)
    assert len(caught.value.message) > 20


@pytest.mark.parametrize(
    ("table", "known", "code", "facts", "sentence"),
    [
        (
            "RoRsRdRcRtRx",
            "",
            "position/qwirkle",
            {"row": "RoRsRdRcRtRx"},
            "the row RoRsRdRcRtRx is a Qwirkle and would have been taken",
        ),
        (
            "RoRs",
            "",
            "position/row",
            {"row": "RoRs", "count": 2, "color": "R", "needs": 1},
            "the row RoRs has two and needs one more",
        ),
        (
            "RoRsOd",
            "",
            "position/row",
            {"row": "RoRsOd", "pieces": "RoOd"},
            "the row RoRsOd is neither of one colour nor of one shape",
        ),
        (
            "RoRsRd RoRsRd",
            "RoRo",
            "position/copies",
            {"piece": "Ro"},
            "4 of the red circle: there are only 3",
        ),
    ],
)
def test_positions_that_no_game_has(table: str, known: str, code: str, facts: dict[str, object], sentence: str) -> None:
    with pytest.raises(PositionError) as caught:
        moves.check_position(Table.parse(table), Pieces.parse(known))
    assert (caught.value.code, caught.value.facts, caught.value.message) == (code, facts, sentence)


def test_positions_that_games_have() -> None:
    moves.check_position(Table.parse("RoRsRd RoRsRd RoRsRd"))
    moves.check_position(Table.parse("RoRsRd RoRsRd"), Pieces.parse("Ro"))
    moves.check_hand(Pieces.parse("?" * 9))
    with pytest.raises(PositionError) as caught:
        moves.check_hand(Pieces.parse("?" * 10))
    assert caught.value.code == "position/hand"
    assert caught.value.facts == {"hand": "?" * 10}
    assert caught.value.message == "a hand of 10 cards: there are at most 9"
    with pytest.raises(PositionError):
        moves.check_position(Table(), Pieces.parse("Gx"), TINY)


@pytest.mark.parametrize(
    "text", ["RoRsRd", "RoRsRd RdGdBd / RoOoYoGoBoPo", "/ RoOoYoGoBoPo", "/", "redraw", "pass", "- Ro"]
)
def test_moves_read_what_they_write(text: str) -> None:
    assert str(parse_move(text)) == text
    assert parse_move(f"  {text} ") == parse_move(text)


def test_a_turn_is_kept_in_order() -> None:
    assert parse_move("BdRdGd RsRoRd") == parse_move("RoRsRd RdGdBd")
    assert str(parse_move("BdRdGd RsRoRd")) == "RoRsRd RdGdBd"
    assert str(parse_move("/ OoOsOdOcOtOx RoRsRdRcRtRx")) == "/ RoRsRdRcRtRx OoOsOdOcOtOx"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "notation/move"),
        ("  ", "notation/move"),
        ("Rq", "notation/piece"),
        ("RoRsRd / / RoRs", "notation/piece"),
        ("Ro?", "notation/unknown-piece"),
        ("swap Ro", "notation/piece"),
        ("Redraw", "notation/piece"),
    ],
)
def test_other_text_is_no_move(text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(text)
    assert caught.value.code == code
    if code == "notation/move":
        sentence = "a move is rows like RoRsRd, or redraw, or pass; this is empty"
        assert (caught.value.message, caught.value.text) == (sentence, "")


def test_rules_that_no_game_can_have() -> None:
    for wrong in (
        {"kinds": 0},
        {"kinds": 7},
        {"min_row": 0},
        {"min_row": 7},
        {"copies": 0},
        {"hand": 27},
        {"redraws": -1},
    ):
        with pytest.raises(ValueError):  # noqa: PT011 - the sentence is for whoever writes a rule set
            Rules(**wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^the deal must leave cards in the stock, or C14's last round never begins$"):
        Rules(hand=27)
    assert Rules("least", kinds=1, copies=9, hand=2, min_row=1, redraws=0).size == 9
    assert Rules("single", copies=1, hand=8).size == 36
    assert Rules(hand=26).size == 108
    assert TINY.size == len(TINY.box) == 9
    assert len(CARDS.box) == 108
    assert set(CARDS.box.counts) == {3}
    assert str(TINY.box) == "RoRsRdOoOsOdYoYsYd"


@pytest.mark.parametrize(
    ("chosen", "row", "answer"),
    [
        ("Rx", "RoRsRd", True),
        ("Ro", "RoRsRd", False),
        ("Bx", "RoRsRd", False),
        ("RxRt", "RoRsRd", True),
        ("RxRtRc", "RoRsRd", True),
        ("Rd", "RdGdBd", False),
        ("Rs", "Ro", True),
        ("RsBo", "Ro", False),
        ("Ro", "", True),
        ("RoGs", "", False),
        ("RoRo", "", False),
        ("Ro", "RoRo", False),
    ],
)
def test_cards_that_could_join_a_row(chosen: str, row: str, answer: bool) -> None:
    assert moves.could_join(Row.parse(chosen), Row.parse(row)) is answer

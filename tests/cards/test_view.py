"""What a seat knows, and states that it could be in (C1, C2, C10, C11)."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from sixfold.cards import TINY, State, Turn, View, moves, solver
from sixfold.errors import NotationError, PositionError, SixfoldError
from sixfold.pieces import EMPTY, Pieces
from tests.cards.games import after, dealt, play_out, random_draw, random_move
from tests.cards.test_state import FOUR, STUCK, THREE, stuck
from tests.scale import scale


def test_a_view_holds_the_own_hand_and_what_lies_open() -> None:
    state = after(dealt(THREE, FOUR), "PoPsPdPc", "draw RcRtRxBo")
    view = state.view(0)
    assert (view.hand, view.hand_sizes) == (Pieces.parse(THREE), (9, 9))
    assert (view.table, view.scores, view.bag_count) == (state.table, (0, 0), 108 - 22)
    assert view.unseen == state.stock + state.hands[1]
    assert view.to_move == 0
    assert not view.opens
    watcher = state.view(None)
    assert watcher.hand == EMPTY
    assert watcher.unseen == state.stock + state.hands[0] + state.hands[1]
    assert (watcher.legal_moves(), watcher.can_play(), watcher.best(), [*watcher.turns()]) == ((), False, None, [])


def test_only_the_seat_to_move_has_moves() -> None:
    state = after(dealt(THREE, FOUR), "PoPsPdPc", "draw RcRtRxBo")
    assert state.view(0).can_play()
    assert state.view(0).best() == Turn.parse("RoRsRd PoPsPdPc")
    assert not state.view(1).can_play()
    assert (state.view(1).legal_moves(), state.view(1).best(), [*state.view(1).turns()]) == ((), None, [])


def test_the_best_opening_is_an_opening() -> None:
    # Two sets of three could be laid together on an ordinary turn; the opening is one of them.
    view = dealt("RoRsRdGcGtGxPoPsYx", "BoBoBoOsOsOsYdYdYd").view(0)
    assert view.best() == Turn.parse("RoRsRd")
    assert [*view.turns()] == [*view.legal_moves()] == [Turn.parse("RoRsRd"), Turn.parse("GcGtGx")]
    assert view.can_play()
    assert stuck().view(1).best() is None


def test_the_least_turn_has_the_fewest_qwirkles_then_the_fewest_cards() -> None:
    """Against every turn there is, on tables of whole games."""
    tried = 0
    for seed in range(scale(20, 200)):
        for state in play_out(random.Random(seed), 2, TINY):
            view = state.view(state.to_move)
            least = view.least()
            if state.to_move is None:
                assert least is None
                continue
            assert least is not None
            assert view.least() == least
            state.play(least)
            every = [(len(turn.taken), len(turn.pieces)) for turn in view.turns()]
            if every:
                assert isinstance(least, Turn)
                assert (len(least.taken), len(least.pieces)) == min(every)
                tried += 1
            else:
                assert (least,) == view.legal_moves()
    assert tried > 50


def test_the_least_turn_of_a_real_game_plays_one_card_where_it_can() -> None:
    state = after(dealt(THREE, FOUR), "PoPsPdPc", "draw RcRtRxBo")
    hand = state.hands[0]
    least = state.view(0).least()
    assert isinstance(least, Turn)
    assert (least.pieces - state.table.pieces, least.taken) == (Pieces.parse("RoRsRd"), ()), "no card fits the row"
    assert hand == Pieces.parse(THREE)
    for game in range(scale(2, 20)):
        for each in play_out(random.Random(game), 2):
            if each.to_move is None or each.opening is None or not each.sheet:
                continue
            least = each.view(each.to_move).least()
            assert least is not None
            each.play(least)
            if isinstance(least, Turn):
                assert least.taken == (), "a row of six is two rows of three"
                played = least.pieces - each.table.pieces
                one = any(solver.can_play(each.table, Pieces([piece])) for piece in each.hands[each.to_move].distinct())
                assert (len(played) == 1) == one
            else:
                assert not each.view(each.to_move).can_play()
    assert dealt("RoRsRdGcGtGxPoPsYx", "BoBoBoOsOsOsYdYdYd").view(0).least() == Turn.parse("GcGtGx")


def test_a_shown_hand_is_seen_by_all() -> None:
    state = after(stuck(), "redraw")
    for seat in (None, 0, 1):
        view = state.view(seat)
        assert view.shown == (Pieces.parse(STUCK),)
        assert view.need is not None
        assert view.need.back == Pieces.parse(STUCK)
        assert view.bag_count == state.bag_count
    assert state.view(0).unseen == state.stock


def test_what_is_hidden_changes_no_view() -> None:
    # No-peek: swap every card that seat 0 cannot see, and seat 0 sees the same.
    rng = random.Random("no peek")
    for seats in (2, 3, 4):
        for state in play_out(rng, seats):
            assert state.view(None).legal_moves() == ()
            for seat in (None, *range(seats)):
                view = state.view(seat)
                other = view.sample(rng)
                assert other.view(seat) == view
                assert other.view(seat).to_json() == view.to_json()


def test_samples_keep_every_card() -> None:
    rng = random.Random("samples")
    for state in play_out(rng, 3):
        sample = state.view(rng.choice((None, 0, 1, 2))).sample(rng)
        assert len(sample.stock) == len(state.stock)
        assert [*map(len, sample.hands)] == [*map(len, state.hands)]
        if sample.outcome is None:
            following = sample.draw(random_draw(sample, rng)) if sample.need else sample.play(random_move(sample, rng))
            assert following != sample


def test_samples_keep_to_the_announcements() -> None:
    rng = random.Random("announcements")
    state = dealt(THREE, FOUR, "GsGdGcGtGxRxYoYoBs", ages=(9, 3, 5))
    assert state.opening is not None
    assert state.opening.sizes == (3, 4, 5)
    for _ in range(30):
        sample = state.view(0).sample(rng)
        assert [moves.announcement(sample.hands[seat]) for seat in (1, 2)] == [4, 5]
    opened = after(state, "GsGdGcGtGx", "draw RcRtRxBoBo")
    sizes = set()
    for _ in range(60):
        sample = opened.view(0).sample(rng)
        assert moves.announcement(sample.hands[1]) == 4
        sizes.add(moves.announcement(sample.hands[2]))
    assert len(sizes) > 1, "the opener has drawn, so nothing is known of that hand any more"


def test_a_rare_announcement_is_found() -> None:
    rng = random.Random("rare")
    state = dealt("RoRsRdRcRtRxGoGoBs", THREE)
    for _ in range(scale(5, 50)):
        assert moves.announcement(state.view(1).sample(rng).hands[0]) == 6
    few = replace(state, opening=replace(state.opening, sizes=(6, 1)))  # type: ignore[type-var]
    for _ in range(3):
        assert moves.announcement(few.view(0).sample(rng).hands[1]) == 1


def test_an_impossible_announcement_is_refused() -> None:
    state = dealt("RoRsRdRcRtRxGoGoBs", THREE)
    assert state.opening is not None
    state = replace(state, opening=replace(state.opening, sizes=(6, 6)), hands=(state.hands[0], Pieces.parse("Ro")))
    with pytest.raises(PositionError) as caught:
        state.view(0).sample(random.Random(1))
    assert caught.value.code == "position/announcement"


def test_cards_just_shown_are_not_in_the_new_hand() -> None:
    rng = random.Random("shown")
    state = after(stuck(), "redraw", "draw OtOtOtGxGxGxPsPsPs")
    for _ in range(50):
        hand = state.view(0).sample(rng).hands[1]
        assert not any(piece in hand for piece in Pieces.parse(STUCK))
    # A second redraw may draw cards of the first hand again.
    state = after(state, "redraw", f"draw {STUCK}")
    assert any(piece in state.view(0).sample(rng).hands[1] for _ in range(50) for piece in Pieces.parse(STUCK))


def test_unknown_own_cards_are_guessed() -> None:
    state = after(dealt("?????????", "RoRsRd??????").announce((0, 3)), "RoRsRd", "draw ???")
    sample = state.view(0).sample(random.Random(2))
    assert all(hand.known and len(hand) == 9 for hand in sample.hands)
    assert len(sample.stock) == 87


def test_no_card_is_guessed_twice() -> None:
    """C1: of nine cards, each there once, two unknown hands hold four different ones."""
    view = dealt("??", "??", rules=TINY).announce((2, 0)).view(0)
    for seed in range(20):
        sample = view.sample(random.Random(seed))
        assert max((sample.hands[0] + sample.hands[1]).counts) == 1


def test_a_hand_that_has_been_put_back_is_sampled_as_none() -> None:
    # Seat 1 announced, then showed its hand and holds nothing until the draw: the announcement binds no more.
    state = after(stuck(), "redraw")
    sample = state.view(0).sample(random.Random(3))
    assert sample.hands[1] == EMPTY
    assert sample.need == state.need
    drawn = after(state, "draw OtOtOtGxGxGxPsPsPs")
    sizes = {moves.announcement(drawn.view(0).sample(random.Random(seed)).hands[1]) for seed in range(20)}
    assert len(sizes) > 1


def test_hands_larger_than_what_is_unseen_are_refused() -> None:
    state = after(stuck(), "redraw", "draw OtOtOtGxGxGxPsPsPs")
    view = replace(state.view(0), hand_sizes=(9, 88))
    with pytest.raises(PositionError, match=r"^the hands hold more cards than are unseen$") as caught:
        view.sample(random.Random(4))
    assert caught.value.code == "position/unseen"


# JSON


def test_views_read_what_they_write() -> None:
    rng = random.Random("json")
    for seats in (2, 3, 4):
        for state in play_out(rng, seats):
            for seat in (None, *range(seats)):
                view = state.view(seat)
                assert View.from_json(json.loads(json.dumps(view.to_json()))) == view


def good() -> dict[str, Any]:
    state = after(stuck(), "redraw", "draw RcRtRxBoBoBoPsPsPs", "/ RoRsRdRcRtRx", "draw YoYoYo")
    return state.view(0).to_json()


def test_the_json_of_a_view() -> None:
    data = good()
    assert data["sheet"][1] == {
        "seat": 1,
        "move": "/ RoRsRdRcRtRx",
        "points": 1,
        "parts": ["RoRsRdRcRtRx"],
        "shown": [STUCK],
    }
    assert (data["ruleset"], data["table"], data["stacks"]) == ("cards/1", [], [[], ["RoRsRdRcRtRx"]])
    assert (data["bag_count"], data["scores"], data["to_move"], data["last_turns"]) == (84, [0, 1], 0, None)


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("ruleset", "tiles/1", "notation/ruleset"),
        ("ruleset", 7, "notation/view"),
        ("seats", 5, "notation/view"),
        ("seats", True, "notation/view"),
        ("seats", 2.0, "notation/view"),
        ("seat", 2, "notation/view"),
        ("seat", "0", "notation/view"),
        ("ages", [1], "notation/view"),
        ("ages", [1, -1], "notation/view"),
        ("ages", None, "notation/view"),
        ("hand", "Ro", "position/hand"),
        ("hand", "Rq", "notation/piece"),
        ("hand", ["Ro"], "notation/view"),
        ("hand", "Ro" * 2000, "notation/view"),
        ("hand_sizes", [9, 10], "notation/view"),
        ("hand_sizes", [9], "notation/view"),
        ("table", ["RoRs"], "position/row"),
        ("table", ["RoRsRdRcRtRx"], "position/qwirkle"),
        ("table", ["RoRsRd", "RoRsRd", "RoRsRd"], "position/copies"),
        ("table", "RoRsRd", "notation/view"),
        ("table", ["RoRsRd"] * 2001, "notation/view"),
        ("table", [["Ro"]], "notation/view"),
        ("stacks", [[], ["RoRsRd"]], "position/stack"),
        ("stacks", [[]], "notation/view"),
        ("sheet", [{}], "notation/view"),
        ("sheet", [1], "notation/view"),
        ("sheet", [{"seat": 2, "move": "pass", "points": 0, "parts": [], "shown": []}], "notation/view"),
        ("sheet", [{"seat": 0, "move": "pass", "points": 0, "parts": [], "shown": []}] * 10_001, "notation/view"),
        ("sheet", [{"seat": 0, "move": "", "points": 0, "parts": [], "shown": []}], "notation/move"),
        ("opening", {"sizes": [3, 9], "tied": [0], "opener": 0}, "notation/view"),
        ("opening", {"sizes": [3, 3], "tied": [2], "opener": 0}, "notation/view"),
        ("opening", 3, "notation/view"),
        ("need", {"seat": 0, "count": 0, "back": "", "fresh": False}, "notation/view"),
        ("need", {"seat": 0, "count": 1, "back": "", "fresh": 0}, "notation/view"),
        ("to_move", 2, "notation/view"),
        ("outcome", {"reason": 1, "winners": [0], "scores": [0, 0]}, "notation/view"),
        ("outcome", {"reason": "C14", "winners": [3], "scores": [0, 0]}, "notation/view"),
        ("shown", ["Ro"] * 6, "notation/view"),
        ("shown", [1], "notation/view"),
        ("last_turns", 3, "notation/view"),
        ("bag_count", 83, "position/copies"),
        ("bag_count", 109, "notation/view"),
    ],
)
def test_other_json_is_no_view(field: str, value: object, code: str) -> None:
    with pytest.raises(SixfoldError) as caught:
        View.from_json(good() | {field: value})
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"ruleset": "chess"}, "'chess' is not a card game: there are cards/1, tiny-cards/1"),
        ({"table": "RoRsRd"}, "table is 'RoRsRd' instead of a list of at most 2000"),
        ({"last_turns": 3}, "last_turns is '3' instead of a whole number from 0 to 2"),
        ({"shown": [1]}, "shown is '1' instead of a text of at most 2000 characters"),
        (
            {"sheet": [{"seat": 0, "move": "pass", "points": 0, "parts": 1, "shown": []}]},
            "parts is '1' instead of a list of at most 2000",
        ),
    ],
)
def test_a_wrong_field_is_named(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        View.from_json(good() | change)
    assert caught.value.message == sentence


def test_a_row_in_a_stack_that_is_no_qwirkle_is_shown() -> None:
    with pytest.raises(PositionError) as caught:
        View.from_json(good() | {"stacks": [[], ["RoRsRd"]]})
    assert caught.value.facts == {"row": "RoRsRd"}


def test_views_at_the_ends_of_what_is_allowed() -> None:
    """Four seats, nobody's seat, an empty stock, no last turn left, and a hand put aside (C11)."""
    four = dealt(THREE, FOUR, "GsGdGcGtGxRxYoYoBs", "OsOsOsPxPxPxBdBdBd")
    last = after(dealt("RoRs", "OoYs", rules=TINY), "RoRs", "draw RdOs", "RoOo RsYs", "draw YoOd", "RoOo / RsYsOs")
    last = after(last, "draw Yd")
    assert last.bag_count == 0
    aside = after(stuck(), "redraw")
    for view in (four.view(3), four.view(None), last.view(0), replace(last.view(0), last_turns=0), aside.view(0)):
        assert View.from_json(view.to_json()) == view
    data: dict[str, Any] = aside.view(0).to_json()
    with pytest.raises(PositionError, match="orange square") as caught:
        View.from_json(data | {"hand": data["hand"][:-2] + "Os"})
    assert caught.value.code == "position/copies"


def test_every_field_is_needed() -> None:
    for field in good():
        data = good()
        del data[field]
        if field in ("scores", "unseen", "opening", "need", "outcome", "seat", "last_turns"):
            # What follows from the rest, and what may be null.
            continue
        if field == "to_move":
            assert View.from_json(data).to_move is None
            continue
        with pytest.raises((NotationError, PositionError)):
            View.from_json(data)


@pytest.mark.parametrize("data", [None, [], "view", 1])
def test_a_view_is_an_object(data: object) -> None:
    with pytest.raises(NotationError, match=r"^view is '.*' instead of an object$"):
        View.from_json(data)


def test_state_and_view_agree_on_the_moves() -> None:
    rng = random.Random("agree")
    for state in play_out(rng, 2):
        if state.to_move is not None:
            assert state.forced_moves() == state.view(state.to_move).forced_moves()
            assert state.can_play() == state.view(state.to_move).can_play()
    assert State.start(2).legal_moves() == ()


def test_legal_moves_are_all_of_them_also_when_they_are_many() -> None:
    """Every distinct result of an ordinary turn, the forced move of a stuck player, the openings."""
    rng = random.Random("all of them")
    ordinary = 0
    for number in range(20):
        for state in play_out(rng, 2 + number % 3, TINY):
            if state.to_move is None:
                continue
            found = state.legal_moves()
            assert found
            assert found == state.view(state.to_move).legal_moves() == (state.forced_moves() or (*state.turns(),))
            for move in found:
                state.play(move)
            ordinary += state.can_play() and not state.opens
    assert ordinary > 20
    first = after(dealt(THREE, FOUR), "PoPsPdPc", "draw PtPtPtPx")
    assert first.legal_moves() == (Turn.parse("RoRsRd PoPsPdPc"),)

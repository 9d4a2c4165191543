"""What a seat may know: hidden things hidden, samples that fit, and JSON that can come from anywhere."""

import copy
import json
import random
from dataclasses import replace
from typing import Any

import pytest

from sixfold.errors import NotationError, PositionError, SixfoldError
from sixfold.game import Draw, Need
from sixfold.pieces import EMPTY, Pieces
from sixfold.testing.strategies import random_state
from sixfold.tiles import TILES, TINY, Pass, Place, State, Swap, View, announcement
from sixfold.tiles.guess import Deal
from tests.scale import scale
from tests.spec.game import played

SECOND = ["draw 0 RoRsRdGxBtYc", "draw 1 RoOsYdGcBtPx", "0,0:Ro 1,0:Rs 2,0:Rd", "draw 0 YxYtYo"]
SWAPPING = [*SECOND, "swap RoOs"]


def test_what_is_seen() -> None:
    state = played("tiles/1", 2, SECOND, (30, 40))
    view = state.view(1)
    assert (view.seat, view.seats, view.ages, view.to_move) == (1, 2, (30, 40), 1)
    assert view.hand == Pieces.parse("RoOsYdGcBtPx")
    assert (view.hand_sizes, view.bag_count, view.scores) == ((6, 6), 93, (3, 0))
    assert view.unseen == TILES.box - state.board.pieces - view.hand
    assert view.plays()
    assert view.legal_moves() == state.legal_moves()
    other = state.view(0)
    assert (other.hand, other.plays(), other.legal_moves()) == (Pieces.parse("YoYcYtYxGxBt"), (), ())
    nobody = state.view(None)
    assert (nobody.hand, nobody.hand_sizes, nobody.plays()) == (EMPTY, (6, 6), ())
    assert nobody.unseen == TILES.box - state.board.pieces


def test_the_least_move_has_the_fewest_points_then_the_fewest_tiles() -> None:
    """Against every legal move, in states of whole games; an exchange is one tile, and only when nothing fits."""
    kinds = set()
    for seed in range(scale(40, 400)):
        rng = random.Random(seed)
        state = random_state("tiles/1", 2, rng.randint(4, 90), rng)
        view = state.view(state.to_move)
        least = view.least()
        if state.to_move is None:
            assert least is None
            continue
        assert least == view.least()
        legal = view.legal_moves()
        assert least in legal
        assert state.view(None).least() is None
        kinds.add(type(least))
        laid = [move for move in legal if isinstance(move, Place)]
        if laid:
            assert isinstance(least, Place)
            made = state.play(least).sheet[-1].points
            assert (made, len(least)) == min((state.play(move).sheet[-1].points, len(move)) for move in laid)
        elif isinstance(least, Swap):
            assert len(least.pieces) == 1
    assert Place in kinds


def test_when_nothing_fits_one_tile_is_exchanged_or_the_turn_passed() -> None:
    view = replace(played("tiles/1", 2, SECOND).view(1), hand=Pieces.parse("PxPt"))
    assert view.plays() == ()
    assert replace(view, bag_count=9).least() == Swap(Pieces.parse("Pt"))
    assert replace(view, bag_count=0).least() == Pass()


def test_the_bonus_of_the_end_counts() -> None:
    # Laying both tiles gives one point more than laying one, and T17's bonus on top.
    view = replace(played("tiles/1", 2, SECOND).view(1), hand=Pieces.parse("OoRc"), bag_count=0)
    assert [play.points for play in view.plays() if len(play.place) == 2] == []
    assert view.least() == min(view.plays(), key=lambda play: (play.points, str(play.place))).place


def test_an_exchange_is_seen_by_who_made_it() -> None:
    state = played("tiles/1", 2, SWAPPING)
    assert str(state.view(1).sheet[-1].move) == "swap RoOs"
    assert state.view(1).need == Need(1, 2, back=Pieces.parse("RoOs"))
    assert state.view(1).unseen == TILES.box - state.board.pieces - Pieces.parse("RoOsYdGcBtPx")
    for seat in (0, None):
        view = state.view(seat)
        assert str(view.sheet[-1].move) == "swap ??"
        assert view.need == Need(1, 2, back=Pieces.parse("??"))
        assert len(view.unseen) == 108 - 3 - (6 if seat == 0 else 0)
    done = state.draw(Draw(1, Pieces.parse("GoGs")))
    assert str(done.view(0).sheet[-1].move) == "swap ??"
    assert str(done.view(1).sheet[-1].move) == "swap RoOs"


def test_hidden_tiles_do_not_change_a_view() -> None:
    one = played("tiles/1", 2, SWAPPING)
    two = played("tiles/1", 2, [SECOND[0], "draw 1 OoRsYdGcBtPx", *SECOND[2:], "swap OoRs"])
    assert one.view(0) == two.view(0)
    assert one.view(None) == two.view(None)
    assert one.view(1) != two.view(1)


# ---- sampling -------------------------------------------------------------------------------------------------------


def test_samples_differ_and_fit() -> None:
    state = played("tiles/1", 2, SWAPPING)
    for seat in (0, 1, None):
        view = state.view(seat)
        worlds = [view.sample(random.Random(seed)) for seed in range(30)]
        assert all(world.view(seat) == view for world in worlds)
        assert len({world.hands for world in worlds}) > 20
        assert all(len(world.need.back) == 2 and world.need.back.known for world in worlds if world.need)
        assert all(world.bag_count == 93 for world in worlds)
    assert state.view(0).sample(random.Random(5)) == state.view(0).sample(random.Random(5))


def test_every_unseen_tile_is_likely() -> None:
    """Three of 96 unseen tiles are Ro: each of the six tiles of the other hand is one with 3/96."""
    view = played("tiles/1", 2, ["draw 0 YoYsYdYcYtYx", "draw 1 RoOsYdGcBtPx"]).view(0)
    worlds = [view.sample(random.Random(seed)) for seed in range(300)]
    held = sum(world.hands[1].count(piece) for world in worlds for piece in Pieces.parse("Ro"))
    assert 20 < held < 110


@pytest.mark.parametrize("hand", ["RoOsYdGcBtPx", "RoRsYdGcBtPx", "RoRsRdGcBtPx", "RoRsRdRcRtPx", "RoRsRdRcRtRx"])
def test_a_dealt_hand_fits_its_announcement(hand: str) -> None:
    """From the common three to the one in thousands that is one, or six (T2)."""
    dealt = played("tiles/1", 3, [f"draw 0 {hand}", f"draw 1 {hand}", "draw 2 YoYsOsGdGdBc"])
    size = announcement(Pieces.parse(hand))
    for seed in range(10):
        for seat in (0, 2, None):
            world = dealt.view(seat).sample(random.Random(seed))
            assert [announcement(world.hands[other]) for other in (0, 1)] == [size, size]
            assert world.view(seat) == dealt.view(seat)
            assert len(world.bag) == dealt.bag_count, "no tile is dealt twice (T1)"


def test_a_rare_announcement_is_met_by_colours_and_by_shapes() -> None:
    """T2: a set of six shares its colour or its shape, and nobody said which."""
    view = played("tiles/1", 2, ["draw 0 RoRsRdRcRtRx", "draw 1 RoOsYdGcBtPx"]).view(1)
    hands = [view.sample(random.Random(seed)).hands[0] for seed in range(12)]
    assert {len({piece.color for piece in hand}) for hand in hands} == {1, 6}


def test_a_fitting_hand_takes_each_tile_once() -> None:
    """T1: with one Ro and one Os left, a hand of two that announces one is both of them."""
    view = played("tiles/1", 2, ["draw 0 RoRsRdRcRtRx", "draw 1 RoOsYdGcBtPx"]).view(0)
    left = list(Pieces.parse("RoOs"))
    for seed in range(10):
        hand = Deal(view, random.Random(seed))._fitting(left, 1, 2)
        assert hand is not None
        assert Pieces(hand) == Pieces(left)


def test_a_hand_that_has_moved_is_free() -> None:
    opened = played("tiles/1", 2, ["draw 0 RoRsRdRcRtRx", "draw 1 RoOsYdGcBtPx"])
    opened = opened.play(opened.plays()[0].place).draw(Draw(0, Pieces.parse("YoOsYdGcBtPx")))
    sizes = {announcement(opened.view(1).sample(random.Random(seed)).hands[0]) for seed in range(40)}
    assert len(sizes) > 1
    assert {announcement(opened.view(0).sample(random.Random(seed)).hands[1]) for seed in range(10)} == {1}


def test_unknown_own_tiles_are_sampled_too() -> None:
    state = played(
        "tiles/1", 2, ["draw 0 ??????", "draw 1 RoOs????", "announce 3 0", "0,0:Ro 1,0:Rs 2,0:Rd", "draw 0 ???"]
    )
    for seat in (0, 1, None):
        world = state.view(seat).sample(random.Random(3))
        assert all(hand.known and len(hand) == 6 for hand in world.hands)
        assert world.bag.known
    assert state.view(1).sample(random.Random(3)).hands[1].covers(Pieces.parse("RoOs"))


def test_impossible_announcements_are_refused() -> None:
    broken = played("tiles/1", 2, ["draw 0 RoRsRdRcRtRx", "draw 1 RoOsYdGcBtPx"]).view(0).to_json()
    broken["opening"]["sizes"] = [6, 6]
    broken["hand_sizes"], broken["bag_count"] = [6, 3], 99
    with pytest.raises(PositionError, match=r"^no hands fit the announcements \(T2\)$") as caught:
        View.from_json(broken).sample(random.Random(1))
    assert caught.value.code == "position/announcement"


# ---- JSON -----------------------------------------------------------------------------------------------------------


def test_the_form_of_a_view() -> None:
    """Other programs rely on these names (docs/protocol.md)."""
    assert played("tiles/1", 2, SWAPPING, (30, None)).view(0).to_json() == {
        "ruleset": "tiles/1",
        "seat": 0,
        "seats": 2,
        "ages": [30, None],
        "hand": "YoYcYtYxGxBt",
        "hand_sizes": [6, 4],
        "board": "0,0:Ro 1,0:Rs 2,0:Rd",
        "scores": [3, 0],
        "sheet": [
            {
                "seat": 0,
                "move": "0,0:Ro 1,0:Rs 2,0:Rd",
                "points": 3,
                "parts": [{"clause": "T11", "points": 3, "line": "row 0,0:Ro 1,0:Rs 2,0:Rd"}],
            },
            {"seat": 1, "move": "swap ??", "points": 0, "parts": []},
        ],
        "opening": {"sizes": [3, 1], "tied": [0], "opener": 0},
        "need": {"seat": 1, "count": 2, "back": "??", "fresh": False},
        "to_move": None,
        "outcome": None,
        "bag_count": 93,
        "unseen": str(played("tiles/1", 2, SWAPPING).view(0).unseen),
    }


def test_views_at_both_ends_of_a_game() -> None:
    start = State.start(2)
    over = played(
        "tiny-tiles/1",
        4,
        ["draw 0 RoRo", "draw 1 OsOs", "draw 2 OoOo", "draw 3 RsRs", "0,0:Ro", "pass", "0,1:Oo", "-1,0:Rs", "-1,-1:Ro"],
    )
    for state in (start, over):
        for seat in (0, 1, None):
            view = state.view(seat)
            assert View.from_json(json.loads(json.dumps(view.to_json()))) == view
            assert view.sample(random.Random(0)).view(seat) == view
    data = over.view(None).to_json()
    assert data["outcome"] == {"reason": "T17", "winners": [0], "scores": [7, 0, 4, 4]}
    assert data["sheet"][-1]["parts"][-1] == {"clause": "T17", "points": 2, "line": None}
    assert start.view(0).to_json()["need"] == {"seat": 0, "count": 6, "back": "", "fresh": True}
    assert View.from_json(over.view(0).to_json()).rules is TINY


BASE = played("tiles/1", 2, SWAPPING, (30, 40)).view(1).to_json()
SECOND_VIEW = played("tiles/1", 2, SECOND, (30, 40)).view(1).to_json()


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        (("ruleset",), "cards/1", "notation/ruleset"),
        (("ruleset",), 1, "notation/view"),
        (("seat",), 2, "notation/view"),
        (("seat",), -1, "notation/view"),
        (("seat",), "0", "notation/view"),
        (("seat",), True, "notation/view"),
        (("seats",), 1, "notation/view"),
        (("seats",), 5, "notation/view"),
        (("ages",), [30], "notation/view"),
        (("ages",), [30, 40, 50], "notation/view"),
        (("ages", 0), -1, "notation/view"),
        (("ages", 0), 201, "notation/view"),
        (("ages", 0), 3.5, "notation/view"),
        (("ages",), "30", "notation/view"),
        (("hand",), "Rz", "notation/piece"),
        (("hand",), None, "notation/view"),
        (("hand",), "RoRo", "position/hand"),
        (("hand_sizes", 0), 7, "notation/view"),
        (("hand_sizes", 0), -1, "notation/view"),
        (("hand_sizes", 0), 5, "position/copies"),
        (("board",), "0,0:Rs 0,0:Rd", "position/cell"),
        (("board",), 7, "notation/view"),
        (("scores", 0), -1, "notation/view"),
        (("scores", 0), 10_001, "notation/view"),
        (("scores",), [1], "notation/view"),
        (("sheet",), {}, "notation/view"),
        (("sheet",), [0], "notation/view"),
        (("sheet",), [{"seat": 0, "move": "pass", "points": 0, "parts": []}] * 10_001, "notation/view"),
        (("sheet", 0, "seat"), 2, "notation/view"),
        (("sheet", 0, "seat"), -1, "notation/view"),
        (("sheet", 0, "move"), "jump", "notation/placement"),
        (("sheet", 0, "move"), None, "notation/view"),
        (("sheet", 0, "points"), -1, "notation/view"),
        (("sheet", 0, "points"), 10_001, "notation/view"),
        (("sheet", 0, "parts"), None, "notation/view"),
        (("sheet", 0, "parts"), [0], "notation/view"),
        (("sheet", 0, "parts"), [{"clause": "", "points": 0}] * 21, "notation/view"),
        (("sheet", 0, "parts", 0, "clause"), 11, "notation/view"),
        (("sheet", 0, "parts", 0, "points"), -1, "notation/view"),
        (("sheet", 0, "parts", 0, "points"), 10_001, "notation/view"),
        (("sheet", 0, "parts", 0, "line"), "up 0,0:Rs", "notation/line"),
        (("sheet", 0, "parts", 0, "line"), 3, "notation/view"),
        (("opening",), [], "notation/view"),
        (("opening", "sizes"), [3], "notation/view"),
        (("opening", "sizes", 0), 7, "notation/view"),
        (("opening", "sizes", 0), -1, "notation/view"),
        (("opening", "tied"), [0, 1, 1], "notation/view"),
        (("opening", "tied"), [2], "notation/view"),
        (("opening", "tied"), [-1], "notation/view"),
        (("opening", "opener"), 2, "notation/view"),
        (("opening", "opener"), -1, "notation/view"),
        (("need",), 3, "notation/view"),
        (("need", "seat"), 2, "notation/view"),
        (("need", "seat"), -1, "notation/view"),
        (("need", "count"), 0, "notation/view"),
        (("need", "count"), 7, "notation/view"),
        (("need", "back"), "RoRoRoRo", "position/copies"),
        (("need", "back"), 2, "notation/view"),
        (("need", "fresh"), 1, "notation/view"),
        (("to_move",), 2, "notation/view"),
        (("to_move",), -1, "notation/view"),
        (("outcome",), "T17", "notation/view"),
        (("outcome",), {"reason": 3, "winners": [0], "scores": [1, 2]}, "notation/view"),
        (("outcome",), {"reason": "T17", "winners": [2], "scores": [1, 2]}, "notation/view"),
        (("outcome",), {"reason": "T17", "winners": [-1], "scores": [1, 2]}, "notation/view"),
        (("outcome",), {"reason": "T17", "winners": [0, 1, 0], "scores": [1, 2]}, "notation/view"),
        (("outcome",), {"reason": "T17", "winners": [0], "scores": [1]}, "notation/view"),
        (("outcome",), {"reason": "T17", "winners": [0], "scores": [1, -1]}, "notation/view"),
        (("outcome",), {"reason": "T17", "winners": [0], "scores": [1, 10_001]}, "notation/view"),
        (("bag_count",), 92, "position/copies"),
        (("bag_count",), -1, "notation/view"),
        (("bag_count",), 109, "notation/view"),
    ],
)
def test_json_that_is_no_view(path: tuple[Any, ...], value: Any, code: str) -> None:
    data = copy.deepcopy(BASE)
    place: Any = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(SixfoldError) as caught:
        View.from_json(data)
    assert caught.value.code == code
    if code == "notation/view":
        name = next(step for step in reversed(path) if isinstance(step, str))
        nested = isinstance(value, list | dict) or name in ("outcome", "parts", "sheet")
        assert nested or name in caught.value.message
        assert isinstance(caught.value, NotationError)
        assert len(caught.value.text) <= 40


@pytest.mark.parametrize("value", [None, [], "view", 3, {}])
def test_what_is_not_even_an_object_of_fields(value: Any) -> None:
    wanted = "^ruleset is 'None' instead of a text" if value == {} else "^view is '.*' instead of an object$"
    with pytest.raises(NotationError, match=wanted) as caught:
        View.from_json(value)
    assert caught.value.code == "notation/view"


def test_tiles_put_aside_are_somewhere() -> None:
    """T1, T14: what a seat has put aside is neither in its hand nor in the bag yet, and it is no copy too many."""
    assert View.from_json(BASE) == played("tiles/1", 2, SWAPPING, (30, 40)).view(1)
    for change in ({"hand": "YdGcRoRo"}, {"need": BASE["need"] | {"back": "RsRs"}, "hand": "YdGcBtRs"}):
        with pytest.raises(PositionError, match=r"^4 of R[os] ") as caught:
            View.from_json(BASE | {"board": "0,0:Ro 1,0:Rs 2,0:Rd"} | change)
        assert caught.value.code == "position/copies"


def test_limits_are_the_last_values_allowed() -> None:
    data = copy.deepcopy(SECOND_VIEW)
    data["ages"] = [0, 200]
    data["scores"] = [0, 10_000]
    data["sheet"][0]["points"] = 10_000
    data["sheet"][0]["parts"] = [{"clause": "T11", "points": 10_000, "line": None}, {"clause": "", "points": 0}] * 10
    data["opening"]["sizes"] = [6, 0]
    data["outcome"] = {"reason": "T17", "winners": [0, 1], "scores": [0, 10_000]}
    data["need"] = {"seat": 0, "count": 1, "back": "", "fresh": False}
    assert View.from_json(data).outcome is not None
    data["need"] = {"seat": 1, "count": 6, "back": "", "fresh": True}
    assert View.from_json(data).need == Need(1, 6, fresh=True)
    many = copy.deepcopy(SECOND_VIEW)
    many["sheet"] *= 10_000
    assert len(View.from_json(many).sheet) == 10_000


def test_a_wrong_value_is_shown_shortly() -> None:
    with pytest.raises(NotationError, match=r"^seats is '9+' instead of a whole number from 2 to 4$") as caught:
        View.from_json({**SECOND_VIEW, "seats": "9" * 1000})
    assert caught.value.text == "9" * 40
    with pytest.raises(NotationError, match=r"^ruleset is 'list' instead of a text of at most 2000 characters$"):
        View.from_json({**SECOND_VIEW, "ruleset": ["x"] * 1000})
    with pytest.raises(
        NotationError, match=r"^'c+' is not a tile game: there are tiles/1, tiles-short/1, tiles-100/1, tiny-tiles/1$"
    ) as caught:
        View.from_json({**SECOND_VIEW, "ruleset": "c" * 1000})
    assert caught.value.text == "c" * 40
    with pytest.raises(NotationError, match=r"^ages is 'list' instead of a list of 2$"):
        View.from_json({**SECOND_VIEW, "ages": [1]})
    with pytest.raises(NotationError, match=r"^fresh is 'None' instead of true or false$"):
        View.from_json({**BASE, "need": {"seat": 0, "count": 1, "back": ""}})
    with pytest.raises(PositionError, match="107 tiles instead of 108"):
        View.from_json({**SECOND_VIEW, "bag_count": 92})
    with pytest.raises(PositionError, match="the hand Ro has not the size"):
        View.from_json({**SECOND_VIEW, "hand": "Ro"})
    with pytest.raises(PositionError, match=r"the hand (Ro){20} has not the size"):
        View.from_json({**SECOND_VIEW, "hand": "Ro" * 30})


def test_fields_that_may_be_missing() -> None:
    data = {key: value for key, value in SECOND_VIEW.items() if key not in ("need", "outcome", "unseen")}
    assert View.from_json(data) == played("tiles/1", 2, SECOND, (30, 40)).view(1)
    del data["opening"], data["seat"], data["to_move"]
    data["hand"] = ""
    view = View.from_json(data)
    assert (view.opening, view.seat, view.to_move) == (None, None, None)


def test_no_other_error_escapes() -> None:
    """Views with parts exchanged for others, from many games: a view, or an error of the tree."""
    rng = random.Random(8)
    odd: list[Any] = [
        None,
        True,
        -1,
        2**70,
        1.5,
        float("nan"),
        "",
        "Rs",
        "?" * 9,
        [],
        {},
        [None],
        "0,0:Rs",
        {"seat": 0},
    ]
    views = [
        random_state("tiles/1", seats, steps, rng).view(seat)
        for seats in (2, 3)
        for steps in (0, 4, 9, 60)
        for seat in (0, None)
    ]
    texts = [json.dumps(view.to_json()) for view in views]
    read = 0
    for _ in range(scale(1_500, 30_000)):
        data = json.loads(rng.choice(texts))
        for _ in range(rng.randint(1, 2)):
            place: Any = data
            while isinstance(place, dict | list) and place:
                key = rng.choice(list(place)) if isinstance(place, dict) else rng.randrange(len(place))
                if rng.random() < 0.5 or not isinstance(place[key], dict | list):
                    place[key] = rng.choice(odd)
                    break
                place = place[key]
        try:
            view = View.from_json(data)
            view.legal_moves()
            view.sample(rng)
        except SixfoldError:
            continue
        read += 1
    assert read > 50

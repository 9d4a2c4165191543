"""Laws of the tile game that hold in every position: conservation, listed ⇔ accepted, symmetries, no peeking, text."""

import json
import pickle
import random
from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sixfold.errors import IllegalMove
from sixfold.game import Draw
from sixfold.pieces import ALL_PIECES, EMPTY, Color, Piece, Pieces, Shape
from sixfold.testing import strategies as some
from sixfold.tiles import TILES, Board, Cell, Move, Place, State, Swap, View, check, parse_move, plays
from tests.scale import scale

LAW = settings(max_examples=scale(25, 500), deadline=None)
Position = tuple[Board, Pieces]
COLORS, SHAPES = list(permutations(Color)), list(permutations(Shape))


# ---- symmetries -----------------------------------------------------------------------------------------------------


def listed(board: Board, hand: Pieces) -> dict[str, tuple[int, int]]:
    return {str(play.place): (play.points, play.qwirkles) for play in plays(board, hand)}


def changed(
    position: Position, piece: Callable[[Piece], Piece], cell: Callable[[Cell], Cell]
) -> tuple[Position, Callable[[str], str]]:
    """The position seen through a symmetry, and how the text of a play looks through it."""
    board, hand = position
    other = Board.of((cell(c), piece(p)) for c, p in board), Pieces(map(piece, hand))

    def text(play: str) -> str:
        return str(Place((cell(c), piece(p)) for c, p in Place.parse(play).placements))

    return other, text


def same(it: Any) -> Any:
    return it


def assert_symmetric(
    position: Position, piece: Callable[[Piece], Piece] = same, cell: Callable[[Cell], Cell] = same
) -> None:
    (board, hand), text = changed(position, piece, cell)
    assert listed(board, hand) == {text(play): worth for play, worth in listed(*position).items()}


@given(some.positions().filter(lambda position: bool(position[0])), st.integers(0, 719), st.integers(0, 719))
@LAW
def test_colours_and_shapes_can_be_renamed(position: Position, colors: int, shapes: int) -> None:
    assert_symmetric(position, lambda p: Piece(COLORS[colors][p.color], SHAPES[shapes][p.shape]))


@given(some.positions().filter(lambda position: bool(position[0])))
@LAW
def test_colour_and_shape_can_change_places(position: Position) -> None:
    assert_symmetric(position, lambda p: Piece(Color(int(p.shape)), Shape(int(p.color))))


@given(some.positions().filter(lambda position: bool(position[0])), some.cells(10**6))
@LAW
def test_the_board_can_be_moved(position: Position, by: Cell) -> None:
    assert_symmetric(position, cell=lambda c: Cell(c.x + by.x, c.y + by.y))


@given(some.positions().filter(lambda position: bool(position[0])), st.sampled_from((1, -1)), st.booleans())
@LAW
def test_the_board_can_be_mirrored_and_turned(position: Position, sign: int, turned: bool) -> None:
    assert_symmetric(position, cell=lambda c: Cell(-c.y, sign * c.x) if turned else Cell(-c.x, sign * c.y))


@given(some.hands(1), st.integers(0, 719), st.integers(0, 719))
@LAW
def test_openings_are_symmetric(hand: Pieces, colors: int, shapes: int) -> None:
    """Renaming permutes the openings; exchanging rows and columns leaves their set as it is."""
    assert_symmetric((Board(), hand), lambda p: Piece(COLORS[colors][p.color], SHAPES[shapes][p.shape]))
    found = listed(Board(), hand)
    assert found == {
        str(Place((Cell(c.y, c.x), p) for c, p in Place.parse(play).placements)): worth for play, worth in found.items()
    }


# ---- listed ⇔ accepted ----------------------------------------------------------------------------------------------


@given(some.states())
@LAW
def test_what_is_listed_is_accepted_with_the_same_points(state: State) -> None:
    before = (state, hash(state))
    worth = {play.place: play.points for play in state.plays()}
    for move in state.legal_moves():
        after = state.play(move)
        entry = after.sheet[-1]
        bonus = TILES.end_bonus if after.outcome and after.outcome.reason == "T17" else 0
        assert entry.points == (worth[move] + bonus if isinstance(move, Place) else 0)
        assert sum(part.points for part in entry.parts) == entry.points
    assert (state, hash(state)) == before


@given(some.states(), st.lists(some.placements(), max_size=3), some.hands(max_size=4, unknown=1))
@LAW
def test_what_is_not_listed_is_refused(state: State, laid: list[Any], pieces: Pieces) -> None:
    moves = set(state.legal_moves())
    guesses: list[Move] = [Place(laid), Swap(pieces), parse_move("pass")]
    if state.to_move is not None:
        hand = list(state.hands[state.to_move])
        guesses += [Swap(Pieces(hand[:n])) for n in range(len(hand) + 1)]
        guesses += [Place([(cell, piece)]) for cell in list(state.board.slots)[:20] for piece in hand]
    for move in guesses:
        assert accepts(state, move) == (move in moves), move


def accepts(state: State, move: Move) -> bool:
    try:
        state.play(move)
    except IllegalMove as error:
        return not (error.clause[0] == "T" and error.reason)
    return True


@given(some.states())
@LAW
def test_plays_stand_in_canonical_order_each_once(state: State) -> None:
    found = state.plays()
    keys = [(-play.points, str(play.place)) for play in found]
    assert keys == sorted(set(keys))
    for play in found[:20]:
        assert check(state.board, play.place) == (play.points, play.lines, play.qwirkles)


@given(some.states(), st.integers(-30, 30), st.integers(-30, 30))
@LAW
def test_an_opening_may_lie_anywhere(state: State, x: int, y: int) -> None:
    start = State.start(state.seats)
    while start.need:
        start = start.draw(Draw(start.need.seat, Pieces(list(start.bag)[start.need.seat : 60 : 9][: start.need.count])))
    for play in start.plays()[:10]:
        moved = Place((Cell(c.x + x, c.y + y), piece) for c, piece in play.place.placements)
        assert start.play(moved).scores == start.play(play.place).scores


# ---- conservation, games to the end ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_end_with_every_tile_accounted_for(seats: int) -> None:
    reasons = set()
    for seed in range(scale(100, 1000)):
        rng = random.Random(f"{seats} {seed}")
        state = State.start(seats, [rng.choice((None, 5, 50)) for _ in range(seats)])
        while state.outcome is None:
            assert accounted(state) == TILES.box
            assert len(state.bag) == state.bag_count
            assert sum(one is not None for one in (state.need, state.to_move)) == 1
            if state.to_move is not None and state.opening:
                turns = len(state.sheet)
                assert state.to_move == (state.opening.opener + turns) % seats
            state = quick_step(state, rng) if rng.random() < 0.7 else some.random_step(state, rng)
        assert accounted(state) == TILES.box
        assert not state.bag
        assert not state.legal_moves()
        assert state.scores == tuple(sum(e.points for e in state.sheet if e.seat == seat) for seat in range(seats))
        assert state.outcome.winners == tuple(s for s in range(seats) if state.scores[s] == max(state.scores))
        assert (state.outcome.reason == "T17") == (not all(state.hands))
        reasons.add(state.outcome.reason)
    assert "T17" in reasons


def quick_step(state: State, rng: random.Random) -> State:
    """A single tile on some cell that accepts it, where there is one: cheaper than listing all plays."""
    if state.to_move is not None and state.board:
        hand = state.hands[state.to_move].distinct()
        fitting = [(c, p) for c, slot in state.board.slots.items() for p in hand if slot.accepts >> p.index & 1]
        if fitting:
            return state.play(Place([rng.choice(fitting)]))
    after: State = some.random_step(state, rng)
    return after


def accounted(state: State) -> Pieces:
    total = state.board.pieces + state.bag + (state.need.back if state.need else EMPTY)
    for hand in state.hands:
        total = total + hand
    return total


# ---- what a seat may know -------------------------------------------------------------------------------------------


@given(some.states(), st.integers(0, 4), st.integers(0, 2**32))
@LAW
def test_a_view_hides_what_is_hidden(state: State, who: int, seed: int) -> None:
    """A sampled world differs in hidden pieces alone, and nobody at that seat can tell; neither can the JSON."""
    seat = who if who < state.seats else None
    view = state.view(seat)
    world = view.sample(random.Random(seed))
    assert accounted(world) == TILES.box
    assert world.view(seat) == view
    assert json.dumps(world.view(seat).to_json()) == json.dumps(view.to_json())
    assert View.from_json(json.loads(json.dumps(view.to_json()))) == view
    assert pickle.loads(pickle.dumps(view)) == view
    if seat is not None:
        assert world.hands[seat] == state.hands[seat]


@given(some.states())
@LAW
def test_a_view_offers_what_the_state_offers(state: State) -> None:
    for seat in range(state.seats):
        view = state.view(seat)
        mine = seat == state.to_move
        assert view.legal_moves() == (state.legal_moves() if mine else ())
        assert [p.place for p in view.plays()] == ([p.place for p in state.plays()] if mine else [])
    assert state.view(None).legal_moves() == ()
    assert state.view(None).hand == EMPTY


# ---- text -----------------------------------------------------------------------------------------------------------


@given(some.states())
@LAW
def test_text_forms_are_read_back(state: State) -> None:
    assert Board.parse(str(state.board)) == state.board
    assert eval(repr(state.board)) == state.board
    assert pickle.loads(pickle.dumps(state)) == state
    for move in state.legal_moves()[:50]:
        assert parse_move(str(move)) == move
        assert eval(repr(move)) == move
    words = str(state.board).split()
    random.Random(0).shuffle(words)
    assert Board.parse(" ".join(words)) == state.board


@given(st.lists(some.placements(), max_size=8))
def test_a_play_is_read_in_any_order(laid: list[Any]) -> None:
    assert Place.parse(" ".join(map(str, laid))) == Place(laid) == Place(reversed(laid))
    assert Place.parse(str(Place(laid))) == Place(laid)
    assert hash(Place(laid)) == hash(Place(reversed(laid)))


@given(some.hands(max_size=20, unknown=5))
def test_pieces_are_read_back(pieces: Pieces) -> None:
    assert Pieces.parse(str(pieces)) == pieces
    assert eval(repr(pieces)) == pieces
    assert pickle.loads(pickle.dumps(pieces)) == pieces


def test_kinds_are_read_back() -> None:
    for piece in ALL_PIECES:
        assert Piece.parse(str(piece)) is piece
        assert pickle.loads(pickle.dumps(piece)) is piece
        assert eval(repr(piece)) is piece

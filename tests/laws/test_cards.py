"""Laws of the card game: what holds whatever the cards are (conservation, symmetry, no-peek, text)."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from sixfold.cards import CARDS, Row, Table, Turn, View, lanes, moves, parse_move, solver
from sixfold.errors import IllegalMove
from sixfold.pieces import ALL_PIECES, Color, Piece, Pieces, Shape
from tests.cards.games import play_out
from tests.scale import scale

pieces = st.sampled_from(ALL_PIECES)
rows = st.lists(pieces, max_size=8).map(Row)
turns = st.builds(Turn, st.lists(rows, max_size=4).map(tuple), st.lists(rows, max_size=2).map(tuple))
legal_rows = st.builds(
    lambda fixed, others, by_color: Row(
        Piece(Color(fixed), Shape(other)) if by_color else Piece(Color(other), Shape(fixed)) for other in others
    ),
    st.integers(0, 5),
    st.sets(st.integers(0, 5), min_size=3, max_size=5),
    st.booleans(),
)


@st.composite
def positions(draw: st.DrawFn) -> tuple[Table, Pieces]:
    """A table that could lie in a game, and a hand beside it."""
    left = list(CARDS.box.counts)
    laid = []
    for row in draw(st.lists(legal_rows, max_size=7)):
        if all(left[piece.index] for piece in row):
            laid.append(row)
            for piece in row:
                left[piece.index] -= 1
    stock = [piece for piece in ALL_PIECES for _ in range(left[piece.index])]
    order = draw(st.permutations(range(len(stock))))
    return Table(laid), Pieces(stock[at] for at in order[: draw(st.integers(1, 9))])


@st.composite
def symmetries(draw: st.DrawFn) -> dict[Piece, Piece]:
    """Rename the colours, rename the shapes, perhaps swap colour with shape: the rules cannot tell."""
    colors, shapes = draw(st.permutations(range(6))), draw(st.permutations(range(6)))
    swap = draw(st.booleans())
    renamed = {}
    for piece in ALL_PIECES:
        a, b = colors[piece.color], shapes[piece.shape]
        renamed[piece] = Piece(Color(b), Shape(a)) if swap else Piece(Color(a), Shape(b))
    return renamed


def rename(table: Table, by: dict[Piece, Piece]) -> Table:
    return Table(Row(by[piece] for piece in row) for row in table)


def verdict(table: Table, hand: Pieces, turn: Turn) -> tuple[str, str] | tuple[Pieces, int]:
    try:
        played = moves.check(table, hand, turn)
    except IllegalMove as refusal:
        return refusal.clause, refusal.reason
    return played.pieces, played.qwirkles


@settings(max_examples=scale(150, 2000), deadline=None)
@given(positions(), symmetries())
def test_renaming_the_cards_renames_the_answer(position: tuple[Table, Pieces], by: dict[Piece, Piece]) -> None:
    table, hand = position
    other_table, other_hand = rename(table, by), Pieces(by[piece] for piece in hand)
    one, two = solver.best(table, hand), solver.best(other_table, other_hand)
    assert solver.can_play(table, hand) == solver.can_play(other_table, other_hand)
    if one is None or two is None:
        assert one is two
        return
    assert (one.qwirkles, len(one.played)) == (two.qwirkles, len(two.played))
    # The renamed turn is as legal as the turn.
    renamed = Turn(rename(Table(one.rows), by).rows, rename(Table(one.taken), by).rows)
    assert moves.check(other_table, other_hand, renamed).qwirkles == one.qwirkles
    sizes = sorted(map(len, moves.largest_sets(hand)))
    assert sizes == sorted(map(len, moves.largest_sets(other_hand)))


@settings(max_examples=scale(150, 2000), deadline=None)
@given(rows, symmetries())
def test_renaming_a_row_changes_nothing_about_it(row: Row, by: dict[Piece, Piece]) -> None:
    (one,), (two,) = lanes([row]), lanes([Row(by[piece] for piece in row)])
    assert one.state == two.state
    assert one.facts.get("count") == two.facts.get("count")


@settings(max_examples=scale(150, 2000), deadline=None)
@given(positions())
def test_a_turn_keeps_every_card(position: tuple[Table, Pieces]) -> None:
    table, hand = position
    solved = solver.best(table, hand)
    if solved is not None:
        turn = Turn(solved.rows, solved.taken)
        assert turn.pieces == table.pieces + solved.played
        assert hand.covers(solved.played)
        assert all(lane.state == "ok" for lane in lanes(turn.rows))
        assert all(lane.state == "qwirkle" for lane in lanes(turn.taken))


@settings(max_examples=scale(100, 1000), deadline=None)
@given(positions(), pieces)
def test_more_cards_in_hand_are_never_worse(position: tuple[Table, Pieces], more: Piece) -> None:
    table, hand = position
    if (table.pieces + hand).count(more) == 3:
        return
    one, two = solver.best(table, hand), solver.best(table, hand + Pieces([more]))
    if one is not None:
        assert two is not None
        assert (two.qwirkles, len(two.played)) >= (one.qwirkles, len(one.played))


@settings(max_examples=scale(100, 1000), deadline=None)
@given(positions())
def test_how_the_rows_lie_does_not_matter(position: tuple[Table, Pieces]) -> None:
    # C8: a table that is regrouped is the same table.
    table, hand = position
    other = solver.arrange(table.counts)
    assert other is not None
    one, two = solver.best(table, hand), solver.best(Table(other), hand)
    assert (one is None) == (two is None)
    if one is not None and two is not None:
        assert (one.qwirkles, len(one.played)) == (two.qwirkles, len(two.played))
        assert verdict(table, hand, Turn(two.rows, two.taken)) == (two.played, two.qwirkles)


@settings(max_examples=scale(200, 2000), deadline=None)
@given(turns)
def test_a_turn_reads_what_it_writes(turn: Turn) -> None:
    assert parse_move(str(turn)) == turn
    assert Table.parse(str(Table(turn.rows))) == Table(turn.rows)


@settings(max_examples=scale(200, 2000), deadline=None)
@given(positions(), turns)
def test_any_turn_is_judged(position: tuple[Table, Pieces], turn: Turn) -> None:
    # Whatever is asked, the answer is a verdict, and a refusal names a clause of a turn.
    table, hand = position
    found = verdict(table, hand, turn)
    assert found[0] in ("C1", "C6", "C7", "C8", "C9") or isinstance(found[0], Pieces)


@settings(max_examples=scale(10, 200), deadline=None)
@given(st.randoms(use_true_random=False), st.integers(2, 4), st.integers(0, 40))
def test_hidden_cards_change_no_view(rng: Random, seats: int, steps: int) -> None:
    for at, state in enumerate(play_out(rng, seats)):
        if at == steps:
            for seat in (None, *range(seats)):
                view = state.view(seat)
                other = view.sample(rng)
                assert other.view(seat) == view
                assert View.from_json(view.to_json()) == view
            return

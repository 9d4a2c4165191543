"""The list of plays against a brute force that tries every placement near the board."""

import random

from sixfold.errors import IllegalMove
from sixfold.pieces import EMPTY, Pieces
from sixfold.testing.strategies import random_state, random_step
from sixfold.tiles import TILES, Board, Place, check, plays
from tests.scale import scale
from tests.tiles import brute


def position(seed: int) -> tuple[Board, Pieces]:
    """A board of up to 25 tiles from a random game, and a random hand."""
    rng = random.Random(seed)
    most = rng.randint(1, 25)
    state = random_state("tiles/1", rng.randint(2, 4), 4, rng)
    while len(state.board) < most:
        before, state = state.board, random_step(state, rng)
        if len(state.board) > 25:
            return before or state.board, _hand(before or state.board, rng)
    return state.board, _hand(state.board, rng)


def _hand(board: Board, rng: random.Random) -> Pieces:
    left = list(TILES.box - board.pieces)
    if rng.random() < 0.3:  # hands that go together make long plays
        color = rng.randrange(6)
        left = [piece for piece in left if piece.color == color or piece.shape == color]
    return Pieces(rng.sample(left, rng.randint(1, 6))) if left else EMPTY


def test_no_difference() -> None:
    seen = 0
    for seed in range(scale(300, 10_000)):
        board, hand = position(seed)
        listed = [(play.points, play.qwirkles, str(play.place)) for play in plays(board, hand)]
        assert listed == brute.all_plays(str(board), str(hand)), (str(board), str(hand))
        seen += len(listed)
    assert seen > 20 * scale(300, 10_000)


def test_refused_exactly_when_brute_force_does_not_list_it() -> None:
    """Plays that are nearly legal: a listed one with a tile moved or exchanged."""
    refused = 0
    for seed in range(scale(60, 1_000)):
        rng = random.Random(seed)
        board, hand = position(seed)
        legal = {text: (points, qwirkles) for points, qwirkles, text in brute.all_plays(str(board), str(hand))}
        for text in rng.sample(sorted(legal), min(10, len(legal))):
            changed = _changed(text, str(hand), rng)
            score, error = _checked(board, changed, hand)
            assert (score is not None) == (changed in legal), (str(board), str(hand), changed, error)
            if score is not None:
                assert score == legal[changed]
            refused += score is None
    assert refused > 100


def _changed(text: str, hand: str, rng: random.Random) -> str:
    laid = brute.read(text)
    cell = rng.choice(sorted(laid))
    if rng.random() < 0.5:
        at = 2 * rng.randrange(len(hand) // 2)
        laid[cell] = hand[at : at + 2]
    else:
        x, y = cell
        moved = (x + rng.choice((-1, 0, 1)), y + rng.choice((-1, 0, 1)))
        laid[moved] = laid.pop(cell)
    return brute.write(laid)


def _checked(board: Board, text: str, hand: Pieces) -> tuple[tuple[int, int] | None, str]:
    try:
        score = check(board, Place.parse(text), hand)
    except IllegalMove as error:
        return None, error.message
    return (score.points, score.qwirkles), ""

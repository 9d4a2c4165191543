"""Observed tile games on the kernel: what is seen is what the rules say, and nothing else; symmetries hold."""

import numpy as np
import pytest
from numpy.typing import NDArray

from sixfold.kernel import tiles
from sixfold.kernel.tiles import describing as d
from sixfold.kernel.tiles import observing
from sixfold.kernel.tiles.layout import BAG, BAG_HIGH, BAG_LOW, HANDS, MOVER
from sixfold.pieces import ALL_PIECES, Pieces
from sixfold.research.symmetry import Symmetry, planes
from sixfold.research.vector import Observation, TilesVector
from sixfold.tiles import SHORT, TILES, Cell, plays
from sixfold.tiles.board import Board
from tests.research.vectors import any_allowed as chosen

Line = frozenset[Cell]


def played(size: int = 3, seats: int = 2, steps: int = 14, seed: int = 5) -> tuple[TilesVector, np.random.Generator]:
    vector, rng = TilesVector(size, seats=seats, seed=seed), np.random.default_rng(seed)
    vector.reset()
    for _ in range(steps):
        actions = np.where(vector.count > 0, rng.random(size) * vector.count, chosen(vector, rng)).astype(np.int64)
        vector.step(actions)
    return vector, rng


def row_of(seen: Observation, game: int) -> Observation:
    return {name: array[game].copy() for name, array in seen.items()}


def board_of(seen: Observation) -> Board:
    rows = [row for row in seen["tiles"].tolist() if row[2] >= 0]
    return Board.of([(Cell(x, y), ALL_PIECES[kind]) for x, y, kind in rows], TILES)


def told(seen: Observation) -> list[tuple[frozenset[tuple[Cell, int]], NDArray[np.int16]]]:
    """Every play that is described: its tiles, and its row."""
    found = []
    for row in seen["moves"][: int(seen["action_mask"][:2048].sum())]:
        count = int(row[d.COUNT])
        step = (0, 1) if row[d.AXIS] else (1, 0)
        laid = [
            (Cell(int(row[d.X] + step[0] * offset), int(row[d.Y] + step[1] * offset)), int(kind))
            for kind, offset in zip(row[d.KIND :][:count], row[d.OFFSET :][:count], strict=True)
        ]
        found.append((frozenset(laid), row))
    return found


def lines_of(taken: set[Cell], laid: set[Cell]) -> list[int]:
    """The lengths of all lines of two and more through the cells laid."""
    found: set[Line] = set()
    for cell in laid:
        for dx, dy in ((1, 0), (0, 1)):
            line = {cell}
            for way in (1, -1):
                here = Cell(cell.x + way * dx, cell.y + way * dy)
                while here in taken:
                    line.add(here)
                    here = Cell(here.x + way * dx, here.y + way * dy)
            if len(line) > 1:
                found.add(frozenset(line))
    return [len(line) for line in found]


def check_by_the_rules(seen: Observation) -> None:
    """Board, hand and described plays are those of one position of the rules."""
    board, hand = board_of(seen), Pieces.from_counts(seen["hand"].tolist())
    listed = {
        frozenset((tile.cell, tile.piece.index) for tile in play.place.placements): (play.points, play.qwirkles)
        for play in plays(board, hand)
    }
    described = told(seen)
    assert {tiles: (int(row[d.WORTH]), int(row[d.COMPLETED])) for tiles, row in described} == listed
    for laid, row in described:
        cells = {cell for cell, _ in laid}
        lengths = lines_of(set(board.tiles) | cells, cells)
        assert [row[d.LINES], row[d.OPENED], row[d.COMPLETED]] == [len(lengths), lengths.count(5), lengths.count(6)]
    singles = {next(iter(laid)) for laid, row in described if row[d.COUNT] == 1}
    fitting = {
        (Cell(x, y), kind)
        for (x, y), fits in zip(seen["cells"].tolist(), seen["fits"].tolist(), strict=True)
        for kind in range(36)
        if fits >> kind & 1 and seen["hand"][kind]
    }
    assert singles == fitting
    assert (seen["hand"] + seen["unseen"] + seen["lying"] == 3).all()
    assert board.pieces.counts == tuple(seen["lying"].tolist())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_seen_is_what_the_rules_say(seats: int) -> None:
    vector, rng = played(seats=seats, steps=3)
    for _ in range(5):
        for _ in range(5):
            vector.step(chosen(vector, rng))
        for game in np.flatnonzero(~vector.ended):
            seen = row_of(vector.observation, int(game))
            check_by_the_rules(seen)
            words = vector._arrays.games[game]
            real = tiles.unpack(tiles.located(words))
            assert real.hands[real.to_move].counts == tuple(seen["hand"].tolist())
            turned = [(real.to_move + i) % seats for i in range(seats)]
            assert seen["scores"][:seats].tolist() == [real.scores[i] for i in turned]
            assert seen["hand_sizes"][:seats].tolist() == [len(real.hands[i]) for i in turned]
            assert (seen["bag"][0], seen["seat"][0]) == (len(real.bag), real.to_move)


@pytest.mark.parametrize("draw", range(6))
def test_every_symmetry_of_a_position_is_a_position_with_the_same_plays(draw: int) -> None:
    vector, _ = played(steps=12 + draw, seed=draw)
    symmetry = Symmetry.drawn(np.random.default_rng(draw))
    seen = row_of(vector.observation, 0)
    other = symmetry.observation(seen)
    check_by_the_rules(other)
    batch = symmetry.observation(vector.observation)
    assert all((batch[name][0] == other[name]).all() for name in other)
    # An exchange keeps its meaning: the renamed tiles of the old one.
    hands = [np.repeat(np.arange(36), one["hand"]) for one in (seen, other)]
    for old, new in enumerate(symmetry.actions(seen)[2048:] - 2048):
        old_kinds, new_kinds = (
            [kind for i, kind in enumerate(hand) if n >> i & 1] for hand, n in zip(hands, (old, int(new)), strict=True)
        )
        assert sorted(symmetry.kinds[old_kinds]) == new_kinds
        assert seen["action_mask"][2048 + old] == other["action_mask"][2048 + new]


def test_an_observation_says_nothing_about_hidden_tiles() -> None:
    vector, rng = played(size=8)
    before = {name: array.copy() for name, array in vector.observation.items()}
    changed = 0
    for game, words in enumerate(vector._arrays.games):
        other = HANDS + 3 * (1 - int(words[MOVER]))
        bag = words[BAG + words[BAG_LOW] : BAG + words[BAG_HIGH]]
        hidden = list(tiles.pieces_of(words[other : other + 3])) + [ALL_PIECES[int(i)] for i in bag]
        held = len(hidden) - len(bag)
        hidden = [hidden[i] for i in rng.permutation(len(hidden))]
        hand = tiles.planes(Pieces(hidden[:held]))
        changed += tuple(words[other : other + 3]) != hand
        words[other : other + 3] = hand
        bag[:] = [piece.index for piece in hidden[held:]]
        observing.look(vector._arrays, game, int(words[MOVER]))
    assert changed
    vector._described()
    assert all((before[name] == array).all() for name, array in vector.observation.items())


def test_room_for_plays_has_bounds() -> None:
    with pytest.raises(ValueError, match="room for 1 to 8192 plays"):
        TilesVector(1, room=0)


def test_other_rules_show_in_the_numbers() -> None:
    vector = TilesVector(2, rules=SHORT)
    seen = vector.reset()
    assert (seen["hand"].sum(axis=1) + seen["unseen"].sum(axis=1) == 72).all()


def test_planes_show_every_tile_once_around_the_middle() -> None:
    vector, _ = played()
    shown = planes(vector.observation, 41)
    assert shown.shape == (3, 12, 41, 41)
    lying = vector.observation["lying"].sum(axis=1)
    assert (shown[:, :6].sum(axis=(1, 2, 3)) == lying).all()
    y, x = np.nonzero(shown[0, :6].sum(axis=0))
    assert abs(x.mean() - 20) <= 0.5
    assert abs(y.mean() - 20) <= 0.5

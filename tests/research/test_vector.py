"""Observed games on the kernel: what is seen is what the rules say, and nothing else; rewards and symmetries hold."""

import numpy as np
import pytest
from numpy.typing import NDArray

from sixfold.errors import IllegalMove
from sixfold.kernel import engine, tiles, using
from sixfold.kernel.tiles import describing as d
from sixfold.kernel.tiles import observing
from sixfold.kernel.tiles.layout import BAG, BAG_HIGH, BAG_LOW, HANDS, MOVER, SCORE
from sixfold.kernel.tiles.seeing import ACTED
from sixfold.pieces import ALL_PIECES, Pieces
from sixfold.research.symmetry import Symmetry, planes
from sixfold.research.vector import Observation, TilesVector
from sixfold.tiles import SHORT, TILES, Cell, plays
from sixfold.tiles.board import Board

Line = frozenset[Cell]


def chosen(vector: TilesVector, rng: np.random.Generator) -> NDArray[np.int64]:
    """Any action that the masks allow."""
    mask = vector.observation["action_mask"]
    mask = np.where(mask.any(axis=1, keepdims=True), mask, 1)
    return (rng.random(mask.shape) * mask).argmax(axis=1)


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
            seen = row_of(vector.observation, game)
            check_by_the_rules(seen)
            words = vector._vector.games[game]
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
    for game, words in enumerate(vector._vector.games):
        other = HANDS + 3 * (1 - int(words[MOVER]))
        bag = words[BAG + words[BAG_LOW] : BAG + words[BAG_HIGH]]
        hidden = list(tiles.pieces_of(words[other : other + 3])) + [ALL_PIECES[int(i)] for i in bag]
        held = len(hidden) - len(bag)
        hidden = [hidden[i] for i in rng.permutation(len(hidden))]
        hand = tiles.planes(Pieces(hidden[:held]))
        changed += tuple(words[other : other + 3]) != hand
        words[other : other + 3] = hand
        bag[:] = [piece.index for piece in hidden[held:]]
        observing.look(vector._vector, game, int(words[MOVER]))
    assert changed
    vector._described()
    assert all((before[name] == array).all() for name, array in vector.observation.items())


def scores_of(vector: TilesVector) -> NDArray[np.int64]:
    return vector._vector.games[:, SCORE : SCORE + 3].copy()


def ahead(scores: NDArray[np.int64]) -> NDArray[np.float64]:
    """How far each seat is ahead of the best of the others, in hundreds."""
    return np.array([score - max(np.delete(scores, seat)) for seat, score in enumerate(scores)]) / 100


@pytest.mark.parametrize("opponent", [None, "random", "greedy"])
@pytest.mark.parametrize("reward", ["win", "margin", "points", "shaped"])
def test_rewards_add_up_to_what_they_are_named_after(reward: str, opponent: str | None) -> None:
    vector, rng = TilesVector(4, 3, seed=9, reward=reward, opponent=opponent), np.random.default_rng(9)
    seen = vector.reset()
    total, finished = np.zeros((4, 3)), 0
    first = scores_of(vector)
    while finished < 4:
        if opponent:
            assert (seen["seat"][:, 0] == vector._marks[:, ACTED]).all()
        seen, mine, ended, cut = vector.step(chosen(vector, rng))
        assert not cut.any()
        total += vector.rewards
        for game in np.flatnonzero(ended):
            words = vector._vector.games[game]
            scores = words[SCORE : SCORE + 3].copy()
            best = scores == scores.max()
            win = (best / best.sum() * 3 - 1) / 2
            # Opponents may have scored before the first observation: rewards are for what came after it.
            wanted = {
                "win": win,
                "margin": ahead(scores),
                "points": (scores - first[game]) / 100,
                "shaped": win - ahead(first[game]),
            }[reward]
            assert np.allclose(total[game], wanted)
            assert mine[game] == vector.rewards[game, vector._marks[game, ACTED]]
            finished += 1
            assert not seen["action_mask"][game].any()
        if ended.any():
            total[ended] = 0
            seen = vector.renew()
            first[ended] = scores_of(vector)[ended]


def test_arrays_stay_where_they_are_and_the_engines_agree() -> None:
    def run() -> tuple[list[int], list[int]]:
        vector, rng = TilesVector(4, seed=3), np.random.default_rng(3)
        seen = vector.reset()
        places = [array.__array_interface__["data"][0] for array in seen.values()]
        sums = []
        for _ in range(80):
            seen, _, _, _ = vector.step(chosen(vector, rng))
            sums.append(sum(int(array.astype(np.int64).sum()) for array in seen.values()))
        assert [array.__array_interface__["data"][0] for array in seen.values()] == places
        return places, sums

    other = "numba" if engine() == "wasm" else "wasm"
    with using(other):
        _, theirs = run()
    assert run()[1] == theirs


def test_an_action_that_is_not_allowed_changes_nothing() -> None:
    vector, rng = played()
    before = {name: array.copy() for name, array in vector.observation.items()}
    actions = chosen(vector, rng)
    for wrong in (-1, vector.actions, int(np.flatnonzero(vector.observation["action_mask"][1] == 0)[0])):
        actions[1] = wrong
        with pytest.raises(IllegalMove, match=f"game 1 does not allow action {wrong}"):
            vector.step(actions)
    assert all((before[name] == array).all() for name, array in vector.observation.items())
    for shape in (np.zeros(2, dtype=int), np.zeros(3)):
        with pytest.raises(ValueError, match="one whole number for each of the 3 games"):
            vector.step(shape)


def test_settings_that_there_are_not_are_named() -> None:
    with pytest.raises(ValueError, match=r"no reward 'fame': there are win, margin, points, shaped"):
        TilesVector(1, reward="fame")
    with pytest.raises(ValueError, match=r"no opponent 'nobody': there are None, random, greedy"):
        TilesVector(1, opponent="nobody")
    with pytest.raises(ValueError, match="2 to 4 seats"):
        TilesVector(1, seats=5)


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

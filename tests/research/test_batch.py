"""The batch environment: its lists are the rules' lists, its games end by the rules, and the seed decides all."""

import numpy as np
import pytest

from examples.train_policy import train, win_share
from sixfold.kernel import tiles as packed
from sixfold.kernel.tiles.layout import HANDS, MOVER
from sixfold.research.batch import TilesBatch
from sixfold.tiles import SHORT, TARGET, TILES, Cell, Rules, plays


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_play_offered_is_one_of_the_rules(seats: int) -> None:
    batch, rng = TilesBatch(3, seats=seats, seed=7), np.random.default_rng(7)
    seen = batch.reset()
    for turn in range(40):
        if turn % 8 == 0:
            for words, count, points in zip(batch._games, seen.count, seen.points, strict=True):
                now = packed.unpack(packed.Packed(words, Cell(0, 0), TILES))
                mover = int(words[MOVER])
                hand = packed.pieces_of(words[HANDS + 3 * mover : HANDS + 3 * mover + 3])
                listed = plays(now.board, hand)
                assert len(listed) == count
                assert sorted(play.points for play in listed) == sorted(points[:count].tolist())
        seen, _, _ = batch.step((rng.random(3) * seen.count).astype(np.int64))


def test_games_end_reward_and_begin_again() -> None:
    batch, rng = TilesBatch(16, seats=2, seed=1), np.random.default_rng(1)
    seen = batch.reset()
    finished = 0
    for _ in range(150):
        seen, rewards, ended = batch.step((rng.random(16) * seen.count).astype(np.int64))
        assert np.allclose(rewards.sum(axis=1), 0)
        assert (np.abs(rewards[~ended]) == 0).all()
        finished += int(ended.sum())
    assert finished >= 16


@pytest.mark.parametrize(("rules", "tiles"), [(TILES, 108), (SHORT, 72), (TARGET, 108)])
def test_a_batch_plays_by_the_numbers_of_its_rules(rules: Rules, tiles: int) -> None:
    batch = TilesBatch(8, seats=2, seed=5, rules=rules)
    seen = batch.reset()
    assert (seen.observation[:, :72].sum(axis=1) == tiles).all(), "hand and unseen tiles are the box"
    highest = np.zeros(8)
    for _ in range(60):
        best = np.where(seen.mask(), seen.points, -1).argmax(axis=1)
        seen, _, ended = batch.step(np.where(seen.count > 0, best, -1))
        # A game that has ended is dealt anew, so that what was seen last is what counts.
        highest = np.where(ended, highest, np.maximum(highest, 100 * seen.observation[:, 108:110].max(axis=1)))
    if rules.target:
        # One turn may bring a few dozen points, but nobody is far beyond the target.
        assert highest.max() < rules.target + 40
    else:
        assert highest.max() >= 100


def test_many_games_fit_into_the_kernel() -> None:
    """A thousand and more: at half a megabyte a game they did not."""
    batch = TilesBatch(1024, seed=2)
    seen, _, ended = batch.step(batch.reset().count // 2)
    assert (seen.observation[:, 72:108].sum(axis=1) > 0).all()
    assert not ended.any()


def test_the_seed_decides_all() -> None:
    def run() -> list[float]:
        batch = TilesBatch(4, seed=3)
        seen = batch.reset()
        total = []
        for _ in range(60):
            seen, _, _ = batch.step(seen.count // 2)
            total.append(float(seen.observation.sum()))
        return total

    assert run() == run()


def test_the_example_policy_beats_random() -> None:
    assert win_share(train(episodes=12), games=10, seed=20_000) > 0.7

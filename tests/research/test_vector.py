"""What the vectors of both games share: rewards, arrays that stay, refusals, settings, and games that share nothing."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from sixfold.errors import IllegalMove
from sixfold.kernel import engine, using
from sixfold.kernel.cards import games as card_words
from sixfold.kernel.tiles import layout as tile_words
from sixfold.research.vector import CardsVector, GamesVector, TilesVector
from tests.research.vectors import any_allowed, mostly_on


@dataclass(frozen=True)
class Kind:
    """A game as these tests need it: how to make many, how to act, and where the kernel has the points."""

    make: Callable[..., GamesVector]
    chosen: Callable[[GamesVector, np.random.Generator], NDArray[np.int64]]
    score: int
    unit: int

    def scores(self, vector: GamesVector) -> NDArray[np.int64]:
        assert isinstance(vector, TilesVector | CardsVector)
        games: NDArray[np.int64] = vector._arrays.games
        return games[:, self.score : self.score + vector.seats].copy()


KINDS = {
    "tiles": Kind(TilesVector, any_allowed, tile_words.SCORE, 100),
    "cards": Kind(CardsVector, mostly_on, card_words.SCORES, 10),
}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    """Either game."""
    return KINDS[request.param]


def ahead(scores: NDArray[np.int64]) -> NDArray[np.int64]:
    """How far each seat is ahead of the best of the others."""
    return np.array([score - max(np.delete(scores, seat)) for seat, score in enumerate(scores)])


@pytest.mark.parametrize("opponent", [None, "random", "greedy"])
@pytest.mark.parametrize("reward", ["win", "margin", "points", "shaped"])
def test_rewards_add_up_to_what_they_are_named_after(kind: Kind, reward: str, opponent: str | None) -> None:
    vector, rng = kind.make(4, 3, seed=9, reward=reward, opponent=opponent), np.random.default_rng(9)
    seen = vector.reset()
    total, finished, first = np.zeros((4, 3)), 0, kind.scores(vector)
    while finished < 4:
        if opponent:
            assert (seen["seat"][:, 0] == vector._acted).all()
        seen, mine, ended, cut = vector.step(kind.chosen(vector, rng))
        assert not cut.any()
        total += vector.rewards
        for game in np.flatnonzero(ended):
            scores = kind.scores(vector)[game]
            best = scores == scores.max()
            win = (best / best.sum() * 3 - 1) / 2
            # Opponents may have scored before the first observation: rewards are for what came after it.
            wanted = {
                "win": win,
                "margin": ahead(scores) / kind.unit,
                "points": (scores - first[game]) / kind.unit,
                "shaped": win - ahead(first[game]) / kind.unit,
            }[reward]
            assert np.allclose(total[game], wanted)
            assert mine[game] == vector.rewards[game, vector._acted[game]]
            assert not seen["action_mask"][game].any()
            finished += 1
        if ended.any():
            total[ended] = 0
            seen = vector.renew()
            first[ended] = kind.scores(vector)[ended]


@pytest.mark.parametrize("opponent", [None, "greedy"])
def test_arrays_stay_where_they_are_and_the_engines_agree(kind: Kind, opponent: str | None) -> None:
    def run() -> list[int]:
        vector, rng = kind.make(4, seed=3, opponent=opponent), np.random.default_rng(3)
        seen = vector.reset()
        places = [array.__array_interface__["data"][0] for array in seen.values()]
        sums = []
        for _ in range(80):
            seen, _, _, _ = vector.step(kind.chosen(vector, rng))
            sums.append(
                sum(
                    int((array.reshape(4, -1).astype(np.int64) * np.arange(1, 1 + array[0].size)).sum())
                    for array in seen.values()
                )
            )
        assert [array.__array_interface__["data"][0] for array in seen.values()] == places
        return sums

    with using("numba" if engine() == "wasm" else "wasm"):
        theirs = run()
    assert run() == theirs


def test_a_game_that_ended_is_dealt_anew_in_place_of_its_action(kind: Kind) -> None:
    vector, rng = kind.make(3, seed=2), np.random.default_rng(2)
    vector.reset()
    while not vector.ended.any():
        vector.step(kind.chosen(vector, rng))
    over = vector.ended.copy()
    seeds = vector._seeds.copy()
    seen, reward, ended, _ = vector.step(np.where(over, -7, kind.chosen(vector, rng)))
    assert (vector._seeds == seeds + 3 * over).all()
    assert not ended[over].any()
    assert (reward[over] == 0).all()
    assert (vector.rewards[over] == 0).all()
    assert (seen["turn"][over, 0] == 0).all()
    assert seen["action_mask"][over].any(axis=1).all()


def test_an_action_that_is_not_allowed_changes_nothing(kind: Kind) -> None:
    vector, rng = kind.make(3, seed=5), np.random.default_rng(5)
    vector.reset()
    vector.step(kind.chosen(vector, rng))
    before = {name: array.copy() for name, array in vector.observation.items()}
    actions = kind.chosen(vector, rng)
    for wrong in (-1, vector.actions, int(np.flatnonzero(vector.observation["action_mask"][1] == 0)[0])):
        actions[1] = wrong
        with pytest.raises(IllegalMove, match=f"game 1 does not allow action {wrong}"):
            vector.step(actions)
    assert all((before[name] == array).all() for name, array in vector.observation.items())
    for shape in (np.zeros(2, dtype=int), np.zeros(3)):
        with pytest.raises(ValueError, match="one whole number for each of the 3 games"):
            vector.step(shape)  # type: ignore[arg-type]


def test_settings_that_there_are_not_are_named(kind: Kind) -> None:
    with pytest.raises(ValueError, match=r"no reward 'fame': there are win, margin, points, shaped"):
        kind.make(1, reward="fame")
    with pytest.raises(ValueError, match=r"no opponent 'nobody': there are None, random, greedy"):
        kind.make(1, opponent="nobody")
    with pytest.raises(ValueError, match="2 to 4 seats"):
        kind.make(1, seats=5)
    with pytest.raises(ValueError, match="1 to 65536 games"):
        kind.make(0)

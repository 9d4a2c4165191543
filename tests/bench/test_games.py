"""The command behind the statistics of the report."""

import pytest

from bench import games
from sixfold import rulesets
from sixfold.dealer import SEED_BYTES, Dealer, settle


@pytest.mark.parametrize("ruleset", ["tiny-tiles/1", "cards"])
def test_the_moves_of_both_games_are_counted(ruleset: str) -> None:
    state, _, _ = settle(rulesets.find(ruleset).start(2), Dealer.from_seed((7).to_bytes(SEED_BYTES, "big")))
    assert games.choices(state) > 0


def test_figures_of_some_games() -> None:
    one = games.Told(turns=10, scores=(20, 30), opener=1.0, reason="T17", branching=(4, 6), idle=1)
    other = games.Told(turns=14, scores=(25, 25), opener=0.5, reason="T18", branching=(8,), idle=0)
    found = games.figures([one, other])
    assert (found["games"], found["turns"]["mean"], found["turns"]["longest"]) == (2, 12, 14)
    assert (found["branching"]["median"], found["branching"]["most"]) == (6, 8)
    assert (found["score of a seat"]["mean"], found["winner's lead"]["mean"]) == (25, 5)
    assert (found["opener's share"]["mean"], found["shared victories"]) == (0.75, 0.5)
    assert found["turns that lay nothing"] == round(1 / 24, 4)
    assert found["ends"] == {"T17": 1, "T18": 1}

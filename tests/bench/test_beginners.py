"""Simulated beginners against bots that keep pace with them."""

from __future__ import annotations

import pytest

from bench.beginners import FIRST, Pairing, row_of
from tests.scale import SOAK


@pytest.mark.parametrize(("game", "who"), [("tiles", "4"), ("cards", "40")])
@pytest.mark.parametrize("bot", ["sprout@0", "casual@60"])
def test_a_beginner_soon_wins_about_half_of_the_games(game: str, who: str, bot: str) -> None:
    """The same games at every run, few of them; `python -m bench.beginners` has more, and all beginners."""
    rows = [row_of(Pairing(game, who, bot), FIRST + 8, number) for number in range(20 if SOAK else 3)]
    shares = [share for row in rows for share in row.shares[FIRST:]]
    share = sum(shares) / len(shares)
    assert (0.4 if SOAK else 0.3) <= share <= (0.6 if SOAK else 0.7), share

"""The measure of how far a duplicate bag is the same for everybody."""

from __future__ import annotations

import pytest

from bench.duplicate import agreement, agreements, drawn, seed_of
from sixfold.dealer import DUPLICATE


def test_agreement_counts_kinds_among_the_first() -> None:
    assert agreement(["Ro", "Ro", "Gs"], ["Gs", "Ro", "Px"], 2) == 0.5
    assert agreement(["Ro", "Ro", "Gs"], ["Ro", "Gs", "Ro", "Px"], None) == 1.0


@pytest.mark.parametrize("ruleset", ["tiles/1", "cards/1"])
def test_one_bag_agrees_more_than_chance(ruleset: str) -> None:
    """The same players draw the same; others draw nearly the same of one bag, and of different bags much less."""
    pair = ("greedy", "greedy")
    assert drawn(ruleset, pair, DUPLICATE, seed_of(1)) == drawn(ruleset, pair, DUPLICATE, seed_of(1))
    same, other = (
        [each for bag in range(3) for each in agreements(ruleset, way, bag)]
        for way in ("duplicate bag", "different bags")
    )
    for first in (6, 24):
        assert sum(each[first] for each in same) > 1.5 * sum(each[first] for each in other)

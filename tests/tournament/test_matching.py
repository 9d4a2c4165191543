"""Pairing everybody: compared with trying out all ways."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixfold.tournament.matching import Matching

Edges = frozenset[tuple[int, int]]


def graphs(most: int = 8) -> st.SearchStrategy[tuple[int, Edges]]:
    """How many there are, and who may meet whom."""

    def of(count: int) -> st.SearchStrategy[tuple[int, Edges]]:
        pairs = list(itertools.combinations(range(count), 2))
        return st.tuples(st.just(count), st.frozensets(st.sampled_from(pairs), max_size=len(pairs)))

    return st.integers(1, most // 2).map(lambda half: 2 * half).flatmap(of)


def can_all_be_paired(left: frozenset[int], edges: Edges) -> bool:
    """By trying everything."""
    if not left:
        return True
    one = min(left)
    return any(
        can_all_be_paired(left - {one, other}, edges) for other in left if (min(one, other), max(one, other)) in edges
    )


def neighbours(count: int, edges: Edges) -> list[set[int]]:
    return [{b for a, b in edges if a == one} | {a for a, b in edges if b == one} for one in range(count)]


@given(graphs())
def test_everybody_is_paired_whenever_that_is_possible(graph: tuple[int, Edges]) -> None:
    count, edges = graph
    assert Matching(neighbours(count, edges)).perfect == can_all_be_paired(frozenset(range(count)), edges)


@given(graphs(), st.randoms(use_true_random=False))
def test_a_pair_is_settled_exactly_when_the_others_can_still_be_paired(graph: tuple[int, Edges], rng) -> None:  # type: ignore[no-untyped-def]
    count, edges = graph
    matching = Matching(neighbours(count, edges))
    if not matching.perfect:
        return
    left = frozenset(range(count))
    tries = list(itertools.combinations(range(count), 2))
    rng.shuffle(tries)
    for one, other in tries:
        if {one, other} <= left:
            possible = (one, other) in edges and can_all_be_paired(left - {one, other}, edges)
            assert matching.settle(one, other) == possible
            left -= {one, other} if possible else frozenset()
    assert not left, "whoever asks for all pairs settles everybody"


@pytest.mark.parametrize("spoke", [3, 5, 7])
def test_circles_of_odd_length(spoke: int) -> None:
    """A circle with one more person at its end: a search that does not shrink circles finds no way out."""
    edges = frozenset({(at, at + 1) for at in range(spoke - 1)} | {(0, spoke - 1), (spoke - 1, spoke)})
    assert Matching(neighbours(spoke + 1, edges)).perfect

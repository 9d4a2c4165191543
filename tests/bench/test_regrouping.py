"""Tables that are formulas: they can be arranged exactly when the formula can be satisfied. And nodes are counted."""

import random

import pytest

from bench import regrouping as r
from sixfold.cards import solver


@pytest.mark.parametrize("variables", [3, 4])
def test_a_table_can_be_arranged_when_its_formula_can_be_satisfied(variables: int) -> None:
    rng = random.Random(variables)
    found = []
    for _ in range(40):
        formula = r.random_formula(rng, variables, 3 * variables)
        cards = r.table(formula)
        fits, nodes = r.arrangeable(cards)
        assert fits == r.satisfiable(formula, variables)
        assert nodes > 0
        found.append(fits)
    assert {True, False} == set(found), "both answers are met"


def test_a_card_can_be_played_on_a_legal_table_when_the_formula_can_be_satisfied() -> None:
    rng = random.Random(5)
    found = []
    for _ in range(40):
        formula = r.random_formula(rng, 3, 14)
        lying, card = r.turn(formula)
        assert card not in lying
        assert len([one for one in lying if one[0] == card[0]]) == 2
        assert r.arrangeable(lying)[0]
        fits, _ = r.arrangeable(lying | {card})
        assert fits == r.satisfiable(formula, 3)
        found.append(fits)
    assert {True, False} == set(found), "both answers are met"


def test_small_tables() -> None:
    row: r.Cards = {(0, shape) for shape in range(3)}
    assert r.arrangeable(row)[0]
    assert not r.arrangeable(row | {(1, 0)})[0]
    # A square of nine: every colour has three shapes.
    square: r.Cards = {(color, shape) for color in range(3) for shape in range(3)}
    assert r.arrangeable(square)[0]
    assert not r.arrangeable(square - {(0, 0)})[0]


def test_nodes_of_the_solver_are_counted_and_it_is_left_as_it_was() -> None:
    before = solver._Search
    found = list(r.nodes_of(3, random.Random(1)))
    assert min(found) >= 1
    assert solver._Search is before

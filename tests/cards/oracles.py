"""Two answers to "what is the most one turn can do?" that share nothing with the solver: neither lines nor splits.

`exact_cover` lays row after row until the table is covered; `cp_sat` leaves the same question to OR-tools. Tables come
from `random_table`, which lays random rows, so that every table it makes could lie in a game.
"""

import random
from functools import cache
from itertools import combinations

from ortools.sat.python import cp_model

from sixfold.pieces import ALL_PIECES, Pieces

Counts = tuple[int, ...]
Best = tuple[int, int] | None
"""Qwirkles and cards played; None when no card can be played."""


@cache
def every_row(kinds: int = 6, least: int = 3) -> tuple[tuple[int, ...], ...]:
    """Every legal row as indices of its cards, written out from C7."""
    rows = []
    for size in range(least, kinds + 1):
        for some in combinations(range(kinds), size):
            for fixed in range(kinds):
                rows.append(tuple(6 * fixed + other for other in some))
                rows.append(tuple(6 * other + fixed for other in some))
    return tuple(rows)


def exact_cover(table: Counts, hand: Counts, kinds: int = 6, least: int = 3) -> Best:
    """Try everything: cover the first uncovered table card with each row that holds it, then the hand likewise."""
    rows_with = [
        [(sum(1 << at for at in row), row) for row in every_row(kinds, least) if index in row] for index in range(36)
    ]
    known: dict[tuple[Counts, Counts], tuple[int, int] | None] = {}

    def cover(table: Counts, hand: Counts) -> tuple[int, int] | None:
        key = (table, hand)
        if key not in known:
            known[key] = search(table, hand)
        return known[key]

    def search(table: Counts, hand: Counts) -> tuple[int, int] | None:
        there = sum(1 << index for index in range(36) if table[index] or hand[index])
        first = next((index for index, n in enumerate(table) if n), None)
        found: tuple[int, int] | None = None
        if first is None:
            first = next((index for index, n in enumerate(hand) if n), None)
            if first is None:
                return (0, 0)
            # The first card of the hand is either left out or lies in one of these rows.
            found = cover(table, (*hand[:first], hand[first] - 1, *hand[first + 1 :]))
        for mask, row in rows_with[first]:
            if mask & ~there:
                continue
            left_table, left_hand, played = list(table), list(hand), 0
            for index in row:
                if left_table[index]:
                    left_table[index] -= 1
                else:
                    left_hand[index] -= 1
                    played += 1
            rest = cover(tuple(left_table), tuple(left_hand))
            if rest is not None:
                made = (rest[0] + (len(row) == kinds), rest[1] + played)
                found = made if found is None else max(found, made)
        return found

    # A turn plays a card: each kind of the hand in turn is put on the table and must be covered like the rest.
    best: Best = None
    for index, n in enumerate(hand):
        if n:
            forced = tuple(count + (place == index) for place, count in enumerate(table))
            rest = cover(forced, tuple(count - (place == index) for place, count in enumerate(hand)))
            if rest is not None:
                made = (rest[0], rest[1] + 1)
                best = made if best is None else max(best, made)
    return best


def cp_sat(table: Counts, hand: Counts) -> Best:
    """How often each row lies there, as an integer program."""
    model = cp_model.CpModel()
    rows = every_row()
    laid = [model.new_int_var(0, 3, "") for _ in rows]
    played = [model.new_int_var(0, n, "") for n in hand]
    for index in range(36):
        holding = [count for count, row in zip(laid, rows, strict=True) if index in row]
        model.add(sum(holding) == table[index] + played[index])
    model.add(sum(played) >= 1)
    full = [count for count, row in zip(laid, rows, strict=True) if len(row) == 6]
    model.maximize(100 * sum(full) + sum(played))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    assert status == cp_model.OPTIMAL
    return divmod(round(solver.objective_value), 100)


def random_table(rng: random.Random, cards: int) -> Counts:
    """At least so many cards, laid as random rows of three to five."""
    counts = [0] * 36
    rows = [row for row in every_row() if len(row) < 6]
    while sum(counts) < cards:
        row = rng.choice(rows)
        if all(counts[index] < 3 for index in row):
            for index in row:
                counts[index] += 1
    return tuple(counts)


def random_hand(rng: random.Random, table: Counts, size: int) -> Pieces:
    """Cards that are not on the table."""
    rest = [piece for piece in ALL_PIECES for _ in range(3 - table[piece.index])]
    return Pieces(rng.sample(rest, size))

"""How hard it is to regroup cards: nodes of the readable solver in the real game, and tables that are formulas.

    python -m bench.regrouping [--positions N] [--formulas N] [--seed S]

With any number of colours and shapes the question is as hard as satisfiability (docs/report.md has the proof): `table`
turns a formula into cards that can be arranged exactly when it can be satisfied, and `turn` into a legal table and a
card that can be played exactly then. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Hashable, Iterator
from itertools import count, product

from bench.cards_reference import random_hand, random_table
from sixfold.cards import solver

Clause = tuple[bool, frozenset[int]]
"""Some variables, of which one at least is true; or, with False, of which one at least is false."""
Cards = set[tuple[Hashable, Hashable]]
"""One card each, by its colour and its shape, of which there are as many as one likes."""
Claims = dict[tuple[int, Hashable], set[tuple[Hashable, Hashable]]]
"""The cards that each line may have, by 0 or 1 for colours and shapes, and its name."""
SHORTEST = 3


def table(formula: list[Clause]) -> Cards:
    """Cards that can lie in rows of three and more exactly when the formula can be satisfied."""
    cards: Cards = set()
    fresh = count()

    def card(color: Hashable, shape: Hashable, *, mirrored: bool) -> None:
        cards.add((shape, color) if mirrored else (color, shape))

    def alone(line: Hashable, times: int, *, mirrored: bool) -> None:
        """Cards that no other line can hold: of their colour, or mirrored their shape, there is one."""
        for _ in range(times):
            card(next(fresh), line, mirrored=mirrored)

    for number, (positive, _) in enumerate(formula):
        alone(("clause", number), SHORTEST - 1, mirrored=not positive)
    for variable in {one for _, some in formula for one in some}:
        uses = {
            side: [n for n, (sign, some) in enumerate(formula) if sign is side and variable in some]
            for side in (True, False)
        }
        pairs = max(len(uses[True]), len(uses[False]), 2) - 1
        for i in range(pairs):
            cards.add((("yes", variable, i), ("no", variable, i)))
            if i:
                cards.add((("yes", variable, i), ("no", variable, i - 1)))
        for side, name in ((True, "yes"), (False, "no")):
            # Every line of the chain has three cards; at one of its ends, two of them are for clauses.
            ends = [*range(pairs), 0 if side else pairs - 1]
            for place, i in enumerate(ends):
                used = place < len(uses[side])
                goal: Hashable = ("clause", uses[side][place]) if used else ("spare", next(fresh))
                card((name, variable, i), goal, mirrored=not side)
                if not used:
                    alone(goal, SHORTEST, mirrored=not side)
    return cards


def turn(formula: list[Clause]) -> tuple[Cards, tuple[Hashable, Hashable]]:
    """Cards that can always be arranged, and one that can be added exactly when the formula can be satisfied.

    Two more variables differ from each other, and make every clause true as long as the colour `asked` has two cards,
    which must lie elsewhere. Its third card takes them along, and then they make none true.
    """
    free, other, asked = -1, -2, "asked"
    wide = [(sign, some | {free if sign else other}) for sign, some in formula]
    both = frozenset({free, other})
    first = [(False, frozenset({free}))] * 2
    cards = table([*first, (True, both), (False, both), *wide])
    # The first two clauses become one line, without the cards that no other line can hold.
    ours = {("clause", 0), ("clause", 1)}
    moved = {(asked, shape) for color, shape in cards if color in ours and not isinstance(shape, int)}
    return {one for one in cards if one[0] not in ours} | moved, (asked, asked)


def arrangeable(cards: Cards) -> tuple[bool, int]:
    """Whether these cards can lie in rows of three and more, and how many nodes that took, as the solver does it.

    Every line claims all of its cards. One that has too few claims none; a card that two claim is given to either.
    """
    claims: Claims = {}
    for one in sorted(cards, key=repr):
        for side in (0, 1):
            claims.setdefault((side, one[side]), set()).add(one)
    waiting, nodes = [claims], 0
    while waiting:
        claims, nodes = {line: held for line, held in waiting.pop().items() if len(held) >= SHORTEST}, nodes + 1
        here = [{one for (s, _), held in claims.items() if s == side for one in held} for side in (0, 1)]
        if here[0] | here[1] != cards:
            continue
        both = here[0] & here[1]
        if not both:
            return True, nodes
        # First a card of a line that must have it: giving it away fails at once.
        lines = sorted(
            (len(held) - SHORTEST if held - both else len(cards), i)
            for i, held in enumerate(claims.values())
            if held & both
        )
        line = list(claims)[lines[0][1]]
        shared = min(claims[line] & both, key=repr)
        for side in (0, 1):
            waiting.append(claims | {(side, shared[side]): claims[side, shared[side]] - {shared}})
    return False, nodes


def satisfiable(formula: list[Clause], variables: int) -> bool:
    """By trying all."""
    return any(
        all(any(values[one] is sign for one in some) for sign, some in formula)
        for values in product((False, True), repeat=variables)
    )


def random_formula(rng: random.Random, variables: int, clauses: int) -> list[Clause]:
    """Clauses of two and three variables, all of one sign each."""
    return [(rng.random() < 0.5, frozenset(rng.sample(range(variables), rng.choice((2, 3))))) for _ in range(clauses)]


class _Counting(solver._Search):
    """The readable solver's search, counted."""

    nodes = 0

    def _settle(self, *lines: object) -> None:
        _Counting.nodes += 1
        super()._settle(*lines)  # type: ignore[arg-type]


def nodes_of(positions: int, rng: random.Random) -> Iterator[int]:
    """Nodes of the whole question (most Qwirkles, then most cards) on random tables of 40 cards and more."""
    plain, solver._Search = solver._Search, _Counting  # type: ignore[misc]
    try:
        for _ in range(positions):
            cards = random_table(rng)
            _Counting.nodes = 0
            solver.best(tuple(cards), random_hand(rng, cards))
            yield _Counting.nodes
    finally:
        solver._Search = plain  # type: ignore[misc]


def main() -> None:
    """Count, compare, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--formulas", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    nodes = sorted(nodes_of(asked.positions, rng))
    rows = []
    for variables in (4, 8, 12):
        found, agree, played, spent, size = 0, 0, 0, [], []
        for _ in range(asked.formulas):
            formula = random_formula(rng, variables, 3 * variables)
            cards = table(formula)
            fits, took = arrangeable(cards)
            found, agree = found + fits, agree + (fits == satisfiable(formula, variables))
            before, card = turn(formula)
            played += arrangeable(before)[0] and arrangeable(before | {card})[0] == fits
            spent.append(took)
            size.append(len(cards))
        rows.append(
            {
                "variables": variables,
                "cards": round(sum(size) / len(size)),
                "satisfiable": found,
                "agree": agree,
                "turns_agree": played,
                "nodes_median": sorted(spent)[len(spent) // 2],
                "nodes_most": max(spent),
            }
        )
    real = {"median": nodes[len(nodes) // 2], "p99": nodes[len(nodes) * 99 // 100], "most": nodes[-1]}
    print(json.dumps({"positions": asked.positions, "nodes": real, "formulas": asked.formulas, "tables": rows}))


if __name__ == "__main__":
    main()

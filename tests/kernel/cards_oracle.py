"""What the card kernel is checked against: lines by enumeration, turns by OR-tools CP-SAT. Not a test itself."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from ortools.sat.python import cp_model

Line = tuple[int, ...]
COLOR_LINES = [[6 * c + s for s in range(6)] for c in range(6)]
SHAPE_LINES = [[6 * c + s for c in range(6)] for s in range(6)]


def most_sixes() -> dict[Line, int]:
    """Every line of counts 0 to 3 that can be cut into rows of 3 to 6 different cards, and the most sixes in it.

    By building: from the empty line, add every possible row again and again.
    """
    rows = [row for size in range(3, 7) for row in itertools.combinations(range(6), size)]
    best: dict[Line, int] = {(0,) * 6: 0}
    # A sum only grows, so lines are complete in the order of their sums.
    by_sum: list[set[Line]] = [{(0,) * 6}] + [set() for _ in range(18)]
    for lines in by_sum:
        for line in lines:
            for row in rows:
                grown = tuple(n + (i in row) for i, n in enumerate(line))
                if max(grown) <= 3:
                    sixes = best[line] + (len(row) == 6)
                    best[grown] = max(best.get(grown, 0), sixes)
                    by_sum[sum(grown)].add(grown)
    return best


def cp_sat(table: Sequence[int], hand: Sequence[int], *, cards_too: bool) -> tuple[int, int] | None:
    """The most Qwirkles, then the most cards if asked for, by a constraint solver; None if nothing can be played."""
    model = cp_model.CpModel()
    parts = [[model.new_int_var(0, table[i] + hand[i], "") for i in range(36)] for _ in range(2)]
    for i in range(36):
        model.add_linear_constraint(parts[0][i] + parts[1][i], table[i], table[i] + hand[i])
    sixes = []
    for part, lines in zip(parts, (COLOR_LINES, SHAPE_LINES), strict=True):
        for cells in lines:
            line = [part[cell] for cell in cells]
            top, full = model.new_int_var(0, 3, ""), model.new_int_var(0, 3, "")
            sixes.append(full)
            for n in line:
                model.add(n <= top)
                model.add(n >= full)
            # Taking `full` rows of six away, the rest must still be three times its maximum.
            model.add(sum(line) >= 3 * top + 3 * full)
    played = sum(parts[0]) + sum(parts[1]) - sum(table)
    model.add(played >= 1)
    model.maximize(100 * sum(sixes) + (played if cards_too else 0))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    assert status == cp_model.OPTIMAL
    return divmod(round(solver.objective_value), 100)

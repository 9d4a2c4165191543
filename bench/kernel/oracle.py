"""A turn of cards as a constraint model for OR-tools CP-SAT: an exact solver to compare with. Never played.

OR-tools is a test extra: `available()` says whether it is there. Clauses C6 to C9.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from typing import Final

LINES: Final = (
    tuple(tuple(6 * c + s for s in range(6)) for c in range(6)),
    tuple(tuple(6 * c + s for c in range(6)) for s in range(6)),
)
"""The cells of the six colours and of the six shapes."""


def available() -> bool:
    """Whether OR-tools is installed."""
    return importlib.util.find_spec("ortools") is not None


def cp_sat(table: Sequence[int], hand: Sequence[int], *, cards_too: bool) -> tuple[int, int] | None:
    """The most Qwirkles and, if asked for, then the most cards (else 0); None if nothing can be played."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    parts = [[model.new_int_var(0, table[i] + hand[i], "") for i in range(36)] for _ in LINES]
    for i in range(36):
        model.add_linear_constraint(parts[0][i] + parts[1][i], table[i], table[i] + hand[i])
    sixes = []
    for part, lines in zip(parts, LINES, strict=True):
        for cells in lines:
            line = [part[cell] for cell in cells]
            top, full = model.new_int_var(0, 3, ""), model.new_int_var(0, 3, "")
            sixes.append(full)
            for n in line:
                model.add(n <= top)
                model.add(n >= full)
            # With `full` rows of six taken away, the sum of the rest must still be three times its maximum.
            model.add(sum(line) >= 3 * top + 3 * full)
    played = sum(parts[0]) + sum(parts[1]) - sum(table)
    model.add(played >= 1)
    model.maximize(100 * sum(sixes) + (played if cards_too else 0))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        raise RuntimeError(f"CP-SAT gave up: {solver.status_name(status)}")
    return divmod(round(solver.objective_value), 100)

"""What the simple card bots can see of a table: the rows as they lie, or all that regrouping allows. No levels.

Exact answers come from the kernel, or from the reference if the kernel cannot run here. Both give the same: they are
only asked for values (how many Qwirkles, how many cards), and ties are settled here.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
from functools import cache
from typing import Any

from sixfold.bots import notes
from sixfold.bots.protocol import Choice
from sixfold.cards import Move, Row, Turn, View, solver
from sixfold.cards.rules import Rules
from sixfold.cards.solver import Counts, arrange, best, takings
from sixfold.pieces import ALL_PIECES, Piece, Pieces


def forced(view: View, rng: random.Random) -> Choice[Move] | None:
    """The opening (C5), a redraw or a pass (C11, C12): turns in which there is little to see."""
    if not view.opens and view.hand.known and can_play(view.table.counts, view.hand, view.rules):
        return None
    only = view.forced_moves()
    if not only:
        return None
    move = rng.choice(only)
    if isinstance(move, Turn):
        return Choice(move, float(len(move.taken)), note=notes.OPENS)
    return Choice(move, note=notes.STUCK)


def can_play(counts: Counts, hand: Pieces, rules: Rules) -> bool:
    """Whether any card of a hand can be played."""
    fast = _kernel()
    return bool((fast or solver).can_play(counts, hand, rules))


def value(counts: Counts, hand: Pieces, rules: Rules) -> tuple[int, int] | None:
    """The most Qwirkles of one turn and then the most cards; None when no card can be played."""
    fast = _kernel()
    if fast is not None:
        found: tuple[int, int] | None = fast.value(counts, hand, rules)
        return found
    solution = best(counts, hand, rules)
    return None if solution is None else (solution.qwirkles, len(solution.played))


@cache
def _kernel() -> Any:
    """The compiled twin, if what it runs on is there. Imported here: the light bots need the standard library alone."""
    needed = ("numpy", "wasmtime")
    if any(importlib.util.find_spec(name) is None for name in needed):
        return None
    return importlib.import_module("sixfold.kernel.cards")


def best_turn(counts: Counts, hand: Pieces, rules: Rules, rng: random.Random) -> Turn | None:
    """A turn with the most Qwirkles and then the most cards, by seeded choice where several do as well."""
    wanted = value(counts, hand, rules)
    if wanted is None:
        return None
    qwirkles, cards = wanted
    order = list(hand)
    rng.shuffle(order)
    played = hand
    # Leave out card after card, in a random order, while the rest does as well: what is left is played in full.
    for piece in order:
        if len(played) == cards:
            break
        fewer = played - Pieces([piece])
        if value(counts, fewer, rules) == wanted:
            played = fewer
    return taking_turn(counts, played, rules, rng, qwirkles)


def taking_turn(counts: Counts, played: Pieces, rules: Rules, rng: random.Random, qwirkles: int | None) -> Turn | None:
    """A turn that plays exactly these cards and takes so many Qwirkles (any number, if None), if there is one."""
    reach = tuple(map(int.__add__, counts, played.counts))
    options = [taking for taking in takings(reach, rules) if qwirkles is None or taking.size == qwirkles]
    rng.shuffle(options)
    for taking in options:
        rows = arrange(tuple(map(int.__sub__, reach, taking.counts)), rules)
        if rows is not None:
            return Turn(rows, taking.rows(rules))
    return None


def any_turn(view: View, rng: random.Random) -> Turn:
    """A small turn with the table taken apart, for those who see none as it lies but must play (C6, C11)."""
    order = list(view.hand.distinct())
    rng.shuffle(order)
    for piece in order:
        turn = taking_turn(view.table.counts, Pieces([piece]), view.rules, rng, 0)
        if turn is not None:
            return turn
    turn = best_turn(view.table.counts, view.hand, view.rules, rng)
    assert turn is not None, "whoever cannot play has been sent to redraw or pass"
    return turn


def missing(row: Row, rules: Rules) -> tuple[Piece, ...]:
    """The kinds that could still join a legal row."""
    kinds = (p for p in ALL_PIECES if p.color < rules.kinds and p.shape < rules.kinds and p not in row)
    if row.color is not None:
        return tuple(p for p in kinds if p.color == row.color)
    return tuple(p for p in kinds if p.shape == row.shape)


def groups(hand: Pieces) -> list[Row]:
    """The cards of a hand that share a colour or share a shape, identical ones once; the largest groups first."""
    kinds = hand.distinct()
    found = {Row(p for p in kinds if p.color == one.color) for one in kinds}
    found |= {Row(p for p in kinds if p.shape == one.shape) for one in kinds}
    return sorted(found, key=lambda row: (-len(row), [p.index for p in row]))


class Additions:
    """A turn in the making that leaves the rows of the table as they lie, and only adds to them."""

    def __init__(self, view: View) -> None:
        self.rules = view.rules
        self.rows = list(view.table)
        self.hand = view.hand
        self.played = 0

    def add(self, at: int, pieces: tuple[Piece, ...]) -> None:
        """Cards from the hand join a row; with `at` beyond the last one they begin a new row."""
        self.hand = self.hand - Pieces(pieces)
        self.played += len(pieces)
        if at < len(self.rows):
            self.rows[at] = Row((*self.rows[at], *pieces))
        else:
            self.rows.append(Row(pieces))

    def turn(self) -> Turn:
        full = self.rules.kinds
        return Turn(
            tuple(row for row in self.rows if len(row) < full), tuple(row for row in self.rows if len(row) == full)
        )

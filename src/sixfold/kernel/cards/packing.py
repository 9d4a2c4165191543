"""The card game in compiled code, for Python: exact answers about a table and a hand, in the rules' own values.

Packing refuses what the rules refuse, with their own PositionError. Clauses C6 to C9 and C11; the layout of words is
drawn in bitplanes and games.
"""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sixfold.cards import CARDS, Row, Rules, State, Table, Turn
from sixfold.cards.moves import check_hand, check_position
from sixfold.kernel.cards import games, listing, search, solver
from sixfold.kernel.engine import place, zeros
from sixfold.kernel.planes import bit_planes
from sixfold.pieces import ALL_PIECES, EMPTY, KINDS, Pieces

Planes = tuple[int, int, int]
"""A set of cards as three bit planes: bit k of plane i is set where there are more than i cards of kind k."""
Words = NDArray[np.int64]
"""An array of 64-bit words."""
MOST_ROOM: Final = 1 << 20
"""The most afterstates that are listed; the largest number that any game of the tests had is below 50,000."""


def can(rules: Rules) -> bool:
    """Whether the kernel can think by these rules, be they called what they may: it learned one set of numbers."""
    return replace(rules, name=CARDS.name) == CARDS


# Packing ---------------------------------------------------------------------------------------------------------


def planes(counts: Sequence[int]) -> Planes:
    """36 counts of at most three as bit planes."""
    if len(counts) != KINDS or min(counts) < 0 or max(counts) > 3:
        raise ValueError("planes hold 36 counts from 0 to 3")
    return bit_planes(counts)


def counts(packed: Iterable[int]) -> tuple[int, ...]:
    """Bit planes as 36 counts."""
    p1, p2, p3 = (int(plane) for plane in packed)
    return tuple((p1 >> i & 1) + (p2 >> i & 1) + (p3 >> i & 1) for i in range(KINDS))


@dataclass(frozen=True, slots=True)
class PackedPosition:
    """A table and a hand in planes."""

    table: Planes
    hand: Planes
    rules: Rules = CARDS

    @classmethod
    def pack(cls, table: Table, hand: Pieces, rules: Rules = CARDS) -> PackedPosition:
        """From the rules' values; PositionError for what no game could have produced."""
        check_position(table, hand, rules)
        check_hand(hand, rules)
        return cls(planes(table.counts), planes(hand.counts), rules)

    def unpack(self) -> tuple[tuple[int, ...], Pieces]:
        """The 36 counts of the table (its rows are not kept, C8) and the hand."""
        return counts(self.table), Pieces.from_counts(counts(self.hand))


def pack_state(state: State, seed: int = 0) -> Words:
    """A game in progress, waiting for a move, as words of games; the stock's order is by the seed."""
    if state.to_move is None or not all(hand.known for hand in state.hands):
        raise ValueError("only a state that waits for a move, with all cards known, can be packed")
    rules = state.rules
    check_position(state.table, sum(state.hands, EMPTY), rules)
    g = zeros(games.GAME)
    games.prepare(g, state.seats, seed, 0, rules.hand, rules.redraws, rules.copies)
    g[games.MOVER] = state.to_move
    g[games.OPENED] = not state.opens
    g[games.TURNS] = len(state.sheet)
    g[games.LAST_TURNS] = -1 if state.last_turns is None else state.last_turns
    g[games.TABLE : games.TABLE + 3] = planes(state.table.counts)
    for seat, hand in enumerate(state.hands):
        check_hand(hand, rules)
        at = games.HANDS + 3 * seat
        g[at : at + 3] = planes(hand.counts)
        g[games.SCORES + seat] = state.scores[seat]
    stock = [piece.index for piece in state.stock]
    g[games.STOCK : games.STOCK + len(stock)] = stock
    g[games.STOCK_COUNT] = len(stock)
    games.shuffle(g)
    return g


@dataclass(frozen=True, slots=True)
class Unpacked:
    """What the words of a game say, in the rules' values."""

    table: tuple[int, ...]
    hands: tuple[Pieces, ...]
    stock: Pieces
    scores: tuple[int, ...]
    to_move: int
    last_turns: int | None


def unpack_state(g: Words) -> Unpacked:
    """The words of a game back to values."""
    seats = range(int(g[games.SEATS]))
    stock = g[games.STOCK : games.STOCK + int(g[games.STOCK_COUNT])]
    last = int(g[games.LAST_TURNS])
    return Unpacked(
        table=counts(g[games.TABLE : games.TABLE + 3]),
        hands=tuple(
            Pieces.from_counts(counts(g[games.HANDS + 3 * seat : games.HANDS + 3 * seat + 3])) for seat in seats
        ),
        stock=Pieces(ALL_PIECES[index] for index in stock),
        scores=tuple(int(g[games.SCORES + seat]) for seat in seats),
        to_move=int(g[games.MOVER]),
        last_turns=None if last < 0 else last,
    )


# Work spaces -----------------------------------------------------------------------------------------------------

_local = threading.local()


def workspace(rules: Rules = CARDS) -> Words:
    """This thread's working words for a rule set."""
    spaces: dict[Any, Words] = _local.__dict__.setdefault("spaces", {})
    # Each engine, and each instance of the shipped module, works fastest on words of its own.
    key = (place(), rules.kinds, rules.min_row)
    if key not in spaces:
        spaces[key] = solver.workspace(rules.kinds, rules.min_row)
    return spaces[key]


# Answers ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PackedAfterstate:
    """What a turn comes to: cards played, the 36 counts left on the table, Qwirkles taken by line (colours first)."""

    played: Pieces
    left: tuple[int, ...]
    taken: tuple[int, ...]

    @property
    def qwirkles(self) -> int:
        """How many Qwirkles the turn takes."""
        return sum(self.taken)


def can_play(table: Sequence[int], hand: Pieces, rules: Rules = CARDS) -> bool:
    """C6, C11: whether any card of the hand can be played."""
    return bool(solver.solve_any(workspace(rules), *planes(table), *planes(hand.counts)))


def most_qwirkles(table: Sequence[int], hand: Pieces, rules: Rules = CARDS) -> int | None:
    """C9: the most Qwirkles that one turn can take; None when no card can be played."""
    found = int(solver.solve_most(workspace(rules), *planes(table), *planes(hand.counts)))
    return None if found < 0 else found


def value(table: Sequence[int], hand: Pieces, rules: Rules = CARDS) -> tuple[int, int] | None:
    """The most Qwirkles of one turn and then the most cards; None when no card can be played."""
    w = workspace(rules)
    found = int(solver.solve_full(w, *planes(table), *planes(hand.counts)))
    return None if found < 0 else (found, int(w[solver.BEST + 1]))


def best(table: Sequence[int], hand: Pieces, rules: Rules = CARDS) -> Turn | None:
    """A turn with the most Qwirkles and then the most cards; None when no card can be played."""
    w = workspace(rules)
    if solver.solve_full(w, *planes(table), *planes(hand.counts)) < 0:
        return None
    at = solver.BEST
    lines = tuple(int(k) for k in w[at + 14 : at + 26])
    rows = _rows(counts(w[at + 8 : at + 11]), counts(w[at + 11 : at + 14]), rules)
    return Turn(rows, _full_rows(lines, rules))


def arrange(table: Sequence[int], rules: Rules = CARDS) -> tuple[Row, ...] | None:
    """Legal rows, none of them full, that hold exactly these cards; None when there are none (C7, C9)."""
    w = workspace(rules)
    packed = planes(table)
    w[search.STRICT] = rules.kinds < 2 * rules.min_row
    found = search.arrangeable(w, *packed, *packed, rules.min_row)
    w[search.STRICT] = 0
    return _rows(counts(w[0:3]), counts(w[3:6]), rules) if found else None


def afterstate_rows(table: Planes, hand: Planes, rules: Rules = CARDS) -> Words:
    """Every distinct afterstate, as rows of words (drawn in cards_listing)."""
    w = workspace(rules)
    room = 4096
    while True:
        out = zeros((room, listing.ROW))
        count = int(listing.afterstates(w, *table, *hand, out))
        if count <= room or room >= MOST_ROOM:
            return out[: min(count, room)]
        room = min(count, MOST_ROOM)


def afterstates(table: Sequence[int], hand: Pieces, rules: Rules = CARDS) -> tuple[PackedAfterstate, ...]:
    """Every distinct afterstate of a turn."""
    rows = afterstate_rows(planes(table), planes(hand.counts), rules)
    return tuple(
        PackedAfterstate(Pieces.from_counts(counts(row[:3])), counts(row[3:6]), lines_of(int(row[7])))
        for row in rows.tolist()
    )


def turn(left: Planes, code: int, rules: Rules = CARDS) -> Turn:
    """The turn that leaves these cards and takes the Qwirkles of an afterstate's code."""
    rows = arrange(counts(left), rules)
    assert rows is not None, "an afterstate can be arranged"
    return Turn(rows, _full_rows(lines_of(code), rules))


def lines_of(code: int) -> tuple[int, ...]:
    """How many Qwirkles an afterstate takes from each of the twelve lines."""
    return tuple(code >> (2 * line) & 3 for line in range(12))


def _full_rows(lines: Sequence[int], rules: Rules) -> tuple[Row, ...]:
    kinds = range(rules.kinds)
    colors = [Row(ALL_PIECES[6 * c + s] for s in kinds) for c in kinds for _ in range(lines[c])]
    shapes = [Row(ALL_PIECES[6 * c + s] for c in kinds) for s in kinds for _ in range(lines[6 + s])]
    return tuple(colors + shapes)


def _rows(colors: Sequence[int], shapes: Sequence[int], rules: Rules) -> tuple[Row, ...]:
    """Rows from the two parts of a table: every line is dealt, kind by kind, to as few rows as can hold it."""
    rows: list[Row] = []
    for part, cells in ((colors, _COLOR_LINES), (shapes, _SHAPE_LINES)):
        for line in cells:
            cards = [ALL_PIECES[cell] for cell in line for _ in range(part[cell])]
            if not cards:
                continue
            copies = max(part[cell] for cell in line)
            number = max(copies, -(-len(cards) // (rules.kinds - 1)))
            rows += [Row(cards[first::number]) for first in range(number)]
    return tuple(rows)


_COLOR_LINES: Final = tuple(tuple(6 * c + s for s in range(6)) for c in range(6))
_SHAPE_LINES: Final = tuple(tuple(6 * c + s for c in range(6)) for s in range(6))


def play_games(number: int, seats: int, seed: int, policies: Sequence[int] = (0, 0, 0, 0)) -> NDArray[Any]:
    """Everyone's Qwirkles in this many whole games under simple policies (games.GREEDY, CARELESS)."""
    scores = zeros((number, 4))
    rows = zeros((8192, listing.ROW))
    order = np.array(policies, dtype=np.int64)
    games.batch(zeros(games.GAME), number, 0, seats, seed, order, workspace(), rows, scores)
    return scores[:, :seats]

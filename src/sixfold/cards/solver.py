"""Exact answers about a table and a hand: can a card be played, and what is the most that one turn can do?

Written to be read and to be trusted; the fast twin is in the kernel. It knows nothing of turns, seats or the stock.
C6 to C9, C11. The idea, with the numbers of the real game:

Under C8 only the counts of the cards matter. Every card ends up in a row of its colour or in a row of its shape, so a
table is a split of each kind's copies into a colour part and a shape part. The colour parts of one colour make a
*line* of six counts, one per shape; it can be cut into rows exactly when 3 * max <= sum. (Needed: the commonest card
lies in `max` different rows of 3 or more. Enough: deal the cards, kind by kind, in turn to `max` rows.) The same goes
for a shape. Lines that can be cut are closed under taking the larger of two counts, place by place, so below any upper
bound there is a greatest one. The search therefore keeps only upper bounds: it shrinks every line to the greatest that
can be cut; where the two parts of a kind then exceed the copies there are, it tries each way to share them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple

from sixfold.cards.rules import CARDS, Rules
from sixfold.cards.table import Row, Table, in_order
from sixfold.pieces import ALL_PIECES, KINDS, Piece, Pieces

Line = tuple[int, ...]
"""How many cards of each kind lie in the rows of one colour (counted by shape) or of one shape (counted by colour)."""

Counts = tuple[int, ...]
"""How many of each of the 36 kinds, in canonical order."""


class Split(NamedTuple):
    """Cards divided between the lines of the colours and the lines of the shapes."""

    colors: tuple[Line, ...]
    shapes: tuple[Line, ...]


class Afterstate(NamedTuple):
    """What a turn comes to, however the rows lie: the cards played, the Qwirkles taken, the cards left on the table."""

    played: Pieces
    taken: tuple[Row, ...]
    left: Counts


@dataclass(frozen=True, slots=True)
class Solution:
    """A whole turn: how many Qwirkles, the cards played, the rows left on the table and the rows taken."""

    qwirkles: int
    played: Pieces
    rows: tuple[Row, ...]
    taken: tuple[Row, ...]


# Lines -----------------------------------------------------------------------------------------------------------


def can_cut(line: Sequence[int], rules: Rules = CARDS) -> bool:
    """Whether a line can be cut into legal rows (C7), full ones included."""
    return rules.min_row * max(line) <= sum(line)


def most_full(line: Sequence[int], rules: Rules = CARDS) -> int:
    """The most Qwirkles that a line can be cut into, the rest into legal rows; the line must be one that can be cut."""
    spare = rules.kinds - rules.min_row
    slack = sum(line) - rules.min_row * max(line)
    return min(line) if spare == 0 else min(min(line), slack // spare)


def row_count(line: Sequence[int], rules: Rules = CARDS) -> int | None:
    """How few rows the line can be cut into with none of them full; None when that cannot be done.

    In the real game every line that can be cut can be cut so, as a row of six is also two rows of three.
    """
    total = sum(line)
    if total == 0:
        return 0
    if rules.kinds == rules.min_row:
        return None
    count = max(max(line), -(-total // (rules.kinds - 1)))
    return count if rules.min_row * count <= total else None


@cache
def _greatest(line: Line, min_row: int) -> Line:
    """The greatest line that can be cut and that nowhere exceeds the given one."""
    counts = list(line)
    while min_row * max(counts) > sum(counts):
        top = max(counts)
        counts = [min(n, top - 1) for n in counts]
    return tuple(counts)


# The search for a split ------------------------------------------------------------------------------------------


class _Search:
    """The split into lines that holds the most cards: at least `least` and at most `most` of each kind.

    Only splits of more than `beat` cards count, and one of `enough` cards ends the search. `none_full`, which asks for
    least == most, refuses a split whose lines cannot be cut without a full row.
    """

    def __init__(
        self, least: Counts, most: Counts, rules: Rules, *, beat: int = -1, enough: int = 999, none_full: bool = False
    ) -> None:
        self.rules = rules
        self.cells = [(c, s, least[6 * c + s], most[6 * c + s]) for c in range(rules.kinds) for s in range(rules.kinds)]
        self.total = beat
        self.enough = enough
        self.none_full = none_full
        self.found: Split | None = None
        self._settle(*_lines(most, rules))

    def _settle(self, colors: Sequence[Line], shapes: Sequence[Line]) -> None:
        """Shrink every line to the greatest that can be cut, then share what two lines claim; keep the best."""
        min_row = self.rules.min_row
        colors = [_greatest(line, min_row) for line in colors]
        shapes = [_greatest(line, min_row) for line in shapes]
        total = 0
        tightest: tuple[int, int, int, int] | None = None
        for c, s, low, high in self.cells:
            held = colors[c][s] + shapes[s][c]
            if held < low:
                return
            if held > high:
                # The kind to share next is one whose lines have the least to spare: that fails, or settles, soonest.
                spare = min(_spare(colors[c], min_row), _spare(shapes[s], min_row))
                if tightest is None or spare < tightest[0]:
                    tightest = (spare, c, s, high)
                held = high
            total += held
        if total <= self.total:
            return
        if tightest is not None:
            self._share(colors, shapes, *tightest[1:])
        elif not self.none_full or all(row_count(line, self.rules) is not None for line in (*colors, *shapes)):
            self.found = Split(tuple(colors), tuple(shapes))
            self.total = total

    def _share(self, colors: Sequence[Line], shapes: Sequence[Line], c: int, s: int, high: int) -> None:
        """Try every way to divide the `high` cards of one kind between its colour and its shape."""
        for in_color in range(min(colors[c][s], high), max(0, high - shapes[s][c]) - 1, -1):
            fewer_colors, fewer_shapes = list(colors), list(shapes)
            fewer_colors[c] = _with(colors[c], s, in_color)
            fewer_shapes[s] = _with(shapes[s], c, high - in_color)
            self._settle(fewer_colors, fewer_shapes)
            if self.found is not None and self.total >= self.enough:
                return


def _lines(counts: Counts, rules: Rules) -> Split:
    """Every card in the line of its colour and in the line of its shape at once."""
    kinds = range(rules.kinds)
    return Split(
        tuple(tuple(counts[6 * c + s] for s in kinds) for c in kinds),
        tuple(tuple(counts[6 * c + s] for c in kinds) for s in kinds),
    )


@cache
def _spare(line: Line, min_row: int) -> int:
    return sum(line) - min_row * max(line)


def _with(line: Line, at: int, value: int) -> Line:
    return (*line[:at], value, *line[at + 1 :])


# Qwirkles --------------------------------------------------------------------------------------------------------


class Taking(NamedTuple):
    """Qwirkles to take: how many of each colour and of each shape, and the cards that they are made of."""

    colors: Line
    shapes: Line
    counts: Counts

    @property
    def size(self) -> int:
        return sum(self.colors) + sum(self.shapes)

    def rows(self, rules: Rules) -> tuple[Row, ...]:
        kinds = range(rules.kinds)
        by_color = [Row(ALL_PIECES[6 * c + s] for s in kinds) for c in kinds for _ in range(self.colors[c])]
        by_shape = [Row(ALL_PIECES[6 * c + s] for c in kinds) for s in kinds for _ in range(self.shapes[s])]
        return in_order(by_color + by_shape)


def takings(counts: Counts, rules: Rules = CARDS) -> Iterator[Taking]:
    """Every set of Qwirkles that could be made of the cards alone, largest first; sets of the same cards only once."""
    kinds = range(rules.kinds)
    by_color: list[tuple[Line, Line]] = []
    for colors in product(*(range(min(line) + 1) for line in _lines(counts, rules).colors)):
        # What is left of each shape for Qwirkles of that shape.
        by_color.append((colors, tuple(min(counts[6 * c + s] - colors[c] for c in kinds) for s in kinds)))
    for size in range(max(sum(colors) + sum(room) for colors, room in by_color), -1, -1):
        seen: set[Counts] = set()
        for colors, room in by_color:
            for shapes in _spread(size - sum(colors), room):
                made = [0] * KINDS
                for c, s in product(kinds, kinds):
                    made[6 * c + s] = colors[c] + shapes[s]
                if (cards := tuple(made)) not in seen:
                    seen.add(cards)
                    yield Taking(colors, shapes, cards)


def _spread(total: int, room: Line) -> Iterator[Line]:
    """Every way to spread a total over places of limited room."""
    if not room:
        if total == 0:
            yield ()
        return
    if 0 <= total <= sum(room):
        for first in range(min(total, room[0]), -1, -1):
            for rest in _spread(total - first, room[1:]):
                yield (first, *rest)


# Answers ---------------------------------------------------------------------------------------------------------


def can_play(table: Table | Counts, hand: Pieces, rules: Rules = CARDS) -> bool:
    """C6, C11: whether any card of the hand can be played at all, regrouping included. Exact."""
    lying = _counts(table)
    cards = sum(lying)
    return _Search(lying, _sum(lying, hand.counts), rules, beat=cards, enough=cards + 1).found is not None


def most_qwirkles(table: Table | Counts, hand: Pieces, rules: Rules = CARDS) -> int | None:
    """C9: the most Qwirkles that one turn can take; None when no card can be played at all."""
    solved = _solve(_counts(table), hand, rules, cards_too=False)
    return None if solved is None else solved[0].size


def best(table: Table | Counts, hand: Pieces, rules: Rules = CARDS) -> Solution | None:
    """A turn with the most Qwirkles and, among those, the most cards played; None when no card can be played."""
    solved = _solve(_counts(table), hand, rules, cards_too=True)
    if solved is None:
        return None
    taking, split = solved
    left = [split.colors[c][s] + split.shapes[s][c] for c in range(rules.kinds) for s in range(rules.kinds)]
    places = [6 * c + s for c in range(rules.kinds) for s in range(rules.kinds)]
    played = list(map(int.__sub__, taking.counts, _counts(table)))
    for place, n in zip(places, left, strict=True):
        played[place] += n
    return Solution(taking.size, Pieces.from_counts(played), _cut(split, rules), taking.rows(rules))


def least(table: Table, hand: Pieces, rules: Rules = CARDS) -> Solution | None:
    """A turn with the fewest Qwirkles and, among those, the fewest cards, the first in canonical order; the rows stay
    as they lie where that is enough. None when no card can be played."""
    for piece in hand.distinct():
        for row in table:
            longer = Row((*row, piece))
            of_a_kind = longer.color is not None or longer.shape is not None
            if piece not in row and len(longer) < rules.kinds and of_a_kind:
                rows = list(table)
                rows[rows.index(row)] = longer
                return Solution(0, Pieces([piece]), in_order(rows), ())
    if not can_play(table, hand, rules):
        return None
    for played in sorted(_parts(hand), key=len):
        rows_left = arrange(_sum(table.counts, played.counts), rules)
        if rows_left is not None:
            return Solution(0, played, rows_left, ())
    # Only where a full row cannot be cut into smaller ones does a turn have to take a Qwirkle.
    fewest = min(afterstates(table, hand, rules), key=lambda after: (len(after.taken), len(after.played)))
    return Solution(len(fewest.taken), fewest.played, arrange(fewest.left, rules) or (), fewest.taken)


def _solve(lying: Counts, hand: Pieces, rules: Rules, *, cards_too: bool) -> tuple[Taking, Split] | None:
    """The most Qwirkles that leave a table which can be arranged and play a card; then the most cards, if asked for.

    With the most Qwirkles taken no full row is left, so what is left may be cut without regard to C9.
    """
    reach = _sum(lying, hand.counts)
    answer: tuple[Taking, Split] | None = None
    most_played = 0
    for taking in takings(reach, rules):
        if answer is not None and (taking.size < answer[0].size or most_played == len(hand) or not cards_too):
            break
        least = tuple(max(0, n - taken) for n, taken in zip(lying, taking.counts, strict=True))
        from_hand = sum(map(int.__sub__, taking.counts, lying)) + sum(least)
        # Played are the cards that the Qwirkles take from the hand and those that the rest holds beyond `least`.
        beat = sum(least) + most_played - from_hand
        enough = 999 if cards_too else beat + 1
        search = _Search(
            least, tuple(map(int.__sub__, reach, taking.counts)), rules, beat=beat, enough=max(enough, sum(least))
        )
        if search.found is not None:
            answer = (taking, search.found)
            most_played = search.total - sum(least) + from_hand
    return answer


def arrange(counts: Counts, rules: Rules = CARDS) -> tuple[Row, ...] | None:
    """Legal rows, none of them full (C7, C9), that hold exactly these cards; None when there are none."""
    if max(counts) > 0 and rules.kinds == rules.min_row:
        return None
    split = _Search(counts, counts, rules, enough=sum(counts), none_full=True).found
    return None if split is None else _cut(split, rules)


def _cut(split: Split, rules: Rules) -> tuple[Row, ...]:
    """Cut every line into few rows: deal its cards, kind by kind, to the rows in turn, so none gets a kind twice."""
    rows: list[Row] = []
    for c, line in enumerate(split.colors):
        rows += _deal([[ALL_PIECES[6 * c + s]] * n for s, n in enumerate(line)], row_count(line, rules))
    for s, line in enumerate(split.shapes):
        rows += _deal([[ALL_PIECES[6 * c + s]] * n for c, n in enumerate(line)], row_count(line, rules))
    return in_order(rows)


def _deal(cards: list[list[Piece]], count: int | None) -> list[Row]:
    assert count is not None, "the search keeps only lines that can be cut without a full row"
    in_turn = [piece for same in cards for piece in same]
    return [Row(in_turn[at::count]) for at in range(count)]


def afterstates(table: Table | Counts, hand: Pieces, rules: Rules = CARDS) -> Iterator[Afterstate]:
    """Every distinct result of a turn, those that play most cards first, then those that take most Qwirkles."""
    lying = _counts(table)
    for played in _parts(hand):
        reach = _sum(lying, played.counts)
        for taking in takings(reach, rules):
            left = tuple(map(int.__sub__, reach, taking.counts))
            if arrange(left, rules) is not None:
                yield Afterstate(played, taking.rows(rules), left)


def _parts(hand: Pieces) -> list[Pieces]:
    """Every choice of at least one card of the hand, most cards first, then in canonical order."""
    choices = [Pieces.from_counts(counts) for counts in product(*(range(n + 1) for n in hand.counts)) if any(counts)]
    return sorted(choices, key=lambda pieces: (-len(pieces), [piece.index for piece in pieces]))


def _counts(table: Table | Counts) -> Counts:
    return table.counts if isinstance(table, Table) else table


def _sum(a: Counts, b: Counts) -> Counts:
    return tuple(map(int.__add__, a, b))

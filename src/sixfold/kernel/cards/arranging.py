"""Rows from cards, in the order in which the reference finds them: which Qwirkles could be taken, how the rest can lie.

The twin of `takings` and `arrange` in `sixfold.cards.solver` (C7 to C9), move for move: the light bots choose among
what these list, and choose alike in both. The fast search is elsewhere (`search`); where only its answer counts, its
arrangement is cut into rows here too. A line is the cards of one colour or of one shape, by kind; there are twelve,
colours first, so 72 words are a whole table.
"""

# mypy: disable-error-code="no-any-return,return-value,no-untyped-call"

from __future__ import annotations

from typing import Final

from sixfold.kernel.cards.search import STRICT, arrangeable
from sixfold.kernel.cards.solver import BEST, solve_full
from sixfold.kernel.cards.why import RULE_KINDS, RULE_LEAST
from sixfold.kernel.engine import Rows, Words, at, compiled, entry

LINES: Final = 72
TAKING: Final = 13
"""How many Qwirkles of each of the twelve lines, and in all."""
# A node of the search: its lines, then the cell that is shared and the shares still to try.
CELL: Final = LINES
NEXT: Final = LINES + 1
LAST: Final = LINES + 2
NODE: Final = LINES + 3
WORK: Final = NODE * 38
"""Every node shares another of 36 cells."""


@compiled
def most_of(line: Words) -> int:
    """The most of any kind in a line."""
    most = 0
    for i in range(6):
        most = max(most, line[at(i)])
    return most


@compiled
def sum_of(line: Words) -> int:
    """How many cards a line has."""
    total = 0
    for i in range(6):
        total += line[at(i)]
    return total


@compiled
def row_count(line: Words, rules: Words) -> int:
    """How few rows a line can be cut into with none of them full; -1 when that cannot be done."""
    total = sum_of(line)
    if total == 0:
        return 0
    if rules[RULE_KINDS] == rules[RULE_LEAST]:
        return -1
    full = rules[RULE_KINDS] - 1
    count = max(most_of(line), (total + full - 1) // full)
    return count if rules[RULE_LEAST] * count <= total else -1


@compiled
def settle(counts: Words, rules: Words, node: Words) -> int:
    """Shrink every line to the greatest that can be cut: 0 there is none, 1 that is a table, 2 share node[CELL]."""
    least = rules[RULE_LEAST]
    for number in range(12):
        line = node[6 * number : 6 * number + 6]
        while least * most_of(line) > sum_of(line):
            top = most_of(line) - 1
            for i in range(6):
                line[at(i)] = min(line[at(i)], top)
    tightest = -1
    node[CELL] = -1
    for color in range(rules[RULE_KINDS]):
        for shape in range(rules[RULE_KINDS]):
            across, down = node[6 * color : 6 * color + 6], node[36 + 6 * shape : 42 + 6 * shape]
            held, wanted = across[at(shape)] + down[at(color)], counts[at(6 * color + shape)]
            if held < wanted:
                return 0
            if held > wanted:
                spare = min(sum_of(across) - least * most_of(across), sum_of(down) - least * most_of(down))
                if node[CELL] < 0 or spare < tightest:
                    tightest = spare
                    node[CELL] = 6 * color + shape
    if node[CELL] >= 0:
        return 2
    for number in range(12):
        if row_count(node[6 * number : 6 * number + 6], rules) < 0:
            return 0
    return 1


@compiled
def split(counts: Words, rules: Words, work: Words) -> int:
    """The lines of a table that holds exactly these cards: where its node begins in `work`, -1 for none."""
    for color in range(6):
        for shape in range(6):
            work[at(6 * color + shape)] = counts[at(6 * color + shape)]
            work[at(36 + 6 * shape + color)] = counts[at(6 * color + shape)]
    depth = 0
    while depth >= 0:
        node = work[NODE * depth : NODE * (depth + 1)]
        if node[CELL] < 0:
            state = settle(counts, rules, node)
            if state == 1:
                return NODE * depth
            if state == 0:
                depth -= 1
                continue
            color, shape = node[CELL] // 6, node[CELL] % 6
            wanted = counts[at(node[CELL])]
            node[NEXT] = min(node[at(6 * color + shape)], wanted)
            node[LAST] = max(0, wanted - node[at(36 + 6 * shape + color)])
        if node[NEXT] < node[LAST]:
            depth -= 1
            continue
        color, shape = node[CELL] // 6, node[CELL] % 6
        child = work[NODE * (depth + 1) : NODE * (depth + 2)]
        for i in range(LINES):
            child[at(i)] = node[at(i)]
        child[at(6 * color + shape)] = node[NEXT]
        child[at(36 + 6 * shape + color)] = counts[at(node[CELL])] - node[NEXT]
        child[CELL] = -1
        node[NEXT] -= 1
        depth += 1
    return -1


@compiled
def cut(lines: Words, rules: Words, lengths: Words, cards: Words) -> int:
    """Cut every line into few rows: deal its cards, kind by kind, to the rows in turn; how many rows."""
    rows = 0
    first = 0
    for number in range(12):
        line = lines[6 * number : 6 * number + 6]
        total = sum_of(line)
        count = row_count(line, rules)
        for row in range(count):
            place = 0
            length = 0
            for i in range(6):
                card = 6 * number + i if number < 6 else 6 * i + number - 6
                for _ in range(line[at(i)]):
                    if place % count == row:
                        cards[at(first)] = card
                        first += 1
                        length += 1
                    place += 1
            lengths[at(rows)] = length
            rows += 1
        if count <= 0 < total:
            return -1
    return rows


@entry
def arrange(counts: Words, rules: Words, work: Words, lengths: Words, cards: Words) -> int:
    """Legal rows, none of them full, that hold exactly these cards, as the reference finds them; -1 for none."""
    work[CELL] = -1
    found = split(counts, rules, work)
    return -1 if found < 0 else cut(work[found : found + LINES], rules, lengths, cards)


@compiled
def unfold(w: Words, start: int, lines: Words) -> None:
    """The lines of an arrangement in planes: three of the colours' parts, three of the shapes'."""
    for color in range(6):
        for shape in range(6):
            bit = 6 * color + shape
            across, down = 0, 0
            for plane in range(3):
                across += (w[at(start + plane)] >> bit) & 1
                down += (w[at(start + 3 + plane)] >> bit) & 1
            lines[at(6 * color + shape)] = across
            lines[at(36 + 6 * shape + color)] = down


@entry
def laid_out(w: Words, t1: int, t2: int, t3: int, rules: Words, lines: Words, lengths: Words, cards: Words) -> int:
    """Legal rows, none of them full, that hold exactly these cards, as the fast search finds them; -1 for none."""
    w[STRICT] = 1 if rules[RULE_KINDS] < 2 * rules[RULE_LEAST] else 0
    found = arrangeable(w, t1, t2, t3, t1, t2, t3, rules[RULE_LEAST])
    w[STRICT] = 0
    if not found:
        return -1
    unfold(w, 0, lines)
    return cut(lines, rules, lengths, cards)


@entry
def best(
    w: Words,
    t1: int,
    t2: int,
    t3: int,
    h1: int,
    h2: int,
    h3: int,
    rules: Words,
    lines: Words,
    lengths: Words,
    cards: Words,
    taking: Words,
) -> int:
    """A turn with the most Qwirkles and then the most cards: how many rows stay, -1 if no card can be played.

    `taking` is then the Qwirkles of each line and in all; taking[TAKING] is how many cards it plays.
    """
    if solve_full(w, t1, t2, t3, h1, h2, h3) < 0:
        return -1
    for line in range(12):
        taking[at(line)] = w[at(BEST + 14 + line)]
    taking[TAKING - 1] = w[BEST]
    taking[TAKING] = w[BEST + 1]
    unfold(w, BEST + 8, lines)
    return cut(lines, rules, lengths, cards)


@compiled
def spread_first(room: Words, start: int, total: int, row: Words) -> None:
    """Put a total on the places from `start` on, as much as possible on the first ones."""
    for i in range(start, 6):
        here = min(total, room[at(i)])
        row[at(6 + i)] = here
        total -= here


@compiled
def spread_next(room: Words, row: Words) -> bool:
    """The next way to spread the same total; False after the last one."""
    later = 0
    space = 0
    for back in range(6):
        i = 5 - back
        if row[at(6 + i)] > 0 and later < space:
            row[at(6 + i)] -= 1
            spread_first(room, i + 1, later + 1, row)
            return True
        later += row[at(6 + i)]
        space += room[at(i)]
    return False


@compiled
def next_colors(limits: Words, row: Words, kinds: int) -> bool:
    """The next choice of Qwirkles by colour, the last colour changing fastest; False after the last one."""
    for back in range(kinds):
        i = kinds - 1 - back
        if row[at(i)] < limits[at(i)]:
            row[at(i)] += 1
            return True
        row[at(i)] = 0
    return False


@compiled
def room_left(counts: Words, row: Words, kinds: int, room: Words) -> int:
    """What is left of each shape for Qwirkles of that shape, and in all; `room` has six words."""
    total = 0
    for shape in range(6):
        room[at(shape)] = 0
        if shape < kinds:
            least = counts[at(shape)] - row[0]
            for color in range(1, kinds):
                least = min(least, counts[at(6 * color + shape)] - row[at(color)])
            room[at(shape)] = least
            total += least
    return total


@entry
def takings(counts: Words, rules: Words, work: Words, out: Rows) -> int:
    """Every set of Qwirkles that could be made of the cards alone, largest first, sets of the same cards only once.

    How many, which may be more than `out` has room for. `work` has 32 words.
    """
    kinds = rules[RULE_KINDS]
    limits, room, row = work[0:6], work[6:12], work[12 : 12 + TAKING]
    for color in range(kinds):
        limits[at(color)] = counts[at(6 * color)]
        for shape in range(1, kinds):
            limits[at(color)] = min(limits[at(color)], counts[at(6 * color + shape)])
    largest = 0
    row[:] = 0
    while True:
        here = room_left(counts, row, kinds, room)
        for color in range(kinds):
            here += row[at(color)]
        largest = max(largest, here)
        if not next_colors(limits, row, kinds):
            break
    n = 0
    for back in range(largest + 1):
        size = largest - back
        row[:] = 0
        while True:
            # One more of every colour is one less of every shape, of the same cards: the fewest colours come first.
            chosen, fewest = 0, row[0]
            for color in range(kinds):
                chosen += row[at(color)]
                fewest = min(fewest, row[at(color)])
            space = room_left(counts, row, kinds, room)
            if fewest == 0 and chosen <= size <= chosen + space:
                spread_first(room, 0, size - chosen, row)
                more = True
                while more:
                    if n < len(out):
                        for i in range(12):
                            out[n, i] = row[at(i)]
                        out[n, 12] = size
                    n += 1
                    more = spread_next(room, row)
            if not next_colors(limits, row, kinds):
                break
    return n


@entry
def full_rows(taking: Words, rules: Words, lengths: Words, cards: Words) -> int:
    """The Qwirkles of a taking as rows; how many."""
    rows = 0
    first = 0
    for line in range(12):
        for _ in range(taking[at(line)]):
            for i in range(rules[RULE_KINDS]):
                cards[at(first)] = 6 * line + i if line < 6 else 6 * i + line - 6
                first += 1
            lengths[at(rows)] = rules[RULE_KINDS]
            rows += 1
    return rows

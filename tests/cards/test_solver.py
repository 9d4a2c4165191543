"""The reference solver against enumeration, exact cover and an integer program (C6 to C9, C11)."""

import random
from itertools import product

import pytest

from sixfold.cards import CARDS, TINY, Rules, Table, Turn, moves, solver
from sixfold.pieces import EMPTY, KINDS, Pieces
from tests.cards.oracles import cp_sat, every_row, exact_cover, random_hand, random_table
from tests.scale import scale

NOTHING: solver.Counts = (0,) * KINDS


def best_of(table: tuple[int, ...], hand: Pieces, rules: Rules = CARDS) -> tuple[int, int] | None:
    """The solver's answer in the oracles' form, after checking that its arrangement is a legal turn that does it."""
    solution = solver.best(table, hand, rules)
    assert solver.can_play(table, hand, rules) == (solution is not None)
    assert solver.most_qwirkles(table, hand, rules) == (None if solution is None else solution.qwirkles)
    if solution is None:
        return None
    lying = solver.arrange(table, rules)
    assert lying is not None
    turn = Turn(solution.rows, solution.taken)
    played = moves.check(Table(lying), hand, turn, rules)
    assert played.pieces == solution.played
    assert played.qwirkles == solution.qwirkles == len(solution.taken)
    return solution.qwirkles, len(solution.played)


def cut_by_hand(line: tuple[int, ...], least: int, known: dict[tuple[int, ...], int | None]) -> int | None:
    """The most full rows in a line, by trying every first row; None when it cannot be cut. Knows no formula."""
    if not any(line):
        return 0
    if line not in known:
        first = next(index for index, n in enumerate(line) if n)
        found: int | None = None
        rest = [index for index in range(first + 1, len(line)) if line[index]]
        for chosen in product((0, 1), repeat=len(rest)):
            row = [first] + [index for index, take in zip(rest, chosen, strict=True) if take]
            if len(row) < least:
                continue
            inner = cut_by_hand(tuple(n - (index in row) for index, n in enumerate(line)), least, known)
            if inner is not None:
                found = max(found or 0, inner + (len(row) == len(line)))
        known[line] = found
    return known[line]


@pytest.mark.parametrize("rules", [CARDS, TINY, Rules("four", 4, 2, 2, 2), Rules("whole", 3, 3, 2, 3)], ids=str)
def test_lines_are_cut_as_the_formulas_say(rules: Rules) -> None:
    known: dict[tuple[int, ...], int | None] = {}
    for line in product(range(rules.copies + 1), repeat=rules.kinds):
        truth = cut_by_hand(line, rules.min_row, known)
        assert solver.can_cut(line, rules) == (truth is not None)
        if truth is not None:
            assert solver.most_full(line, rules) == truth


@pytest.mark.parametrize("rules", [CARDS, TINY], ids=str)
def test_every_line_that_can_be_cut_without_a_full_row_is(rules: Rules) -> None:
    for line in product(range(rules.copies + 1), repeat=rules.kinds):
        counts = (*line, *(0,) * (6 - rules.kinds), *NOTHING[6:])
        rows = solver.arrange(counts, rules)
        # A real row of six can always be laid as two rows of three, a tiny row of three cannot.
        can = solver.can_cut(line, rules) and (rules is CARDS or any(line) <= (sum(line) == 2))
        assert (rows is not None) == can
        if rows is not None:
            assert Table(rows).counts == counts
            assert all(moves.lane(row, rules).state == "ok" for row in rows)


def test_agrees_with_exact_cover() -> None:
    rng = random.Random("exact cover")
    stuck = 0
    for _ in range(scale(500, 5000)):
        cards = rng.choice((0, 3, 6, 9, 9, 12, 12, 15, 18))
        table = random_table(rng, cards)
        hand = random_hand(rng, table, rng.choice((1, 2, 4, 9) if cards < 10 else (1, 2, 4)))
        truth = exact_cover(table, hand.counts)
        assert best_of(table, hand) == truth, f"{solver.arrange(table)} with {hand}"
        stuck += truth is None
    assert stuck > 20, "tables where nothing can be played must be among them"


def test_agrees_with_an_integer_program() -> None:
    rng = random.Random("integer program")
    for _ in range(scale(200, 1000)):
        table = random_table(rng, rng.choice((12, 24, 30, 36, 45, 60)))
        hand = random_hand(rng, table, rng.choice((1, 2, 9, 9)))
        assert best_of(table, hand) == cp_sat(table, hand.counts), f"{solver.arrange(table)} with {hand}"


def test_agrees_with_exact_cover_on_every_tiny_position() -> None:
    rows = [row for row in every_row(3, 2) if len(row) == 2]
    tables = {NOTHING}
    for _ in range(2):
        for table, row in product(tuple(tables), rows):
            more = tuple(n + (index in row) for index, n in enumerate(table))
            if max(more) == 1:
                tables.add(more)
    checked = 0
    for table in tables:
        free = [piece for piece in TINY.box.distinct() if not table[piece.index]]
        for a, b in product(free, free):
            hand = Pieces({a, b})
            assert best_of(table, hand, TINY) == exact_cover(table, hand.counts, 3, 2), (table, hand)
            checked += 1
    assert checked > 1000


def test_afterstates_are_those_of_exact_cover() -> None:
    # What is left and what is taken must be coverable, and nothing that is coverable may be missing.
    rng = random.Random("afterstates")
    for _ in range(scale(12, 100)):
        table = random_table(rng, rng.choice((0, 3, 6, 9)))
        hand = random_hand(rng, table, 5)
        found = list(solver.afterstates(table, hand))
        assert len({(after.played, after.left) for after in found}) == len(found)
        plain = {after.played for after in found if not after.taken}
        for part in product(*(range(n + 1) for n in hand.counts)):
            if any(part):
                together = tuple(map(int.__add__, table, part))
                whole = exact_cover(NOTHING, together)
                everything = whole is not None and _covers_all(together)
                assert (Pieces.from_counts(part) in plain) == everything
        assert bool(found) == solver.can_play(table, hand)
        if found:
            assert max(len(after.taken) for after in found) == solver.most_qwirkles(table, hand)
        for after in found:
            taken = [piece for row in after.taken for piece in row]
            assert Pieces.from_counts(table) + after.played == Pieces.from_counts(after.left) + Pieces(taken)
            rows = solver.arrange(after.left)
            assert rows is not None
            moves.check(Table(solver.arrange(table) or ()), hand, Turn(rows, after.taken))


def _covers_all(counts: tuple[int, ...]) -> bool:
    """Whether the cards can all lie in rows: one of them is played, the others lie there already."""
    first = next(index for index, n in enumerate(counts) if n)
    one = tuple(int(index == first) for index in range(KINDS))
    return exact_cover(tuple(map(int.__sub__, counts, one)), one) is not None


def test_afterstates_come_in_their_order() -> None:
    table = Table.parse("RoRsRd OoOsOdOc")
    found = list(solver.afterstates(table, Pieces.parse("RcRtRxYo")))
    keys = [(-len(after.played), [p.index for p in after.played], -len(after.taken)) for after in found]
    assert keys == sorted(keys)


def test_an_empty_hand_plays_nothing() -> None:
    assert best_of(NOTHING, EMPTY) is None
    assert list(solver.afterstates(NOTHING, EMPTY)) == []


def test_a_qwirkle_of_table_cards_needs_a_card_from_the_hand() -> None:
    # C9: six red cards lie there as two rows; without a card to play elsewhere they must stay.
    table = Table.parse("RoRsRd RcRtRx OoYoGo")
    assert solver.best(table, Pieces.parse("Ps")) is None
    solution = solver.best(table, Pieces.parse("PoPs"))
    assert solution is not None
    assert (solution.qwirkles, str(solution.played)) == (1, "Po")
    assert [solver.most_qwirkles(table, Pieces.parse(hand)) for hand in ("PoPs", "Ps")] == [1, None]


def test_takings_come_largest_first_and_once() -> None:
    box = CARDS.box.counts
    first = next(solver.takings(box))
    assert first.size == 18
    assert first.counts == box
    few = list(solver.takings(Pieces.parse("RoRsRdRcRtRxOoYoGoBoPo").counts))
    assert [(taking.size, "".join(map(str, taking.rows(CARDS)))) for taking in few] == [
        (1, "RoOoYoGoBoPo"),
        (1, "RoRsRdRcRtRx"),
        (0, ""),
    ]
    # Of one card of each kind, six Qwirkles by colour are the same cards as six by shape.
    once = [taking.counts for taking in solver.takings((1,) * KINDS)]
    assert len(once) == len(set(once)) == 2 * 2**6 - 2


def test_arrange_refuses_what_cannot_lie() -> None:
    assert solver.arrange(Pieces.parse("RoRs").counts) is None
    assert solver.arrange(Pieces.parse("RoRsRdRoRsRdRo").counts) is None
    assert solver.arrange(Pieces.parse("RoRsRd").counts, Rules("whole", 3, 3, 2, 3)) is None
    assert solver.arrange(NOTHING, Rules("whole", 3, 3, 2, 3)) == ()
    assert solver.row_count((2,), Rules("least", kinds=1, copies=9, hand=2, min_row=1)) is None, "each is a full row"
    assert list(map(str, solver.arrange(Pieces.parse("RoRsRdRcRtRx").counts) or ())) == ["RoRdRt", "RsRcRx"]

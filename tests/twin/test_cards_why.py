"""Refusals of the compiled card rules beside the reference: clause, reason and facts of every bad turn. C1 to C15.

Whole games are walked in both, and at every point moves are tried that are mostly wrong. What could be taken and how
cards can lie is compared with the reference solver, which finds them in the same order.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sixfold.cards import BY_NAME, CARDS, Pass, Redraw, Row, Rules, State, Table, Turn, lanes, parse_move
from sixfold.cards.moves import announcement, check, check_opening, largest_sets
from sixfold.cards.solver import arrange, best, takings
from sixfold.errors import IllegalMove
from sixfold.game import Draw
from sixfold.kernel.cards import arranging, course, why, workspace
from sixfold.pieces import ALL_PIECES, EMPTY, Piece, Pieces
from tests.scale import scale
from tests.twin.refusals import refusal_of
from tests.twin.test_tiles_why import multiset, numbers

ILLEGAL = json.loads((Path(__file__).parents[2] / "spec" / "illegal" / "cards.json").read_text(encoding="utf-8"))


def rule_numbers(rules: Rules) -> Any:
    return numbers((rules.kinds, rules.copies, rules.hand, rules.min_row, rules.redraws))


def turn_numbers(turn: Turn) -> tuple[Any, Any, int]:
    rows = (*turn.rows, *turn.taken)
    return numbers(map(len, rows)), numbers(card.index for row in rows for card in row), len(turn.rows)


def zeros(count: int) -> Any:
    return np.zeros(count, dtype=np.int64)


def same_refusal(v: Any, turn: Turn | None, error: IllegalMove) -> None:
    """Clause, reason, and the facts that are not an echo of the question."""
    words = [int(word) for word in v]
    assert (f"C{words[why.CLAUSE]}", why.REASONS[words[why.REASON]]) == (error.clause, error.reason), error
    facts: dict[str, Any] = {
        "pieces": str(Pieces.from_counts(words[why.PIECES : why.PIECES + 36])),
        "seat": words[why.SEAT],
        "count": words[why.AMOUNT],
        "size": words[why.AMOUNT],
        "times": words[why.AMOUNT],
    }
    if words[why.ROW] >= 0:
        assert turn is not None
        row = (*turn.rows, *turn.taken)[words[why.ROW]]
        (lane,) = lanes([row])
        # How a row stands is compared in a test of its own.
        facts |= {"row": str(row), **lane.facts}
    for name, fact in error.facts.items():
        if name != "hand" and not (error.reason == "copies" and turn is None):
            assert facts.get(name) == fact or error.reason in why.LANES, (name, error)


def judged(
    table: Table, turn: Turn, hand: Pieces | None, rules: Rules, taken: Pieces = EMPTY, opens: bool = False
) -> bool:
    """Judge a turn in both; whether it is legal."""
    v, scratch = zeros(why.VERDICT), zeros(why.SCRATCH)
    held = numbers(()) if hand is None else multiset(hand)
    told = (*turn_numbers(turn), rule_numbers(rules), v, scratch)
    if opens:
        assert hand is not None
        legal = why.why_opening(held, multiset(taken), *told)
        played, error = refusal_of(lambda: check_opening(hand, turn, rules, elsewhere=taken))
    else:
        legal = why.why(multiset(table.pieces), held, multiset(taken), *told)
        played, error = refusal_of(lambda: check(table, hand, turn, rules, elsewhere=taken))
    assert legal == (error is None), (str(table), str(turn), hand, error)
    if error is not None:
        same_refusal(v, turn, error)
        return False
    assert [int(n) for n in v[why.PLAYED : why.PLAYED + 36]] == list(played.pieces.counts)
    assert v[why.QWIRKLES] == played.qwirkles
    return True


class Twins:
    """A game in the reference and in plain numbers."""

    def __init__(self, seats: int, ages: tuple[int | None, ...] = (), rules: Rules = CARDS) -> None:
        self.rules, self.numbers = rules, rule_numbers(rules)
        self.state = State.start(seats, ages, rules)
        self.c, self.v, self.scratch = zeros(course.COURSE), zeros(why.VERDICT), zeros(why.SCRATCH)
        told = [-1 if age is None else age for age in self.state.ages]
        course.start(self.c, seats, numbers(told), self.numbers)
        self.compare()

    def step(self, what: str, *values: Any) -> bool:
        """Do the same in both; whether it was allowed."""
        legal = self._compiled(what, *values)
        after, error = refusal_of(lambda: self._reference(what, *values))
        assert legal == (error is None), (what, values, error, self.v)
        if error is None:
            self.state = after
        else:
            same_refusal(self.v, values[0] if what == "turn" else None, error)
        self.compare()
        return error is None

    def _compiled(self, what: str, *values: Any) -> bool:
        if what == "draw":
            return bool(course.draw(self.c, values[0], multiset(values[1]), self.numbers, self.v))
        if what == "announce":
            return bool(course.announce(self.c, numbers(values[0]), self.numbers, self.v))
        if what == "turn":
            return bool(course.turn(self.c, *turn_numbers(values[0]), self.numbers, self.v, self.scratch))
        act = course.redraw if what == "redraw" else course.pass_turn
        return bool(act(self.c, workspace(self.rules), self.numbers, self.v))

    def _reference(self, what: str, *values: Any) -> State:
        if what == "draw":
            return self.state.draw(Draw(values[0], values[1]))
        if what == "announce":
            return self.state.announce(values[0])
        return self.state.play(values[0] if what == "turn" else Redraw() if what == "redraw" else Pass())

    def compare(self) -> None:
        c, state = [int(word) for word in self.c], self.state
        need, opening, outcome = state.need, state.opening, state.outcome
        back = need.back if need else EMPTY
        assert (c[course.NEED_SEAT] >= 0) == (need is not None)
        if need is not None:
            assert c[course.NEED_SEAT : course.NEED_SEAT + 3] == [need.seat, need.count, need.fresh]
        assert c[course.MOVER] == (-1 if state.to_move is None else state.to_move)
        assert c[course.OPENER] == (-1 if opening is None else opening.opener)
        if opening is not None:
            assert tuple(c[course.SIZES : course.SIZES + state.seats]) == opening.sizes
            assert c[course.TIED] == sum(1 << seat for seat in opening.tied)
        assert c[course.OVER] == (0 if outcome is None else int(outcome.reason[1:]))
        assert c[course.WINNERS] == sum(1 << seat for seat in (outcome.winners if outcome else ()))
        assert tuple(c[course.SCORES : course.SCORES + state.seats]) == state.scores
        assert c[course.SHOWN] == len(state.shown)
        assert c[course.LAST_TURNS] == (-1 if state.last_turns is None else state.last_turns)
        for at, pieces in (
            (course.BACK, back),
            (course.TABLE, state.table.pieces),
            (course.TAKEN, state.taken),
            *((course.HANDS + 37 * seat, hand) for seat, hand in enumerate(state.hands)),
        ):
            assert c[at : at + 37] == [*pieces.counts, pieces.unknown]
        assert course.stock_count(self.c, self.numbers) == state.bag_count


def act(twins: Twins, text: str) -> bool:
    word, _, rest = text.partition(" ")
    if word == "draw":
        seat, _, pieces = rest.partition(" ")
        return twins.step("draw", int(seat), Pieces.parse(pieces))
    if word == "announce":
        return twins.step("announce", tuple(map(int, rest.split())))
    move = parse_move(text)
    return twins.step("turn", move) if isinstance(move, Turn) else twins.step(str(move))


@pytest.mark.parametrize("case", ILLEGAL, ids=lambda case: case["name"])
def test_the_refusals_of_the_specification(case: dict[str, Any]) -> None:
    if "steps" in case:
        twins = Twins(case["seats"], tuple(case.get("ages", ())), BY_NAME[case["ruleset"]])
        for text in case["steps"]:
            assert act(twins, text), text
        assert not act(twins, case["last"])
        assert (f"C{twins.v[why.CLAUSE]}", why.REASONS[twins.v[why.REASON]]) == (case["clause"], case["reason"])
        return
    hand = Pieces.parse(case["hand"]) if "hand" in case else None
    rules = BY_NAME[case.get("ruleset", "cards/1")]
    assert not judged(Table.parse(case["table"]), Turn.parse(case["move"]), hand, rules)


# ---- at random -------------------------------------------------------------------------------------------------------


def some_turn(rng: random.Random, table: Table, hand: Pieces, kinds: tuple[Piece, ...] = ALL_PIECES) -> Turn:
    """A turn that is mostly wrong: the rows of the table with cards put in, moved, lost or taken."""
    rows = [list(row) for row in table]
    solved = best(table, Pieces(hand)) if rng.random() < 0.2 and kinds is ALL_PIECES else None
    if solved is not None:
        rows = [list(row) for row in (*solved.rows, *solved.taken)]
    for _ in range(rng.choice((0, 1, 1, 2, 3, 4))):
        pool = (list(hand) if rng.random() < 0.9 else []) or list(kinds)
        if not rows or rng.random() < 0.3:
            rows.append([])
        row = rng.choice(rows)
        alike = [card for card in pool if not row or card.color == row[0].color or card.shape == row[0].shape] or pool
        row += rng.sample(alike, min(len(alike), rng.choice((1, 1, 2, 3))))
    if rows and rng.random() < 0.3:
        giver, taker = rng.choice(rows), rng.choice(rows)
        if giver:
            taker.append(giver.pop(rng.randrange(len(giver))))
    if rows and rng.random() < 0.1:
        rows.pop(rng.randrange(len(rows)))
    full = [row for row in rows if (len(row) == 6) == (rng.random() < 0.95) and len(row) > 3]
    return Turn(tuple(Row(row) for row in rows if row not in full), tuple(Row(row) for row in full))


def some_cards(rng: random.Random, hand: Pieces, count: int) -> Pieces:
    pool = list(hand) if rng.random() < 0.8 else list(ALL_PIECES)
    size = min(len(pool), max(0, count + rng.choice((0, 0, 0, 1, -1))))
    return Pieces(rng.sample(pool, size), rng.choice((0, 0, 0, 0, 1)))


def tempt(twins: Twins, rng: random.Random) -> int:
    """Try what is mostly wrong; how often it was refused. What is allowed is not kept: the twins stay as they are."""
    before, words, refused = twins.state, twins.c.copy(), 0
    hand = before.hands[rng.randrange(before.seats) if before.to_move is None else before.to_move]
    count = before.need.count if before.need else 3
    for what, values in (
        ("draw", (rng.randrange(before.seats), some_cards(rng, before.bag, count))),
        ("announce", (tuple(rng.randint(0, 6) for _ in range(rng.choice((before.seats, 1)))),)),
        ("turn", (some_turn(rng, before.table, hand),)),
        ("turn", (some_turn(rng, before.table, hand),)),
        ("redraw", ()),
        ("pass", ()),
    ):
        refused += not twins.step(what, *values)
        twins.state = before
        twins.c[:] = words
    return refused


def go_on(twins: Twins, rng: random.Random, hidden: float) -> bool:
    """One step that is allowed; False when the known cards do not say which."""
    state = twins.state
    if state.need is not None:
        pool = list(state.bag) if state.bag.known else []
        drawn = Pieces(rng.sample(pool, state.need.count)) if pool else Pieces(unknown=state.need.count)
        return twins.step("draw", state.need.seat, Pieces(unknown=len(drawn)) if rng.random() < hidden else drawn)
    if state.to_move is None:
        return twins.step("announce", tuple(max(3, announcement(hand)) for hand in state.hands))
    view = state.view(state.to_move)
    if view.opens and not view.hand.known:
        # Any set of the announced size that can be in the hand: three of a colour that nobody is known to hold.
        known = sum(state.hands, EMPTY)
        free = [card for card in ALL_PIECES if not known.count(card)]
        trios = [[card for card in free if card.color == color][:3] for color in range(6)]
        return twins.step("turn", Turn((Row(next(trio for trio in trios if len(trio) == 3)),)))
    forced = view.forced_moves()
    if forced:
        move = rng.choice(forced)
        return twins.step("turn", move) if isinstance(move, Turn) else twins.step(str(move))
    solved = best(state.table, Pieces(view.hand), twins.rules) if rng.random() < 0.7 else None
    turn = Turn(solved.rows, solved.taken) if solved else view.least()
    return twins.step("turn", turn) if isinstance(turn, Turn) else twins.step("redraw") or twins.step("pass")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_and_what_they_refuse(seats: int) -> None:
    refused = 0
    for number in range(scale(2, 200)):
        rng = random.Random(1000 * seats + number)
        rules = BY_NAME["tiny-cards/1"] if number % 2 else CARDS
        twins = Twins(seats, tuple(rng.choice((None, 5, 40, 40)) for _ in range(seats)), rules)
        for _ in range(400):
            refused += tempt(twins, rng)
            if twins.state.outcome is not None or not go_on(twins, rng, 0.0):
                break
        assert twins.state.outcome is not None
    assert refused > scale(200, 20_000)


def test_games_with_hands_that_nobody_knows() -> None:
    refused = 0
    for number in range(scale(6, 300)):
        rng = random.Random(number)
        twins = Twins(2 + number % 3)
        for _ in range(15):
            refused += tempt(twins, rng)
            if twins.state.outcome is not None or not go_on(twins, rng, 0.4):
                break
    assert refused > scale(100, 5_000)


def tables(games: int, seed: int) -> Any:
    """States of games in which everybody plays well, or does the least; at most as many turns as a game has."""
    for number in range(games):
        rng = random.Random(seed + number)
        twins = Twins(2)
        while twins.state.outcome is None:
            if twins.state.to_move is not None:
                yield rng, twins.state
            assert go_on(twins, rng, 0.0)


def test_bad_turns_on_tables_of_games() -> None:
    """As many as it takes: clause, reason and facts of each."""
    wrong = 0
    while wrong < scale(1_000, 100_000):
        for rng, state in tables(2, wrong):
            hand = state.hands[state.to_move]
            for _ in range(10):
                turn = some_turn(rng, state.table, hand)
                asked = rng.choice((hand, hand, None, Pieces(list(hand)[1:], 1)))
                wrong += not judged(state.table, turn, asked, CARDS, rng.choice((EMPTY, state.taken)))
                wrong += not judged(Table(), turn, hand, CARDS, opens=True)


def test_rows_stand_alike() -> None:
    """C7: the state of any row, with its facts."""
    rng = random.Random(8)
    for _ in range(scale(500, 50_000)):
        rows = [
            Row(rng.choices(rng.choice((ALL_PIECES, ALL_PIECES[:6], ALL_PIECES[::6])), k=rng.randint(0, 7)))
            for _ in range(3)
        ]
        out = np.zeros((3, why.LANE), dtype=np.int64)
        cards = numbers(card.index for row in rows for card in row)
        why.lanes(numbers(map(len, rows)), cards, rule_numbers(CARDS), out)
        for lane, told in zip(lanes(rows), out.tolist(), strict=True):
            facts: dict[str, Any] = {"count": told[why.COUNT]}
            if told[why.ONE] >= 0:
                one = str(ALL_PIECES[told[why.ONE]])
                twins = told[why.OTHER] < 0
                facts = (
                    {"piece": one, "count": told[why.COUNT]}
                    if twins
                    else {"pieces": one + str(ALL_PIECES[told[why.OTHER]])}
                )
            facts |= {"color": "ROYGBP"[told[why.COLOR]]} if told[why.COLOR] >= 0 else {}
            facts |= {"shape": "osdctx"[told[why.SHAPE]]} if told[why.SHAPE] >= 0 else {}
            facts |= {"needs": told[why.NEEDS]} if told[why.NEEDS] else {}
            assert (lane.state, dict(lane.facts)) == (why.LANES[told[why.STATE]], facts)


def rows_of(count: int, lengths: Any, cards: Any) -> list[str]:
    ends = np.cumsum(lengths[:count]).tolist()
    starts = [0, *ends[:-1]] if count else []
    rows = [Row(ALL_PIECES[card] for card in cards[a:b].tolist()) for a, b in zip(starts, ends, strict=True)]
    return [str(row) for row in Table(rows)]


def test_what_can_be_taken_and_how_the_rest_can_lie() -> None:
    """Everything in the order, and in the rows, in which the reference finds it."""
    found = 0
    for rng, state in tables(scale(1, 60), 77):
        hand = state.hands[state.to_move]
        assert [str(row) for row in largest_sets(hand)] == sets_of(hand)
        reach = tuple(
            map(int.__add__, state.table.counts, Pieces(rng.sample(list(hand), rng.randint(0, len(hand)))).counts)
        )
        out, work = np.zeros((4096, arranging.TAKING), dtype=np.int64), zeros(arranging.WORK)
        lengths, cards, rules = zeros(200), zeros(200), rule_numbers(CARDS)
        count = arranging.takings(numbers(reach), rules, work, out)
        wanted = list(takings(reach))
        assert [tuple(row) for row in out[:count].tolist()] == [(*t.colors, *t.shapes, t.size) for t in wanted]
        for taking in wanted[:40]:
            left = tuple(map(int.__sub__, reach, taking.counts))
            rows = arrange(left)
            count = arranging.arrange(numbers(left), rules, work, lengths, cards)
            assert (None if count < 0 else rows_of(count, lengths, cards)) == (
                None if rows is None else [*map(str, rows)]
            )
            full = arranging.full_rows(numbers((*taking.colors, *taking.shapes, taking.size)), rules, lengths, cards)
            assert rows_of(full, lengths, cards) == [*map(str, taking.rows(CARDS))]
            found += count >= 0
    assert found > scale(10, 500)


def sets_of(hand: Pieces) -> list[str]:
    out = zeros(16)
    count = why.largest_sets(multiset(hand), out)
    return ["".join(str(p) for p in ALL_PIECES if bits >> p.index & 1) for bits in out[:count].tolist()]

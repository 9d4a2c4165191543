"""Refusals of the compiled tile rules beside the reference: clause, reason and facts of every bad play. T1 to T18, T21.

Whole games are walked in both, and at every point moves are tried that are mostly wrong.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sixfold.errors import IllegalMove
from sixfold.game import Draw
from sixfold.kernel.tiles import course, packing, plain, standing, verdict, why
from sixfold.kernel.tiles.packing import blank
from sixfold.pieces import ALL_PIECES, EMPTY, Piece, Pieces
from sixfold.tiles import BY_NAME, SHORT, TARGET, TILES, TINY, Board, Cell, Pass, Place, State, Swap
from sixfold.tiles.moves import announcement, check, plays
from sixfold.tiles.notation import parse_move
from sixfold.tiles.rules import Rules
from tests.scale import scale
from tests.twin.refusals import refusal_of

ILLEGAL = json.loads((Path(__file__).parents[2] / "spec" / "illegal" / "tiles.json").read_text(encoding="utf-8"))
AXES = ("row", "column")


def numbers(values: Any) -> Any:
    return np.array(list(values), dtype=np.int64)


def rule_numbers(rules: Rules) -> Any:
    return numbers(packing.numbers(rules))


def tiles_of(placements: Any) -> Any:
    return numbers(n for (x, y), piece in placements for n in (x, y, piece.index))


def multiset(pieces: Pieces) -> Any:
    return numbers((*pieces.counts, pieces.unknown))


class Told:
    """A verdict in words of the rules."""

    def __init__(self, v: Any, board: Board, place: Place | None) -> None:
        self.v = [int(word) for word in v]
        self.after = board.lay(place.placements) if place and not self._occupied() else board

    def _occupied(self) -> bool:
        return verdict.REASONS[self.v[verdict.REASON]] in ("occupied", "repeated")

    @property
    def clause(self) -> str:
        return f"T{self.v[verdict.CLAUSE]}"

    @property
    def reason(self) -> str:
        return verdict.REASONS[self.v[verdict.REASON]]

    @property
    def cells(self) -> list[str]:
        found = self.v[verdict.CELLS : verdict.CELLS + 2 * self.v[verdict.CELL_COUNT]]
        return [f"{x},{y}" for x, y in zip(found[::2], found[1::2], strict=True)]

    @property
    def pieces(self) -> list[str]:
        return [
            str(ALL_PIECES[piece]) for piece in self.v[verdict.PIECES : verdict.PIECES + self.v[verdict.PIECE_COUNT]]
        ]

    @property
    def sets(self) -> list[str]:
        found = self.v[verdict.SETS : verdict.SETS + self.v[verdict.SET_COUNT]]
        return ["".join(str(p) for p in ALL_PIECES if bits >> p.index & 1) for bits in found]

    @property
    def lines(self) -> list[str]:
        found = []
        for number in range(self.v[verdict.LINE_COUNT]):
            at = verdict.LINES + verdict.LINE * number
            axis, x, y, length, _ = self.v[at : at + verdict.LINE]
            cells = [Cell(x + i * (1 - axis), y + i * axis) for i in range(length)]
            found.append(" ".join([AXES[axis], *(f"{cell}:{self.after.get(cell)}" for cell in cells)]))
        return found

    def fact(self, name: str) -> Any:
        """What the numbers say under the name that the reference uses."""
        lists = {"cells": self.cells, "pieces": self.pieces, "sets": self.sets, "line": self.lines[0:1]}
        if name in lists:
            return lists[name][0] if name == "line" else lists[name]
        if name == "axis":
            return AXES[self.v[verdict.AXIS]]
        return self.v[verdict.SEAT] if name == "seat" else self.v[verdict.AMOUNT]


ECHOES = ("hand", "move", "sizes")
"""Facts that repeat what was asked: whoever asked knows them. `bag` beside `count` is such a one too."""


def same_refusal(told: Told, error: IllegalMove) -> None:
    assert (told.clause, told.reason) == (error.clause, error.reason), (told.v, error)
    for name, value in error.facts.items():
        if name not in ECHOES and not (name == "bag" and "count" in error.facts):
            assert told.fact(name) == value, (name, error)


def judged(board: Board, place: Place, hand: Pieces | None, rules: Rules) -> bool:
    """Judge a play in both; whether it is legal."""
    v = np.zeros(verdict.VERDICT, dtype=np.int64)
    held = numbers(()) if hand is None else multiset(hand)
    legal = why.why(tiles_of(board), tiles_of(place.placements), held, rule_numbers(rules), v)
    told = Told(v, board, place)
    worth, error = refusal_of(lambda: check(board, place, hand, rules))
    assert legal == (error is None), (str(board), str(place), hand, error, told.clause, told.reason)
    if error is not None:
        same_refusal(told, error)
        return False
    assert told.v[verdict.POINTS] == worth.points
    assert told.v[verdict.QWIRKLES] == worth.qwirkles
    assert told.lines == [str(line) for line in worth.lines]
    return True


class Twins:
    """A game in the reference and in plain numbers."""

    def __init__(self, seats: int, ages: tuple[int | None, ...] = (), rules: Rules = TILES) -> None:
        self.rules, self.numbers = rules, rule_numbers(rules)
        self.state = State.start(seats, ages, rules)
        self.c = np.zeros(standing.COURSE, dtype=np.int64)
        self.v = np.zeros(verdict.VERDICT, dtype=np.int64)
        self.g = blank()
        told = [-1 if age is None else age for age in self.state.ages]
        course.start(self.c, seats, numbers(told), self.numbers)
        self.compare()

    def step(self, what: str, *values: Any) -> bool:
        """Do the same in both; whether it was allowed."""
        board, place = self.state.board, values[0] if what == "place" else None
        legal = self._compiled(what, *values)
        told = Told(self.v, board, place)
        after, error = refusal_of(lambda: self._reference(what, *values))
        assert legal == (error is None), (what, values, error, told.clause, told.reason)
        if error is None:
            self.state = after
        else:
            same_refusal(told, error)
        self.compare()
        return error is None

    def _compiled(self, what: str, *values: Any) -> bool:
        if what == "draw":
            return bool(course.draw(self.c, self.g, values[0], multiset(values[1]), self.numbers, self.v))
        if what == "announce":
            return bool(course.announce(self.c, numbers(values[0]), self.numbers, self.v))
        if what == "place":
            return bool(course.place(self.c, self.g, tiles_of(values[0].placements), self.numbers, self.v))
        if what == "swap":
            return bool(course.swap(self.c, multiset(values[0].pieces), self.numbers, self.v))
        return bool(course.pass_turn(self.c, self.g, self.numbers, self.v))

    def _reference(self, what: str, *values: Any) -> State:
        if what == "draw":
            return self.state.draw(Draw(values[0], values[1]))
        return self.state.announce(values[0]) if what == "announce" else self.state.play(values[0])

    def compare(self) -> None:
        c, state = [int(word) for word in self.c], self.state
        need, opening, outcome = state.need, state.opening, state.outcome
        back = need.back if need else EMPTY
        assert (c[standing.NEED_SEAT] >= 0) == (need is not None)
        if need is not None:
            assert c[standing.NEED_SEAT : standing.NEED_SEAT + 3] == [need.seat, need.count, need.fresh]
        assert c[standing.BACK : standing.BACK + 37] == [*back.counts, back.unknown]
        assert c[standing.MOVER] == (-1 if state.to_move is None else state.to_move)
        assert c[standing.OPENER] == (-1 if opening is None else opening.opener)
        if opening is not None:
            assert tuple(c[standing.SIZES : standing.SIZES + state.seats]) == opening.sizes
            assert c[standing.TIED] == sum(1 << seat for seat in opening.tied)
        assert c[standing.OVER] == (0 if outcome is None else int(outcome.reason[1:]))
        assert c[standing.WINNERS] == sum(1 << seat for seat in (outcome.winners if outcome else ()))
        assert tuple(c[standing.SCORES : standing.SCORES + state.seats]) == state.scores
        for seat, hand in enumerate(state.hands):
            at = standing.HANDS + 37 * seat
            assert c[at : at + 37] == [*hand.counts, hand.unknown]
        tiles = c[standing.BOARD : standing.BOARD + 3 * c[standing.TILES]]
        lying = {Cell(tiles[i], tiles[i + 1]): ALL_PIECES[tiles[i + 2]] for i in range(0, len(tiles), 3)}
        assert lying == state.board.tiles
        assert standing.bag_count(self.c, self.numbers) == state.bag_count


def follow(case: dict[str, Any]) -> None:
    """A refusal of the course of a game, from spec/illegal."""
    twins = Twins(case["seats"], tuple(case.get("ages", ())), BY_NAME[case["ruleset"]])
    for text in case["steps"]:
        assert act(twins, text), text
    assert not act(twins, case["last"])
    told = Told(twins.v, twins.state.board, None)
    assert (told.clause, told.reason) == (case["clause"], case["reason"])


def act(twins: Twins, text: str) -> bool:
    word, _, rest = text.partition(" ")
    if word == "draw":
        seat, _, pieces = rest.partition(" ")
        return twins.step("draw", int(seat), Pieces.parse(pieces))
    if word == "announce":
        return twins.step("announce", tuple(map(int, rest.split())))
    move = parse_move(text)
    return twins.step({Place: "place", Swap: "swap", Pass: "pass"}[type(move)], move)


@pytest.mark.parametrize("case", ILLEGAL, ids=lambda case: case["name"])
def test_the_refusals_of_the_specification(case: dict[str, Any]) -> None:
    if "steps" in case:
        follow(case)
        return
    hand = Pieces.parse(case["hand"]) if "hand" in case else None
    rules = BY_NAME[case.get("ruleset", "tiles/1")]
    assert not judged(Board.parse(case["board"], rules), Place.parse(case["move"]), hand, rules)


# ---- at random -------------------------------------------------------------------------------------------------------


def some_place(rng: random.Random, board: Board, hand: Pieces) -> Place:
    """A play that is mostly wrong: near the tiles on the table, in a line with gaps, from the hand or not."""
    pool = (list(hand) if rng.random() < 0.8 else []) or list(ALL_PIECES)
    near = rng.choice([cell for cell, _ in board]) if board and rng.random() < 0.95 else Cell(0, 0)
    x, y = near.x + rng.randint(-2, 2), near.y + rng.randint(-2, 2)
    count = rng.choice((0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 7))
    dx, dy = rng.choice(((1, 0), (0, 1)))
    laid: list[tuple[Cell, Piece]] = []
    shared = rng.choice(pool)
    alike = [p for p in pool if p.color == shared.color or p.shape == shared.shape]
    for _ in range(count):
        laid.append((Cell(x, y), rng.choice(alike if rng.random() < 0.8 else pool)))
        if rng.random() < 0.9:
            step = rng.choice((1, 1, 1, 1, 2))
            x, y = x + step * dx, y + step * dy
        if rng.random() < 0.05:
            x, y = x + dy, y + dx
    rng.shuffle(laid)
    return Place(laid)


def some_pieces(rng: random.Random, hand: Pieces) -> Pieces:
    pool = list(hand) if rng.random() < 0.7 else list(ALL_PIECES)
    count = rng.randint(0, min(7, len(pool)))
    return Pieces(rng.sample(pool, count), rng.choice((0, 0, 0, 0, 1)))


def tempt(twins: Twins, rng: random.Random) -> int:
    """Try what is mostly wrong; how often it was refused. What is allowed is not kept: the twins stay as they are."""
    before, words, refused = twins.state, twins.c.copy(), 0
    seat = before.to_move
    hand = before.hands[rng.randrange(before.seats) if seat is None else seat]
    for what, values in (
        ("draw", (rng.randrange(before.seats), some_pieces(rng, before.bag))),
        ("announce", (tuple(rng.randint(0, 6) for _ in range(rng.choice((before.seats, 1)))),)),
        ("place", (some_place(rng, before.board, hand),)),
        ("place", (some_place(rng, before.board, hand),)),
        ("swap", (Swap(some_pieces(rng, hand)),)),
        ("pass", (Pass(),)),
    ):
        refused += not twins.step(what, *values)
        twins.state = before
        twins.c[:] = words
    return refused


def go_on(twins: Twins, rng: random.Random, hidden: float) -> None:
    """One step that is allowed."""
    state = twins.state
    if state.need is not None:
        pool = list(state.bag) if state.bag.known else []
        drawn = Pieces(rng.sample(pool, state.need.count)) if pool else Pieces(unknown=state.need.count)
        if rng.random() < hidden:
            drawn = Pieces(unknown=state.need.count)
        assert twins.step("draw", state.need.seat, drawn)
    elif state.to_move is None:
        assert twins.step("announce", tuple(max(1, announcement(hand)) for hand in state.hands))
    else:
        moves = state.legal_moves()
        if not moves:
            # Only unknown tiles: whoever holds them opens with one, exchanges one, or passes.
            if not state.board:
                free = next(p for p in ALL_PIECES if sum(hand.count(p) for hand in state.hands) < 3)
                assert twins.step("place", Place([(Cell(0, 0), free)]))
                return
            assert twins.step("swap", Swap(Pieces(unknown=1))) if state.bag_count else twins.step("pass", Pass())
            return
        move = moves[0] if rng.random() < 0.7 else rng.choice(moves)
        assert twins.step({Place: "place", Swap: "swap", Pass: "pass"}[type(move)], move)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_and_what_they_refuse(seats: int) -> None:
    refused, ends = 0, set()
    for number in range(scale(4, 400)):
        rng = random.Random(1000 * seats + number)
        rules = (TILES, SHORT, TARGET, TINY if seats < 4 else TARGET)[number % 4]
        ages = tuple(rng.choice((None, 5, 40, 40)) for _ in range(seats))
        twins = Twins(seats, ages, rules)
        while twins.state.outcome is None:
            refused += tempt(twins, rng)
            go_on(twins, rng, 0.0)
        ends.add(twins.state.outcome.reason)
        tempt(twins, rng)
    assert refused > scale(500, 50_000)
    assert "T21" in ends


def test_games_with_hands_that_nobody_knows() -> None:
    refused = 0
    for number in range(scale(6, 300)):
        rng = random.Random(number)
        twins = Twins(2 + number % 3)
        for _ in range(30):
            if twins.state.outcome is not None:
                break
            refused += tempt(twins, rng)
            go_on(twins, rng, 0.5)
    assert refused > scale(300, 15_000)


def test_bad_plays_on_boards_of_games() -> None:
    """As many as it takes: clause, reason and facts of each."""
    rng = random.Random(5)
    wrong = 0
    while wrong < scale(2_000, 100_000):
        state = State.start(2)
        while state.outcome is None:
            if state.need is not None:
                state = state.draw(Draw(state.need.seat, Pieces(rng.sample(list(state.bag), state.need.count))))
                continue
            assert state.to_move is not None
            hand = state.hands[state.to_move]
            for _ in range(20):
                place = some_place(rng, state.board, hand)
                asked = rng.choice((hand, hand, None, Pieces(list(hand)[1:], 1)))
                wrong += not judged(state.board, place, asked, TILES)
            legal = plays(state.board, hand)
            if not legal:
                break
            assert judged(state.board, rng.choice(legal).place, hand, TILES)
            state = state.play(legal[0].place)


def test_lists_in_plain_numbers_are_the_rules_lists() -> None:
    """The same plays with points and Qwirkles, on boards that lie anywhere."""
    for number in range(scale(4, 200)):
        rng = random.Random(number)
        state, far = State.start(2), Cell(rng.randint(-(10**6), 10**6), rng.randint(-(10**6), 10**6))
        while state.outcome is None:
            if state.need is not None:
                state = state.draw(Draw(state.need.seat, Pieces(rng.sample(list(state.bag), state.need.count))))
                continue
            assert state.to_move is not None
            hand, moved = state.hands[state.to_move], far if state.board else Cell(0, 0)
            board = Board().lay((Cell(c.x + moved.x, c.y + moved.y), p) for c, p in state.board)
            rows = np.zeros((8192, plain.ROW), dtype=np.int64)
            v = np.zeros(verdict.VERDICT, dtype=np.int64)
            out = np.zeros(8192, dtype=np.int64)
            n = plain.listed(blank(), tiles_of(board), multiset(hand), rule_numbers(TILES), out, rows, v)
            mine = sorted((-int(row[0]), text_of(row), int(row[1])) for row in rows[:n])
            assert mine == [(-p.points, p.place.text, p.qwirkles) for p in plays(board, hand)]
            moves = state.legal_moves()
            state = state.play(moves[0] if rng.random() < 0.8 else rng.choice(moves))


def text_of(row: Any) -> str:
    tiles = [int(n) for n in row[3 : 3 + 3 * int(row[2])]]
    return " ".join(f"{tiles[i]},{tiles[i + 1]}:{ALL_PIECES[tiles[i + 2]]}" for i in range(0, len(tiles), 3))

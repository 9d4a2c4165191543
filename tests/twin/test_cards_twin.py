"""The card kernel beside the reference: the same answers at the turns of whole games, and on all of a tiny game.

C1 to C15. The two share no logic: here they meet.
"""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sixfold.cards import CARDS, TINY, Pass, Redraw, State, Table, Turn, solver
from sixfold.cards.rules import Rules
from sixfold.game import Draw
from sixfold.kernel import cards
from sixfold.kernel.cards import games as cards_games
from sixfold.kernel.cards import listing as cards_listing
from sixfold.pieces import EMPTY, Pieces
from tests.scale import scale


def same_answers(table: tuple[int, ...], hand: Pieces, rules: Rules = CARDS) -> None:
    """Playable, most Qwirkles, most cards."""
    found = solver.best(table, hand, rules)
    assert cards.can_play(table, hand, rules) == solver.can_play(table, hand, rules) == (found is not None)
    wanted = None if found is None else (found.qwirkles, len(found.played))
    assert cards.value(table, hand, rules) == wanted, (table, hand)
    assert cards.most_qwirkles(table, hand, rules) == solver.most_qwirkles(table, hand, rules)


def same_afterstates(table: tuple[int, ...], hand: Pieces, rules: Rules = CARDS) -> None:
    """The same set of (played, left, number of Qwirkles), each once."""
    mine = [(after.played, after.left, after.qwirkles) for after in cards.afterstates(table, hand, rules)]
    reference = [(after.played, after.left, len(after.taken)) for after in solver.afterstates(table, hand, rules)]
    assert len(mine) == len(set(mine))
    missing, extra = set(reference) - set(mine), set(mine) - set(reference)
    assert not missing, (table, hand)
    assert not extra, (table, hand)


class Twins:
    """One game in words and one in the rules' values, moved together; the stock of the words gives the draws."""

    def __init__(self, seats: int, seed: int) -> None:
        self.space = cards.workspace()
        self.g = np.zeros(cards_games.GAME, dtype=np.int64)
        cards_games.prepare(self.g, seats, seed, 0, CARDS.hand, CARDS.redraws, CARDS.copies)
        cards_games.deal(self.g, CARDS.kinds, CARDS.min_row)
        self.state = State.start(seats)
        for hand in self.packed.hands:
            assert self.state.need is not None
            self.state = self.state.draw(Draw(self.state.need.seat, hand))

    @property
    def packed(self) -> cards.Unpacked:
        return cards.unpack_state(self.g)

    def compare(self) -> None:
        """Everything that both know."""
        mine, state = self.packed, self.state
        assert mine.hands == state.hands
        assert mine.table == state.table.counts
        assert mine.stock == state.stock
        assert mine.scores == state.scores
        assert mine.last_turns == state.last_turns
        assert bool(cards_games.over(self.g)) == (state.outcome is not None)
        if state.to_move is not None:
            assert mine.to_move == state.to_move

    def follow(self) -> None:
        """Give the rules the cards that the words have drawn."""
        need = self.state.need
        if need is not None:
            drawn = self.packed.hands[need.seat] - self.state.hands[need.seat]
            self.state = self.state.draw(Draw(need.seat, drawn))

    def play(self, turn: Turn, played: Pieces) -> None:
        self.state = self.state.play(turn)
        left = cards.planes(self.state.table.counts)
        cards_games.finish(self.g, *cards.planes(played.counts), *left, len(turn.taken))
        self.follow()

    def stuck(self) -> None:
        """C11, C12: redraw, or pass."""
        (move,) = self.state.legal_moves()
        self.state = self.state.play(move)
        if isinstance(move, Redraw):
            cards_games.redraw(self.g)
        else:
            assert isinstance(move, Pass)
            cards_games.pass_on(self.g)
        self.follow()


def play_twins(seats: int, seed: int, *, look: float) -> tuple[int, int]:
    """One game: both sides asked the same at a part of the turns; its number of turns and of redraws and passes."""
    chance = random.Random(seed)
    twins = Twins(seats, seed)
    careless = chance.random() < 0.3
    turns = stuck = 0
    while True:
        twins.compare()
        state = twins.state
        if state.outcome is not None:
            return turns, stuck
        turns += 1
        assert state.to_move is not None
        hand, table = state.hands[state.to_move], state.table.counts
        if state.opens:
            turn = chance.choice(state.legal_moves())
            assert isinstance(turn, Turn)
            twins.play(turn, turn.pieces)
            continue
        if chance.random() < look:
            same_answers(table, hand)
        if not cards.can_play(table, hand):
            stuck += 1
            assert isinstance(state.legal_moves()[0], Redraw | Pass)
            twins.stuck()
            continue
        if careless:
            row = chance.choice(cards.afterstate_rows(cards.planes(table), cards.planes(hand.counts)).tolist())
            turn = cards.turn((row[3], row[4], row[5]), row[7])
        else:
            best = cards.best(table, hand)
            assert best is not None
            turn = best
        twins.play(turn, turn.pieces - state.table.pieces)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_go_the_same_way(seats: int) -> None:
    """Deals, hands, stock, redraws, passes, the last round and the end, after every turn of every game."""
    games = scale(200, 2000) // 3
    stuck = 0
    for seed in range(games):
        stuck += play_twins(seats, 1000 * seats + seed, look=scale(20, 100) / 100)[1]
    assert stuck > 0, "some game should have met C11"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_afterstates_are_the_same(seats: int) -> None:
    """Every result of a turn, at tables of real games where the reference lists them in reasonable time."""
    rows = np.zeros((4096, cards_listing.ROW), dtype=np.int64)
    found = np.zeros((2000, 6), dtype=np.int64)
    policies, game = np.array([0, 1, 0, 1]), np.zeros(cards_games.GAME, dtype=np.int64)
    count = cards_games.harvest(game, 8, seats, 77, policies, cards.workspace(), rows, found)
    compared = 0
    for row in found[:count].tolist():
        t1, t2, t3, h1, h2, h3 = row
        if cards_listing.afterstates(cards.workspace(), t1, t2, t3, h1, h2, h3, rows) > scale(60, 1000):
            continue
        same_afterstates(cards.counts(row[:3]), Pieces.from_counts(cards.counts(row[3:])))
        compared += 1
        if compared == scale(12, 200):
            break
    assert compared > 5


def test_every_position_of_the_tiny_game_is_answered_alike() -> None:
    """All tables and hands of nine cards; there a full row of three can be the only way to hold a line."""
    box = list(TINY.box)
    positions = 0
    for chosen in itertools.product((0, 1), repeat=len(box)):
        on_table = Pieces(piece for piece, n in zip(box, chosen, strict=True) if n)
        rows = solver.arrange(on_table.counts, TINY)
        assert (cards.arrange(on_table.counts, TINY) is None) == (rows is None)
        if rows is None:
            continue
        assert Table(cards.arrange(on_table.counts, TINY) or ()).pieces == on_table
        rest = list(TINY.box - on_table)
        for size in range(TINY.hand + 1):
            for hand in itertools.combinations(rest, size):
                same_answers(on_table.counts, Pieces(hand), TINY)
                same_afterstates(on_table.counts, Pieces(hand), TINY)
                positions += 1
    assert positions > 1000


PERFT = json.loads((Path(__file__).parents[2] / "spec" / "perft" / "cards.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", PERFT["turns"], ids=lambda case: case["name"])
def test_the_counts_of_the_specification(case: dict[str, Any]) -> None:
    """Every turn of spec/perft: how many results, by Qwirkles taken and by cards played."""
    found = cards.afterstates(Table.parse(case["table"]).counts, Pieces.parse(case["hand"]))
    assert len(found) == case["results"]
    assert sorted(Counter(after.qwirkles for after in found).items()) == [tuple(pair) for pair in case["by_qwirkles"]]
    assert sorted(Counter(len(after.played) for after in found).items()) == [tuple(pair) for pair in case["by_cards"]]


def test_a_packed_state_is_the_state() -> None:
    """Packing a game in progress and unpacking it gives the same cards in the same places."""
    twins = Twins(3, 5)
    (first, *_) = twins.state.legal_moves()
    assert isinstance(first, Turn)
    twins.play(first, first.pieces)
    packed = cards.unpack_state(cards.pack_state(twins.state, seed=9))
    assert packed == twins.packed
    assert sum((*packed.hands, packed.stock, Pieces.from_counts(packed.table)), EMPTY) == CARDS.box

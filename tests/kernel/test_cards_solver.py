"""The card solver against enumeration and against an independent solver: lines, bounds, turns. C6 to C9."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import numpy as np
import pytest

from bench.kernel.oracle import cp_sat
from sixfold.cards import CARDS, Table
from sixfold.errors import PositionError
from sixfold.kernel import cards
from sixfold.kernel.cards import games as cards_games
from sixfold.kernel.cards.bitplanes import COLOR_MASK
from sixfold.kernel.cards.search import tighten
from sixfold.kernel.cards.thinking import value as cards_value
from sixfold.kernel.lines import Compilable
from sixfold.pieces import ALL_PIECES, Pieces
from tests.kernel.lines import most_sixes
from tests.scale import scale


def line_table(line: tuple[int, ...]) -> list[int]:
    """A table on which only reds lie."""
    return [*line, *[0] * 30]


def test_every_line_is_cut_as_enumeration_says() -> None:
    """All 4,096 lines: cut exactly when 3 max <= sum, most sixes min(min, (sum - 3 max) // 3)."""
    best = most_sixes()
    for line in itertools.product(range(4), repeat=6):
        slack = sum(line) - 3 * max(line)
        assert (line in best) == (slack >= 0)
        if line in best:
            assert best[line] == min(min(line), slack // 3)
        rows = cards.arrange(line_table(line)) if sum(1 for n in line if n) > 1 else None
        # With one colour on the table a single red cannot lie in a row of its shape: colour rows are all there is.
        if sum(1 for n in line if n) > 1:
            assert (rows is not None) == (line in best)


def test_the_solver_takes_the_most_sixes_of_every_line() -> None:
    """Everything in the hand's line may be played: the solver's Qwirkles are the best of all smaller lines."""
    best = most_sixes()
    chance = random.Random(3)
    for line in chance.sample(sorted(best), scale(150, 1500)):
        hand = Pieces(ALL_PIECES[i] for i, n in enumerate(line) for _ in range(n))
        under = itertools.product(*(range(n + 1) for n in line))
        wanted = max((best[part] for part in under if any(part) and part in best), default=None)
        assert cards.most_qwirkles([0] * 36, hand) == wanted, line


def test_bounds_of_a_line_are_the_hull_of_its_cuts() -> None:
    """`tighten` gives exactly the smallest and largest count of every cell over all cuts within the bounds."""
    lines = np.array(sorted(most_sixes()))
    chance = random.Random(5)
    assert isinstance(tighten, Compilable)
    for _ in range(scale(2000, 50000)):
        bounds = [sorted((chance.randrange(4), chance.randrange(4))) for _ in range(6)]
        low = line_table(tuple(b[0] for b in bounds))
        high = line_table(tuple(b[1] for b in bounds))
        answer = tighten.py_func(*cards.planes(low), *cards.planes(high), COLOR_MASK, 3)
        within = lines[((lines >= low[:6]) & (lines <= high[:6])).all(axis=1)]
        assert bool(answer[6]) == (len(within) > 0), bounds
        if len(within):
            assert cards.counts(answer[0:3])[:6] == tuple(within.min(axis=0)), bounds
            assert cards.counts(answer[3:6])[:6] == tuple(within.max(axis=0)), bounds


def harvest(seats: int, policies: tuple[int, ...], games: int, seed: int) -> list[tuple[tuple[int, ...], Pieces]]:
    """Tables and hands from whole games."""
    rows = np.zeros((4096, 8), dtype=np.int64)
    found = np.zeros((games * 60, 6), dtype=np.int64)
    game, order = np.zeros(cards_games.GAME, dtype=np.int64), np.array(policies)
    count = cards_games.harvest(game, games, seats, seed, order, cards.workspace(), rows, found)
    return [(cards.counts(row[:3]), Pieces.from_counts(cards.counts(row[3:]))) for row in found[:count].tolist()]


MIXED = ((2, (0, 0, 0, 0)), (2, (1, 0, 0, 0)), (3, (1, 1, 0, 0)), (4, (1, 1, 1, 1)))


@pytest.mark.parametrize(("seats", "policies"), MIXED)
def test_the_solver_agrees_with_cp_sat(seats: int, policies: tuple[int, ...]) -> None:
    positions = harvest(seats, policies, 3, seed=17)
    chance = random.Random(seats)
    for table, hand in chance.sample(positions, min(len(positions), scale(8, 400))):
        assert cards.value(table, hand) == cp_sat(table, hand.counts, cards_too=True)
        found = cp_sat(table, hand.counts, cards_too=False)
        assert cards.most_qwirkles(table, hand) == (None if found is None else found[0])
        assert cards.can_play(table, hand) == (found is not None)


@pytest.mark.parametrize(("seats", "policies"), MIXED)
def test_the_best_turn_is_legal_and_as_good_as_promised(seats: int, policies: tuple[int, ...]) -> None:
    """The rows that the kernel lays pass the rules' own check."""
    from sixfold.cards.moves import check

    for table, hand in harvest(seats, policies, 2, seed=23)[:: scale(3, 1)]:
        turn = cards.best(table, hand)
        promised = cards.value(table, hand)
        assert (turn is None) == (promised is None)
        if turn is not None:
            rows = cards.arrange(table)
            assert rows is not None
            played = check(Table(rows), hand, turn)
            assert (played.qwirkles, len(played.pieces)) == promised


def test_renaming_colors_and_shapes_renames_the_answers() -> None:
    """A law: colours, shapes, and colours against shapes, are only names."""
    chance = random.Random(9)
    for table, hand in harvest(2, (1, 0, 0, 0), 2, seed=31)[:: scale(4, 1)]:
        colors, shapes = chance.sample(range(6), 6), chance.sample(range(6), 6)
        swap = chance.random() < 0.5

        def renamed(
            counts: Sequence[int], colors: list[int] = colors, shapes: list[int] = shapes, swap: bool = swap
        ) -> list[int]:
            out = [0] * 36
            for i, n in enumerate(counts):
                c, s = colors[i // 6], shapes[i % 6]
                out[6 * s + c if swap else 6 * c + s] = n
            return out

        assert cards.value(renamed(table), Pieces.from_counts(renamed(hand.counts))) == cards.value(table, hand)


def test_sorts_of_the_learned_value_are_numbered_without_gaps() -> None:
    """The only lookup table of the card kernel: one number for each (table, hand, unseen) of at most three copies."""
    possible = [(t, h, u) for t, h, u in itertools.product(range(4), repeat=3) if t + h + u <= 3]
    numbers = [int(cards_value.SORT[t + 4 * h + 16 * u]) for t, h, u in possible]
    assert sorted(numbers) == list(range(cards_value.SORTS))


def test_packing_keeps_every_card() -> None:
    table = Table.parse("RoRsRd RdGdBd")
    hand = Pieces.parse("RoRoPxPxPx")
    packed = cards.PackedPosition.pack(table, hand)
    assert packed.unpack() == (table.counts, hand)


@pytest.mark.parametrize(
    ("table", "hand", "code"),
    [
        ("RoRs", "Gd", "position/row"),
        ("RoRsGd", "Gd", "position/row"),
        ("RoRsRdRcRtRx", "Gd", "position/qwirkle"),
        ("RoRsRd", "RoRoRo", "position/copies"),
        ("", "RoRsRdRcRtRxOoOsOdOc", "position/hand"),
    ],
)
def test_packing_refuses_what_no_game_produces(table: str, hand: str, code: str) -> None:
    with pytest.raises(PositionError) as refused:
        cards.PackedPosition.pack(Table.parse(table), Pieces.parse(hand))
    assert refused.value.code == code


def test_planes_refuse_a_fourth_copy() -> None:
    with pytest.raises(ValueError, match="36 counts from 0 to 3"):
        cards.planes([4, *[0] * 35])
    with pytest.raises(ValueError, match="36 counts from 0 to 3"):
        cards.planes([1, 2])


def test_a_full_list_of_afterstates_is_cut_off_and_counted() -> None:
    """The compiled list never writes beyond the room it was given."""
    from sixfold.kernel.cards.listing import afterstates

    table = Table.parse("RoRsRd GoGsGd").counts
    hand = Pieces.parse("RcRtGcGtBoBsBd")
    all_rows = cards.afterstate_rows(cards.planes(table), cards.planes(hand.counts))
    little = np.full((6, 8), -1, dtype=np.int64)
    space = cards.workspace()
    count = afterstates(space, *cards.planes(table), *cards.planes(hand.counts), little[:5])
    assert count == len(all_rows) > 5
    assert (little[:5] == all_rows[:5]).all()
    assert (little[5] == -1).all()


def test_an_empty_hand_plays_nothing() -> None:
    table = Table.parse("RoRsRd").counts
    empty = Pieces()
    assert not cards.can_play(table, empty)
    assert cards.most_qwirkles(table, empty) is None
    assert cards.best(table, empty) is None
    assert cards.afterstates(table, empty) == ()


def test_whole_games_repeat_by_seed_and_share_out_at_most_eighteen() -> None:
    first = cards.play_games(20, 3, seed=5)
    assert (first == cards.play_games(20, 3, seed=5)).all()
    assert (cards.play_games(20, 3, seed=6) != first).any()
    assert first.sum(axis=1).max() <= len(CARDS.box) // CARDS.kinds

"""Whole random games of two, three and four: they end by the rules, and no card is ever lost or made."""

import random
from itertools import pairwise

import pytest

from sixfold.cards import TINY, Pass, State, Turn, View, moves
from sixfold.game import Draw
from sixfold.pieces import Pieces
from tests.cards.games import goes_round, play_out
from tests.scale import scale


def check_step(before: State, state: State) -> None:
    """What holds in every state, and between every two."""
    rules = state.rules
    back = state.need.back if state.need else Pieces()
    everything = sum(state.hands, start=state.stock + state.table.pieces + state.taken + back)
    assert everything == rules.box
    moves.check_position(state.table, sum(state.hands, start=state.taken), rules)
    assert all(moves.lane(row, rules).state == "qwirkle" for stack in state.stacks for row in stack)
    assert all(len(hand) <= rules.hand for hand in state.hands)
    waiting = (state.need is not None, state.to_move is not None, state.outcome is not None)
    assert sum(waiting) == 1
    assert state.scores == tuple(
        sum(entry.points for entry in state.sheet if entry.seat == seat) for seat in range(state.seats)
    )
    if before.need and not before.need.fresh and before.opening and state.opening:
        assert len(state.hands[before.need.seat]) == min(
            rules.hand, len(before.hands[before.need.seat]) + before.need.count
        )


def check_end(states: list[State]) -> None:
    """C14 and C15, read from the whole game: one more turn each after the last card was drawn."""
    last = states[-1]
    assert last.outcome is not None
    assert last.outcome.reason == "C14"
    assert last.outcome.scores == last.scores
    assert last.outcome.winners == tuple(s for s in range(last.seats) if last.scores[s] == max(last.scores))
    emptied = next(
        index
        for index, (before, state) in enumerate(pairwise(states), 1)
        if before.need and not before.need.back and not state.stock and state.opening
    )
    need = states[emptied - 1].need
    assert need is not None
    rest = last.sheet[len(states[emptied].sheet) :]
    assert [entry.seat for entry in rest] == [(need.seat + 1 + turn) % last.seats for turn in range(last.seats)]
    opener = last.opening.opener if last.opening else None
    assert [entry.seat for entry in last.sheet] == [
        ((opener or 0) + turn) % last.seats for turn in range(len(last.sheet))
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_end_by_the_rules(seats: int) -> None:
    rng = random.Random(f"games {seats}")
    redraws = 0
    for _ in range(scale(100, 1000)):
        states = list(play_out(rng, seats))
        for before, state in pairwise(states):
            check_step(before, state)
        check_end(states)
        redraws += sum(len(entry.shown) for entry in states[-1].sheet)
    assert redraws > 0, "the stuck procedure must be among the games"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_tiny_games_end_by_the_rules(seats: int) -> None:
    rng = random.Random(f"tiny games {seats}")
    seen: set[type] = set()
    redraws = 0
    for _ in range(scale(200, 2000)):
        states = list(play_out(rng, seats, TINY))
        for before, state in pairwise(states):
            check_step(before, state)
        if goes_round(states[-1]):
            assert not states[-1].can_play()
            assert len(states[-1].stock) <= TINY.hand
            continue
        check_end(states)
        seen |= {type(entry.move) for entry in states[-1].sheet}
        redraws += sum(len(entry.shown) for entry in states[-1].sheet)
    assert seen == {Turn, Pass}
    # With four players a single card is in stock after the deal, and whoever plays first draws it.
    assert (redraws > 0) == (seats < 4)


def test_listed_turns_are_accepted_and_distinct() -> None:
    rng = random.Random("listed")
    for _ in range(scale(3, 30)):
        for state in play_out(rng, 2):
            if state.to_move is None or state.opens or rng.random() > 0.2:
                continue
            hand = state.hands[state.to_move]
            few = View.from_json(state.view(state.to_move).to_json())
            results = set()
            for count, turn in enumerate(few.turns()):
                following = state.play(turn)
                played = hand - following.hands[state.to_move]
                results.add((played, following.table.counts, following.stacks))
                if count == 60:
                    break
            listed = min(61, sum(1 for _ in zip(range(61), few.turns(), strict=False)))
            assert len(results) == listed


def test_every_draw_of_a_tiny_deal_opens_or_deals_again() -> None:
    opened = again = 0
    cards = list(TINY.box)
    for a in cards:
        for b in cards:
            for c in cards:
                for d in cards:
                    if len({a, b, c, d}) < 4 or a.index > b.index or c.index > d.index:
                        continue
                    state = State.start(2, rules=TINY).draw(Draw(0, Pieces([a, b]))).draw(Draw(1, Pieces([c, d])))
                    alone = [one.color != two.color and one.shape != two.shape for one, two in ((a, b), (c, d))]
                    assert (state.need is not None) == all(alone)
                    again += all(alone)
                    opened += not all(alone)
    # 36 hands, 18 of them no pair; beside each of these, 18 - 4 - 4 + 1 of them are left for the other player.
    assert opened + again == 36 * 21
    assert again == 18 * 11

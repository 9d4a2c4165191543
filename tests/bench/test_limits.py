"""Bots that see too much keep to what they see: it is in every sample, and only the rest is left to chance."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bench.limits import __main__ as limits
from bench.limits import cards as seeing_cards
from bench.limits import tiles as seeing_tiles
from bench.limits.sight import Seen, Sight
from sixfold import bots, cards, tiles
from sixfold.bots.tiles.search import Search, weights
from sixfold.dealer import Dealer, settle
from sixfold.kernel.cards import most_qwirkles
from sixfold.kernel.engine import using
from sixfold.kernel.tiles.layout import BAG, BAG_HIGH, BAG_LOW, HANDS
from sixfold.pieces import ALL_PIECES, EMPTY, Pieces


def midway(seats: int) -> Seen:
    """A game after twelve turns, its dealer, and what everybody kept."""
    state, dealer = tiles.State.start(seats), Dealer.from_seed(random.Random(4).randbytes(64))
    greedy, kept = bots.find("tiles", "greedy")(1), [EMPTY] * seats
    while len(state.sheet) < 12 or state.need is not None:
        if (need := state.need) is not None:
            draw, dealer = dealer.deal(need, state.rules.box, "bottom" if need.seat % 2 else "top")
            state = state.draw(draw)
            continue
        assert state.to_move is not None
        mover = state.to_move
        state = state.play(greedy.choose(state.view(mover), bots.Budget()).move)
        kept[mover] = state.hands[mover]
    return Seen(state, dealer, tuple(kept), 1, 100)


def pieces_of(words: Any) -> Pieces:
    return Pieces(ALL_PIECES[int(index)] for index in words)


SIGHTS = [(seats, sight) for seats, some in seeing_tiles.SIGHTS.items() for sight in some]


@pytest.mark.parametrize(("seats", "sight"), SIGHTS, ids=lambda one: getattr(one, "name", str(one)))
def test_what_is_seen_is_in_every_sample_and_only_the_rest_is_left_to_chance(seats: int, sight: Sight) -> None:
    seen = midway(seats)
    state, dealer, me = seen.state, seen.dealer, seen.state.to_move
    with using("numba"):
        search = Search(state.view(me), 1, weights())
        known = seeing_tiles.known_to(sight, seen, search.known)
        assert pieces_of(known.pool) == state.view(me).unseen
        orders, hands = set(), set()
        for sample in range(5):
            seeing_tiles.arrange(search.words, me, known.pool, known.sizes, sample, 9)
            held = [_held(search.words, seat) for seat in range(seats)]
            bag = search.words[BAG + int(search.words[BAG_LOW]) : BAG + int(search.words[BAG_HIGH])]
            assert len(bag) == state.bag_count
            assert list(map(len, held)) == list(map(len, state.hands))
            assert sum(held, EMPTY) - held[me] + pieces_of(bag) == state.view(me).unseen
            for seat in range(seats):
                if seat != me and sight.hand:
                    assert held[seat] == state.hands[seat]
                if seat != me and sight.kept:
                    assert held[seat].covers(seen.kept[seat])
            order = dealer.bag if me % 2 == 0 else dealer.bag[::-1]
            if sight.draws:
                assert [ALL_PIECES[int(one)] for one in bag[::-1][: seeing_tiles.DRAWS]] == [
                    *order[: seeing_tiles.DRAWS]
                ]
            if sight.order:
                assert [ALL_PIECES[int(one)] for one in bag[::-1]] == [*order]
            orders.add(tuple(bag.tolist()))
            hands.add(tuple(map(str, held)))
    assert (len(orders) > 1) is not sight.order
    assert (len(hands) > 1) is not sight.hand


def _held(words: Any, seat: int) -> Pieces:
    planes = words[HANDS + 3 * seat : HANDS + 3 * seat + 3].tolist()
    return Pieces(piece for piece in ALL_PIECES for plane in planes if plane >> piece.index & 1)


def test_one_who_sees_nothing_more_plays_as_the_champion_does() -> None:
    """The loop is the kernel's own: with nothing told, the samples are those of the champion."""
    seen = midway(2)
    view = seen.state.view(seen.state.to_move)
    with using("numba"):
        fair = bots.find("tiles", "champion")(seen.seed).choose(view, bots.Budget(rollouts=seen.rollouts)).move
        assert seeing_tiles.choose(seeing_tiles.SIGHTS[2][0], seen) == fair


def test_who_sees_the_other_hand_of_cards_leaves_it_less() -> None:
    """Over the turns of a game; in a single one the rest of the game may be worth more."""
    state, _, dealer = settle(cards.State.start(2), Dealer.from_seed(random.Random(8).randbytes(64)))
    greedy, left = bots.find("cards", "greedy")(1), [0, 0]
    while state.outcome is None:
        assert state.to_move is not None
        move = greedy.choose(state.view(state.to_move), bots.Budget()).move
        if isinstance(move, cards.Turn) and state.sheet:
            for at, sight in enumerate(seeing_cards.SIGHTS[2]):
                turn = seeing_cards.choose(sight, Seen(state, dealer, (EMPTY, EMPTY), 1, 0))
                assert isinstance(turn, cards.Turn)
                made = most_qwirkles(cards.Table(turn.rows).counts, state.hands[1 - state.to_move]) or 0
                left[at] += made - len(turn.taken)
        state, _, dealer = settle(state.play(move), dealer)
    assert left[1] < left[0]


def test_figures_are_shown_from_kept_games(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KEPT", tmp_path / "games.json")
    (tmp_path / "games.json").write_text(
        '{"tiles 2: the other hand – greedy":[[30,20,20,10],[10,10,20,10]],'
        '"cards 3: the next hand – greedy":[[6,6,3,6,6,6,9,3,6]]}',
        encoding="utf-8",
    )
    two, three = limits.table().splitlines()[-2:]
    assert two.startswith("| tiles | 2 | the other hand | greedy | 0.875 (")
    assert "| +7.5 (" in two
    assert two.endswith("| 2 |")
    # A tie of two is half, a tie of all a third.
    assert three.startswith(f"| cards | 3 | the next hand | greedy | {(1 / 2 + 1 / 3 + 1) / 3:.3f} (")
    assert "| +2.0 (" in three

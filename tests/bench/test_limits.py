"""Bots that see too much keep to what they see: it is in every sample, and only the rest is left to chance."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bench import limits
from sixfold import bots, tiles
from sixfold.bots.tiles.search import Search, weights
from sixfold.dealer import Dealer
from sixfold.kernel.engine import using
from sixfold.kernel.tiles.layout import BAG, BAG_HIGH, BAG_LOW, HANDS
from sixfold.pieces import ALL_PIECES, EMPTY, Pieces


@pytest.fixture(scope="module")
def midway() -> tuple[tiles.State, Dealer, Pieces]:
    """A game after twelve turns, its dealer, and what the player who does not move kept."""
    state, dealer = tiles.State.start(2), Dealer.from_seed(random.Random(4).randbytes(64))
    greedy, kept = bots.find("tiles", "greedy")(1), EMPTY
    while len(state.sheet) < 12 or state.need is not None:
        if (need := state.need) is not None:
            draw, dealer = dealer.deal(need, state.rules.box, "bottom" if need.seat % 2 else "top")
            state = state.draw(draw)
            continue
        assert state.to_move is not None
        mover = state.to_move
        state = state.play(greedy.choose(state.view(mover), bots.Budget()).move)
        kept = state.hands[mover]
    return state, dealer, kept


def pieces_of(words: Any) -> Pieces:
    return Pieces(ALL_PIECES[int(index)] for index in words)


@pytest.mark.parametrize("sight", limits.SIGHTS, ids=lambda sight: sight.name)
def test_all_that_is_unseen_is_told_or_left_to_chance(
    sight: limits.Sight, midway: tuple[tiles.State, Dealer, Pieces]
) -> None:
    state, dealer, kept = midway
    assert state.to_move is not None
    told = limits.told_to(sight, state, dealer, kept)
    assert sum(map(pieces_of, told), EMPTY) == state.view(state.to_move).unseen
    hand = state.hands[1 - state.to_move]
    assert pieces_of(told.fixed) == (hand if sight.hand else kept if sight.kept else EMPTY)
    assert hand.covers(pieces_of(told.fixed))


def test_what_is_seen_is_in_every_sample(midway: tuple[tiles.State, Dealer, Pieces]) -> None:
    state, dealer, kept = midway
    me = state.to_move
    assert me is not None
    everything = limits.Sight("all", hand=True, draws=True)
    with using("numba"):
        search = Search(state.view(me), 1, weights())
        told, size = limits.told_to(everything, state, dealer, kept), len(state.hands[1 - me])
        orders = set()
        for sample in range(5):
            limits.arrange(search.words, me, *told, size, sample, 9)
            planes = search.words[HANDS + 3 * (1 - me) : HANDS + 3 * (1 - me) + 3].tolist()
            held = Pieces(piece for piece in ALL_PIECES for plane in planes if plane >> piece.index & 1)
            assert held == state.hands[1 - me]
            bag = search.words[BAG + int(search.words[BAG_LOW]) : BAG + int(search.words[BAG_HIGH])]
            assert len(bag) == state.bag_count
            assert bag[::-1][: limits.DRAWS].tolist() == told.coming.tolist()
            assert pieces_of(bag) == Pieces(dealer.bag)
            orders.add(tuple(bag.tolist()))
    assert len(orders) > 1


def test_figures_are_shown_from_kept_games(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KEPT", tmp_path / "limits.json")
    (tmp_path / "limits.json").write_text('{"the other hand – greedy":[[30,20,20,10],[10,10,20,10]]}', encoding="utf-8")
    shown = limits.table().splitlines()[-1]
    assert shown.startswith("| the other hand | greedy | 0.875 (")
    assert "| +7.5 (" in shown
    assert shown.endswith("| 2 |")

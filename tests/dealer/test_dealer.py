"""The fair shuffle: against its vectors, against a second implementation, and against chance."""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixfold import rulesets
from sixfold.dealer import Dealer, DuplicateDealer, combine, commitment, dealer_of, settle, shuffled
from sixfold.errors import PositionError
from sixfold.game import Draw, Need
from sixfold.pieces import EMPTY, Pieces
from sixfold.tiles import TILES
from tests.dealer import independent

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "spec/dealer/vectors.json").read_text(encoding="utf-8")
)
SEED = bytes(range(64))


def test_numbers_of_the_stream() -> None:
    # Mixing two items takes a number below 2: even leaves them, odd exchanges them. Below 2 nothing is thrown away.
    for case in VECTORS["streams"]:
        seed = bytes.fromhex(case["seed"])
        for used, number in enumerate(case["numbers"]):
            assert shuffled("ab", seed, used) == (("b", "a") if number % 2 == 0 else ("a", "b"), used + 1)


def test_bags() -> None:
    for case in VECTORS["bags"]:
        bag, used = shuffled(tuple(TILES.box), bytes.fromhex(case["seed"]))
        assert "".join(map(str, bag)) == case["bag"]
        assert used == case["used"]


def test_deals() -> None:
    for case in VECTORS["deals"]:
        dealer = Dealer.from_seed(bytes.fromhex(case["seed"]))
        for step in case["steps"]:
            need = Need(step["seat"], step["count"], Pieces.parse(step["back"]), step["fresh"])
            draw, dealer = dealer.deal(need, TILES.box, end=step["end"])
            assert draw == Draw(step["seat"], Pieces.parse(step["drawn"]))


def test_bags_mixed_after_a_take_back() -> None:
    for case in VECTORS["mixings"]:
        seed = bytes.fromhex(case["seed"])
        _, dealer = Dealer.from_seed(seed).deal(Need(0, case["drawn"], fresh=True), TILES.box)
        mixed = dealer.mixed(case["from"])
        assert ("".join(map(str, mixed.bag)), mixed.used) == (case["bag"], case["used"])
        bag, used = independent.mixed(seed, case["drawn"], case["from"])
        assert ("".join(bag), used) == (case["bag"], case["used"])


def test_duplicate_bags() -> None:
    for case in VECTORS["duplicates"]:
        seed, seats = bytes.fromhex(case["seed"]), case["seats"]
        dealer = DuplicateDealer.from_seed(seed, seats)
        for step in case["steps"]:
            if step.get("mix"):
                dealer = dealer.mixed(dealer.used)
                continue
            need = Need(step["seat"], step["count"], Pieces.parse(step["back"]), step["fresh"])
            draw, dealer = dealer.deal(need, TILES.box)
            assert draw == Draw(step["seat"], Pieces.parse(step["drawn"]))
        assert ([list(order) for order in dealer.orders], dealer.used) == (case["orders"], case["used"])
        _, orders, used = independent.duplicate(seed, seats, case["steps"])
        assert (orders, used) == (case["orders"], case["used"])


@given(
    st.binary(min_size=64, max_size=64),
    st.integers(2, 4),
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 5), st.booleans(), st.booleans()), min_size=1, max_size=14),
)
def test_the_second_implementation_deals_duplicates_alike(
    seed: bytes, seats: int, turns: list[tuple[int, int, bool, bool]]
) -> None:
    dealer = DuplicateDealer.from_seed(seed, seats)
    steps: list[dict[str, object]] = []
    hands = [EMPTY] * seats
    for number, (who, count, returns, mixes) in enumerate(turns):
        seat = who % seats
        back = hands[seat] if returns else EMPTY
        step = {"seat": seat, "count": count, "back": str(back), "fresh": number == 0, "mix": mixes and number > 0}
        steps.append(step)
        if step["mix"]:
            dealer = dealer.mixed(dealer.used)
        draw, dealer = dealer.deal(Need(seat, count, back, number == 0), TILES.box)
        hands[seat] = hands[seat] - back + draw.pieces
        assert draw.pieces == Pieces.parse("".join(independent.duplicate(seed, seats, steps)[0][-1]))
        inside = Pieces(tuple(TILES.box)[n] for n in dealer.orders[0])
        assert sum(hands, inside) == TILES.box, "no piece is lost, and none is there twice"
        assert len({frozenset(order) for order in dealer.orders}) == 1, "there is one bag"


def test_in_a_duplicate_bag_others_take_nothing_but_the_very_piece() -> None:
    """Whatever the other seat draws, mine are the first of my order that it has not."""
    _, dealer = DuplicateDealer.from_seed(SEED, 2).deal(Need(0, 0, fresh=True), TILES.box)
    order = dealer.orders[0]
    for count in (0, 5, 40):
        _, after = dealer.deal(Need(1, count), TILES.box)
        taken = set(dealer.orders[1][:count])
        draw, _ = after.deal(Need(0, 6), TILES.box)
        mine = [n for n in order if n not in taken][:6]
        assert draw.pieces == Pieces(tuple(TILES.box)[n] for n in mine)


def test_what_goes_back_is_not_next_again() -> None:
    """T14: else an exchange would be undone by the next draw."""
    again = 0
    for number in range(400):
        seed = number.to_bytes(64, "big")
        first, dealer = DuplicateDealer.from_seed(seed, 2).deal(Need(0, 6, fresh=True), TILES.box)
        _, dealer = dealer.deal(Need(0, 6, back=first.pieces), TILES.box)
        draw, _ = dealer.deal(Need(0, 6), TILES.box)
        again += sum(min(a, b) for a, b in zip(draw.pieces.counts, first.pieces.counts, strict=True))
    # Each of the six has one chance in seventeen to be among the next six of 102, and other copies of its kind theirs.
    assert 300 < again < 750


def test_every_piece_is_equally_likely_next_in_a_duplicate_bag() -> None:
    """χ² over the first piece that seat 1 draws after seat 0 has drawn and given back."""
    rounds = 6000
    counts = np.zeros(36, dtype=np.int64)
    for number in range(rounds):
        first, dealer = DuplicateDealer.from_seed(number.to_bytes(64, "big"), 2).deal(Need(0, 6, fresh=True), TILES.box)
        _, dealer = dealer.deal(Need(0, 0, back=first.pieces), TILES.box)
        draw, _ = dealer.deal(Need(1, 1), TILES.box)
        counts[next(iter(draw.pieces)).index] += 1
    statistic = float(((counts - rounds / 36) ** 2 / (rounds / 36)).sum())
    assert 9.6 < statistic < 79.5, statistic  # p between 1e-5 and 1 - 1e-5 at 35 degrees of freedom


def test_who_deals_is_a_matter_of_the_version() -> None:
    assert [type(dealer_of(version, SEED, 2)) for version in (1, 2, 3)] == [Dealer, Dealer, DuplicateDealer]
    with pytest.raises(PositionError, match="64 bytes"):
        dealer_of(3, b"", 2)
    with pytest.raises(PositionError, match="holds 0 pieces"):
        dealer_of(3, SEED, 2).deal(Need(0, 6), TILES.box)
    assert SEED.hex() not in repr(dealer_of(3, SEED, 2))


def test_commitments_and_mixed_seeds() -> None:
    for case in VECTORS["commitments"]:
        made = commitment(bytes.fromhex(case["seed"]), case["game"], case["ruleset"], case["shuffle"])
        assert made == case["commitment"]
    for case in VECTORS["combined"]:
        added = [bytes.fromhex(one) for one in case["added"]]
        made = combine(bytes.fromhex(case["seed"]), case["game"], case["ruleset"], added).hex()
        assert made == case["dealing_seed"]


@given(st.binary(min_size=64, max_size=64), st.lists(st.integers(0, 5), max_size=12))
def test_the_second_implementation_agrees(seed: bytes, counts: list[int]) -> None:
    dealer = Dealer.from_seed(seed)
    steps: list[dict[str, object]] = []
    back = ""
    for turn, count in enumerate(counts):
        end = "bottom" if count % 2 else "top"
        step = {"count": count, "back": back, "fresh": turn == 0, "end": end}
        steps.append(step)
        draw, dealer = dealer.deal(Need(0, count, Pieces.parse(back), turn == 0), TILES.box, end=end)  # type: ignore[arg-type]
        assert draw.pieces == Pieces.parse("".join(independent.deal(seed, steps)[-1]))
        back = str(draw.pieces) if turn % 3 == 1 else ""


@given(
    st.binary(min_size=64, max_size=64),
    st.text(max_size=20),
    st.sampled_from(rulesets.names()),
    st.lists(st.binary(max_size=40), max_size=4),
)
def test_the_second_implementation_commits_alike(seed: bytes, game: str, ruleset: str, added: list[bytes]) -> None:
    assert commitment(seed, game, ruleset) == independent.commitment(seed, game, ruleset, 1)
    assert commitment(seed, game, ruleset, 2) == independent.commitment(seed, game, ruleset, 2)
    assert combine(seed, game, ruleset, added) == independent.dealing_seed(seed, game, ruleset, added)


def test_all_that_goes_in_changes_what_comes_out() -> None:
    made = {
        combine(SEED, "a", "tiles/1", [b"x", b""]),
        combine(SEED, "a", "tiles/1", [b"", b"x"]),
        combine(SEED, "a", "tiles/1", [b"x"]),
        combine(SEED, "ax", "tiles/1"),
        combine(SEED, "a", "cards/1"),
        combine(SEED[::-1], "a", "tiles/1"),
    }
    assert len(made) == 6
    assert all(len(one) == 64 for one in made)


def test_numbers_of_the_last_round_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    # 2^32 mod 3 is 1, so 2^32 - 1 would make 0 likelier: it is skipped, and the next number is taken.
    class Block:
        def digest(self) -> bytes:
            return b"\xff" * 4 + (2).to_bytes(4, "big") + (1).to_bytes(4, "big") + b"\xff" * 20

    monkeypatch.setattr(hashlib, "sha256", lambda _: Block())
    assert shuffled("abc", SEED) == (("a", "b", "c"), 3)


def test_a_dealer_is_a_value() -> None:
    start = Dealer.from_seed(SEED)
    need = Need(0, 6, fresh=True)
    assert start.deal(need, TILES.box) == start.deal(need, TILES.box)
    draw, after = start.deal(need, TILES.box)
    assert start.bag == ()
    assert Pieces(after.bag) + draw.pieces == TILES.box


def test_nobody_draws_back_what_was_put_aside() -> None:
    """T14: the tiles put aside go into the bag after the draw."""
    _, dealer = Dealer.from_seed(SEED).deal(Need(0, 102, fresh=True), TILES.box)
    left = Pieces(dealer.bag)
    draw, dealer = dealer.deal(Need(0, 6, back=Pieces.parse("RoRsRd")), TILES.box)
    assert draw.pieces == left
    assert Pieces(dealer.bag) == Pieces.parse("RoRsRd")


def test_the_seats_of_a_mirrored_match_do_not_disturb_each_other() -> None:
    _, dealer = Dealer.from_seed(SEED).deal(Need(0, 0, fresh=True), TILES.box)
    order = dealer.bag
    _, greedy = dealer.deal(Need(0, 5), EMPTY, end="top")
    for state in (dealer, greedy):
        drawn, _ = state.deal(Need(1, 3), EMPTY, end="bottom")
        assert drawn.pieces == Pieces(order[-3:])
        drawn, _ = state.deal(Need(1, 0), EMPTY, end="bottom")
        assert drawn.pieces == EMPTY


@pytest.mark.parametrize("name", rulesets.names())
def test_settling_answers_every_need_in_order_and_nothing_else(name: str) -> None:
    start = rulesets.find(name).start(3, (30, 40, 50))
    dealer = Dealer.from_seed(SEED)
    assert start.need is not None
    state, draws, after = settle(start, dealer)
    assert state.opening is not None
    assert (state.need, state.to_move) == (None, state.opening.opener)
    for drawn in draws:
        draw, dealer = dealer.deal(start.need, start.rules.box)
        assert draw == drawn
        start = start.draw(draw)
    assert (start, dealer) == (state, after)
    assert settle(state, after) == (state, [], after)


def test_refusals() -> None:
    with pytest.raises(PositionError, match="64 bytes, not 3") as caught:
        Dealer.from_seed(b"abc")
    assert caught.value.code == "position/seed"
    with pytest.raises(PositionError, match="holds 0 pieces, 6 are") as caught:
        Dealer.from_seed(SEED).deal(Need(0, 6), TILES.box)
    assert caught.value.code == "position/bag"


def test_the_seed_is_not_shown() -> None:
    """A seed in a log would tell the whole game."""
    text = repr(Dealer.from_seed(SEED))
    assert SEED.hex() not in text
    assert repr(SEED) not in text


def test_every_piece_is_equally_likely_everywhere() -> None:
    """χ² over 100,000 shuffles of the box: 36 kinds at 108 places."""
    rounds, box = 100_000, tuple(piece.index for piece in TILES.box)
    counts = np.zeros((108, 36), dtype=np.int64)
    places = np.arange(108)
    for number in range(rounds):
        seed = number.to_bytes(64, "big")
        order, _ = shuffled(box, seed)
        counts[places, np.fromiter(order, dtype=np.intp, count=108)] += 1
    expected = rounds / 36
    statistic = float(((counts - expected) ** 2 / expected).sum())
    # The counts of a place have a fixed sum and so have those of a kind: 35 × 107 degrees of freedom. A shuffle draws
    # without replacement, which makes the statistic larger by 108/107.
    freedom = 35 * 107
    spread = (2 * freedom) ** 0.5
    assert abs(statistic * 107 / 108 - freedom) < 3.7 * spread, statistic  # p above 1e-4 on either side

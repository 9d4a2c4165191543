"""The fair shuffle at a table: which dealer answers its draws, and the proof that it was the committed one.

The algorithm is in sixfold.dealer. Here is only its input: the server's seed, to which the server commits when the
table is made, and the 32 bytes that every person adds afterwards (docs/shuffle.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from sixfold import dealer as dealing
from sixfold.dealer import TAKEN_OVER, AnyDealer, Dealer, anew, combine, commitment, settle
from sixfold.server.table import facts as e
from sixfold.server.table.table import AnyState, GameTable, LogStep, WorkedOut, draw_all

VERSION: Final = 2
"""How new tables deal. In the first version a take-back gave the bag its old order, of which some had been seen."""


class Proof(msgspec.Struct, omit_defaults=True, kw_only=True):
    """What the shuffle was made of, revealed when the game is over; docs/shuffle.md says how to check it."""

    commitment: str
    seed: str
    entropy: list[str]
    table: str
    ruleset: str
    shuffle: int = 1
    bag: str = ""


def commitment_of(table: GameTable) -> str:
    """What everyone is told before they confirm."""
    return commitment(bytes.fromhex(table.seed), table.dealt_as, table.ruleset, table.shuffle)


def proof_of(table: GameTable) -> Proof:
    """Everything that went into the shuffle. Only for a game that is over."""
    assert table.phase == "finished", "a seed is revealed when the game is over"
    return Proof(
        commitment=commitment_of(table),
        seed=table.seed,
        entropy=list(table.entropy),
        table=table.origin if table.shuffle != TAKEN_OVER and table.origin else table.id,
        ruleset=table.ruleset,
        shuffle=table.shuffle,
        bag=table.bag,
    )


def fresh_dealer(table: GameTable) -> AnyDealer:
    """The dealer before the first draw."""
    added = [bytes.fromhex(each) for each in table.entropy]
    seed = combine(bytes.fromhex(table.seed), table.dealt_as, table.ruleset, added)
    return dealing.dealer_of(table.shuffle, seed, len(table.chairs))


def dealer_of(table: GameTable) -> AnyDealer:
    """The dealer as it stands now; after a restart or a take-back it deals all draws again to get there."""
    if table.dealer is not None:
        return table.dealer
    dealer = fresh_dealer(table)
    if table.state is None:
        return dealer
    if table.brought is None:
        state, dealer = _again(table.rules.start(len(table.chairs), table.ranks), table.deal, dealer)
    else:
        state, _, dealer = deal_anew(table)
    steps = tuple(reversed(tuple(LogStep.back(table.log))))
    for depth, step in enumerate(steps):
        dealer = _mixed(table, depth, dealer)
        state, dealer = _again(state.play(table.rules.parse_move(step.move)), step.draws, dealer)
    return _mixed(table, len(steps), dealer)


def followed(table: GameTable, fact: e.AnyStored) -> WorkedOut | None:
    """Where the game stands after a move that another server has written, if the dealer here can go on from it.

    Without this, whoever moves next would deal the whole game again.
    """
    if table.dealer is None or not isinstance(fact, e.MoveMade):
        return None
    played = table.state.play(table.rules.parse_move(fact.move))
    return WorkedOut(*_again(played, fact.draws, table.dealer))


def used(table: GameTable) -> int | None:
    """How many numbers of the shuffle are used up, where a take-back has to know it."""
    return dealer_of(table).used if table.shuffle > 1 else None


def _mixed(table: GameTable, depth: int, dealer: AnyDealer) -> AnyDealer:
    """The dealer after the take-backs that led to where so many steps had been made."""
    for at, first in table.mixed:
        if at == depth:
            dealer = dealer.mixed(first)
    return dealer


def _again(state: AnyState, draws: Iterable[tuple[int, str]], dealer: AnyDealer) -> tuple[AnyState, AnyDealer]:
    for draw in draws:
        _, dealer = dealer.deal(state.need, state.rules.box)
        state = draw_all(state, [draw])
    return state, dealer


def deal_anew(table: GameTable) -> tuple[AnyState, list[tuple[int, str]], AnyDealer]:
    """A game that was begun on a device goes on: its bag, and all hands but those of the device's own people, are dealt
    anew, so that nobody knows more than the game has shown."""
    assert table.brought is not None, "only what was brought is dealt anew"
    then, dealer = table.brought.state, fresh_dealer(table)
    assert isinstance(dealer, Dealer), "no duplicate bag is taken over"
    seats = [seat for seat, chair in enumerate(table.chairs) if chair.kind != "here"]
    drawn, dealer = anew(dealer, then.hands, then.bag, seats, then.rules.box)
    draws = [(draw.seat, str(draw.pieces)) for draw in drawn]
    return replace(table, deal=tuple(draws)).gone_on(then), draws, dealer


def deal(state: AnyState, dealer: AnyDealer) -> tuple[AnyState, list[tuple[int, str]], AnyDealer]:
    """Answer every need of the state; what was drawn, as facts hold it."""
    state, draws, dealer = settle(state, dealer)
    return state, [(draw.seat, str(draw.pieces)) for draw in draws], dealer

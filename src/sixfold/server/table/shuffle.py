"""The fair shuffle at a table: which dealer answers its draws, and the proof that it was the committed one.

The algorithm is sixfold.dealer's; here is only what goes into it: the server's seed, committed to when the table is
made, and the 32 bytes that every person adds afterwards (docs/shuffle.md).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sixfold.dealer import Dealer, combine, commitment, settle
from sixfold.server.table.table import AnyState, Step, Table, draw_all


class Proof(msgspec.Struct, omit_defaults=True, kw_only=True):
    """What the shuffle was made of, revealed when the game is over; docs/shuffle.md says how to check it."""

    commitment: str
    seed: str
    entropy: list[str]
    table: str
    ruleset: str


def commitment_of(table: Table) -> str:
    """What everyone is told before they confirm."""
    return commitment(bytes.fromhex(table.seed), table.id, table.ruleset)


def proof_of(table: Table) -> Proof:
    """Everything that went into the shuffle. Only for a game that is over."""
    assert table.phase == "finished", "a seed is revealed when the game is over"
    return Proof(
        commitment=commitment_of(table),
        seed=table.seed,
        entropy=list(table.entropy),
        table=table.id,
        ruleset=table.ruleset,
    )


def fresh_dealer(table: Table) -> Dealer:
    """The dealer before the first draw."""
    seed = combine(bytes.fromhex(table.seed), table.id, table.ruleset, [bytes.fromhex(e) for e in table.entropy])
    return Dealer.from_seed(seed)


def dealer_of(table: Table) -> Dealer:
    """The dealer as it stands now; after a restart or a take-back it deals all draws again to get there."""
    if table.dealer is not None:
        return table.dealer
    dealer = fresh_dealer(table)
    if table.state is None:
        return dealer
    state, dealer = _again(table.rules.start(len(table.chairs), table.ranks), table.deal, dealer)
    for step in reversed(tuple(Step.back(table.log))):
        state, dealer = _again(state.play(table.rules.parse_move(step.move)), step.draws, dealer)
    return dealer


def _again(state: AnyState, draws: Iterable[tuple[int, str]], dealer: Dealer) -> tuple[AnyState, Dealer]:
    for draw in draws:
        _, dealer = dealer.deal(state.need, state.rules.box)
        state = draw_all(state, [draw])
    return state, dealer


def deal(state: AnyState, dealer: Dealer) -> tuple[AnyState, list[tuple[int, str]], Dealer]:
    """Answer every need of the state; what was drawn, as facts hold it."""
    state, draws, dealer = settle(state, dealer)
    return state, [(draw.seat, str(draw.pieces)) for draw in draws], dealer

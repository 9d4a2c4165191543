"""What a bot sees beyond what the rules show it, and a game of it against fair ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from sixfold import bots, rulesets
from sixfold.arena.contestant import Contestant
from sixfold.arena.match import Match
from sixfold.dealer import Dealer
from sixfold.pieces import EMPTY, Pieces

SEED: Final = 930_000
"""Deals from here on were kept for this page: nothing was tuned on them."""
ROLLOUTS: Final = 1000
"""A move, for everybody who searches."""


class Sight(NamedTuple):
    """What is seen."""

    name: str
    hand: bool = False
    """All other hands."""
    kept: bool = False
    """Of each other hand what was not drawn last."""
    draws: bool = False
    """The own next draws."""
    order: bool = False
    """The order of the whole bag."""


class Seen(NamedTuple):
    """A position with all that is hidden in it, for the seat to move."""

    state: Any
    dealer: Dealer
    kept: tuple[Pieces, ...]
    """What each seat held before it drew last."""
    seed: int
    rollouts: int


Chooser: TypeAlias = Callable[[Sight, Seen], Any]
"""The move of a bot with this sight."""


def played(
    choose: Chooser, ruleset: str, sight: Sight, other: str, seats: int, deal: int, seat: int, rollouts: int = ROLLOUTS
) -> tuple[int, ...]:
    """The scores of one game: first of the one who sees, on this seat, then of the fair ones after it."""
    found = rulesets.find(ruleset)
    match = Match(found.name, (Contestant(found.game, "greedy"),) * seats, SEED)
    dealer, state = Dealer.from_seed(match.shuffle(deal)), _start(ruleset, seats)
    fair = bots.find(found.game, other)(deal)
    kept = [EMPTY] * seats
    while state.outcome is None:
        if (need := state.need) is not None:
            # As in the arena: opposite ends of one shuffle.
            draw, dealer = dealer.deal(need, state.rules.box, "bottom" if need.seat % 2 else "top")
            state = state.draw(draw)
            continue
        mover = state.to_move
        if mover == seat:
            move = choose(sight, Seen(state, dealer, tuple(kept), deal, rollouts))
        else:
            move = fair.choose(state.view(mover), bots.Budget(rollouts=rollouts)).move
        state = state.play(move)
        kept[mover] = state.hands[mover]
    scores = state.outcome.scores
    return (*scores[seat:], *scores[:seat])


def _start(ruleset: str, seats: int) -> Any:
    return rulesets.find(ruleset).start(seats)

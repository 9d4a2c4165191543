"""The standings and their reasons: points first, then tie-breaks one after the other, for players who are still equal.

A tie-break sees the whole group that it divides, so the direct encounter is decided among those who are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from sixfold.tournament.tournament import DRAW, WIN, Scorecard, Tournament

Cards = Mapping[str, Scorecard]
TieBreak = Callable[[Cards, Sequence[str]], dict[str, int]]


class Rung(NamedTuple):
    """Somebody in the standings. Those whom nothing divides share a `place`. `halves` and `buchholz` are half points.

    `buchholz`: those of all opponents. `berger`: those of who was beaten, in full, and of draws by half, times four.
    `margin`: by how much games were won and lost; `scored`: the points of all games.
    """

    place: int
    who: str
    halves: int
    won: int
    drawn: int
    lost: int
    buchholz: int
    berger: int
    margin: int
    scored: int


def standings(tournament: Tournament) -> list[Rung]:
    """All who ever entered, the best first."""
    cards = tournament.cards()
    groups = [list(cards)]
    for tie_break in (_halves, *TIE_BREAKS[tournament.system].values()):
        groups = [part for group in groups for part in _divided(cards, group, tie_break)]
    told = [tie_break(cards, list(cards)) for tie_break in (_buchholz, _berger, _margin, _scored)]
    found: list[Rung] = []
    for group in groups:
        place = len(found) + 1
        for who in group:
            decided = [game.halves for game in cards[who].games if game.score is not None]
            tally = (decided.count(WIN), decided.count(DRAW), decided.count(0))
            found.append(Rung(place, who, cards[who].halves, *tally, *(each[who] for each in told)))
    return found


def _divided(cards: Cards, group: Sequence[str], tie_break: TieBreak) -> list[list[str]]:
    if len(group) < 2:
        return [list(group)]
    worth = tie_break(cards, group)
    return [[who for who in group if worth[who] == one] for one in sorted(set(worth.values()), reverse=True)]


# --------------------------------------------------------------------------------------------------------- tie-breaks


def _halves(cards: Cards, group: Sequence[str]) -> dict[str, int]:
    return {who: cards[who].halves for who in group}


def _buchholz(cards: Cards, group: Sequence[str]) -> dict[str, int]:
    """The half points of all opponents. A round that brought no game counts like one against somebody who wins half of
    all rounds: a bye is nobody's fault."""
    rounds = max((len(card.games) + card.byes for card in cards.values()), default=0)

    def of(who: str) -> int:
        played = cards[who].played
        waiting = sum(game.score is None for game in cards[who].games)
        return sum(cards[game.other].halves for game in played) + (rounds - len(played) - waiting) * rounds

    return {who: of(who) for who in group}


def _berger(cards: Cards, group: Sequence[str]) -> dict[str, int]:
    return {who: sum(cards[game.other].halves * game.halves for game in cards[who].played) for who in group}


def _direct(cards: Cards, group: Sequence[str]) -> dict[str, int]:
    """Half points of the games among those who are equal, if each of them has met each other one."""
    among = set(group)
    games = {who: [game for game in cards[who].played if game.other in among] for who in group}
    if any(len(found) < len(group) - 1 for found in games.values()):
        return dict.fromkeys(group, 0)
    return {who: sum(game.halves for game in found) for who, found in games.items()}


def _margin(cards: Cards, group: Sequence[str]) -> dict[str, int]:
    return {who: sum(game.margin for game in cards[who].played) for who in group}


def _scored(cards: Cards, group: Sequence[str]) -> dict[str, int]:
    return {who: sum(game.scored for game in cards[who].played) for who in group}


TIE_BREAKS: Final[dict[str, dict[str, TieBreak]]] = {
    "swiss": {"buchholz": _buchholz, "direct": _direct, "margin": _margin, "scored": _scored},
    "round_robin": {"direct": _direct, "berger": _berger, "margin": _margin, "scored": _scored},
}
"""After the points, in this order. In a round robin everybody has the same opponents."""

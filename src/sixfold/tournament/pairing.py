"""Who meets whom in the next round, and on which seat.

Swiss: by points, from the top. The highest player gets the best opponent for whom everybody else can still be paired.
Within a group of equal points, the upper half meets the lower half, in order; after those come opponents with fewer
points. No pair meets twice. People who keep apart meet only if no other round is possible. With an odd number, the
lowest player without a bye so far gets one.

Round robin: everybody meets everybody, by the circle method. Seats matter where all tables play one bag, because each
seat has its own luck.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from sixfold.tournament.matching import Matching
from sixfold.tournament.tournament import Scorecard, Tournament


class Pairing(NamedTuple):
    """The pairs of a round, each in the order of their seats; and who has nobody to meet."""

    pairs: tuple[tuple[str, str], ...]
    bye: str = ""


def paired(tournament: Tournament, apart: Collection[frozenset[str]] = ()) -> Pairing | None:
    """The next round; None when there is none in which nobody meets the same person again.

    `apart`: pairs who had better not meet. In a round robin everybody meets everybody, so it makes no difference there.
    """
    if tournament.system == "round_robin":
        return _round_robin(tournament)
    cards = tournament.cards()
    ranked = sorted(tournament.present, key=lambda who: (-cards[who].halves, lot(tournament, who)))
    met = tournament.met()
    byes = [who for who in reversed(ranked) if not cards[who].byes] if len(ranked) % 2 else [""]
    for never in (met.union(apart), met) if apart else (met,):
        for bye in byes:
            pairs = _swiss([who for who in ranked if who != bye], never, apart, cards)
            if pairs is not None:
                return Pairing(tuple(_seated(tournament, cards, *both) for both in pairs), bye)
    return None


def lot(tournament: Tournament, who: str) -> bytes:
    """What decides between equals: nobody can choose it, and everybody can check it."""
    return hashlib.sha256(f"{tournament.lots} {who}".encode()).digest()


# -------------------------------------------------------------------------------------------------------------- Swiss


def _swiss(
    ranked: Sequence[str],
    never: Collection[frozenset[str]],
    apart: Collection[frozenset[str]],
    cards: Mapping[str, Scorecard],
) -> list[tuple[str, str]] | None:
    """The pairs, none of them of `never`, and of `apart` as few as choosing from the top can do; None for none."""
    halves = [cards[who].halves for who in ranked]
    matching = Matching(
        [
            {at for at, other in enumerate(ranked) if other != who and frozenset((who, other)) not in never}
            for who in ranked
        ]
    )
    if not matching.perfect:
        return None
    found = []
    left = list(range(len(ranked)))
    while left:
        one = left.pop(0)
        wished = list(_wished(halves[one], left, halves))
        if apart:
            wished.sort(key=lambda other: frozenset((ranked[one], ranked[other])) in apart)
        other = next(other for other in wished if matching.settle(one, other))
        left.remove(other)
        found.append((ranked[one], ranked[other]))
    return found


def _wished(halves: int, left: Sequence[int], all_halves: Sequence[int]) -> Iterator[int]:
    """Whom somebody at the top meets best: the middle of the own group and below, then above, then lower groups."""
    size = sum(all_halves[other] == halves for other in left)
    middle = size // 2
    yield from left[middle:size]
    yield from reversed(left[:middle])
    yield from left[size:]


def _seated(tournament: Tournament, cards: Mapping[str, Scorecard], one: str, other: str) -> tuple[str, str]:
    """On seat 0 whoever has had it less often, compared with seat 1; the lot decides between equals."""

    def firsts(who: str) -> tuple[int, bytes]:
        return sum(1 - 2 * game.side for game in cards[who].games), lot(tournament, who)

    return (one, other) if firsts(one) <= firsts(other) else (other, one)


# -------------------------------------------------------------------------------------------------------- round robin


def _round_robin(tournament: Tournament) -> Pairing | None:
    number = len(tournament.rounds)
    everybody: list[str] = sorted(_starters(tournament), key=lambda who: lot(tournament, who))
    if len(everybody) % 2:
        everybody.append("")
    count = len(everybody)
    if count < 2 or number >= count - 1:
        return None
    turning = everybody[1:]
    turned = [everybody[0], *turning[-number:], *turning[:-number]] if number else everybody
    met = [(turned[at], turned[count - 1 - at]) for at in range(count // 2)]
    bye = next((one or other for one, other in met if not (one and other)), "")
    cards = tournament.cards()
    pairs = tuple(_seated(tournament, cards, one, other) for one, other in met if one and other)
    return Pairing(pairs, bye)


def _starters(tournament: Tournament) -> Sequence[str]:
    """Whom it was made for: those who were there when it began."""
    if not tournament.rounds:
        return tournament.present
    first = tournament.rounds[0]
    seated = [who for meeting in first.meetings for who in (meeting.first, meeting.second)]
    return [*seated, first.bye] if first.bye else seated

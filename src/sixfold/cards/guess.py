"""A guess at what a seat cannot see: unseen cards dealt at random to the other hands and the stock.

A hand that is still the dealt one fits its announcement (C2). Cards shown under C11 are in the stock until the next
draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sixfold.cards import moves
from sixfold.cards.view import Knowledge
from sixfold.errors import PositionError
from sixfold.game import Seat
from sixfold.pieces import EMPTY, Piece, Pieces

if TYPE_CHECKING:
    import random

_TRIES: Final = 200


def deal(known: Knowledge, rng: random.Random) -> tuple[Pieces, ...]:
    """All hands, as they could be."""
    unseen = known.unseen
    hands: list[Pieces] = [EMPTY] * known.seats
    if known.seat is not None:
        guess = Pieces(rng.sample(list(unseen), known.hand.unknown))
        hands[known.seat] = Pieces(known.hand) + guess
        unseen -= guess
    others = [seat for seat in range(known.seats) if seat != known.seat]
    # Hands that must keep to something are dealt first, while there is the most choice.
    for seat in sorted(others, key=lambda seat: (_barred(known, seat) == EMPTY, _announced(known, seat) is None)):
        hands[seat] = _hand(known, seat, unseen, rng)
        unseen -= hands[seat]
    return tuple(hands)


def _announced(known: Knowledge, seat: Seat) -> int | None:
    """C2: the size that this seat announced, while its hand is still as dealt."""
    turn_of = known.need.seat if known.need else known.to_move
    moved = any(entry.seat == seat for entry in known.sheet) or (seat == turn_of and known.shown)
    if known.opening is None or moved:
        return None
    return known.opening.sizes[seat] or None


def _barred(known: Knowledge, seat: Seat) -> Pieces:
    """C11: cards that this seat cannot hold, as it has just shown them and put them into the stock."""
    return known.shown[-1] if known.shown and known.need is None and seat == known.to_move else EMPTY


def _hand(known: Knowledge, seat: Seat, unseen: Pieces, rng: random.Random) -> Pieces:
    """A hand for this seat out of the unseen cards."""
    pool = list(unseen - Pieces.from_counts(map(min, unseen.counts, _barred(known, seat).counts)))
    size, announced = known.hand_sizes[seat], _announced(known, seat)
    if size > len(pool):
        raise PositionError("the hands hold more cards than are unseen", code="position/unseen")
    if announced is None:
        return Pieces(rng.sample(pool, size))
    # Most announcements are common and found at once.
    for _ in range(_TRIES):
        rng.shuffle(pool)
        if moves.announcement(Pieces(pool[:size])) == announced:
            return Pieces(pool[:size])
    # For a rare one cards are exchanged at random, never away from it, and some more to mix what fits.
    misfit = _misfit(pool[:size], announced)
    for step in range(50 * _TRIES):
        if misfit == 0 and step >= _TRIES:
            return Pieces(pool[:size])
        a, b = rng.randrange(size), rng.randrange(len(pool))
        pool[a], pool[b] = pool[b], pool[a]
        now = _misfit(pool[:size], announced)
        if now > misfit:
            pool[a], pool[b] = pool[b], pool[a]
        else:
            misfit = now
    raise PositionError(f"no hand fits the announcement of seat {seat} (C2)", code="position/announcement")


def _misfit(hand: Sequence[Piece], announced: int) -> int:
    """How far a hand is from an announcement: what its largest set lacks, or what all its sets have too much."""
    kinds = set(hand)
    colors, shapes = Counter(piece.color for piece in kinds), Counter(piece.shape for piece in kinds)
    sizes = [*colors.values(), *shapes.values()]
    return max(announced - max(sizes, default=0), sum(max(0, size - announced) for size in sizes))

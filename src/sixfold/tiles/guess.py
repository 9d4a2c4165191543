"""A guess at what a seat cannot see: unseen tiles dealt at random to the other hands, the tiles put aside and the bag.

A hand that is still the dealt one fits its announcement (T2). Nothing more is inferred from how anyone played.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from sixfold.errors import PositionError
from sixfold.game import Need, Seat
from sixfold.pieces import Piece, Pieces
from sixfold.tiles.moves import announcement
from sixfold.tiles.view import Knowledge

if TYPE_CHECKING:
    import random

_TRIES: Final = 40
_EXCHANGES: Final = 200


def deal(known: Knowledge, rng: random.Random) -> tuple[tuple[Pieces, ...], Need | None]:
    """All hands and what is to be drawn, as they could be."""
    deal = Deal(known, rng)
    for _ in range(_TRIES):
        if deal.shuffled().fits():
            break
    else:
        deal.repair()
    return deal.hands(), deal.need()


class Deal:
    """Unseen tiles on their way to the places that this seat cannot see into."""

    def __init__(self, known: Knowledge, rng: random.Random) -> None:
        self.known = known
        self.rng = rng
        self.tiles = list(known.unseen)
        # The places, as slices of one shuffled list: own unknown tiles, the other hands, tiles set aside; then the bag.
        self.sizes = [known.hand.unknown if seat == known.seat else size for seat, size in enumerate(known.hand_sizes)]
        self.aside = known.need.back.unknown if known.need else 0
        # Seats that have not had a turn still hold what they announced about.
        moved = {entry.seat for entry in known.sheet}
        self.announced = {
            seat: size
            for seat, size in enumerate(known.opening.sizes if known.opening else ())
            if seat != known.seat and seat not in moved and size
        }

    def shuffled(self) -> Deal:
        self.rng.shuffle(self.tiles)
        return self

    def hand(self, seat: Seat) -> list[Piece]:
        start = sum(self.sizes[:seat])
        return self.tiles[start : start + self.sizes[seat]]

    def fits(self) -> bool:
        """Whether every hand that is still the dealt one fits what its seat announced."""
        return all(announcement(Pieces(self.hand(seat))) == size for seat, size in self.announced.items())

    def repair(self) -> None:
        """A rare announcement: build hands that fit it, then mix them by exchanges that keep them fitting.

        Such an exchange is as likely as the one that undoes it, so that no deal is preferred in the end.
        """
        if not any(self._built() for _ in range(_TRIES)):
            raise PositionError("no hands fit the announcements (T2)", code="position/announcement")
        bound = sum(self.sizes)
        for _ in range(_EXCHANGES):
            a, b = self.rng.randrange(bound), self.rng.randrange(len(self.tiles))
            self.tiles[a], self.tiles[b] = self.tiles[b], self.tiles[a]
            if not self.fits():
                self.tiles[a], self.tiles[b] = self.tiles[b], self.tiles[a]

    def _built(self) -> bool:
        """Deal to the seats that announced first; whether all of them got a hand that fits."""
        pool = self.shuffled().tiles.copy()
        built: dict[Seat, list[Piece]] = {}
        for seat, size in self.announced.items():
            hand = self._fitting(pool, size, self.sizes[seat])
            if hand is None:
                return False
            for piece in hand:
                pool.remove(piece)
            built[seat] = hand
        hands = [built[seat] if seat in built else [pool.pop() for _ in range(n)] for seat, n in enumerate(self.sizes)]
        self.tiles = [*(piece for hand in hands for piece in hand), *pool]
        return True

    def _fitting(self, pool: list[Piece], size: int, count: int) -> list[Piece] | None:
        """A set of `size` from a shuffled pool, filled up with tiles that make no larger one; None on bad luck."""
        lead = self.rng.choice(pool)
        by_color = self.rng.random() < 0.5
        group = dict.fromkeys(p for p in pool if (p.color == lead.color if by_color else p.shape == lead.shape))
        hand = list(group)[:size]
        rest = pool.copy()
        for piece in hand:
            rest.remove(piece)
        for piece in rest:
            if len(hand) < count and announcement(Pieces([*hand, piece])) <= size:
                hand.append(piece)
        return hand if len(hand) == count and announcement(Pieces(hand)) == size else None

    def hands(self) -> tuple[Pieces, ...]:
        """Everyone's hand, what was known of it included."""
        known = self.known
        hands = [Pieces(self.hand(seat)) for seat in range(known.seats)]
        if known.seat is not None:
            hands[known.seat] = Pieces([*known.hand, *hands[known.seat]])
        return tuple(hands)

    def need(self) -> Need | None:
        """What is to be drawn, with the tiles that were put aside unseen."""
        need = self.known.need
        if need is None:
            return None
        end = sum(self.sizes)
        return replace(need, back=Pieces([*need.back, *self.tiles[end : end + self.aside]]))

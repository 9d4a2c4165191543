"""The fair shuffle: a seed of 64 bytes gives the order of the bag and of every later mixing, in any language.

SHA-256 in counter mode feeds Fisher–Yates with rejection sampling; docs/shuffle.md specifies it byte by byte and
spec/dealer/ holds test vectors. Not here: where seeds come from, and any rule of a game.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, Protocol, Self, TypeAlias, TypeVar

from sixfold.errors import PositionError
from sixfold.game import Draw, Need, Seat
from sixfold.pieces import Piece, Pieces

SEED_BYTES: Final = 64
"""512 bits: more than the 485.4 that all orders of the 108 pieces need."""
DUPLICATE: Final = 3
"""The version of the shuffle in which every seat has an order of its own."""
TAKEN_OVER: Final = 4
"""The version for a game that began elsewhere: the pieces that nobody there had seen are mixed first."""
_WORDS: Final = 8
_T = TypeVar("_T")
_Waiting = TypeVar("_Waiting", bound="Waiting")
_Dealing = TypeVar("_Dealing", "Dealer", "DuplicateDealer", "AnyDealer")
End = Literal["top", "bottom"]


def _words(seed: bytes, used: int) -> Iterator[int]:
    """The 32-bit numbers of the stream, from number `used` on: SHA-256(seed, counter), eight to a block."""
    counter, skip = divmod(used, _WORDS)
    while True:
        block = hashlib.sha256(seed + counter.to_bytes(8, "big")).digest()
        yield from struct.unpack(">8I", block)[skip:]
        counter, skip = counter + 1, 0


def _below(choices: int, words: Iterator[int], used: int) -> tuple[int, int]:
    """A number below `choices`, and how many numbers of the stream are used up then."""
    # Numbers from the incomplete last round would favour the first choices: take another one.
    limit = 2**32 - 2**32 % choices
    number = next(words)
    used += 1
    while number >= limit:
        number = next(words)
        used += 1
    return number % choices, used


def shuffled(items: Sequence[_T], seed: bytes, used: int = 0) -> tuple[tuple[_T, ...], int]:
    """The items in the order that the stream gives from number `used` on, and how many numbers are used up then."""
    mixed = list(items)
    words = _words(seed, used)
    for last in range(len(mixed) - 1, 0, -1):
        other, used = _below(last + 1, words, used)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return tuple(mixed), used


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise PositionError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}", code="position/seed")
    return bytes(seed)


def _enough(held: int, count: int) -> None:
    if count > held:
        raise PositionError(
            f"the bag holds {held} pieces, {count} are asked for",
            code="position/bag",
            facts={"held": held, "count": count},
        )


@dataclass(frozen=True, slots=True)
class Dealer:
    """Holds the bag. It is a value, so that a game can be dealt again from any point.

    `bag` is in order, its top first. `used` counts the numbers taken from the stream of `seed`.
    """

    seed: bytes
    used: int = 0
    bag: tuple[Piece, ...] = ()

    def __repr__(self) -> str:
        # A seed in a log or a traceback would tell the whole game.
        return f"<Dealer of {len(self.bag)} pieces, {self.used} numbers used>"

    @classmethod
    def from_seed(cls, seed: bytes) -> Dealer:
        """A dealer before the first deal."""
        return cls(_checked(seed))

    def deal(self, need: Need, box: Pieces, end: End = "top") -> tuple[Draw, Dealer]:
        """Answer a need, from the top of the bag or from its bottom, and the dealer after it.

        A fresh need first mixes the whole `box`; pieces that go back are put at the bottom and everything is mixed.
        """
        bag, used = self.bag, self.used
        if need.fresh:
            bag, used = shuffled(tuple(box), self.seed, used)
        _enough(len(bag), need.count)
        cut = len(bag) - need.count
        drawn, bag = (bag[: need.count], bag[need.count :]) if end == "top" else (bag[cut:], bag[:cut])
        if need.back:
            bag, used = shuffled((*bag, *need.back), self.seed, used)
        return Draw(need.seat, Pieces(drawn)), Dealer(self.seed, used, bag)

    def taking_over(self, pool: Pieces) -> Dealer:
        """With these pieces in the bag, mixed: what is left of a game that was begun elsewhere."""
        bag, used = shuffled(tuple(pool), self.seed, self.used)
        return Dealer(self.seed, used, bag)

    def mixed(self, used: int) -> Dealer:
        """This bag, mixed with the numbers from `used` on. After it, nobody who looked into the bag knows what comes
        next.
        """
        bag, used = shuffled(self.bag, self.seed, used)
        return Dealer(self.seed, used, bag)


@dataclass(frozen=True, slots=True)
class DuplicateDealer:
    """Holds a duplicate bag. Each seat has its own order of all pieces of the box, and draws the first ones that are
    still in the bag. So another seat changes what a seat draws only by having had that very piece.

    A piece is its number in the box in canonical order. `orders` holds, for each seat, the order of the pieces in the
    bag.
    """

    seed: bytes
    used: int = 0
    orders: tuple[tuple[int, ...], ...] = ()

    def __repr__(self) -> str:
        return f"<DuplicateDealer of {len(self.orders)} seats, {self.used} numbers used>"

    @classmethod
    def from_seed(cls, seed: bytes, seats: int) -> DuplicateDealer:
        """A dealer before the first deal."""
        return cls(_checked(seed), orders=((),) * seats)

    def deal(self, need: Need, box: Pieces) -> tuple[Draw, DuplicateDealer]:
        """Answer a need, and the dealer after it. Pieces that go back get a new place in every order."""
        pieces = tuple(box)
        dealer = self._shuffled(tuple(range(len(pieces))) for _ in self.orders) if need.fresh else self
        _enough(len(dealer.orders[need.seat]), need.count)
        drawn = set(dealer.orders[need.seat][: need.count])
        left = tuple(tuple([n for n in order if n not in drawn]) for order in dealer.orders)
        draw = Draw(need.seat, Pieces(pieces[n] for n in drawn))
        if not need.back:
            return draw, DuplicateDealer(self.seed, dealer.used, left)
        orders = [*map(list, left)]
        words, used = _words(self.seed, dealer.used), dealer.used
        for kind in need.back:
            # Which of the copies it is makes no difference to anybody, but all have to agree on it.
            copy = next(n for n, piece in enumerate(pieces) if piece == kind and n not in orders[0] and n not in drawn)
            for order in orders:
                place, used = _below(len(order) + 1, words, used)
                order.insert(place, copy)
        return draw, DuplicateDealer(self.seed, used, tuple(map(tuple, orders)))

    def mixed(self, used: int) -> DuplicateDealer:
        """This bag with new orders, from number `used` on. After it, nobody who looked into the bag knows what comes
        next.
        """
        return replace(self, used=used)._shuffled(self.orders)

    def _shuffled(self, orders: Iterable[tuple[int, ...]]) -> DuplicateDealer:
        used, made = self.used, []
        for order in orders:
            mixed, used = shuffled(order, self.seed, used)
            made.append(mixed)
        return DuplicateDealer(self.seed, used, tuple(made))


AnyDealer: TypeAlias = Dealer | DuplicateDealer


def dealer_of(shuffle: int, seed: bytes, seats: int) -> AnyDealer:
    """The dealer for a version of the shuffle (docs/shuffle.md), before the first deal."""
    return DuplicateDealer.from_seed(seed, seats) if shuffle == DUPLICATE else Dealer.from_seed(seed)


def anew(
    dealer: Dealer, hands: Sequence[Pieces], bag: Pieces, seats: Iterable[Seat], box: Pieces
) -> tuple[list[Draw], Dealer]:
    """Version 4: the hands of these seats go into the bag, it is mixed, and each draws as many as it had."""
    again = sorted(seats)
    dealer = dealer.taking_over(sum((hands[seat] for seat in again), bag))
    draws: list[Draw] = []
    for seat in again:
        draw, dealer = dealer.deal(Need(seat, len(hands[seat])), box)
        draws.append(draw)
    return draws, dealer


class Boxed(Protocol):
    """Rules that say which pieces there are."""

    @property
    def box(self) -> Pieces:
        """All pieces of the game."""


class Waiting(Protocol):
    """A state of any game, as far as chance is concerned."""

    @property
    def need(self) -> Need | None:
        """The draw that the game waits for, if any."""

    @property
    def rules(self) -> Boxed:
        """The numbers of its rule set."""

    def draw(self, draw: Draw, /) -> Self:
        """The state after this draw."""


def settle(state: _Waiting, dealer: _Dealing) -> tuple[_Waiting, list[Draw], _Dealing]:
    """Answer every need from the top of the bag; returns the state after it, the draws in order, and the new dealer."""
    draws: list[Draw] = []
    while (need := state.need) is not None:
        draw, dealer = dealer.deal(need, state.rules.box)
        state = state.draw(draw)
        draws.append(draw)
    return state, draws, dealer


def _digest(label: str, *fields: bytes) -> bytes:
    """SHA-256 of a label and fields, each after its length in four bytes, so that no two lists look the same."""
    joined = b"".join(len(field).to_bytes(4, "big") + field for field in (label.encode(), *fields))
    return hashlib.sha256(joined).digest()


def doubled(label: str, *fields: bytes) -> bytes:
    """A seed of a label and fields: their SHA-256 twice, under two names."""
    return _digest(f"{label}/a", *fields) + _digest(f"{label}/b", *fields)


def commitment(seed: bytes, game: str, ruleset: str, shuffle: int = 1) -> str:
    """Shown before anyone adds to the seed. It fixes the seed for this game and rule set, without revealing it.

    `shuffle` is the version of the fair shuffle: what happens to the bag at a take-back (docs/shuffle.md).
    """
    return _digest(f"sixfold/commitment/{shuffle}", seed, game.encode(), ruleset.encode()).hex()


def combine(seed: bytes, game: str, ruleset: str, added: Sequence[bytes] = ()) -> bytes:
    """The seed that deals: the committed one mixed with what each seat added, in the order of the seats."""
    return doubled("sixfold/seed/1", seed, game.encode(), ruleset.encode(), *added)

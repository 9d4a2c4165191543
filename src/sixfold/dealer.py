"""The fair shuffle: a seed of 64 bytes gives the order of the bag and of every later mixing, in any language.

SHA-256 in counter mode feeds Fisher–Yates with rejection sampling; docs/shuffle.md specifies it byte by byte and
spec/dealer/ holds test vectors. Not here: where seeds come from, and any rule of a game.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol, Self, TypeVar

from sixfold.errors import PositionError
from sixfold.game import Draw, Need
from sixfold.pieces import Piece, Pieces

SEED_BYTES: Final = 64
"""512 bits: more than the 485.4 that all orders of the 108 pieces need."""
_WORDS: Final = 8
_T = TypeVar("_T")
_Waiting = TypeVar("_Waiting", bound="Waiting")
End = Literal["top", "bottom"]


def _words(seed: bytes, used: int) -> Iterator[int]:
    """The 32-bit numbers of the stream, from number `used` on: SHA-256(seed, counter), eight to a block."""
    counter, skip = divmod(used, _WORDS)
    while True:
        block = hashlib.sha256(seed + counter.to_bytes(8, "big")).digest()
        yield from struct.unpack(">8I", block)[skip:]
        counter, skip = counter + 1, 0


def shuffled(items: Sequence[_T], seed: bytes, used: int = 0) -> tuple[tuple[_T, ...], int]:
    """The items in the order that the stream gives from number `used` on, and how many numbers are used up then."""
    mixed = list(items)
    words = _words(seed, used)
    for last in range(len(mixed) - 1, 0, -1):
        choices = last + 1
        # Numbers from the incomplete last round would favour the first choices: take another one.
        limit = 2**32 - 2**32 % choices
        number = next(words)
        used += 1
        while number >= limit:
            number = next(words)
            used += 1
        other = number % choices
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return tuple(mixed), used


@dataclass(frozen=True, slots=True)
class Dealer:
    """Whoever holds the bag: a value, so that a game can be dealt again from any point.

    `bag` is in order, its top first; `used` counts the numbers taken from the stream of `seed`.
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
        if len(seed) != SEED_BYTES:
            raise PositionError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}", code="position/seed")
        return cls(bytes(seed))

    def deal(self, need: Need, box: Pieces, end: End = "top") -> tuple[Draw, Dealer]:
        """Answer a need, from the top of the bag or from its bottom, and the dealer after it.

        A fresh need first mixes the whole `box`; pieces that go back are put at the bottom and everything is mixed.
        """
        bag, used = self.bag, self.used
        if need.fresh:
            bag, used = shuffled(tuple(box), self.seed, used)
        if need.count > len(bag):
            raise PositionError(
                f"the bag holds {len(bag)} pieces, {need.count} are asked for",
                code="position/bag",
                facts={"held": len(bag), "count": need.count},
            )
        cut = len(bag) - need.count
        drawn, bag = (bag[: need.count], bag[need.count :]) if end == "top" else (bag[cut:], bag[:cut])
        if need.back:
            bag, used = shuffled((*bag, *need.back), self.seed, used)
        return Draw(need.seat, Pieces(drawn)), Dealer(self.seed, used, bag)

    def mixed(self, used: int) -> Dealer:
        """This bag, mixed with the numbers from `used` on: whoever has looked into it knows no more what comes next."""
        bag, used = shuffled(self.bag, self.seed, used)
        return Dealer(self.seed, used, bag)


class Boxed(Protocol):
    """Rules that say which pieces there are."""

    @property
    def box(self) -> Pieces: ...


class Waiting(Protocol):
    """A state of any game, as far as chance is concerned."""

    @property
    def need(self) -> Need | None: ...
    @property
    def rules(self) -> Boxed: ...
    def draw(self, draw: Draw, /) -> Self: ...


def settle(state: _Waiting, dealer: Dealer) -> tuple[_Waiting, list[Draw], Dealer]:
    """Answer every need from the top of the bag: where the game goes on, what was drawn in order, the dealer then."""
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


def commitment(seed: bytes, game: str, ruleset: str, shuffle: int = 1) -> str:
    """Shown before anyone adds to the seed: it fixes the seed, for this game and rule set, without telling it.

    `shuffle` is the version of the fair shuffle: what happens to the bag at a take-back (docs/shuffle.md).
    """
    return _digest(f"sixfold/commitment/{shuffle}", seed, game.encode(), ruleset.encode()).hex()


def combine(seed: bytes, game: str, ruleset: str, added: Sequence[bytes] = ()) -> bytes:
    """The seed that deals: the committed one mixed with what each seat added, in the order of the seats."""
    fields = (seed, game.encode(), ruleset.encode(), *added)
    return _digest("sixfold/seed/1/a", *fields) + _digest("sixfold/seed/1/b", *fields)

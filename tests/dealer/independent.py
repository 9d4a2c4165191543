"""The shuffle again, written from docs/shuffle.md alone: shares no code with sixfold.dealer."""

from hashlib import sha256
from typing import Any


class Stream:
    """The numbers of a seed, one byte string at a time."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.counter = 0
        self.rest = b""
        self.taken = 0

    def number(self) -> int:
        if not self.rest:
            self.rest = sha256(self.seed + self.counter.to_bytes(8, "big")).digest()
            self.counter += 1
        word, self.rest = self.rest[:4], self.rest[4:]
        self.taken += 1
        return int.from_bytes(word, "big")

    def below(self, n: int) -> int:
        while True:
            number = self.number()
            if number // n < 2**32 // n:
                return number % n

    def mix(self, items: list[Any]) -> None:
        for i in reversed(range(1, len(items))):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def box(copies: int = 3) -> list[str]:
    return [color + shape for color in "ROYGBP" for shape in "osdctx" for _ in range(copies)]


def deal(seed: bytes, steps: list[dict[str, object]]) -> list[list[str]]:
    """What each step draws, in the order drawn: a step has count, back (a list of pieces), fresh and end."""
    stream, bag, draws = Stream(seed), [], []
    for step in steps:
        if step["fresh"]:
            bag = box()
            stream.mix(bag)
        count = step["count"]
        assert isinstance(count, int)
        drawn = bag[:count] if step["end"] == "top" else bag[len(bag) - count :]
        bag = bag[count:] if step["end"] == "top" else bag[: len(bag) - count]
        back = step["back"]
        assert isinstance(back, str)
        if back:
            bag += sorted((back[i : i + 2] for i in range(0, len(back), 2)), key=box(1).index)
            stream.mix(bag)
        draws.append(drawn)
    return draws


def mixed(seed: bytes, drawn: int, start: int) -> tuple[list[str], int]:
    """The bag after a fresh deal of so many, mixed from number `start` of the stream on; how many are used then."""
    bag = box()
    Stream(seed).mix(bag)
    bag, stream = bag[drawn:], Stream(seed)
    for _ in range(start):
        stream.number()
    stream.mix(bag)
    return bag, stream.taken


def duplicate(seed: bytes, seats: int, steps: list[dict[str, Any]]) -> tuple[list[list[str]], list[list[int]], int]:
    """What each step of a duplicate bag draws, then the orders that are left by seat, and how many numbers are used.

    A step has seat, count, back and fresh, or `mix`: after a take-back, from the stream where it stands.
    """
    stream, kinds = Stream(seed), box()
    orders: list[list[int]] = [[] for _ in range(seats)]
    draws: list[list[str]] = []
    for step in steps:
        if step.get("fresh"):
            orders = [list(range(108)) for _ in range(seats)]
        if step.get("fresh") or step.get("mix"):
            for order in orders:
                stream.mix(order)
        outside = [n for n in range(108) if n not in orders[0]]
        own = list(orders[step.get("seat", 0)])
        drawn = own[: step.get("count", 0)]
        for order in orders:
            for n in drawn:
                order.remove(n)
        back = str(step.get("back", ""))
        for kind in sorted((back[i : i + 2] for i in range(0, len(back), 2)), key=box(1).index):
            copy = min(n for n in outside if kinds[n] == kind)
            outside.remove(copy)
            for order in orders:
                order.insert(stream.below(len(order) + 1), copy)
        draws.append([kinds[n] for n in drawn])
    return draws, orders, stream.taken


def field(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


def commitment(seed: bytes, game: str, ruleset: str, shuffle: int) -> str:
    label = b"sixfold/commitment/" + str(shuffle).encode()
    return sha256(field(label) + field(seed) + field(game.encode()) + field(ruleset.encode())).hexdigest()


def dealing_seed(seed: bytes, game: str, ruleset: str, added: list[bytes]) -> bytes:
    body = field(seed) + field(game.encode()) + field(ruleset.encode()) + b"".join(map(field, added))
    return sha256(field(b"sixfold/seed/1/a") + body).digest() + sha256(field(b"sixfold/seed/1/b") + body).digest()

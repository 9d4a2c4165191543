"""The fields that the views of both games have in JSON: written here, and read here from any source.

Every field is checked before it is used. A wrong field is refused by its name. There is no rule of either game here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias, TypeVar

from sixfold.errors import NotationError
from sixfold.game import Need, Opening, Outcome, Seat
from sixfold.pieces import Pieces

_T = TypeVar("_T")
Json: TypeAlias = dict[str, Any]
"""An object of JSON, for whoever looks deep into one that was made or checked elsewhere."""
LONGEST_TEXT: Final = 2000
OLDEST: Final = 200


class Fields:
    """An object of JSON, read field by field."""

    __slots__ = ("data",)

    def __init__(self, value: object, name: str) -> None:
        if not isinstance(value, dict):
            raise wrong(name, value, "an object")
        self.data: Mapping[str, object] = value

    def text(self, name: str) -> str:
        return text(self.data.get(name), name)

    def pieces(self, name: str) -> Pieces:
        return Pieces.parse(self.text(name))

    def whole(self, name: str, least: int, most: int) -> int:
        return whole(self.data.get(name), name, least, most)

    def flag(self, name: str) -> bool:
        value = self.data.get(name)
        if not isinstance(value, bool):
            raise wrong(name, value, "true or false")
        return value

    def optional(self, name: str) -> Fields | None:
        """An object, or None where the field is null or missing."""
        value = self.data.get(name)
        return None if value is None else Fields(value, name)

    def items(self, name: str, most: int) -> list[object]:
        return items(self.data.get(name), name, most)

    def objects(self, name: str, most: int) -> Iterator[Fields]:
        return (Fields(value, name) for value in self.items(name, most))

    def each(self, name: str, seats: int, read: Callable[[object, str], _T]) -> tuple[_T, ...]:
        """One value for each seat."""
        values = self.items(name, seats)
        if len(values) != seats:
            raise wrong(name, values, f"a list of {seats}")
        return tuple(read(value, name) for value in values)

    def numbers(self, name: str, seats: int, most: int) -> tuple[int, ...]:
        """A number from 0 to `most` for each seat."""
        return self.each(name, seats, lambda value, name: whole(value, name, 0, most))

    # ---- what both games have ----------------------------------------------------------------------------------------

    def rules(self, known: Mapping[str, _T], game: str) -> _T:
        """One of the known rule sets of a game, by its name."""
        name = self.text("ruleset")
        if name not in known:
            raise NotationError(
                f"{name[:40]!r} is not a {game}: there are {', '.join(known)}",
                code="notation/ruleset",
                text=name[:40],
            )
        return known[name]

    def seat(self, name: str, seats: int) -> Seat | None:
        return None if self.data.get(name) is None else self.whole(name, 0, seats - 1)

    def some_seats(self, name: str, seats: int) -> tuple[Seat, ...]:
        return tuple(whole(value, name, 0, seats - 1) for value in self.items(name, seats))

    def ages(self, seats: int) -> tuple[int | None, ...]:
        """A whole number of years for each seat, or None where a player did not say."""
        return self.each("ages", seats, lambda age, name: None if age is None else whole(age, name, 0, OLDEST))

    def opening(self, seats: int, largest: int) -> Opening | None:
        opening = self.optional("opening")
        if opening is None:
            return None
        return Opening(
            opening.numbers("sizes", seats, largest),
            opening.some_seats("tied", seats),
            opening.whole("opener", 0, seats - 1),
        )

    def need(self, seats: int, hand: int) -> Need | None:
        need = self.optional("need")
        if need is None:
            return None
        return Need(
            need.whole("seat", 0, seats - 1),
            need.whole("count", 1, hand),
            need.pieces("back"),
            need.flag("fresh"),
        )

    def outcome(self, seats: int, most: int) -> Outcome | None:
        outcome = self.optional("outcome")
        if outcome is None:
            return None
        return Outcome(
            outcome.text("reason"),
            outcome.some_seats("winners", seats),
            outcome.numbers("scores", seats, most),
        )


# ---- writing ---------------------------------------------------------------------------------------------------------


def write_course(opening: Opening | None, need: Need | None, outcome: Outcome | None) -> dict[str, object]:
    """Where a game stands between its opening and its outcome; null for what it has not, or not yet."""
    return {
        "opening": opening and {"sizes": list(opening.sizes), "tied": list(opening.tied), "opener": opening.opener},
        "need": need and {"seat": need.seat, "count": need.count, "back": str(need.back), "fresh": need.fresh},
        "outcome": outcome
        and {"reason": outcome.reason, "winners": list(outcome.winners), "scores": list(outcome.scores)},
    }


# ---- single values ---------------------------------------------------------------------------------------------------


def text(value: object, name: str) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise wrong(name, value, f"a text of at most {LONGEST_TEXT} characters")
    return value


def whole(value: object, name: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise wrong(name, value, f"a whole number from {least} to {most}")
    return value


def items(value: object, name: str, most: int) -> list[object]:
    if not isinstance(value, list) or len(value) > most:
        raise wrong(name, value, f"a list of at most {most}")
    return value


def wrong(name: str, value: object, wanted: str) -> NotationError:
    """The refusal of a field, with no more of its value than fits on a line."""
    # Python refuses to write a number of thousands of digits.
    short = value.bit_length() <= 128 if isinstance(value, int) else isinstance(value, str | float | None)
    shown = str(value)[:40] if short else type(value).__name__
    return NotationError(f"{name} is {shown!r} instead of {wanted}", code="notation/view", text=shown)

"""The games that can be played, by name: `tiles/1`, `cards/1` and their tiny siblings. No rule is decided here.

A version changes when a legal move, a score or the end changes, never for speed. docs/add-a-ruleset.md shows how to add
one; `sixfold.testing.check_ruleset` says whether it is complete.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal, Protocol

from sixfold import cards, tiles
from sixfold.errors import NotationError
from sixfold.game import Draw, Need, Opening, Outcome, Seat
from sixfold.pieces import Pieces


class Numbers(Protocol):
    """What the rules of both games have in common."""

    @property
    def name(self) -> str: ...
    @property
    def kinds(self) -> int: ...
    @property
    def copies(self) -> int: ...
    @property
    def hand(self) -> int: ...
    @property
    def box(self) -> Pieces: ...


class AnyState(Protocol):
    """A point in either game."""

    @property
    def rules(self) -> Any: ...
    @property
    def seats(self) -> int: ...
    @property
    def hands(self) -> tuple[Pieces, ...]: ...
    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def sheet(self) -> tuple[Any, ...]: ...
    @property
    def opening(self) -> Opening | None: ...
    @property
    def need(self) -> Need | None: ...
    @property
    def to_move(self) -> Seat | None: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def bag(self) -> Pieces: ...
    def draw(self, draw: Draw, /) -> Any: ...
    def play(self, move: Any, /) -> Any: ...
    def legal_moves(self) -> tuple[Any, ...]: ...
    def view(self, seat: Seat | None, /) -> Any: ...


class Ruleset(Protocol):
    """One game in one version."""

    @property
    def name(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def rules(self) -> Any: ...
    @property
    def first(self) -> Literal["oldest", "youngest"]:
        """Who opens among players whose hands are equally good (T3, C3)."""
        ...

    def start(self, seats: int, ages: Sequence[int | None] = ()) -> Any: ...
    def parse_move(self, text: str) -> Any: ...
    def view_from_json(self, data: Any) -> Any: ...


@dataclass(frozen=True, slots=True)
class _Found:
    """A rule set made of the parts that both games have under the same names."""

    game: str
    rules: Any
    first: Literal["oldest", "youngest"]
    state: Any
    read_move: Callable[[str], Any]
    view: Any

    @property
    def name(self) -> str:
        return str(self.rules.name)

    def start(self, seats: int, ages: Sequence[int | None] = ()) -> Any:
        return self.state.start(seats, ages, self.rules)

    def parse_move(self, text: str) -> Any:
        return self.read_move(text)

    def view_from_json(self, data: Any) -> Any:
        view = self.view.from_json(data)
        if view.rules.name != self.name:
            raise NotationError(
                f"a view of {view.rules.name} where one of {self.name} is wanted",
                code="notation/ruleset",
                text=view.rules.name,
            )
        return view


def _all() -> Mapping[str, Ruleset]:
    found: dict[str, Ruleset] = {}
    for rules in tiles.BY_NAME.values():
        found[rules.name] = _Found("tiles", rules, "oldest", tiles.State, tiles.parse_move, tiles.View)
    for other in cards.BY_NAME.values():
        found[other.name] = _Found("cards", other, "youngest", cards.State, cards.parse_move, cards.View)
    return MappingProxyType(found)


RULESETS: Final[Mapping[str, Ruleset]] = _all()
"""Every rule set by name."""
CURRENT: Final[Mapping[str, str]] = MappingProxyType({"tiles": "tiles/1", "cards": "cards/1"})
"""The rule set that a new game takes. Games that were made under another one stay with it."""


def names() -> tuple[str, ...]:
    """The names of all rule sets."""
    return tuple(RULESETS)


def find(name: str) -> Ruleset:
    """The rule set of this name; a game's name alone means its current version.

    >>> find("tiles").name, find("cards/1").rules.hand
    ('tiles/1', 9)
    """
    found = RULESETS.get(CURRENT.get(name, name))
    if found is None:
        near = difflib.get_close_matches(name[:40], RULESETS, 1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise NotationError(
            f"there is no rule set {name[:40]!r}.{hint} There are {', '.join(RULESETS)}",
            code="notation/ruleset",
            text=name[:40],
        )
    return found

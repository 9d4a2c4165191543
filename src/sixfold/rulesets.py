"""The games that can be played, by name: `tiles/1`, `cards/1` and their tiny siblings. No rule is decided here.

A version changes when a legal move, a score or the end changes, never for speed. docs/add-a-ruleset.md shows how to add
one; `sixfold.testing.check_ruleset` says whether it is complete.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType, UnionType
from typing import Final, Generic, Literal, Protocol, TypeAlias, TypeVar

from sixfold import cards, tiles
from sixfold.errors import NotationError, PositionError
from sixfold.pieces import EMPTY, Color, Pieces

StateT = TypeVar("StateT", covariant=True)
ViewT = TypeVar("ViewT", covariant=True)
MoveT = TypeVar("MoveT", covariant=True)


AnyState: TypeAlias = tiles.State | cards.State
AnyView: TypeAlias = tiles.View | cards.View
AnyMove: TypeAlias = tiles.Move | cards.Move
AnyEntry: TypeAlias = tiles.Entry | cards.Entry
"""A state, a view, a move, a turn on the score sheet of whichever game it is."""


class Numbers(Protocol):
    """What the rules of all games have in common."""

    @property
    def name(self) -> str:
        """Name and version, such as `tiles/1`."""

    @property
    def kinds(self) -> int:
        """How many colours there are, and how many shapes."""

    @property
    def copies(self) -> int:
        """How many pieces there are of each kind."""

    @property
    def hand(self) -> int:
        """How many pieces a full hand holds."""

    @property
    def box(self) -> Pieces:
        """All pieces of the game."""


class Ruleset(Protocol[StateT, ViewT, MoveT]):
    """One game in one version."""

    @property
    def name(self) -> str:
        """Name and version, such as `tiles/1`."""

    @property
    def game(self) -> str:
        """`tiles` or `cards`."""

    @property
    def title(self) -> str:
        """What people call the game, in any language."""
        ...

    @property
    def rules(self) -> Numbers:
        """The numbers of this rule set."""

    @property
    def first(self) -> Literal["oldest", "youngest"]:
        """Who opens among players whose hands are equally good (T3, C3)."""
        ...

    @property
    def moves(self) -> Mapping[str, Callable[..., MoveT]]:
        """What reads the moves that a player chooses, by kind, from their parts: `moves["swap"]("RsGd")`."""
        ...

    @property
    def gives_up(self) -> tuple[MoveT, ...]:
        """The moves of who cannot play and has to show it (C11), a redraw first; none where there is no such thing."""
        ...

    def start(self, seats: int, ages: Sequence[int | None] = ()) -> StateT:
        """The state before the first draw."""

    def parse_move(self, text: str) -> MoveT:
        """A move from its text."""

    def is_move(self, value: object) -> bool:
        """Whether this is a move of the game at all; the rules may refuse it where it is made."""
        ...

    def view_from_json(self, data: object) -> ViewT:
        """A view from its JSON, every field checked."""


AnyRuleset: TypeAlias = Ruleset[tiles.State, tiles.View, tiles.Move] | Ruleset[cards.State, cards.View, cards.Move]
"""Whichever game it is."""


class _Numbered(Protocol):
    """A view, as far as it says by which numbers it is played."""

    @property
    def rules(self) -> Numbers: ...


_RulesT = TypeVar("_RulesT", bound=Numbers)
_StateT = TypeVar("_StateT")
_ViewT = TypeVar("_ViewT", bound=_Numbered)
_MoveT = TypeVar("_MoveT")


@dataclass(frozen=True, slots=True)
class _Found(Generic[_RulesT, _StateT, _ViewT, _MoveT]):
    """A rule set made of the parts that both games have under the same names."""

    game: str
    title: str
    rules: _RulesT
    first: Literal["oldest", "youngest"]
    begin: Callable[[int, Sequence[int | None], _RulesT], _StateT]
    read_move: Callable[[str], _MoveT]
    read_view: Callable[[object], _ViewT]
    kinds: UnionType
    moves: Mapping[str, Callable[..., _MoveT]]
    gives_up: tuple[_MoveT, ...] = ()

    @property
    def name(self) -> str:
        return self.rules.name

    def start(self, seats: int, ages: Sequence[int | None] = ()) -> _StateT:
        return self.begin(seats, ages, self.rules)

    def parse_move(self, text: str) -> _MoveT:
        return self.read_move(text)

    def is_move(self, value: object) -> bool:
        return isinstance(value, self.kinds)

    def view_from_json(self, data: object) -> _ViewT:
        view = self.read_view(data)
        if view.rules.name != self.name:
            raise NotationError(
                f"a view of {view.rules.name} where one of {self.name} is wanted",
                code="notation/ruleset",
                text=view.rules.name,
            )
        return view


def _exchange(pieces: str) -> tiles.Swap:
    return tiles.Swap(Pieces.parse(pieces))


_TILE_MOVES: Final[Mapping[str, Callable[..., tiles.Move]]] = MappingProxyType(
    {"place": tiles.Place.parse, "swap": _exchange, "pass": tiles.Pass}
)
_CARD_MOVES: Final[Mapping[str, Callable[..., cards.Move]]] = MappingProxyType({"turn": cards.Turn.read})
_STUCK: Final[tuple[cards.Move, ...]] = (cards.Redraw(), cards.Pass())


def _all() -> Mapping[str, AnyRuleset]:
    found: dict[str, AnyRuleset] = {}
    for rules in tiles.BY_NAME.values():
        found[rules.name] = _Found(
            "tiles", "Qwirkle", rules, "oldest",
            tiles.State.start, tiles.parse_move, tiles.View.from_json, tiles.Move, _TILE_MOVES,
        )  # fmt: skip
    for other in cards.BY_NAME.values():
        found[other.name] = _Found(
            "cards", "Qwirkle Cards", other, "youngest",
            cards.State.start, cards.parse_move, cards.View.from_json, cards.Move, _CARD_MOVES, _STUCK,
        )  # fmt: skip
    return MappingProxyType(found)


RULESETS: Final[Mapping[str, AnyRuleset]] = _all()
"""Every rule set by name."""
CURRENT: Final[Mapping[str, str]] = MappingProxyType({"tiles": "tiles/1", "cards": "cards/1"})
"""The rule set that a new game takes. Games that were made under another one stay with it."""
GAMES: Final[tuple[str, ...]] = tuple(CURRENT)
"""The games themselves, whatever their version."""


def play(state: AnyState, move: AnyMove) -> AnyState:
    """The state after a move, for callers that do not know the game. State and move must be of the same game."""
    if isinstance(state, tiles.State) and isinstance(move, tiles.Move):
        return state.play(move)
    if isinstance(state, cards.State) and isinstance(move, cards.Move):
        return state.play(move)
    text = str(move)[:40]
    raise NotationError(f"{text!r} is no move of {state.rules.name}", code="notation/move", text=text)


def anew(state: AnyState, hands: Sequence[Pieces | None]) -> AnyState:
    """A running game with other hands, drawn from these hands and the bag; None: a hand stays.

    No clause of the rules says this. A server does it when it takes a game over from a device that knew too much.
    """
    if state.to_move is None or not state.sheet or len(hands) != state.seats:
        raise PositionError("only a game in its course is dealt anew, all seats of it", code="position/anew")
    given = [(old, new) for old, new in zip(state.hands, hands, strict=True) if new is not None]
    pool = sum((old for old, _ in given), state.bag)
    dealt = sum((new for _, new in given), EMPTY)
    if any(len(old) != len(new) for old, new in given) or not dealt.known or not pool.known or not pool.covers(dealt):
        raise PositionError("hands dealt anew are as large as before, and of the same pieces", code="position/anew")
    kept = tuple(old if new is None else new for old, new in zip(state.hands, hands, strict=True))
    return replace(state, hands=kept)


def names() -> tuple[str, ...]:
    """The names of all rule sets."""
    return tuple(RULESETS)


def offered(game: str) -> tuple[str, ...]:
    """The rule sets that a new table of a game can have, the current one first. Each name is offered in its last
    version.

    Rule sets that do not use all colours and shapes are for tests, and are not offered.

    >>> offered("tiles")
    ('tiles/1', 'tiles-short/1', 'tiles-100/1')
    """
    played = [found.name for found in RULESETS.values() if found.game == game and found.rules.kinds == len(Color)]
    last = {name.partition("/")[0]: name for name in played} | {game: CURRENT[game]}
    return tuple(last.values())


def renewed(name: str) -> str:
    """The version in which a rule set is offered now; the rule set itself where it is no longer offered.

    >>> renewed("tiles-short/1")
    'tiles-short/1'
    """
    family = name.partition("/")[0]
    return next((one for one in offered(find(name).game) if one.partition("/")[0] == family), name)


def find(name: str) -> AnyRuleset:
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

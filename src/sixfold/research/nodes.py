"""Nodes of a game's tree, where a player or chance acts, chance piece by piece: what OpenSpiel walks on. Values.

`RulesNode` holds the rules' state. `KernelNode` holds a tile game as the kernel has it, and makes the rules' state only
when somebody asks for it; both say the same. A deal is always walked by the rules.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Final, Protocol, Self, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from sixfold import tiles
from sixfold.game import Draw, Outcome
from sixfold.pieces import ALL_PIECES, KINDS, Pieces
from sixfold.research import games, observations
from sixfold.research.games.point import Point
from sixfold.rulesets import AnyMove, AnyState

ROUNDS: Final = 10
"""How many rounds of passes end a game of cards as it stands: hands that fit nothing can go round for ever (C11). With
the nine cards of the tiny game that is not rare; in the real game it has not been seen."""
Draws = tuple[tuple[str, ...], ...]
"""What each seat has drawn so far, draw by draw."""
Tensor: TypeAlias = tuple[observations.Floats, NDArray[np.int16]]
"""What a player sees: numbers, and where pieces lie."""


class Node(Protocol):
    """A player is to move, or chance draws the next piece, or the game is over."""

    drawn: tuple[int, ...]
    """The kinds of an unfinished draw."""
    draws: Draws

    @property
    def state(self) -> AnyState:
        """The rules' state; in the midst of a draw, the one that waits for it."""
        ...

    @property
    def player(self) -> int | None:
        """The seat to move; None for chance, and at the end."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""
        ...

    @property
    def actions(self) -> int:
        """How many moves have a number."""
        ...

    @property
    def left(self) -> list[int]:
        """How many pieces of each kind can be drawn next."""
        ...

    def move(self, action: int) -> AnyMove:
        """The rules' move of an action."""
        ...

    def after(self, action: int) -> Node:
        """The next node: a move was chosen, or a kind was drawn."""
        ...

    def tensor(self, player: int) -> Tensor:
        """What a player sees: numbers, and where pieces lie."""
        ...


def node(state: AnyState, draws: Draws) -> Node:
    """The quickest node of a state."""
    if state.to_move is not None and games.of(state.rules.name).in_kernel(state.rules):
        here = cast(tiles.State, state)
        return KernelNode(Point.of(here), _Past(None, None, (), here), None, (), draws)
    return RulesNode(state, (), draws)


class _Value:
    """Nothing in a node ever changes, so copying it would only cost time."""

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self


def _less(counts: list[int], drawn: tuple[int, ...]) -> list[int]:
    for kind in drawn:
        counts[kind] -= 1
    return counts


def _with(draws: Draws, seat: int, drawn: tuple[int, ...]) -> Draws:
    pieces = str(Pieces(ALL_PIECES[kind] for kind in drawn))
    return tuple((*own, pieces) if one == seat else own for one, own in enumerate(draws))


class RulesNode(_Value):
    """By the readable rules: both games."""

    def __init__(self, state: AnyState, drawn: tuple[int, ...], draws: Draws) -> None:
        self.state = state
        self.drawn = drawn
        self.draws = draws
        self.outcome: Outcome | None = state.outcome or self._known.goes_round(state, ROUNDS)
        self.player = state.to_move if self.outcome is None else None

    @property
    def _known(self) -> games.AnyResearchGame:
        return games.of(self.state.rules.name)

    @cached_property
    def _moves(self) -> games.AnyEncoding:
        moves = self._known.Whole()
        moves.begin(self.state)
        return moves

    @cached_property
    def actions(self) -> int:
        return int(self._moves.mask().sum())

    @property
    def left(self) -> list[int]:
        return _less(list(self.state.bag.counts), self.drawn)

    def move(self, action: int) -> AnyMove:
        move = self._moves.take(action)
        assert move is not None, "whole moves have no steps"
        whole: AnyMove = move
        return whole

    def after(self, action: int) -> Node:
        state = self.state
        need, drawn = state.need, (*self.drawn, action)
        if need is None:
            move = self._moves.take(action)
            assert move is not None, "whole moves have no steps"
            return node(state.play(move), self.draws)
        if len(drawn) < need.count:
            return RulesNode(state, drawn, self.draws)
        pieces = Pieces(ALL_PIECES[kind] for kind in drawn)
        return node(state.draw(Draw(need.seat, pieces)), _with(self.draws, need.seat, drawn))

    def tensor(self, player: int) -> Tensor:
        if player not in self._tensors:
            view = self.state.view(player)
            self._tensors[player] = observations.vector(view), self._known.placed(view)
        return self._tensors[player]

    @cached_property
    def _tensors(self) -> dict[int, Tensor]:
        # OpenSpiel asks the first node anew for every observation, to learn its shape.
        return {}


class _Past:
    """How a point came about, and the rules' state there, made when it is first asked for."""

    __slots__ = ("before", "drawn", "known", "move")

    def __init__(
        self, before: _Past | None, move: tiles.Move | None, drawn: tuple[int, ...], known: tiles.State | None
    ) -> None:
        self.before = before
        self.move = move
        self.drawn = drawn
        self.known = known

    @property
    def state(self) -> tiles.State:
        waiting, here = list[_Past](), self
        while here.known is None:
            assert here.before is not None
            waiting.append(here)
            here = here.before
        state = here.known
        for one in reversed(waiting):
            assert one.move is not None
            state = state.play(one.move)
            if state.need is not None:
                state = state.draw(Draw(state.need.seat, Pieces(ALL_PIECES[kind] for kind in one.drawn)))
            one.known, one.before = state, None
        return state


class KernelNode(_Value):
    """Tiles after the deal, by the kernel."""

    def __init__(self, point: Point, past: _Past, choice: int | None, drawn: tuple[int, ...], draws: Draws) -> None:
        self.point = point
        self.past = past
        self.choice = choice
        """The move that was made and waits for its draw."""
        self.drawn = drawn
        self.draws = draws
        self.outcome = point.outcome
        self.player = point.mover if choice is None and point.outcome is None else None

    @property
    def state(self) -> tiles.State:
        state = self.past.state
        return state if self.choice is None else state.play(self.point.move(self.choice))

    @property
    def actions(self) -> int:
        return self.point.actions

    @property
    def left(self) -> list[int]:
        held = Counter(self.point.bag)
        return _less([held[kind] for kind in range(KINDS)], self.drawn)

    def move(self, action: int) -> tiles.Move:
        return self.point.move(self.point.choice(action))

    def after(self, action: int) -> KernelNode:
        drawn: tuple[int, ...] = () if self.choice is None else (*self.drawn, action)
        choice = self.point.choice(action) if self.choice is None else self.choice
        if len(drawn) < self.point.draws(choice):
            return KernelNode(self.point, self.past, choice, drawn, self.draws)
        after = self.point.after(choice, drawn)
        past = _Past(self.past, self.point.made(choice, after), drawn, None)
        draws = _with(self.draws, self.point.mover, drawn) if drawn else self.draws
        return KernelNode(after, past, None, (), draws)

    def tensor(self, player: int) -> Tensor:
        return self.point.vector(player), self.point.placed()

"""Nodes of a game's tree for OpenSpiel: a player acts, or chance draws one piece. Nodes are values.

`RulesNode` holds the rules' state. `KernelNode` holds a tile game as the kernel has it, and makes the rules' state only
when somebody asks for it. Both say the same. The first hands are always dealt by the rules.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, Protocol, Self, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from sixfold import tiles
from sixfold.game import Draw, Outcome
from sixfold.pieces import ALL_PIECES, Pieces
from sixfold.research import games, observations
from sixfold.research.games.point import MadeMove, Point
from sixfold.rulesets import AnyMove, AnyState

ROUNDS: Final = 10
"""A game of cards ends as it stands after this many rounds of passes, because no rule ends it when no hand fits (C11).
With the nine cards of the tiny game this is not rare; in the real game it has not been seen.
"""
Kinds: TypeAlias = tuple[int, ...]
Draws: TypeAlias = tuple[tuple[Kinds, ...], ...]
"""The kinds that each seat has drawn so far, draw by draw."""
Tensor: TypeAlias = tuple[observations.Floats, NDArray[np.int16]]
"""What a player sees: numbers, and where pieces lie."""


class Node(Protocol):
    """A player is to move, or chance draws the next piece, or the game is over."""

    drawn: Kinds
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
    """The fastest kind of node for a state."""
    if state.to_move is not None and games.of(state.rules.name).in_kernel(state.rules):
        here = cast(tiles.State, state)
        return KernelNode(Point.of(here), _Past(None, None, (), here), draws)
    return RulesNode(state, (), draws)


class _Value:
    """Nothing in a node ever changes, so copying it would only cost time."""

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self


def _less(counts: list[int], drawn: Kinds) -> list[int]:
    for kind in drawn:
        counts[kind] -= 1
    return counts


def _with(draws: Draws, seat: int, drawn: Kinds) -> Draws:
    return (*draws[:seat], (*draws[seat], drawn), *draws[seat + 1 :])


class RulesNode(_Value):
    """By the readable rules: both games."""

    def __init__(self, state: AnyState, drawn: Kinds, draws: Draws) -> None:
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

    __slots__ = ("before", "drawn", "known", "made")

    def __init__(self, before: _Past | None, made: MadeMove | None, drawn: Kinds, known: tiles.State | None) -> None:
        self.before = before
        self.made = made
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
            assert one.made is not None
            state = state.play(one.made.move)
            if state.need is not None:
                state = state.draw(Draw(state.need.seat, Pieces(ALL_PIECES[kind] for kind in one.drawn)))
            one.known, one.before = state, None
        return state


class KernelNode(_Value):
    """Tiles after the deal, by the kernel."""

    def __init__(
        self, point: Point, past: _Past, draws: Draws, choice: int | None = None, need: int = 0, drawn: Kinds = ()
    ) -> None:
        self.point = point
        self.past = past
        self.draws = draws
        self.choice = choice
        """The move that was made and waits for its draw of `need` tiles."""
        self.need = need
        self.drawn = drawn
        self.outcome = point.outcome
        self.player = point.mover if choice is None and self.outcome is None else None

    @property
    def state(self) -> tiles.State:
        state = self.past.state
        return state if self.choice is None else state.play(self.point.move(self.choice))

    @property
    def actions(self) -> int:
        return self.point.actions

    @property
    def left(self) -> list[int]:
        return _less(self.point.left.copy(), self.drawn)

    def move(self, action: int) -> tiles.Move:
        return self.point.move(self.point.choice(action))

    def after(self, action: int) -> KernelNode:
        point, drawn = self.point, Kinds()
        if self.choice is None:
            choice = point.choice(action)
            need = point.draws(choice)
        else:
            choice, need, drawn = self.choice, self.need, (*self.drawn, action)
        if len(drawn) < need:
            return KernelNode(point, self.past, self.draws, choice, need, drawn)
        after = point.after(choice, drawn)
        past = _Past(self.past, point.made(choice, after), drawn, None)
        return KernelNode(after, past, _with(self.draws, point.mover, drawn) if drawn else self.draws)

    def tensor(self, player: int) -> Tensor:
        return self.point.vector(player), self.point.placed

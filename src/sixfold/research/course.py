"""A running game, as an environment needs it: actions by number, masks, observations. There are two equal ways.

`ByRules` asks the readable rules: both games, both encodings. `ByKernel` plays tiles by whole moves in the kernel, and
makes the rules' state only when somebody asks for it. Masks, order of moves, observations and chance are the same.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol, cast

import numpy as np

from sixfold import tiles
from sixfold.bots.protocol import AnyBot, Budget
from sixfold.bots.tiles import sight
from sixfold.bots.tiles.greedy import Greedy
from sixfold.fields import Json
from sixfold.game import Draw, Outcome
from sixfold.pieces import ALL_PIECES, Pieces
from sixfold.research import actions, games, observations
from sixfold.research.games.point import MadeMove, Point
from sixfold.rulesets import AnyRuleset, AnyState


class Course(Protocol):
    """A game from its deal to its end; the seat to move acts."""

    @property
    def mask(self) -> actions.Mask:
        """1 for every action that may be taken now; empty when the game is over."""
        ...

    def allows(self, action: int) -> bool:
        """Whether the mask allows an action."""
        ...

    @property
    def state(self) -> AnyState:
        """The rules' own state."""
        ...

    @property
    def to_move(self) -> int | None:
        """The seat that acts, if the game goes on."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        ...

    def begin(self, state: AnyState) -> None:
        """Continue from this state: one just dealt, or one in the middle of a game."""
        ...

    def take(self, action: int, rng: random.Random) -> None:
        """Take an action that the mask allows; chance answers every draw that follows."""
        ...

    def answer(self, bot: AnyBot, budget: Budget, rng: random.Random) -> None:
        """The seat to move does what a bot chooses."""
        ...

    def see(self, seat: int) -> Json:
        """What a seat may know. Its mask is empty while others move."""
        ...

    def pending(self) -> Sequence[str]:
        """The steps of an unfinished turn, as text."""
        ...


def of(ruleset: AnyRuleset, encoding: str) -> Course:
    """The fastest course of a game in this encoding: `whole` or `factored`."""
    known = games.of(ruleset.name)
    if encoding == "whole" and known.in_kernel(ruleset.rules):
        return ByKernel()
    return ByRules(known, games.encoding(ruleset.name, encoding), whole=encoding == "whole")


def settle(state: AnyState, rng: random.Random) -> AnyState:
    """Answer every draw that the game waits for, fairly."""
    while state.need is not None:
        bag = state.rules.box if state.need.fresh else state.bag
        state = state.draw(Draw(state.need.seat, Pieces(rng.sample(list(bag), state.need.count))))
    return state


class ByRules:
    """Every action is judged by the readable rules."""

    def __init__(self, known: games.AnyResearchGame, encoding: games.AnyEncoding, *, whole: bool) -> None:
        self.known = known
        self.encoding = encoding
        self.whole = whole

    @property
    def to_move(self) -> int | None:
        return self.state.to_move

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    def allows(self, action: int) -> bool:
        return 0 <= action < len(self.mask) and bool(self.mask[action])

    def begin(self, state: AnyState) -> None:
        self.state: AnyState = state
        if state.outcome is None:
            self.encoding.begin(state)
            self.mask = self.encoding.mask()
        else:
            self.mask = np.zeros(self.encoding.size, dtype=np.int8)

    def take(self, action: int, rng: random.Random) -> None:
        move = self.encoding.take(action)
        if move is None:
            self.mask = self.encoding.mask()
        else:
            self.begin(settle(self.state.play(move), rng))

    def answer(self, bot: AnyBot, budget: Budget, rng: random.Random) -> None:
        move = bot.choose(self.state.view(self.to_move), budget).move
        self.begin(settle(self.state.play(move), rng))

    def see(self, seat: int) -> Json:
        view = self.state.view(seat)
        mine = self.state.to_move == seat
        seen: Json = {
            "observation": observations.vector(view),
            "action_mask": self.mask.copy() if mine else np.zeros(self.encoding.size, dtype=np.int8),
        }
        if self.known.PLACES:
            seen["placed"] = self.known.placed(view)
        if self.whole:
            seen["moves"] = self.encoding.features() if mine else _no_moves()
        return seen

    def pending(self) -> Sequence[str]:
        return self.encoding.pending()


class ByKernel:
    """Tiles by whole moves."""

    def begin(self, state: AnyState) -> None:
        self._state, self._since = cast(tiles.State, state), list[tuple[MadeMove, list[int]]]()
        self.point = Point.of(self._state)

    @property
    def mask(self) -> actions.Mask:
        return actions.first(self.point.actions, actions.MOST_MOVES)

    def allows(self, action: int) -> bool:
        return 0 <= action < self.point.actions

    @property
    def state(self) -> tiles.State:
        for made, drawn in self._since:
            after = self._state.play(made.move)
            if after.need is not None:
                after = after.draw(Draw(after.need.seat, Pieces(ALL_PIECES[kind] for kind in drawn)))
            self._state = after
        self._since.clear()
        return self._state

    @property
    def to_move(self) -> int | None:
        return self.point.mover if self.point.outcome is None else None

    @property
    def outcome(self) -> Outcome | None:
        return self.point.outcome

    def take(self, action: int, rng: random.Random) -> None:
        self.choose(self.point.choice(action), rng)

    def choose(self, choice: int, rng: random.Random) -> None:
        """Play a choice of the point."""
        drawn = rng.sample(self.point.bag, self.point.draws(choice))
        before, self.point = self.point, self.point.after(choice, drawn)
        self._since.append((before.made(choice, self.point), drawn))

    def answer(self, bot: AnyBot, budget: Budget, rng: random.Random) -> None:
        choice = by_numbers(bot, self.point)
        if choice is None:
            move = bot.choose(self.state.view(self.to_move), budget).move
            choice = self.point.chosen(move)
        self.choose(choice, rng)

    def see(self, seat: int) -> Json:
        mine = self.to_move == seat
        return {
            "observation": self.point.vector(seat),
            "action_mask": actions.first(self.point.actions if mine else 0, actions.MOST_MOVES),
            "placed": self.point.placed.copy(),
            "moves": self.point.features() if mine else _no_moves(),
        }

    def pending(self) -> Sequence[str]:
        return ()


def by_numbers(bot: AnyBot, point: Point) -> int | None:
    """What a bot chooses, from the numbers alone; None for a bot that needs more than the numbers."""
    greedy = type(bot) is Greedy
    if not greedy:
        return None
    best = point.best() if point.numbered else []
    if len(best) == 1:
        return best[0]
    glance = point.glance()
    rng = bot.stream(glance)
    return rng.choice(best) if best else point.chosen(sight.aside(glance, rng))


def _no_moves() -> observations.Floats:
    return np.zeros((actions.MOST_MOVES, observations.MOVE), np.float32)

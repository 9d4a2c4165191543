"""`check_ruleset`, for authors of a game or a version of one: it plays random games and checks the laws at each step.

Every finding is an AssertionError that names the law, and the draws and moves that led there.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final, NoReturn, TypeAlias

from sixfold.errors import IllegalMove, NotationError, SixfoldError
from sixfold.game import Draw
from sixfold.pieces import EMPTY, Pieces
from sixfold.rulesets import Ruleset

LONGEST: Final = 3000
"""Steps after which a game is left: a tiny game can go round for ever."""

SomeRuleset: TypeAlias = Ruleset[Any, Any, Any]
"""Anybody's."""


def check_ruleset(
    ruleset: SomeRuleset, *, seats: Sequence[int] = (2, 3, 4), games: int = 2, every: int = 5, seed: int = 0
) -> int:
    """Play `games` random games with each number of seats; returns how many states were checked.

    On every state: all pieces are accounted for; exactly one of draw, move and end is due; a listed move is accepted.
    On every `every`-th state also: moves and views survive being written and read; a view shows no hidden piece, and
    `sample` gives a state with the same view; whatever is not due is refused.
    """
    checked = 0
    for count in seats:
        for number in range(games):
            checked += _RulesetTrial(ruleset, count, every, random.Random(f"{seed} {count} {number}")).run()
    return checked


class _RulesetTrial:
    """One random game under the eyes of a referee."""

    def __init__(self, ruleset: SomeRuleset, seats: int, every: int, rng: random.Random) -> None:
        self.ruleset = ruleset
        self.every = every
        self.rng = rng
        self.state = ruleset.start(seats, [rng.choice((None, 6, 40, 40)) for _ in range(seats)])
        self.steps: list[str] = []

    def run(self) -> int:
        while True:
            self._check_due()
            self._check_pieces()
            if len(self.steps) % self.every == 0:
                self._check_views()
                self._check_refusals()
            if self.state.outcome is not None or len(self.steps) >= LONGEST:
                return len(self.steps) + 1
            self._step()

    def _wrong(self, what: str) -> NoReturn:
        raise AssertionError(f"{self.ruleset.name}: {what}, after {self.steps}")

    def _step(self) -> None:
        state = self.state
        if state.need is not None:
            draw = Draw(state.need.seat, Pieces(self.rng.sample(list(state.bag), state.need.count)))
            self.steps.append(f"draw {draw.seat} {draw.pieces}")
            self.state = state.draw(draw)
            return
        move = self.rng.choice(list(self._moves()))
        again = self.ruleset.parse_move(str(move))
        if again != move:
            self._wrong(f"{move} is read back as {again}")
        self.steps.append(str(move))
        try:
            self.state = state.play(move)
        except SixfoldError as error:
            self._wrong(f"the listed move {move} is refused: {error.message}")

    def _moves(self) -> Iterator[object]:
        """What may be done: the listed moves, or the first turns of a game whose turns are too many to list."""
        listed = self.state.listed_moves()
        if listed is None:
            listed = tuple(islice(self.state.turns(), 20))
        if not listed:
            self._wrong("nothing can be done")
        return iter(listed)

    def _check_due(self) -> None:
        """Exactly one of: a draw, a move, the end."""
        due = [one is not None for one in (self.state.need, self.state.to_move, self.state.outcome)]
        if sum(due) != 1:
            self._wrong(f"draw, move, end are due: {due}")

    def _check_pieces(self) -> None:
        """Nothing is lost and nothing is made: the box is what lies open, what is in hands, aside and in the bag."""
        state = self.state
        back = state.need.back if state.need else EMPTY
        total = self._open() + state.bag + back
        for hand in state.hands:
            total = total + hand
        if total != self.ruleset.rules.box:
            self._wrong(f"{len(total)} pieces instead of the {len(self.ruleset.rules.box)} of the box")

    def _open(self) -> Pieces:
        lying: Pieces = self.state.lying.pieces
        stacked: Pieces = getattr(self.state, "taken", EMPTY)
        return lying + stacked

    def _check_views(self) -> None:
        for seat in (*range(self.state.seats), None):
            view = self.state.view(seat)
            written = json.dumps(view.to_json())
            if self.ruleset.view_from_json(json.loads(written)) != view:
                self._wrong(f"the view of seat {seat} is not read back")
            world = view.sample(self.rng)
            if world.view(seat) != view or json.dumps(world.view(seat).to_json()) != written:
                self._wrong(f"seat {seat} could tell a sampled world from the real one")

    def _check_refusals(self) -> None:
        """Whatever is not due is refused, in words."""
        try:
            if self.state.need is None:
                self.state.draw(Draw(0, EMPTY))
            else:
                self.state.play(self.ruleset.parse_move("pass"))
        except IllegalMove as error:
            if not (error.clause and error.reason and error.message):
                self._wrong(f"the refusal {error!r} does not say its clause and its reason")
        else:
            self._wrong("what is not due is accepted")
        try:
            self.ruleset.parse_move("!")
        except NotationError:
            return
        self._wrong("'!' is read as a move")

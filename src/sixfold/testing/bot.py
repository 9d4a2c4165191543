"""`check_bot`, for authors of bots: a bot is always legal, within its budget and deterministic, and it never peeks.

It plays whole games of the bot against itself. Every finding is a BotError with the view that caused it.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence
from typing import Final

from sixfold import rulesets
from sixfold.bots import AnyBot, Budget, Choice
from sixfold.errors import BotError, SixfoldError
from sixfold.game import Draw
from sixfold.pieces import Pieces
from sixfold.rulesets import AnyMove, AnyState, AnyView

LATE_FACTOR = 3.0
LATE_S = 2.0
"""An answer is late after three times its milliseconds, and no sooner than two seconds over: machines are shared."""

SMALL: Final = Budget(rollouts=16)


def check_bot(
    bot: type[AnyBot],
    *,
    seats: Sequence[int] = (2, 3, 4),
    budget: Budget = SMALL,
    ms: int = 50,
    games: int = 1,
    every: int = 4,
    seed: int = 0,
) -> int:
    """Play `games` games with each number of seats and check every answer; returns how many answers were checked.

    On every turn: the answer is a Choice, the move is legal, no more rollouts are used than allowed, the view is as it
    was. On every `every`-th turn also: a second bot of the same seed answers the same, also from the view's JSON and
    in a world with other hidden pieces (no peeking); and with a budget of `ms` milliseconds it answers in time.
    """
    if getattr(bot, "game", None) not in rulesets.GAMES or not getattr(bot, "name", ""):
        raise BotError(
            f"{bot.__name__} does not say its game ({' or '.join(rulesets.GAMES)}) and its name", bot=bot.__name__
        )
    answers = 0
    for count in seats:
        for number in range(games):
            answers += _BotTrial(bot, count, budget, ms, every, random.Random(f"{seed} {count} {number}")).run()
    return answers


class _BotTrial:
    """One game of a bot against itself, under the eyes of a referee."""

    def __init__(self, bot: type[AnyBot], seats: int, budget: Budget, ms: int, every: int, rng: random.Random) -> None:
        self.kind = bot
        self.bot_seed = rng.getrandbits(60)
        self.bot = bot(self.bot_seed)
        self.budget = budget
        self.ms = ms
        self.every = every
        self.rng = rng
        self.ruleset = rulesets.find(bot.game)
        self.state: AnyState = self.ruleset.start(seats)

    def run(self) -> int:
        turn = 0
        while self.state.outcome is None:
            if self.state.need is not None:
                need = self.state.need
                drawn = self.rng.sample(list(self.state.bag), need.count)
                self.state = self.state.draw(Draw(need.seat, Pieces(drawn)))
                continue
            view = self.state.view(self.state.to_move)
            choice = self._answer(self.bot, view, self.budget)
            if turn % self.every == 0:
                self._check_same(view, choice)
                self._check_time(view)
            try:
                self.state = rulesets.play(self.state, choice.move)
            except SixfoldError as error:
                raise self._wrong(f"plays {choice.move}, which is illegal: {error.message}", view) from error
            turn += 1
        return turn

    def _answer(self, bot: AnyBot, view: AnyView, budget: Budget) -> Choice[AnyMove]:
        before = json.dumps(view.to_json())
        # A bot that draws from the shared generator is found out: it is never in the same state twice.
        random.seed(self.rng.getrandbits(60))
        try:
            choice = bot.choose(view, budget)
        except Exception as error:
            raise self._wrong(f"raised {type(error).__name__}: {error}", view) from error
        if not isinstance(choice, Choice):
            raise self._wrong(f"answered {choice!r}, which is not a Choice", view)
        if json.dumps(view.to_json()) != before:
            raise self._wrong("changed the view", view)
        if budget.rollouts is not None and choice.rollouts > budget.rollouts:
            raise self._wrong(f"used {choice.rollouts} rollouts of {budget.rollouts}", view)
        values = [one.value for one in choice.alternatives]
        if values != sorted(values, reverse=True):
            raise self._wrong("lists its alternatives in another order than best first", view)
        return choice

    def _check_same(self, view: AnyView, choice: Choice[AnyMove]) -> None:
        """Seed, view and rollouts decide; where the hidden pieces really are does not."""
        again = self._answer(self.kind(self.bot_seed), view, self.budget)
        if again != choice:
            raise self._wrong(f"chose {choice.move} and then, from the same seed, {again.move}", view)
        read = self.ruleset.view_from_json(json.loads(json.dumps(view.to_json())))
        again = self._answer(self.kind(self.bot_seed), read, self.budget)
        if again.move != choice.move:
            raise self._wrong(f"chose {choice.move}, and from the view read back {again.move}", view)
        truth = self.state
        try:
            # While the bot thinks, the world around it is another one that looks the same from its seat.
            self.state = view.sample(self.rng)
            other = self.state.view(view.seat)
            if other.to_json() != view.to_json():
                raise self._wrong("was shown a sampled world that its seat could tell from the real one", view)
            again = self._answer(self.kind(self.bot_seed), other, self.budget)
        finally:
            self.state = truth
        if again != choice:
            raise self._wrong(f"chose {choice.move}, and with other hidden pieces {again.move}: it peeks", view)

    def _check_time(self, view: AnyView) -> None:
        budget = Budget(ms=self.ms)
        # What is loaded or compiled for the first answer is not thinking.
        self._answer(self.bot, view, Budget(rollouts=1, ms=self.ms))
        start = time.perf_counter()
        self._answer(self.bot, view, budget)
        spent = time.perf_counter() - start
        if spent > max(LATE_FACTOR * self.ms / 1000, self.ms / 1000 + LATE_S):
            raise self._wrong(f"took {spent:.2f} s of {self.ms} ms", view)

    def _wrong(self, what: str, view: AnyView) -> BotError:
        shown = view.to_json()
        return BotError(
            f"{self.kind.game} bot {self.kind.name!r} {what}; the view: {json.dumps(shown)}",
            bot=self.kind.name,
            code="bot/check",
            view=shown,
        )

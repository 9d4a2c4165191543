"""A Gymnasium environment: one seat belongs to the learner, and a bot of your choice plays every other seat.

Importing this registers `sixfold/Tiles-v0` and `sixfold/Cards-v0` for `gymnasium.make`. A version changes when an
observation, action, reward or end changes. These are the same as in `sixfold.research.pettingzoo`, where an action that
the mask forbids also ends the episode with reward -1. `sixfold/TilesBoard-v0` and `sixfold/CardsTable-v0` are in
`sixfold.research.vector_env`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from sixfold import bots
from sixfold.extras import extra
from sixfold.fields import Json
from sixfold.research.pettingzoo import checked_mode, raw_env

with extra("research"):
    import gymnasium


class AgainstBot(gymnasium.Env[Json, np.int64]):
    """You against a bot, in either game. Your seat is drawn again for every episode."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012, Gymnasium wants it so

    def __init__(
        self,
        game: str = "tiles",
        bot: str = "greedy",
        seats: int = 2,
        encoding: str = "whole",
        budget: bots.Budget | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.table = raw_env(game, seats, encoding, checked_mode(render_mode, self.metadata["render_modes"]))
        self.bot = bots.find(game, bot)
        self.budget = budget or bots.Budget(rollouts=50)
        self.render_mode = render_mode
        self.observation_space = self.table.observation_space("seat_0")
        self.action_space = self.table.action_space("seat_0")

    def reset(self, *, seed: int | None = None, options: Json | None = None) -> tuple[Json, Json]:
        """Deal a new game, draw the learner's seat, and let the others move until it is the learner's turn."""
        super().reset(seed=seed)
        draw = int(self.np_random.integers(2**31))
        self.table.reset(seed=draw)
        self.seat = draw % self.table.seats
        self.opponent = self.bot(seed=draw)
        self._others_play()
        return self._seen(), {}

    def step(self, action: int | np.int64) -> tuple[Json, float, bool, bool, Json]:
        """Make a move, then let the others answer. An action that the mask forbids ends the game with −1."""
        if not self.table.course.allows(int(action)):
            return self._seen(), -1.0, True, False, {"illegal": int(action)}
        self.table.step(int(action))
        self._others_play()
        over = self.table.course.outcome is not None
        agent = f"seat_{self.seat}"
        reward = self.table.rewards[agent] if over else 0.0
        return self._seen(), reward, over, False, self.table.infos[agent] if over else {}

    def _others_play(self) -> None:
        course, rng = self.table.course, self.table.rng
        while course.outcome is None and course.to_move != self.seat:
            course.answer(self.opponent, self.budget, rng)
        self.table.look()

    def _seen(self) -> Json:
        return self.table.observe(f"seat_{self.seat}")

    def render(self) -> Any:
        """The table as text, or as a picture."""
        return self.table.render()


NAMES: Final = {"sixfold/Tiles-v0": "tiles", "sixfold/Cards-v0": "cards"}
for _name, _game in NAMES.items():
    gymnasium.register(_name, entry_point=f"{__name__}:{AgainstBot.__name__}", kwargs={"game": _game})

gymnasium.register(
    "sixfold/TilesBoard-v0",
    entry_point="sixfold.research.vector_env:OneGame",
    vector_entry_point="sixfold.research.vector_env:ManyGames",
)
gymnasium.register(
    "sixfold/CardsTable-v0",
    entry_point="sixfold.research.vector_env:OneCardGame",
    vector_entry_point="sixfold.research.vector_env:ManyCardGames",
)

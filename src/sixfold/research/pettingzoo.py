"""PettingZoo environments (AEC) of both games: `env(...)` with the usual wrappers, `raw_env(...)` without.

An observation is a dict:

- `observation`: numbers (see `observations.vector`),
- `placed`: the tiles on the board,
- `moves`: a row of features for each numbered move, in the encoding `whole` only,
- `action_mask`: the legal actions.

The reward is 0 until the end, then between -1 and 1. Rewards sum to 0: with two players, a sole winner gets 1 and the
loser -1. An illegal action in `raw_env` raises and changes nothing.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sixfold import rulesets
from sixfold.errors import IllegalMove
from sixfold.extras import extra
from sixfold.fields import Json
from sixfold.research import actions, course, games, observations
from sixfold.research.payoff import shared
from sixfold.rulesets import AnyState

with extra("research"):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel


def env(game: str = "tiles", seats: int = 2, encoding: str = "whole", render_mode: str | None = None) -> Any:
    """The environment as learners expect it: an illegal action ends the game for its agent with reward -1."""
    inner: Any = raw_env(game, seats, encoding, render_mode)
    inner = wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1)
    inner = wrappers.AssertOutOfBoundsWrapper(inner)
    return wrappers.OrderEnforcingWrapper(inner)


def parallel_env(game: str = "tiles", seats: int = 2, encoding: str = "whole", render_mode: str | None = None) -> Any:
    """The same with all agents acting at once. Actions of agents that are not to move are ignored."""
    return turn_based_aec_to_parallel(env(game, seats, encoding, render_mode))


def checked_mode(mode: str | None, known: list[str]) -> str | None:
    """A render mode that exists; otherwise a ValueError that names those that do."""
    if mode is not None and mode not in known:
        raise ValueError(f"there is no render_mode {mode!r}: it is None or one of {', '.join(known)}")
    return mode


class raw_env(AECEnv):  # type: ignore[misc] # noqa: N801, the name that PettingZoo's tools look for
    """A game of tiles or cards, an agent per seat: `seat_0`, `seat_1`, ..."""

    metadata: Json = {  # noqa: RUF012, PettingZoo wants it so
        "render_modes": ["ansi", "human", "rgb_array"],
        "name": "tiles_v0",
        # Turns are taken one by one; `parallel_env` uses the conversion for turn-based games.
        "is_parallelizable": True,
        "render_fps": 2,
    }

    def __init__(
        self, game: str = "tiles", seats: int = 2, encoding: str = "whole", render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.metadata = {**type(self).metadata, "name": f"{game}_v0"}
        self.game = game
        self.seats = seats
        self.ruleset = rulesets.find(game)
        self.course = course.of(self.ruleset, encoding)
        size = games.encoding(game, encoding).size
        self.render_mode = checked_mode(render_mode, self.metadata["render_modes"])
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.rng = random.Random()
        space: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0, 1000, (observations.VECTOR,), np.float32),
            "action_mask": spaces.Box(0, 1, (size,), np.int8),
        }
        if games.of(game).PLACES:
            space["placed"] = spaces.Box(-32768, 32767, (observations.BOX, 3), np.int16)
        if encoding == "whole":
            space["moves"] = spaces.Box(0, 1000, (actions.MOST_MOVES, observations.MOVE), np.float32)
        self.observation_spaces = {agent: spaces.Dict(space) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """What `observe` returns for this agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All actions of this agent; the mask says which are legal now."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Json | None = None) -> None:
        """Deal a new game. The same seed deals the same game."""
        if seed is not None:
            self.rng = random.Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Json] = {agent: {} for agent in self.agents}
        self.state_now = course.settle(self.ruleset.start(self.seats, ()), self.rng)

    @property
    def state_now(self) -> AnyState:
        """The game as the rules have it."""
        return self.course.state

    @state_now.setter
    def state_now(self, state: AnyState) -> None:
        self.course.begin(state)
        self.look()

    @property
    def mask(self) -> actions.Mask:
        """The actions of the agent whose turn it is."""
        return self.course.mask

    def look(self) -> None:
        """Update after a change: whose turn it is now, or how the game ended."""
        if self.course.to_move is not None:
            self.agent_selection = self.possible_agents[self.course.to_move]
        outcome = self.course.outcome
        if outcome is None:
            return
        for agent, reward in zip(self.possible_agents, shared(outcome, self.seats), strict=True):
            self.rewards[agent] = reward
            self.terminations[agent] = True
            self.infos[agent] = {"scores": outcome.scores, "winners": outcome.winners}

    def step(self, action: int | None) -> None:
        """Make one step of the agent whose turn it is; `IllegalMove` where the mask forbids it."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None or not self.course.allows(int(action)):
            raise IllegalMove(f"action {action} is not one that the mask allows", clause="T6", reason="masked")
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.course.take(int(action), self.rng)
        self.look()
        if self.course.outcome is not None:
            self.agent_selection = self.agents[0]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Json:
        """What this agent may know. Its mask is empty while others move."""
        return self.course.see(self.possible_agents.index(agent))

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as text, returned in mode `ansi` and printed in mode `human`, or as a picture (`rgb_array`)."""
        state = self.state_now
        if self.render_mode == "rgb_array":
            return observations.picture(state)
        lying = str(state.lying)
        lines = [f"scores {' '.join(map(str, state.scores))}, bag {state.bag_count}", lying, *self.course.pending()]
        text = "\n".join(lines)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing to release."""

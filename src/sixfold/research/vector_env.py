"""Many games for Gymnasium: a `VectorEnv` on the kernel with all its ways to begin again, and one game alone.

Importing `sixfold.research.gymnasium` registers both, as `sixfold/TilesBoard-v0` for tiles and `sixfold/CardsTable-v0`
for cards. `gymnasium.make_vec` makes many games, `gymnasium.make` makes one. With many games, an action that the mask
forbids raises IllegalMove, and then nothing has happened in any game.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from sixfold.errors import IllegalMove
from sixfold.extras import extra
from sixfold.fields import Json
from sixfold.research.vector import Array, CardsVector, GamesVector, Observation, TilesVector

with extra("research"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Info = Json


def observation_space(vector: GamesVector) -> spaces.Dict:
    """The space of one game's observation."""
    limits, seen = vector.limits, vector.observation
    return spaces.Dict(
        {name: spaces.Box(*limits[name], seen[name].shape[1:], seen[name].dtype.type) for name in sorted(seen)}
    )


class ManyGames(VectorEnv[Observation, NDArray[np.int64], Array]):
    """`num_envs` games of tiles on the kernel. All other arguments are passed to `TilesVector`.

    Observations are the kernel's own arrays and change with the next step, unless `copy` is True. `info["rewards"]` has
    the rewards of all seats. `info["seat"]` is the seat that is observed.
    """

    games: ClassVar[Callable[..., GamesVector]] = TilesVector
    metadata: Json = {"render_modes": []}  # noqa: RUF012, Gymnasium wants it so

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        **settings: object,
    ) -> None:
        self.vector = type(self).games(num_envs, **settings)
        self.num_envs, self.copy = num_envs, copy
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = observation_space(self.vector)
        self.single_action_space = spaces.Discrete(self.vector.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Json | None = None
    ) -> tuple[Observation, Info]:
        """Deal all games, or with `options["reset_mask"]` some of them. Game i is dealt from seed + i."""
        if isinstance(seed, list):
            raise ValueError("one seed for all games: game i is dealt from seed + i")
        if options and "reset_mask" in options:
            if seed is not None:
                raise ValueError("games of a reset_mask are dealt from their next seeds: give no seed")
            return self._given(self.vector.renew(_checked(options["reset_mask"], self.num_envs))), self._info()
        super().reset(seed=seed)
        first = int(self.np_random.integers(1 << 31)) if seed is None else seed
        return self._given(self.vector.reset(first)), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Json]:
        """One decision in every game."""
        if self.autoreset_mode == AutoresetMode.DISABLED and self.vector.ended.any():
            raise ValueError('a game is over: reset it first, with options={"reset_mask": ...}')
        seen, reward, ended, cut = self.vector.step(np.asarray(actions))
        info = self._info()
        over = ended | cut
        if self.autoreset_mode == AutoresetMode.SAME_STEP and over.any():
            info = self._final(seen, info, over)
            seen = self.vector.renew()
            info["seat"] = seen["seat"][:, 0].copy()
        return self._given(seen), reward, ended, cut, info

    def _final(self, seen: Observation, info: Info, over: NDArray[np.bool_]) -> Info:
        last = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(over):
            last[game] = {name: array[game].copy() for name, array in seen.items()}
        final = {name: value.copy() for name, value in info.items()} | {f"_{name}": over.copy() for name in info}
        return info | {"final_obs": last, "_final_obs": over, "final_info": final, "_final_info": over.copy()}

    def _given(self, seen: Observation) -> Observation:
        return deepcopy(seen) if self.copy else seen

    def _info(self) -> Info:
        return {"rewards": self.vector.rewards.copy(), "seat": self.vector.observation["seat"][:, 0].copy()}


def _checked(mask: object, games: int) -> NDArray[np.bool_]:
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (games,) or not mask.any():
        raise ValueError(f"reset_mask is an array of {games} truths, at least one of them true")
    return mask


class ManyCardGames(ManyGames):
    """The same for cards, by `CardsVector`."""

    games = CardsVector


class OneGame(gymnasium.Env[Json, np.int64]):
    """One game, with the same observations, actions and rewards."""

    games: ClassVar[Callable[..., GamesVector]] = TilesVector
    metadata: Json = {"render_modes": []}  # noqa: RUF012, Gymnasium wants it so

    def __init__(self, **settings: object) -> None:
        self.vector = type(self).games(1, **settings)
        self.observation_space = observation_space(self.vector)
        self.action_space = spaces.Discrete(self.vector.actions)

    def reset(self, *, seed: int | None = None, options: Json | None = None) -> tuple[Observation, Info]:
        """Deal a game."""
        super().reset(seed=seed)
        return self._given(self.vector.reset(int(self.np_random.integers(1 << 31)))), self._info()

    def step(self, action: int | np.int64) -> tuple[Observation, float, bool, bool, Info]:
        """One decision; one that the mask forbids ends the episode with reward -1, as in the other environments."""
        try:
            seen, reward, ended, cut = self.vector.step(np.array([action]))
        except IllegalMove:
            return self._given(self.vector.observation), -1.0, True, False, {"illegal": int(action)}
        return self._given(seen), float(reward[0]), bool(ended[0]), bool(cut[0]), self._info()

    def _given(self, seen: Observation) -> Observation:
        return {name: array[0].copy() for name, array in seen.items()}

    def _info(self) -> Info:
        return {"rewards": self.vector.rewards[0].copy()}


class OneCardGame(OneGame):
    """The same for cards."""

    games = CardsVector

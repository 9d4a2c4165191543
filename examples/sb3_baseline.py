"""A learner from a library: MaskablePPO of sb3-contrib on the vector environments, for both games.

    pip install 'sixfold[learn,research]'                             # brings torch
    python examples/sb3_baseline.py tiles --seed 1 --to tiles-ppo     # at most 15 CPU minutes
    python examples/sb3_baseline.py cards --seed 1 --to cards-ppo

PPO and its masks are the library's own. Two things are here: many games as the library wants them (`Games`), and a
policy that scores every legal action by the same small network (`Scores`), because action i is another move in every
position. What an action is described by is what `baseline.py` uses, so both learners know the same. Each line that it
prints is one JSON object, as there.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

from examples.baseline import GAME, GAMES, Array, paid

HIDDEN: Final = 32
PLACES: Final = {"tiles": 192, "cards": 49}
"""How many legal actions are shown; of more, which tiles have in one position of fourteen, evenly spaced ones."""


class Games(VecEnv):  # type: ignore[misc]
    """Many games at once. An observation is a row of features for each legal action; the mask says how many there are.

    Paid by the change of the lead. The library expects the next game at once when one has ended.
    """

    def __init__(self, game: str, size: int, seed: int, opponent: str) -> None:
        kind, self.options_of, _, _ = GAME[game]
        self.vector = kind(size, seed=seed, opponent=opponent, reward="points")
        self.places = PLACES[game]
        self.vector.reset()
        features = self.options_of(self.vector.observation)[2].shape[1]
        self.shown = np.zeros((size, self.places, features), np.float32)
        self.action = np.zeros((size, self.places), np.int64)
        self.mask = np.zeros((size, self.places), bool)
        self.waiting = np.zeros(size, np.int64)
        super().__init__(size, spaces.Box(-np.inf, np.inf, self.shown.shape[1:]), spaces.Discrete(self.places))

    def look(self) -> Array:
        """Write down the legal actions of every game."""
        game, action, features = self.options_of(self.vector.observation)
        starts = np.searchsorted(game, np.arange(self.num_envs))
        sizes = np.bincount(game, minlength=self.num_envs)
        place, full = np.arange(len(game)) - starts[game], sizes[game] > self.places
        # Of too many actions evenly spaced ones are shown: the place is the same for several, and the last one stays.
        place = np.where(full, place * self.places // np.maximum(sizes[game], 1), place)
        self.mask[:], self.shown[:] = False, 0
        self.mask[game, place], self.shown[game, place], self.action[game, place] = True, features, action
        return self.shown.copy()

    def reset(self) -> Array:
        self.vector.reset()
        return self.look()

    def step_async(self, actions: Array) -> None:
        self.waiting = self.action[np.arange(self.num_envs), actions]

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        seat = self.vector.observation["seat"][:, 0].copy()
        _, _, ended, cut = self.vector.step(self.waiting)
        over, gain = ended | cut, paid(self.vector, seat).astype(np.float32)
        scores = self.vector.observation["scores"].copy()
        self.vector.renew()
        seen = self.look()
        infos = [{"scores": scores[i], "terminal_observation": seen[i]} if end else {} for i, end in enumerate(over)]
        return seen, gain, over, infos

    def env_method(self, method_name: str, *_: Any, indices: Any = None, **__: Any) -> list[Any]:
        return list(self.mask) if method_name == "action_masks" else [None] * self.num_envs

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        """Nothing is open."""


class Scores(nn.Module):  # type: ignore[misc]
    """One network for every action: a score each; and for the whole position, the largest of each hidden unit."""

    def __init__(self, features: int) -> None:
        super().__init__()
        self.latent_dim_pi, self.latent_dim_vf = 1, HIDDEN
        self.each = nn.Sequential(nn.Linear(features, HIDDEN), nn.Tanh())
        self.score = nn.Linear(HIDDEN, 1)
        self.all = nn.Sequential(nn.Linear(features, HIDDEN), nn.Tanh())

    def forward_actor(self, shown: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = self.score(self.each(shown))
        return found.squeeze(-1)

    def forward_critic(self, shown: torch.Tensor) -> torch.Tensor:
        return torch.amax(self.all(shown), dim=1)

    def forward(self, shown: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.forward_actor(shown), self.forward_critic(shown)


class Shown(nn.Module):  # type: ignore[misc]
    """The observation as it is: the library would make one long row of it."""

    def __init__(self, space: spaces.Box) -> None:
        super().__init__()
        self.features_dim = space.shape[1]

    def forward(self, shown: torch.Tensor) -> torch.Tensor:
        return shown.float()


class ScoringPolicy(MaskableActorCriticPolicy):  # type: ignore[misc]
    """The library's policy with `Scores` in it."""

    def __init__(self, *told: Any, **named: Any) -> None:
        super().__init__(*told, **named, features_extractor_class=Shown)

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = Scores(self.features_dim)

    def _build(self, lr_schedule: Callable[[float], float]) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


def share(model: MaskablePPO, game: str, opponent: str, games: int) -> float:
    """The part of games that its best actions win, a shared victory counting as half. Their seeds are new to it."""
    env = Games(game, games, 10**9, opponent)
    seen, won = env.reset(), np.full(games, np.nan)
    while np.isnan(won).any():
        actions, _ = model.predict(seen, action_masks=env.mask, deterministic=True)
        env.step_async(actions)
        seen, _, over, infos = env.step_wait()
        for i in np.flatnonzero(over & np.isnan(won)):
            mine, best = infos[i]["scores"][0], infos[i]["scores"][1:].max()
            won[i] = float(mine > best) + float(mine == best) / 2
    return float(won.mean())


class Told(BaseCallback):  # type: ignore[misc]
    """Measures now and then, and ends the training when its time is used up."""

    def __init__(self, game: str, seed: int, minutes: float, games: int) -> None:
        super().__init__()
        self.told: dict[str, Any] = {"game": game, "seed": seed}
        self.minutes, self.games = minutes, games
        self.due, self.measuring, self.started = 0, 0.0, time.process_time()

    @property
    def spent(self) -> float:
        """CPU minutes of training so far."""
        return (time.process_time() - self.started - self.measuring) / 60

    def tell(self) -> None:
        """Print one line."""
        line = self.told | {"minutes": round(self.spent, 2), "decisions": self.num_timesteps}
        began = time.process_time()
        for bot in ("random", "greedy"):
            line[bot] = round(share(self.model, self.told["game"], bot, self.games), 3)
        print(json.dumps(line), flush=True)
        self.measuring += time.process_time() - began

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= self.due:
            self.tell()
            self.due = max(1 << 15, 2 * self.due)

    def _on_step(self) -> bool:
        return self.spent < self.minutes


def main() -> None:
    """Train for a while, tell how it goes, keep the weights."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=list(GAME))
    parser.add_argument("--minutes", type=float, default=15.0, help="CPU minutes to train for, at most")
    parser.add_argument("--decisions", type=int, default=1 << 19, help="decisions to learn from, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1000, help="games of each measurement")
    parser.add_argument("--to", type=Path, help="where to keep the weights")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    steps, discount = (32, 0.7) if asked.game == "tiles" else (96, 0.93)
    model = MaskablePPO(
        ScoringPolicy,
        Games(asked.game, GAMES, asked.seed << 32, "greedy"),
        n_steps=steps,
        batch_size=512,
        n_epochs=2,
        gamma=discount,
        learning_rate=0.003,
        seed=asked.seed,
        device="cpu",
    )
    told = Told(asked.game, asked.seed, asked.minutes, asked.games)
    model.learn(asked.decisions, callback=told)
    told.tell()
    if asked.to:
        model.save(asked.to)


if __name__ == "__main__":
    main()

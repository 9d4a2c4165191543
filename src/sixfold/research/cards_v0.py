"""Qwirkle Cards as a PettingZoo module, made like PettingZoo's own games. See `tiles_v0` for what a version means.

from sixfold.research import cards_v0
env = cards_v0.env(seats=3, render_mode="human")
"""

from functools import partial

from sixfold.research import pettingzoo

env = partial(pettingzoo.env, "cards")
raw_env = partial(pettingzoo.raw_env, "cards")
parallel_env = partial(pettingzoo.parallel_env, "cards")

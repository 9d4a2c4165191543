"""Qwirkle as a PettingZoo module, made as its own games are. The version changes when learning would.

from sixfold.research import tiles_v0
env = tiles_v0.env(seats=3, render_mode="human")
"""

from functools import partial

from sixfold.research import pettingzoo

env = partial(pettingzoo.env, "tiles")
raw_env = partial(pettingzoo.raw_env, "tiles")
parallel_env = partial(pettingzoo.parallel_env, "tiles")

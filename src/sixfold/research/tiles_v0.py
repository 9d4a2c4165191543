"""Qwirkle as a PettingZoo module, made like PettingZoo's own games.

    from sixfold.research import tiles_v0
    env = tiles_v0.env(seats=3, render_mode="human")

The version changes whenever a change could affect learning.
"""

from functools import partial

from sixfold.research import pettingzoo

env = partial(pettingzoo.env, "tiles")
raw_env = partial(pettingzoo.raw_env, "tiles")
parallel_env = partial(pettingzoo.parallel_env, "tiles")

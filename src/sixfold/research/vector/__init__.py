"""Many games side by side on the kernel, in plain numpy. Observations, masks and rewards are arrays that are never
replaced.

`reset` and `step` give the same arrays every time, with one row per game. The kernel writes them, and nothing is
copied. `docs/observations.md` has a table of every array. `sixfold.research.vector_env` has the same for Gymnasium.
"""

from sixfold.research.vector.cards import CardsVector
from sixfold.research.vector.many import Array, GamesVector, Observation
from sixfold.research.vector.tiles import TilesVector

__all__ = ["Array", "CardsVector", "GamesVector", "Observation", "TilesVector"]

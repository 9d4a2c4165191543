"""Many games side by side on the kernel, in plain numpy: observations, masks and rewards lie in arrays that stay.

`reset` and `step` give the same arrays every time, one row per game; the kernel writes them, and nothing is copied.
`docs/observations.md` has a table of every array. `sixfold.research.vector_env` is the same as Gymnasium has it.
"""

from sixfold.research.vector.cards import CardsVector
from sixfold.research.vector.many import Array, GamesVector, Observation
from sixfold.research.vector.tiles import TilesVector

__all__ = ["Array", "CardsVector", "GamesVector", "Observation", "TilesVector"]

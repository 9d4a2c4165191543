"""Actions by chance in many games at once, for tests of the vectors."""

import numpy as np
from numpy.typing import NDArray

from sixfold.research.vector import GamesVector

COMMIT = 48
"""The step that ends a turn of cards."""


def any_allowed(vector: GamesVector, rng: np.random.Generator) -> NDArray[np.int64]:
    """Any action that the masks allow."""
    return _drawn(vector.observation["action_mask"].astype(float), rng)


def mostly_on(vector: GamesVector, rng: np.random.Generator) -> NDArray[np.int64]:
    """The same for cards: a turn goes on as long as it can, three times of four."""
    mask = vector.observation["action_mask"].astype(float)
    mask[:, COMMIT] *= np.where(rng.random(len(mask)) < 0.25, 2.0, 0.1)
    return _drawn(mask, rng)


def _drawn(mask: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.int64]:
    # A game that is over allows nothing: its action is not looked at.
    mask = np.where(mask.any(axis=1, keepdims=True), mask, 1)
    drawn: NDArray[np.int64] = (rng.random(mask.shape) * mask).argmax(axis=1)
    return drawn

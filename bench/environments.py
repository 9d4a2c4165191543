"""Pictures of the environments, as `render_mode="rgb_array"` gives them, into docs/pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import gymnasium
import numpy as np
from PIL import Image

import sixfold.research.gymnasium  # noqa: F401, registers the names

FOLDER: Final = Path(__file__).parents[1] / "docs" / "pictures"
SHOWN: Final = {"Tiles-v0": 9, "Cards-v0": 3}
"""Environments, and after how many decisions they are shown."""


def main() -> None:
    """The same seed, the same picture."""
    for name, decisions in SHOWN.items():
        env = gymnasium.make(f"sixfold/{name}", bot="greedy", render_mode="rgb_array")
        env.reset(seed=1)
        for _ in range(decisions):
            env.step(0)
        shown = env.render()
        assert isinstance(shown, np.ndarray)
        picture = Image.fromarray(shown).quantize(64)
        picture.save(FOLDER / f"{name.lower()}.png", optimize=True)


if __name__ == "__main__":
    main()

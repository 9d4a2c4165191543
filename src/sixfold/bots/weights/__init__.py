"""What was learned, and how: arrays of weights, each with the plan and the figures that made it in a JSON file."""

from typing import Final

STEPS: Final = 512
"""Every weight is a whole number of 1/512: finer than any difference in play, and a third of the bytes for a page."""

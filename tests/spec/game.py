"""Playing the steps that spec files are written in: `draw 0 RoRs`, `announce 3 0`, or a move of the game."""

from collections.abc import Iterable
from typing import Any

from sixfold import rulesets
from sixfold.game import Draw
from sixfold.pieces import Pieces


def step(state: Any, text: str) -> Any:
    """The state after one step."""
    word, _, rest = text.partition(" ")
    if word == "draw":
        seat, _, pieces = rest.partition(" ")
        return state.draw(Draw(int(seat), Pieces.parse(pieces)))
    if word == "announce":
        return state.announce([int(size) for size in rest.split(" ")])
    return state.play(rulesets.find(state.rules.name).parse_move(text))


def played(ruleset: str, seats: int, steps: Iterable[str], ages: Iterable[int | None] = ()) -> Any:
    """The state after steps from the start."""
    state = rulesets.find(ruleset).start(seats, tuple(ages))
    for text in steps:
        state = step(state, text)
    return state

"""Whole games by text alone, for harnesses that call models themselves, in the two forms that are common.

As in TextArena: `reset`, then `get_observation` and `step` in turn until `done`, then `close`:

    game = TextGame("tiles")
    game.reset(num_players=2, seed=7)
    done = False
    while not done:
        player, text = game.get_observation()
        done, info = game.step(models[player](text))
    rewards, info = game.close()

As in Kaggle: agents are functions of an observation and a configuration, and `run` plays them against each other.

The texts, the refusals, the tries and the counting are those of a table for models (`table.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from sixfold import rulesets
from sixfold.fields import Json
from sixfold.mcp.table import Seat
from sixfold.mcp.tables import OPEN, ModelTable, check
from sixfold.research.payoff import shared

Agent = Callable[[Json, Json], str]
"""Reads `observation["text"]`, and answers with a move."""
BRACKETS: Final = re.compile(r"\[([^\[\]]*)\]")


def move_in(answer: str) -> str:
    """The move in what a model said: what stands in the last square brackets, else all of it."""
    found = BRACKETS.findall(answer)
    return (found[-1] if found else answer).strip()


class TextGame:
    """One game between models, a text and an answer at a time."""

    def __init__(self, game: str = "tiles", plays: int = 0) -> None:
        """`plays` is how many legal moves each text lists; without them a model has to find its moves."""
        self.game = rulesets.find(game).game
        self.most_plays = plays

    def reset(self, num_players: int = 2, seed: int | str | None = None) -> None:
        """Deal a game. The same seed deals the same game."""
        others = [OPEN] * (num_players - 1)
        check(self.game, others)
        self.table = ModelTable(self.game, ["model 0"], others, "" if seed is None else str(seed))
        self.refusal = ""

    @property
    def seat(self) -> Seat:
        """The seat that has to move."""
        return self.table.seats[self.table.game.state.to_move]

    def get_observation(self) -> tuple[int, str]:
        """Who has to move, and all that this player may know. After a refusal, why."""
        seat = self.seat
        parts = [self.refusal, self.table.look(seat)]
        if self.most_plays:
            parts.append(self.table.plays(seat, self.most_plays))
        return seat.number, "\n\n".join(filter(None, parts))

    def step(self, action: str) -> tuple[bool, Json]:
        """Play the move in an answer. If it is refused the same player has another try; after three a legal move is
        made for it, and counted."""
        seat = self.seat
        refused, helped = seat.refused, seat.helped
        text = self.table.play(seat, move_in(action))
        again = seat.refused > refused
        self.refusal = text if again else ""
        info: Json = {"player": seat.number, "refused": again or seat.helped > helped, "helped": seat.helped > helped}
        return self.table.game.state.outcome is not None, info

    def close(self) -> tuple[dict[int, float], Json]:
        """The reward of each player, all summing to 0; and scores, and how many moves were made for each."""
        state = self.table.game.state
        rewards = dict(enumerate(shared(state.outcome, len(self.table.seats))))
        helped = {number: seat.helped for number, seat in self.table.seats.items()}
        return rewards, {"scores": dict(enumerate(state.scores)), "helped": helped}


def run(agents: Sequence[Agent], game: str = "tiles", seed: int | str | None = None, plays: int = 0) -> Json:
    """One game between agents. An agent that raises has answered nonsense: it is refused as any other is."""
    loop, done = TextGame(game, plays), False
    loop.reset(len(agents), seed)
    configuration: Json = {"game": loop.game, "plays": plays, "seed": seed}
    steps: list[Json] = []
    while not done:
        player, text = loop.get_observation()
        try:
            answer = str(agents[player]({"text": text, "player": player, "step": len(steps)}, configuration))
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"
        done, info = loop.step(answer)
        steps.append({"action": answer, **info})
    rewards, told = loop.close()
    return {"rewards": [rewards[player] for player in range(len(agents))], "steps": steps, **told}

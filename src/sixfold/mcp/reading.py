"""Between the wire and the rules: a view as the rules have it, and a move as the command that asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sixfold import cards, rulesets, tiles
from sixfold.fields import Json
from sixfold.rulesets import AnyMove, AnyView
from sixfold.server import wire

_Told = Callable[..., Json]
"""What is said of a view or a move of one of the games."""


def view(told: wire.View, ruleset: str) -> AnyView:
    """What a seat may know, with the rules' own types. What the wire does not tell (lines of old turns) is left out."""
    now = told.now
    seats = len(now.scores)
    opening = told.opening
    sheet = [{"seat": one.seat, "move": one.move, "points": one.points, "parts": []} for one in told.sheet]
    return rulesets.find(ruleset).view_from_json(
        {
            "ruleset": ruleset,
            "seat": now.seat,
            "seats": seats,
            "ages": [None] * seats,
            "hand": now.hand or "",
            "hand_sizes": now.hand_sizes,
            "scores": now.scores,
            "sheet": [{**entry, "shown": []} for entry in sheet],
            "opening": None
            if opening is None or opening.opener is None
            else {"sizes": opening.sizes, "tied": opening.tied, "opener": opening.opener},
            "need": None,
            "outcome": None
            if now.outcome is None
            else {"reason": now.outcome.reason, "winners": now.outcome.winners, "scores": now.outcome.scores},
            "to_move": now.to_move,
            "bag_count": now.bag,
            **LYING[rulesets.find(ruleset).game](told),
        }
    )


def _board(told: wire.TilesView) -> Json:
    return {"board": told.board}


def _rows(told: wire.CardsView) -> Json:
    # Which hands were shown in this turn is told once and decides nothing but how many there were (C11).
    shown = [""] * told.now.redraws
    return {"table": told.rows, "stacks": told.stacks, "shown": shown, "last_turns": told.now.last_turns}


LYING: Final[Mapping[str, _Told]] = {"tiles": _board, "cards": _rows}
"""What lies on the table, as a view has it in JSON."""


def command(move: AnyMove) -> Json:
    """What to send on a socket for a move."""
    return COMMANDS[type(move)](move)


COMMANDS: Final[Mapping[type, _Told]] = {
    tiles.Place: lambda move: {"do": "play", "play": str(move)},
    tiles.Swap: lambda move: {"do": "exchange", "pieces": str(move.pieces)},
    tiles.Pass: lambda move: {"do": "pass"},
    cards.Turn: lambda move: {"do": "turn", "rows": [*map(str, move.rows)], "taken": [*map(str, move.taken)]},
    # Nobody redraws or passes of free will: one says that one is stuck, and the table sees to the rest (C11, C12).
    cards.Redraw: lambda move: {"do": "stuck"},
    cards.Pass: lambda move: {"do": "stuck"},
}

"""The tile game in a terminal: what seam.TerminalGame asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich.text import Text

from sixfold import tiles
from sixfold.messages import Messages
from sixfold.terminal import drawing
from sixfold.terminal.games.seam import HintStep, Nouns

MOVES: Final = (
    ("0,0:Rs 1,0:Rd", "terminal.move.place"),
    ("swap RsGd", "action.exchangeTiles"),
    ("pass", "terminal.move.pass"),
    ("h, hint", "action.hint"),
    ("plays", "review.best"),
)
KEYS: Final = (
    ("1-6", "keys.choose"),
    ("← → ↑ ↓", "keys.cursor"),
    ("Enter", "keys.place"),
    ("Backspace", "keys.undo"),
    ("c, Ctrl+S", "keys.commit"),
    ("x", "keys.exchange"),
    ("p", "action.pass"),
    ("h", "keys.hint"),
    ("+ -", "keys.zoom"),
    ("Home", "keys.fit"),
    (":", "keys.typed"),
)
SAID: Final = Nouns(left="status.bag", hand="rack.title", opening="table.openingMove", nothing="refusal.T6.empty")


def told(say: Messages, name: str, before: tiles.State, after: tiles.State, move: tiles.Move) -> Text:
    """Of an exchange only the number of tiles is said."""
    match move:
        case tiles.Swap():
            return Text(say("say.swapped", name=name, n=len(move.pieces)))
        case tiles.Place():
            entry = after.sheet[-1]
            return Text(f"{name}: {move}   ").append(f"+{entry.points}", "bold").append(f" ({_why(say, entry.parts)})")
    return Text(say("cards.passed", name=name))


def _why(say: Messages, parts: Sequence[tiles.Part]) -> str:
    """Why a turn brought its points: `row → 4, Qwirkle → 6`."""
    return ", ".join(f"{_reason(say, part)} → {part.points}" for part in parts)


def _reason(say: Messages, part: tiles.Part) -> str:
    keys = {"T12": "word.qwirkle", "T17": "terminal.emptied", "T4": "terminal.lone"}
    return say(keys.get(part.clause) or f"axis.{part.line.axis if part.line else 'row'}")


def hint(say: Messages, state: tiles.State, step: int) -> HintStep:
    plays = state.plays()
    if not plays:
        return HintStep(say("hint.none"))
    best = plays[0]
    if step < 1:
        return HintStep(
            say("hint.pieces", pieces=say.pieces("".join(str(piece) for _, piece in best.place.placements)))
        )
    return HintStep(say("hint.move", n=best.points), best.place)


def draft(state: tiles.State, seat: int) -> None:
    return None


def puzzle(question: Mapping[str, object]) -> tuple[Text, str]:
    return drawing.board(tiles.Board.parse(str(question["board"]))), "Find the best play."

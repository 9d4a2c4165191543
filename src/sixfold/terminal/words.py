"""What the terminal says in sentences: how to move, who opens, what a seat did, who won. Neither screen nor rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rich.text import Text

from sixfold.game import Opening, Outcome
from sixfold.terminal import drawing

PIECES: Final = """\
A piece is a colour letter and a shape letter: Rs is the red square.
  R red, O orange, Y yellow, G green, B blue, P purple
  o circle, s square, d diamond, c clover, t star, x cross"""
MOVES: Final = {
    "tiles": """\
  0,0:Rs 1,0:Rd   lay the red square on cell 0,0 and the red diamond
                  on 1,0 (x to the right, y downward)
  swap RsGd       exchange these tiles (T14)
  pass            only with the bag empty and nothing to play (T16)
  plays           the best legal plays with their points""",
    "cards": """\
  RoRsRd RdGdBd / RoOoYoGoBoPo
                  all rows as they lie after your turn and, after a slash,
                  the Qwirkles you take
  lay RoRs        play these cards, and let the rows be arranged for you
  redraw          you cannot play: show the hand, draw a new one (C11)
  pass            only when nothing else is left (C11, C12)
  plays           a turn with the most Qwirkles and the most cards""",
}
ALWAYS: Final = """\
  sheet           the score sheet
  save            write the record of the game so far
  help            this
  quit            stop (so does Ctrl-C); the game so far can be saved"""
KEYS: Final = {
    "tiles": """\
  1-9 chooses a tile      arrows move the cursor    Enter lays it there
  Backspace takes back    c, Ctrl+S end the turn    x exchanges tiles
  + - zoom                Shift+arrows, drag: pan   Home centres
  h best play             s score sheet             p passes
  : types a move, Esc leaves the line               q quits""",
    "cards": """\
  1-9 chooses cards; the rows arrange themselves as you choose
  c, Ctrl+S, Enter end the turn      Backspace puts the last card back
  r redraws               p passes                  h a best turn
  + - sizes               arrows scroll             s score sheet
  : types a move, Esc leaves the line               q quits""",
}
"""The keys of the screen."""


def opened(names: Sequence[str], opening: Opening) -> str:
    """Who opens, and why."""
    said = ", ".join(f"{name} {size}" for name, size in zip(names, opening.sizes, strict=True))
    return f"Largest sets: {said}. {names[opening.opener]} opens."


def told(name: str, state: Any, move: Any, unit: str) -> Text:
    """What a seat did. Of an exchange only the number of tiles is said."""
    entry = state.sheet[-1] if state.sheet else None
    if entry is None or entry.move != move:
        shown = Text(f"{name} cannot play, shows ").append_text(drawing.hand(state.shown[-1]))
        return shown.append(" and draws a new hand.")
    public = state.view(None).sheet[-1]
    why = drawing.reasons(entry)
    line = Text(f"{name}: {public.move}   ").append(f"+{entry.points}", "bold").append(f" {unit}")
    return line.append(f" ({why})" if why else "")


def ended(names: Sequence[str], outcome: Outcome) -> Text:
    """Who won, and what ended the game."""
    winners = " and ".join(names[seat] for seat in outcome.winners)
    verb = "share the victory" if len(outcome.winners) > 1 else "wins"
    return Text(f"{winners} {verb}", "bold").append(f" (ended by {outcome.reason}).")


def saved(name: str) -> str:
    """Where the record went, and how to go on."""
    return f"Saved as {name}; `sixfold play --terminal --resume {name}` continues it."

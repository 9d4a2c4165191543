"""Records: a game as text, readable, diffable and checked by the rules. docs/notation.md has the grammar."""

from sixfold.record.events import Anew, Announced, Drew, Ended, Event, Headers, Moved, Player, TookBack
from sixfold.record.reader import FIRST_LINE, MAX_BYTES, MAX_LINE, MAX_LINES
from sixfold.record.record import Journal, Record, Step

__all__ = [
    "FIRST_LINE",
    "MAX_BYTES",
    "MAX_LINE",
    "MAX_LINES",
    "Anew",
    "Announced",
    "Drew",
    "Ended",
    "Event",
    "Headers",
    "Journal",
    "Moved",
    "Player",
    "Record",
    "Step",
    "TookBack",
]

"""What bots say of their choices: a sentence for each way to choose, with room for a value. No thinking.

They are in one place because bots in other languages say the same ones: the kernel's door is made with them.
"""

from __future__ import annotations

from typing import Final

STANDS_IN: Final = "as {} plays, because {}: {}"
NOT_LEARNED: Final = "it never learned {}"
NOT_KNOWN: Final = "not all of its hand is known"
SOLVED: Final = "solved to the end: {:+.0f}"

# Tiles
NOTHING_FITS: Final = "nothing fits"
MOST_POINTS: Final = "{:.0f} points, the most there are"
MOST_SEEN: Final = "{:.0f} points, the most it sees"
LINE: Final = "a line of {:.0f}"
SMALL: Final = "a small play"
LEFT_TO_YOU: Final = "leaves that line to you"
NOTHING_ELSE: Final = "has nothing else to play"
ONLY_MOVE: Final = "the only move worth a thought"
LEAD: Final = "expects a final lead of {:+.0f}"
LEAD_FELT: Final = "expects a final lead of {:+.0f}, by experience"

# Cards
OPENS: Final = "a largest set opens"
STUCK: Final = "nothing can be played"
MOST_QWIRKLES: Final = "{:.0f} Qwirkles, the most there are"
REGROUPED: Final = "{:.0f} Qwirkles, three rows regrouped"
TAKES_APART: Final = "has to take the whole table apart"
LOOKS_AROUND: Final = "has to look at the whole table"
ADDS: Final = "adds {:.0f}"
LAST_TURN: Final = "the last turn: {:+.0f}"
TWO_TURNS: Final = "this turn and the next: {:+.1f}"
TWO_TURNS_FELT: Final = "this turn and the next: {:+.1f}, by experience"
AHEAD: Final = "expects to end {:+.1f} ahead"

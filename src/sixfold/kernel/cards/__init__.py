"""The card game in compiled code, and the door to it: exact answers about a table and a hand, in the rules' own values.

bitplanes, random               multisets as words; a random stream
search, solver, listing, games  what plays: the twin of `sixfold.cards`
steps, observing                turns in small steps, and many games of them for learners
why, course, arranging          for other languages: verdicts, games with chance outside, rows in the rules' order
thinking/                       what thinks: the learned value, policies, imagined hands; no rule
packing                         to and from the rules' values
"""

from sixfold.kernel.cards.packing import (
    MOST_ROOM,
    PackedAfterstate,
    PackedPosition,
    Planes,
    Unpacked,
    Words,
    afterstate_rows,
    afterstates,
    arrange,
    best,
    can,
    can_play,
    counts,
    lines_of,
    most_qwirkles,
    pack_state,
    planes,
    play_games,
    turn,
    unpack_state,
    value,
    workspace,
)

__all__ = [
    "MOST_ROOM",
    "PackedAfterstate",
    "PackedPosition",
    "Planes",
    "Unpacked",
    "Words",
    "afterstate_rows",
    "afterstates",
    "arrange",
    "best",
    "can",
    "can_play",
    "counts",
    "lines_of",
    "most_qwirkles",
    "pack_state",
    "planes",
    "play_games",
    "turn",
    "unpack_state",
    "value",
    "workspace",
]

"""The tile game in compiled code, and the door to it: packing, and lists of plays in the rules' order.

layout, tables               the packed form of a game, drawn; lookup tables
core, listing, games, batch  what plays: the twin of `sixfold.tiles`
verdict, why                 for other languages: what there is against a play, in plain numbers
standing, course, plain      for other languages: games with chance outside, positions in plain numbers
seeing, observing, describing, fetching   many games as a learner sees them
thinking/                    what thinks: the learned value, policies, search, endings; no rule
packing                      to and from the rules' values
"""

from sixfold.kernel.tiles.packing import (
    ROOM,
    Following,
    Packed,
    Unpacked,
    Words,
    blank,
    can,
    holds,
    list_plays,
    located,
    ordered,
    pack,
    pack_board,
    pieces_of,
    planes,
    plays,
    points,
    unpack,
)

__all__ = [
    "ROOM",
    "Following",
    "Packed",
    "Unpacked",
    "Words",
    "blank",
    "can",
    "holds",
    "list_plays",
    "located",
    "ordered",
    "pack",
    "pack_board",
    "pieces_of",
    "planes",
    "plays",
    "points",
    "unpack",
]

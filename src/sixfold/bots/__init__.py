"""The bots of both games, from kind to superhuman. One file per bot:

    protocol.py      Bot, Budget, Choice: what a bot is
    registry.py      find(game, name), names(game), offered(game): entry points of the group `sixfold.bots`
    strength.py      bots between two levels, which keep pace with a player
    levels.py        the ladder as people meet it: names, faces, sentences, measured averages
    tiles/NAME.py    the bots for tiles: random, sprout, casual, greedy, thoughtful, expert, champion
    cards/NAME.py    the bots for cards, the same names
    weights/         what was learned, and by which command (bench/training)

A file `tiles/greedy.py` holds one class `Greedy` with `game = "tiles"` and `name = "greedy"`, and pyproject.toml holds
one line `"tiles.greedy" = "sixfold.bots.tiles.greedy:Greedy"`, exactly as a stranger's package would. What several bots
of one game share is a module named for what it is (tiles/sight.py), never a second copy. The light bots
(random, sprout, casual, greedy) need the rules alone; the stronger ones think with `sixfold.kernel`.
"""

from sixfold.bots.levels import LADDER, Level, free_name, ladder, level
from sixfold.bots.protocol import Alternative, AnyBot, Bot, Budget, Choice, Deadline
from sixfold.bots.registry import find, is_ours, lower, names, offered

__all__ = [
    "LADDER",
    "Alternative",
    "AnyBot",
    "Bot",
    "Budget",
    "Choice",
    "Deadline",
    "Level",
    "find",
    "free_name",
    "is_ours",
    "ladder",
    "level",
    "lower",
    "names",
    "offered",
]

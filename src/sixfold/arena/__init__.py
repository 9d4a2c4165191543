"""Matches between bots, and what they say about strength. Runs on one process, on all cores, or on a Ray cluster.

contestant.py   who plays: a bot by name, or a program that speaks the engine protocol (program.py)
match.py        what decides every game: rule set, contestants, seed
game.py         one game from a fixed shuffle
luck.py         what a draw was worth beyond the mean of such draws
runners.py      where deals are played: here, in a pool of processes, on Ray
contest.py      a match from the first deal to the verdict
figures.py      shares and margins, with intervals bootstrapped by deal
sprt.py         a sequential test for development
round_robin.py  every bot against every other; ratings.py rates them
journal.py      what survives an interruption
"""

from sixfold.arena.contest import MatchTally, contest
from sixfold.arena.contestant import Contestant
from sixfold.arena.figures import MeanOfDeals, estimate
from sixfold.arena.game import prepare
from sixfold.arena.journal import MatchJournal
from sixfold.arena.match import Fault, FinishedGame, Match
from sixfold.arena.round_robin import RoundRobin
from sixfold.arena.runners import Runner
from sixfold.arena.sprt import Sprt

__all__ = [
    "Contestant",
    "Fault",
    "FinishedGame",
    "Match",
    "MatchJournal",
    "MatchTally",
    "MeanOfDeals",
    "RoundRobin",
    "Runner",
    "Sprt",
    "contest",
    "estimate",
    "prepare",
]

"""Which games count for ratings: whether a table is rated, what that requires, and the final order of the players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sixfold import rulesets
from sixfold.bots.strength import base
from sixfold.server.ratings.model import Standing
from sixfold.server.table.refusals import refuse
from sixfold.server.table.seats import Chair, Chosen, Terms
from sixfold.server.table.table import GameTable

BOT: Final = "bot/"
"""Begins the name of a bot of ours; no player's has a slash."""


def check_rated(ruleset: str, seats: Sequence[Chosen], terms: Terms) -> None:
    """Refuse a rated table whose games would not be comparable."""
    people = [seat for seat in seats if seat.kind != "bot"]
    if rulesets.find(ruleset).name not in rulesets.CURRENT.values():
        refuse("rated", "rated games are played by the game's own rules")
    if sum(seat.kind == "here" for seat in seats) > 1:
        refuse("rated", "at a rated table everybody has a device of their own")
    bots = [seat.bot for seat in seats if seat.kind == "bot"]
    if any(base(bot) != bot for bot in bots):
        refuse("rated", "a bot that keeps pace with its opponent has no rating")
    if len(bots) > len(set(bots)):
        refuse("rated", "no bot sits twice at a rated table")
    if len(people) > 1 and not terms.timed:
        refuse("rated", "a rated game of several people needs a clock")


def without_help(seats: Sequence[Chosen]) -> list[Chosen]:
    """The seats of a rated table: no assistance, no open hands."""
    return [Chosen(kind=seat.kind, bot=seat.bot, assist="off") for seat in seats]


def standings_of(table: GameTable) -> tuple[Standing, ...]:
    """Who came in where in a rated game that is over; nobody where it does not count.

    It counts when somebody won it and at least two were there to the end or gave up: who leaves, or is away at the
    end, is last. A bot that sat in for somebody is not rated.
    """
    if not table.terms.rated or table.outcome is None or not table.outcome[1]:
        return ()
    who = [who_of(chair) for chair in table.chairs]
    rated = [seat for seat, one in enumerate(who) if one]
    if len({who[seat] for seat in rated}) < max(2, len(rated)):
        return ()
    keys = {seat: _key(table, seat) for seat in rated}
    better = {seat: sum(keys[other] < keys[seat] for other in rated) for seat in rated}
    return tuple(Standing(who[seat], 1 + better[seat]) for seat in rated)


def who_of(chair: Chair) -> str:
    """By whom the rating of a seat is kept: a player, or a bot of ours; empty for nobody."""
    if chair.player:
        return chair.player
    return BOT + chair.bot if chair.bot else ""


def _key(table: GameTable, seat: int) -> tuple[int, int]:
    """Smaller is better: winners, then by points, then whoever did not play it to the end."""
    chair = table.chairs[seat]
    assert table.outcome is not None, "it is over"
    if chair.resigned or (chair.player and chair.stand_in):
        return (2, 0)
    return (0, 0) if seat in table.outcome[1] else (1, -table.scores[seat])

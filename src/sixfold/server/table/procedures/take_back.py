"""Taking back one's last turn, when all others agree."""

from __future__ import annotations

from typing import Final

from sixfold.game import Seat
from sixfold.record.reader import MAX_TAKE_BACKS
from sixfold.server.table import facts as e
from sixfold.server.table import intents, shuffle
from sixfold.server.table.procedure import Procedure, Procedures
from sixfold.server.table.refusals import refuse
from sixfold.server.table.table import GameTable, LogStep


def seats_to_agree(table: GameTable) -> tuple[Seat, ...]:
    """Who has still to agree to the take-back. Bots do."""
    if table.asks_back is None:
        return ()
    return tuple(seat for seat in table.others(table.asks_back) if seat not in table.agreed)


def settle(it: Procedure) -> None:
    """Go back, once nobody has to be asked any more. What was seen of the bag is mixed back into it."""
    seat = it.table.asks_back
    if seat is None or seats_to_agree(it.table):
        return
    back = _steps_back(it.table, seat)
    assert back is not None, "asked for only when there is a turn to take back"
    it.add(e.TakenBack(seat=seat, steps=back[0], turns=back[1], used=shuffle.used(it.table)))


def _steps_back(table: GameTable, seat: Seat) -> tuple[int, int] | None:
    """How many steps, and how many finished turns, lie between now and before the last turn of this seat."""
    steps = turns = 0
    found = False
    for step in LogStep.back(table.log):
        if found and (step.finished or step.seat != seat):
            break  # C11's redraws belong to the turn that they led to
        steps += 1
        turns += step.finished
        found = found or (step.finished and step.seat == seat)
    return (steps, turns) if found else None


def _take_back(it: Procedure, intent: intents.TakeBack) -> None:
    seat = it.asked(intent, "playing")
    it.unrated("nothing is taken back in a rated game")
    if it.table.asks_back is not None:
        refuse("waiting", "a take-back is being asked for already")
    if it.table.bag:
        refuse("no-take-back", "others play the same bag: it is played as it comes")
    if _steps_back(it.table, seat) is None:
        refuse("no-take-back", "you have no turn to take back")
    if it.table.taken_back >= MAX_TAKE_BACKS:
        refuse("no-take-back", f"a game has at most {MAX_TAKE_BACKS} take-backs", most=MAX_TAKE_BACKS)
    it.add(e.TakeBackAsked(seat=seat))
    settle(it)


def _answer(it: Procedure, intent: intents.Answer) -> None:
    seat = it.seat(intent)
    asks = it.table.asks_back
    if asks is None or seat not in seats_to_agree(it.table):
        refuse("nothing-to-answer", "nobody asks this seat for a take-back")
    if not intent.yes:
        it.add(e.TakeBackRefused(seat=asks, by=seat))
        return
    it.add(e.TakeBackAgreed(seat=asks, by=seat))
    settle(it)


DO: Final[Procedures] = {
    intents.TakeBack: _take_back,
    intents.Answer: _answer,
}

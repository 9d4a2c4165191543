"""An intent while it is carried out: who asks, what they may do, and the facts so far. One class, no procedure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from sixfold.game import Seat
from sixfold.server.table.facts import AnyStored
from sixfold.server.table.intents import Command
from sixfold.server.table.refusals import refuse
from sixfold.server.table.seats import Occupant
from sixfold.server.table.table import GameTable, WorkedOut

STAND_IN: Final = "casual"
"""The bot that plays for a person who is away."""


class Happening(NamedTuple):
    """One fact with the table after it; `places` are people's data to be stored with it."""

    event: AnyStored
    after: GameTable
    places: tuple[Occupant, ...] = ()


@dataclass
class Procedure:
    """One intent being carried out at a table: collects its facts."""

    table: GameTable
    now: int
    player: str = ""
    token: Callable[[], str] | None = None
    away: Collection[Seat] = ()
    """Seats whose players have been away for so long that a bot may sit in."""
    done: list[Happening] = field(default_factory=list)

    @property
    def at(self) -> int:
        """When it happens (ms): a table's time never runs backward, whatever a clock does."""
        return max(self.now, self.table.at)

    def add(self, fact: AnyStored, places: Sequence[Occupant] = (), known: WorkedOut | None = None) -> None:
        """Apply a fact and collect it. `known`: where the game stands after it."""
        self.table = self.table.apply(fact, self.at, known)
        if places:
            self.table = self.table.with_people(places)
        self.done.append(Happening(fact, self.table, tuple(places)))

    # ------------------------------------------------------------------------------------------------ who may what

    def seat(self, intent: Command) -> Seat:
        """The seat an intent is for, which has to be the sender's."""
        mine = self.table.seats_of(self.player)
        if not mine:
            refuse("not-your-seat", "you have no seat at this table")
        if intent.seat is None:
            if len(mine) > 1:
                refuse("which-seat", "several seats are yours: say which one this is for", seats=list(mine))
            return mine[0]
        if intent.seat not in mine:
            refuse("not-your-seat", f"seat {intent.seat} is not yours", seat=intent.seat)
        return intent.seat

    def host(self) -> None:
        """The sender has to be the host."""
        if not self.player or self.player != self.table.host:
            refuse("not-host", "only the host of this table can do that")

    def somebody(self, seat: Seat) -> None:
        """A player has to sit there."""
        if seat >= len(self.table.chairs) or not self.table.chairs[seat].player:
            refuse("nothing-to-answer", "nobody sits there", seat=seat)

    def unfinished(self) -> None:
        """The game must not be over."""
        if self.table.phase == "finished":
            refuse("finished", "this game is over")

    def phase(self, *allowed: str) -> None:
        """The table has to be in one of these phases."""
        if self.table.phase in allowed:
            return
        self.unfinished()
        phase = self.table.phase
        refuse("phase", f"that cannot be done now: the table is in its {phase} phase", phase=phase)

    def unrated(self, sentence: str) -> None:
        """The game must not be one that counts."""
        if self.table.terms.counts:
            refuse("rated", sentence)

    def fresh(self, intent: Command) -> None:
        """An intent about the game has to know the game as it stands."""
        if intent.base < self.table.turn_n:
            refuse("stale", f"the table has moved on to event {self.table.n}", n=self.table.n)

    def asked(self, intent: Command, *phases: str) -> Seat:
        """The sender's seat, in one of these phases, by somebody who knows the game as it stands."""
        seat = self.seat(intent)
        self.phase(*phases)
        self.fresh(intent)
        return seat

    def mover(self, intent: Command) -> Seat:
        """The sender's seat, whose turn it must be."""
        seat = self.asked(intent, "playing")
        if self.table.to_move != seat:
            refuse("not-your-turn", f"it is the turn of seat {self.table.to_move}", to_move=self.table.to_move)
        if self.table.chairs[seat].stand_in:
            refuse("phase", "a bot sits in for you: take your seat back first")
        return seat


Procedures: TypeAlias = Mapping[type[Command], Callable[[Procedure, Any], None]]
"""What is done for which intent."""

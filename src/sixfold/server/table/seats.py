"""Seats and options of a table, each declared once: the wire, the store and the page take them from here."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeVar

import msgspec

from sixfold.pace import Pace

Game = Literal["tiles", "cards"]
Phase = Literal["lobby", "opening", "playing", "finished"]
Kind = Literal["person", "here", "bot"]
Assist = Literal["off", "places", "points", "best"]
Leaving = Literal["bot", "end"]

_Struct = TypeVar("_Struct", bound=msgspec.Struct)


class Chosen(msgspec.Struct, omit_defaults=True, frozen=True, kw_only=True):
    """How a seat is set up. here: one on the host's device; person: somebody with the link; bot: `bot` names it."""

    kind: Kind
    bot: str = ""
    assist: Assist = "places"
    open: bool = False


class Options(Pace, frozen=True, kw_only=True):
    """The host's choices for a table. `clock`: seconds for a move, null for none. `memory`: hide the unseen counter.

    `total`: instead of it, seconds that each seat has for all its moves; every move made adds `increment` seconds.
    `vacation`: for how many days in all the clock of a seat stands still when its player says so. `leaving`: what
    happens when somebody leaves a game. `hints`: whether hints are answered. `watch`: whether people without a seat
    may look on; `delay`: so many turns late, until the game is over. `rated`: the game counts for ratings, and
    nobody is helped. `listed`: until it begins, anybody finds it in the lobby and may sit down; `language`: the one
    that its host speaks.
    """

    memory: bool = False
    leaving: Leaving = "bot"
    hints: bool = True
    watch: bool = True
    delay: int = 0
    rated: bool = False
    listed: bool = False
    language: str = ""


class Terms(Options, frozen=True, kw_only=True):
    """The options as they are stored, with what the server adds."""

    bot_s: int = 10
    """Seconds that a remote bot has for a move."""
    tournament: str = ""
    """The tournament whose game this is."""

    @property
    def counts(self) -> bool:
        """Whether something is at stake: nobody is helped then, and nothing is taken back."""
        return self.rated or bool(self.tournament)


class Occupant(NamedTuple):
    """Who sits where; a bot of ours has a name and no player. All that is stored about a person at a table is here, so
    that it can be erased."""

    seat: int
    player: str
    name: str
    age: int | None


class Chair(Chosen, frozen=True, kw_only=True):
    """One seat as it is now. `player` is empty while nobody sits there; `stand_in` is a bot that plays for who does.

    A remote bot is a bot's chair with a player: the program that holds its token. `missed` counts the moves in a row
    that it did not make in time. `replaced`: others had the bot sit in, and who comes back has the seat again.
    `freed`: its player was removed from a running game. `spent`: what its moves took of the total clock, less what they
    added to it (ms). `vacation_at`: since when its player is on vacation (ms), 0 for one who is not; `vacation_ms`:
    what earlier ones took of the table's days.
    """

    player: str = ""
    entropy: str = ""
    stand_in: str = ""
    resigned: bool = False
    name: str = ""
    age: int | None = None
    missed: int = 0
    replaced: bool = False
    freed: bool = False
    spent: int = 0
    vacation_at: int = 0
    vacation_ms: int = 0

    @property
    def taken(self) -> bool:
        return bool(self.player) or self.kind == "bot"

    @property
    def free(self) -> bool:
        """Whether somebody may sit down here. A hand that a player has held is for a bot to play, for nobody to see."""
        return not self.taken and not self.resigned and not self.freed

    @property
    def ready(self) -> bool:
        return bool(self.entropy) or self.kind == "bot"

    @property
    def stayed(self) -> bool:
        """Whether a person sits here to the end, one who resigned included."""
        return self.kind != "bot" and bool(self.player) and (self.resigned or not self.stand_in)

    @property
    def played_by(self) -> str:
        """The bot that moves for this seat, empty when a person does."""
        return self.stand_in or self.bot

    @property
    def remote(self) -> bool:
        """Whether a program elsewhere moves for this seat."""
        return self.kind == "bot" and bool(self.player) and not self.stand_in


def copied(kind: type[_Struct], one: msgspec.Struct, **changes: Any) -> _Struct:
    """A struct of this kind with the fields of another one, as far as it has them, apart from the changes."""
    # Properties of the other one count too, such as whether a chair is taken.
    fields = [name for name in kind.__struct_fields__ if name not in changes and hasattr(one, name)]
    return kind(**{name: getattr(one, name) for name in fields}, **changes)

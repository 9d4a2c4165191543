"""What a store keeps of tournaments and how it is asked: numbered facts, a line for lists, and names. No SQL.

Facts are the truth, as events are for tables; of two appends of the same number exactly one succeeds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

Role = Literal["organiser", "entrant"]


class FactRow(NamedTuple):
    """One fact as stored: its number, when (ms since 1970), who did it, the fact."""

    n: int
    at: int
    actor: str
    body: bytes


class TournamentLine(NamedTuple):
    """A tournament in a list: what can be said of it without folding its facts."""

    id: str
    title: str
    game: str
    stage: str
    created: int
    changed: int


class Participant(NamedTuple):
    """Somebody in a tournament, by the name they gave there: empty once they were erased."""

    role: Role
    who: str
    name: str


class TournamentStore(Protocol):
    """The part of a store that keeps tournaments."""

    async def append_tournament(
        self, line: TournamentLine, rows: Sequence[FactRow], people: Sequence[Participant] = ()
    ) -> None:
        """Keep facts, the line and names, all or nothing. Raises Taken."""
        ...

    async def tournament_facts(self, tournament: str, since: int = 0) -> list[FactRow]: ...
    async def tournament_line(self, tournament: str) -> TournamentLine | None: ...
    async def participants(self, tournament: str) -> list[Participant]: ...
    async def tournaments_of(self, who: str, limit: int = 100) -> list[tuple[TournamentLine, Participant]]:
        """Those that somebody organises or takes part in, the newest change first; both: twice."""
        ...

    async def idle_tournaments(self, changed: int) -> list[TournamentLine]:
        """Those that are not over and were last changed before then."""
        ...

    async def touch_tournament(self, tournament: str, now: int) -> None:
        """It has changed now, though no fact says so."""
        ...

    async def delete_tournaments(self, changed: int, *, over: bool) -> int:
        """Forget those that were last changed before then: that are over, or that never came to an end."""
        ...

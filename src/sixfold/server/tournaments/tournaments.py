"""The tournaments of a server: a wish is decided and stored, and only then is it true; then tables are made.

The facts in the store are the truth. A table of a round is made after the round is stored; its result is taken when it
ends. If a server dies in between, whoever looks next repeats the step. So nothing is lost, and any of several servers
may do the next step.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, NamedTuple

from sixfold.errors import Refused, StoreError
from sixfold.pace import Pace
from sixfold.server.clock import Clock
from sixfold.server.metrics import Metrics
from sixfold.server.settings import Settings
from sixfold.server.store import FactRow, Participant, Store, Taken, TournamentLine
from sixfold.server.table.names import skeleton
from sixfold.server.table.refusals import refuse
from sixfold.server.table.seats import Terms, copied
from sixfold.server.table.table import GameTable
from sixfold.tournament import conduct
from sixfold.tournament import facts as f
from sixfold.tournament.tournament import Meeting, System, Tournament

log = logging.getLogger(__name__)
LOOK_S: Final = 2.0
"""Seconds after which whoever looks has tables of a round looked at again."""
REMEMBERED: Final = 100
"""Tournaments in memory."""
SeatTwo = Callable[[str, str, Terms, str, str, Mapping[str, str]], Awaitable[object]]
"""Makes a table: its name, the game, terms, the bag and its seed, players by their names."""
Decide = Callable[[Tournament], list[f.AnyRecorded]]


class Evening(NamedTuple):
    """A tournament as the store has it: its line, what its facts add up to, and the names of people."""

    line: TournamentLine
    state: Tournament
    names: dict[str, str]

    def name(self, who: str) -> str:
        return self.names.get(who, "")


class Tournaments:
    """The tournaments of one server process."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        metrics: Metrics,
        seat_two: SeatTwo,
        settings: Settings,
        new_id: Callable[[], str],
        new_seed: Callable[[], str],
        new_key: Callable[[], str],
    ) -> None:
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self._seat_two = seat_two
        self._settings = settings
        self._new_id = new_id
        self._new_seed = new_seed
        self._new_key = new_key
        self._known: dict[str, Evening] = {}
        self._looked: dict[str, float] = {}
        self._late: set[str] = set()

    # ---------------------------------------------------------------------------------------------- what people ask

    async def found(
        self, who: str, name: str, title: str, game: str, system: System, rounds: int, pace: Pace
    ) -> Evening:
        """A new tournament; whoever asks for it organises it."""
        if not self._settings.tournaments:
            raise Refused("this server does not hold tournaments", code="lobby/off")
        most = self._settings.tournaments_per_player
        mine = [line for line, one in await self._store.tournaments_of(who, 10 * most) if one.role == "organiser"]
        if sum(line.stage != "over" for line in mine) >= most:
            conduct.refuse("too-many", f"you organise {most} tournaments that are not over: end one first", most=most)
        founded = copied(
            f.Founded,
            pace,
            title=title,
            game=game,
            system=system,
            planned=rounds,
            lots=self._new_id(),
            key=self._new_key(),
            organiser=who,
        )
        now = self._clock.now()
        line = TournamentLine(self._new_id(), title, game, "open", now, now)
        people = [Participant("organiser", who, name)]
        await self._store.append_tournament(line, [FactRow(1, now, who, f.encode(founded))], people)
        return await self._read(line.id)

    async def look(self, tournament: str) -> Evening:
        """A tournament as it is now, with the results of tables that are over. Refuses what nobody knows."""
        evening = await self._read(tournament)
        last = self._looked.get(tournament)
        if evening.state.stage == "round" and (last is None or self._clock.ticks() - last >= LOOK_S):
            await self.settle(tournament)
            evening = await self._read(tournament)
        return evening

    async def enter(self, tournament: str, who: str, name: str, *, player: bool = True) -> Evening:
        """Somebody takes part from the next round on, by a name that nobody else has there."""
        evening = await self._read(tournament)
        alike = skeleton(name)
        if any(skeleton(evening.name(other)) == alike for other in evening.state.entrants if other != who):
            conduct.refuse(
                "name", "somebody of that name, or one that looks like it, takes part already: add a letter to yours"
            )
        people = [Participant("entrant", who, name)]
        return await self.do(tournament, lambda now: conduct.enter(now, who, player), who, people)

    async def enter_without_device(self, tournament: str, name: str) -> Evening:
        """Somebody plays with a box; an organiser enters the results."""
        return await self.enter(tournament, self._new_id(), name, player=False)

    async def start_round(self, tournament: str, who: str) -> Evening:
        """Pair, and make a table for everybody who plays at one."""
        evening = await self.look(tournament)
        apart = frozenset(map(frozenset, await self._store.apart(evening.state.entrants)))
        await self.do(tournament, lambda now: conduct.pair(now, self._new_id, self._new_seed, apart), who)
        await self.settle(tournament)
        return await self._read(tournament)

    async def take_over(self, tournament: str, who: str, name: str, key: str) -> Evening:
        """Somebody with the link organises too; or a player, when nobody does any more."""
        people = [Participant("organiser", who, name)]
        return await self.do(tournament, lambda now: conduct.take_over(now, who, key), who, people)

    async def leave_all(self, who: str) -> None:
        """Somebody is to be forgotten: out of all tournaments that are not over."""
        for line, one in await self._store.tournaments_of(who, 1000):
            if line.stage != "over":
                leave = conduct.step_down if one.role == "organiser" else conduct.withdraw
                await self.do(line.id, lambda now, leave=leave: leave(now, who), who)  # type: ignore[misc]

    # ----------------------------------------------------------------------------------------- what follows by itself

    async def settle(self, tournament: str) -> None:
        """Make tables that a round still lacks, and take the results of those that are over."""
        evening = await self._read(tournament)
        self._looked[tournament] = self._clock.ticks()
        if not evening.state.rounds:
            return
        number = len(evening.state.rounds) - 1
        waiting = [one for one in evening.state.rounds[number].meetings if one.table and not _told(one)]
        lines = await self._store.lines_of([one.table for one in waiting])
        missing = [one for one in waiting if one.table not in lines and one.score is None]
        await asyncio.gather(*(self._seat(evening, number, one) for one in missing))
        for one in waiting:
            line = lines.get(one.table)
            if line is not None and line.phase == "finished":
                result = json.loads(line.result or "{}")
                await self._take(tournament, one.table, result.get("winners", []), result.get("scores", []))

    async def hear(self, table: GameTable) -> None:
        """A game of a tournament is over."""
        try:
            if table.outcome is not None:
                await self._take(table.terms.tournament, table.id, table.outcome[1], table.scores)
        except StoreError as error:
            log.warning("a result waits for the store, and for whoever looks next", extra={"code": error.code})

    async def keep_running(self, before: int) -> None:
        """Nobody has forgotten a tournament whose games go on: moves of days can be a round of months."""
        for line in await self._store.idle_tournaments(before):
            rounds = (await self._read(line.id)).state.rounds
            tables = [one.table for one in rounds[-1].meetings if one.table] if rounds else []
            found = (await self._store.lines_of(tables)).values()
            if any(table.phase in ("opening", "playing") for table in found):
                await self._store.touch_tournament(line.id, self._clock.now())

    async def _take(self, tournament: str, table: str, winners: Sequence[int], points: Sequence[int]) -> None:
        """The result of a table. One without a winner, such as of a table that was closed, is an organiser's to say."""

        def decide(now: Tournament) -> list[f.AnyRecorded]:
            known = any(_told(one) for each in now.rounds for one in each.meetings if one.table == table)
            return [] if known else conduct.report(now, table, winners, points)

        if not winners or table in self._late:
            return
        try:
            await self.do(tournament, decide, "")
        except Refused as error:
            if table not in self._late:
                self._late.add(table)
                self._metrics.count("refusals", "tournament")
                told = {"tournament": tournament, "table": table, "code": error.code}
                log.warning("a result of a tournament was refused", extra=told)

    async def _seat(self, evening: Evening, number: int, meeting: Meeting) -> None:
        state, settings = evening.state, self._settings
        rated = settings.rated and state.pace.timed
        tournament = evening.line.id
        terms = copied(Terms, state.pace, hints=False, watch=False, leaving="end", rated=rated, tournament=tournament)
        bag = f"tournament {evening.line.id} {number + 1}"
        players = {who: evening.name(who) or "?" for who in (meeting.first, meeting.second)}
        try:
            await self._seat_two(meeting.table, state.game, terms, bag, state.rounds[number].seed, players)
        except Taken:
            log.info("another server was faster to make a table", extra={"table": meeting.table})

    async def check_revealed(self, table: GameTable) -> None:
        """Refuse to show how a game was dealt while others of its round, which are dealt alike, go on."""
        if not table.terms.tournament:
            return
        try:
            state = (await self._read(table.terms.tournament)).state
        except Refused:
            return
        for one in state.rounds:
            if one.open and any(meeting.table == table.id for meeting in one.meetings):
                refuse("unfinished", "all games of a round are dealt alike: wait until the last one is over")

    # ------------------------------------------------------------------------------------------------ decide and keep

    async def do(self, tournament: str, decide: Decide, actor: str, people: Sequence[Participant] = ()) -> Evening:
        """Keep what this leads to. A race that is lost is decided again on what won."""
        while True:
            evening = await self._read(tournament)
            facts = decide(evening.state)
            if not facts:
                return evening
            now = self._clock.now()
            after = evening.state
            rows = []
            for fact in facts:
                after = after.apply(fact)
                rows.append(FactRow(after.n, now, actor, f.encode(fact)))
            line = evening.line._replace(stage=after.stage, changed=now)
            try:
                await self._store.append_tournament(line, rows, people)
            except Taken:
                self._metrics.count("races")
                continue
            return await self._read(tournament)

    async def _read(self, tournament: str) -> Evening:
        """The tournament with all that any server has kept."""
        known = self._known.get(tournament)
        rows = await self._store.tournament_facts(tournament, known.state.n - 1 if known else 0)
        if known is not None:
            # The last fact that is known is asked for again: where it is gone, the tournament was deleted.
            if not rows:
                self._known.pop(tournament, None)
                conduct.refuse("unknown", "there is no such tournament")
            rows = rows[1:]
            if not rows:
                return known
        line = await self._store.tournament_line(tournament)
        if line is None:
            conduct.refuse("unknown", "there is no such tournament")
        people = await self._store.participants(tournament)
        state = known.state if known else Tournament()
        for row in rows:
            state = state.apply(f.decode(row.body))
        names = {one.who: one.name for one in sorted(people, key=lambda one: one.role == "entrant")}
        newer = self._known.get(tournament)
        if newer is None or newer.state.n <= state.n:
            self._known[tournament] = newer = Evening(line, state, names)
        while len(self._known) > REMEMBERED:
            self._known.pop(next(iter(self._known)))
        return newer

    def know_anew(self) -> None:
        """Somebody was erased: names are read again."""
        self._known.clear()


def must_organise(evening: Evening, who: str) -> None:
    """Refuse whoever does not organise this tournament."""
    if who not in evening.state.organisers:
        conduct.refuse("not-organiser", "only its organisers can do that: ask them for the link")


def _told(meeting: Meeting) -> bool:
    """Whether the table itself has said how it went."""
    return meeting.score is not None and meeting.score.source == "table"

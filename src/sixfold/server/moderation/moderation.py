"""Reports for the host, and people who keep apart: no seat at one table, no pairing, no words."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from sixfold.errors import Refused
from sixfold.game import Seat
from sixfold.server.clock import Clock
from sixfold.server.moderation.names import is_reserved
from sixfold.server.moderation.values import Block, Report
from sixfold.server.project import name_of
from sixfold.server.store import Store
from sixfold.server.table import facts as e
from sixfold.server.table.table import GameTable

DAY_MS: Final = 86_400_000
HOUR_MS: Final = 3_600_000
REPORTS_A_DAY: Final = 10
MOST_BLOCKS: Final = 200


class Moderation:
    """How people get along on a server."""

    def __init__(self, store: Store, clock: Clock, new_id: Callable[[], str], reserved: Collection[str] = ()) -> None:
        self._store = store
        self._clock = clock
        self._new_id = new_id
        self._reserved = reserved
        self._floods: dict[str, int] = {}

    async def report(self, table: GameTable, seat: Seat, player: str, reason: str, text: str) -> Report:
        """Tell the host about whoever sits there, with what was said from that seat."""
        other, now = self._other(table, seat, player), self._clock.now()
        if sum(one.at > now - DAY_MS for one in await self._store.reports_by(player)) >= REPORTS_A_DAY:
            await self.note_flood("reports refused")
            raise Refused(f"{REPORTS_A_DAY} reports a day are enough", code="moderation/enough")
        rows = await self._store.events(table.id)
        facts = [e.decode(row.body) for row in rows]
        said = " ".join(fact.word for fact in facts if isinstance(fact, e.Said) and fact.seat == seat)
        name = name_of(table.chairs[seat])
        kept = Report(self._new_id(), now, table.id, seat, other, name, player, reason, text, said)
        await self._store.keep_report(kept)
        return kept

    async def block(self, table: GameTable, seat: Seat, player: str) -> Block:
        """Have nothing to do with whoever sits there from now on."""
        other = self._other(table, seat, player)
        mine = await self._store.blocks_of(player)
        known = next((block for block in mine if block.other == other), None)
        if known is not None:
            return known
        if len(mine) >= MOST_BLOCKS:
            raise Refused(f"you have blocked {MOST_BLOCKS} people: let one of them go first", code="moderation/enough")
        kept = Block(self._new_id(), player, other, name_of(table.chairs[seat]), self._clock.now())
        await self._store.keep_block(kept)
        return kept

    async def check(self, table: GameTable, player: str) -> None:
        """Refuse a seat beside somebody who has blocked this player, or whom they have blocked."""
        apart = await self._store.apart_from(player)
        if not table.seats_of(player) and any(chair.player in apart for chair in table.chairs):
            raise Refused("you and somebody at this table do not play together", code="moderation/apart")

    async def note(self, what: str, about: str) -> None:
        """Write into the host's log."""
        await self._store.add_act(self._clock.now(), what, about)

    async def note_flood(self, what: str) -> None:
        """Write that there was too much of something; once an hour, or the log would be flooded too."""
        now = self._clock.now()
        if now - self._floods.get(what, -HOUR_MS) >= HOUR_MS:
            self._floods[what] = now
            await self.note(what, "")

    def check_names(self, *names: str | None) -> None:
        """Refuse a name that somebody could take for the house or a bot."""
        for name in names:
            if name is not None and is_reserved(name, self._reserved):
                raise Refused(f"the name {name[:40]!r} is reserved here: choose another one", code="moderation/name")

    def _other(self, table: GameTable, seat: Seat, player: str) -> str:
        """The person on this seat: somebody else, whom the asker plays with."""
        if not table.seats_of(player):
            raise Refused("you have no seat at this table", code="table/not-your-seat")
        other = table.chairs[seat].player if seat < len(table.chairs) else ""
        if not other or other == player or table.chairs[seat].kind == "bot":
            raise Refused("nobody else sits there", code="table/nothing-to-answer")
        return other

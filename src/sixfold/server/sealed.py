"""The sealed bag of a day: the server deals it from a secret, so that nobody knows it before playing it.

Its commitment is shown from the day before on. Everybody plays it once, at a table whose name is made from the secret
and the person, and this table reports the result. The secret is revealed when no more results are taken
(docs/shuffle.md).
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from datetime import date
from typing import Final

from sixfold import daily, rulesets
from sixfold.dealer import DUPLICATE, commitment
from sixfold.errors import Refused, SixfoldError, StoreError
from sixfold.server.dailies import Dailies
from sixfold.server.rooms.making import made_id
from sixfold.server.store import Store, Taken
from sixfold.server.table.refusals import refuse
from sixfold.server.table.table import GameTable

log = logging.getLogger(__name__)
NAMELESS: Final = "?"
"""What a table calls somebody who gives no name."""
SeatOne = Callable[[str, str, daily.Bag, str, str], Awaitable[GameTable]]


class Sealed:
    """Who plays the sealed bags of a server, and when they are told."""

    def __init__(self, store: Store, dailies: Dailies, seat_one: SeatOne, new_seed: Callable[[], str]) -> None:
        self._store = store
        self._dailies = dailies
        self._seat_one = seat_one
        self._new_seed = new_seed

    async def bag(self, day: date) -> daily.Bag | None:
        """The bag of a day. It is made when it is first asked for, by today or for tomorrow; no past day gets one."""
        name = f"sealed {day}"
        if day < self._dailies.today:
            seed = await self._store.setting(name)
        else:
            seed = await self._store.first_setting(name, self._new_seed())
        return daily.Bag(day, bytes.fromhex(seed), sealed=True) if seed else None

    async def sit(self, game: str, player: str, name: str) -> str:
        """Somebody's table of today's bag: always the same one."""
        bag = await self.bag(self._dailies.today)
        assert bag is not None, "today has a bag"
        table = table_of(bag, game, player)
        if await self._store.line(table) is None:
            try:
                await self._seat_one(table, game, bag, player, name or NAMELESS)
            except Taken:
                log.info("another server was faster to make a table", extra={"table": table})
        return table

    async def take(self, table: GameTable) -> SixfoldError | None:
        """A game of a sealed bag that was played to its end counts; why this one does not, if its player may know."""
        day = day_of(table)
        if day is None or table.state is None or table.state.outcome is None:
            return None
        person = table.chairs[daily.PERSON]
        try:
            bag = await self.bag(day)
            if bag is None or not person.stayed or table.id != table_of(bag, table.game, person.player):
                return None
            if table.ruleset != rulesets.CURRENT[table.game]:
                raise Refused(f"{table.ruleset} is another version than today's", code="position/daily-version")
            self._dailies.check_day(day)
            name = "" if person.name == NAMELESS else person.name
            await self._dailies.keep(bag, daily.result_of(day, table.state), person.player, name)
            self._dailies.have_champion(bag, table.game)
        except StoreError as error:
            log.warning("a sealed result waits for the store, and for whoever looks next", extra={"code": error.code})
        except SixfoldError as error:
            log.info("a sealed result was not taken", extra={"table": table.id, "code": error.code})
            return error
        return None

    def is_revealed(self, day: date) -> bool:
        """Whether the secret of a day may be told: no result of it is taken any more."""
        return day < self._dailies.today and not self._dailies.is_open(day)

    def check_revealed(self, table: GameTable) -> None:
        """Refuse to show how a game was dealt while others may still play the same bag."""
        day = day_of(table)
        if day is not None and not self.is_revealed(day):
            refuse("unfinished", f"others play the sealed bag of {day} still: it is opened when the next day is over")


def sealed_by(bag: daily.Bag, game: str) -> str:
    """The commitment to a bag: what each of its tables shows too."""
    return commitment(bag.seed, bag.name, rulesets.CURRENT[game], DUPLICATE)


def table_of(bag: daily.Bag, game: str, player: str) -> str:
    """The name of somebody's table: whoever does not know the secret cannot guess it."""
    return made_id(f"sixfold/sealed/{bag.seed.hex()}/{bag.day}/{game}/{player}")


def day_of(table: GameTable) -> date | None:
    """The day of the sealed bag that a table plays, if it does. A game that a device brought here plays none."""
    found = re.fullmatch(r"sealed (\d{4}-\d\d-\d\d)", table.bag, re.ASCII)
    return date.fromisoformat(found[1]) if found and not table.origin else None

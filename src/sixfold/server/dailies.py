"""Results of the daily bag on a server: one from each person, checked by playing it again, and compared.

The champion plays every bag of which somebody has shared a result, once, in a worker.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, timedelta
from typing import Final

from sixfold import daily, rulesets
from sixfold.errors import Refused, SixfoldError
from sixfold.server.clock import Clock
from sixfold.server.rooms.tasks import Tasks
from sixfold.server.store import CHAMPION, DailyRow, Store
from sixfold.server.thinkers.turns import Owner

log = logging.getLogger(__name__)
LATE: Final = timedelta(days=1)
"""How long after its day a result is taken: a game may go on past midnight, and a device come back to its network."""
Judge = Callable[[str, Owner], Awaitable[daily.Result]]
Champion = Callable[[daily.Bag, str], Awaitable[daily.Result]]


class Dailies:
    """Who made what of each day's bag. `judge` and `champion` are asked elsewhere: both take CPU time."""

    def __init__(self, store: Store, clock: Clock, tasks: Tasks, judge: Judge, champion: Champion) -> None:
        self._store = store
        self._clock = clock
        self._tasks = tasks
        self._judge = judge
        self._champion = champion
        self._playing: set[tuple[str, str]] = set()

    async def share(self, player: str, name: str, record: str, owner: Owner) -> daily.Result:
        """Take somebody's result, or refuse it with the reason."""
        try:
            found = await self._judge(record, owner)
            self.check_day(found.day)
            bag = daily.bag_of(found.day)
            if not await self.keep(bag, found, player, name):
                raise Refused("you have shared a result of this bag: the first one counts", code="daily/twice")
        except SixfoldError as error:
            log.info("a result of the daily bag was refused", extra={"code": error.code})
            raise
        self.have_champion(bag, found.game)
        return found

    async def keep(self, bag: daily.Bag, found: daily.Result, who: str, name: str) -> bool:
        """Keep a result; False when there is one already, which stays."""
        row = DailyRow(
            key_of(bag.day, bag.sealed),
            found.game,
            who,
            name,
            *found.scores,
            found.turns,
            found.best,
            self._clock.now(),
        )
        return await self._store.keep_daily(row)

    def have_champion(self, bag: daily.Bag, game: str) -> None:
        """Let the champion play a bag of these days, unless it is at it."""
        if (bag.name, game) not in self._playing and self.is_open(bag.day):
            self._playing.add((bag.name, game))
            self._tasks.start(self._play(bag, game))

    async def _play(self, bag: daily.Bag, game: str) -> None:
        try:
            if await self._store.daily_of(key_of(bag.day, bag.sealed), game, CHAMPION) is None:
                await self.keep(bag, await self._champion(bag, game), CHAMPION, "")
        except SixfoldError as error:  # whoever looks at the list next asks again
            log.warning("the champion could not play the daily bag", extra={"code": error.code})
        finally:
            self._playing.discard((bag.name, game))

    @property
    def today(self) -> date:
        """The day of the bag, in UTC."""
        return datetime.fromtimestamp(self._clock.now() / 1000, UTC).date()

    def is_open(self, day: date) -> bool:
        """Whether results of that day are taken now."""
        return day <= self.today <= day + LATE

    def check_day(self, day: date) -> None:
        """Refuse a day of which no results are taken now."""
        if day > self.today:
            raise Refused(f"the day of this bag, {day}, has not begun: by UTC it is {self.today}", code="daily/future")
        if not self.is_open(day):
            raise Refused(
                f"this is the bag of {day}: a result is taken on its day and on the next one", code="daily/late"
            )


def key_of(day: date, sealed: bool) -> str:
    """What the results of a bag are kept under."""
    return f"sealed {day}" if sealed else str(day)


def bag_named(game: str, day: str) -> date:
    """The day of a bag by its address. Refuses what is none."""
    try:
        found = date.fromisoformat(day)
    except ValueError:
        found = None
    if found is None or found.isoformat() != day or game not in rulesets.CURRENT:
        raise Refused(f"there is no bag {day[:40]!r} of {game[:40]!r}", code="request/field")
    return found

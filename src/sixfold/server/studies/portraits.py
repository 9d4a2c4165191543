"""Pictures of running tables for people who have only a link. A worker draws them, once for each state of a table."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from sixfold.rulesets import AnyView
from sixfold.server.studies.reading import position_of
from sixfold.server.studies.study import DRAW_S, Study
from sixfold.server.table.table import GameTable
from sixfold.server.thinkers.turns import NOBODY, Owner

KEPT: Final = 64
"""Pictures of about 30 kB each."""


def draw(view: AnyView | None) -> bytes:
    """The table as an onlooker sees it; None: a lobby."""
    from sixfold import pictures

    return pictures.preview(view)


def draw_position(text: str) -> bytes:
    """A position by its text form."""
    from sixfold import pictures

    found = position_of(text)
    return pictures.position(found.ruleset, found.table, found.hand)


class Portraits:
    """The pictures that were drawn last. Lobbies share theirs: nothing lies on the table yet."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._kept: OrderedDict[tuple[str, int], bytes] = OrderedDict()

    def has(self, table: GameTable) -> bool:
        """Whether nobody has to draw this one."""
        return _key(table) in self._kept

    async def of(self, table: GameTable, owner: Owner = NOBODY) -> bytes:
        """A PNG of what everybody may see of a table."""
        key = _key(table)
        if key not in self._kept:
            # The view of nobody's seat leaves this process, not the state: what is hidden cannot be drawn.
            view = None if table.state is None else table.state.view(None)
            self._kept[key] = await self._study.do(draw, view, owner=owner, cpu_s=DRAW_S)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]


def _key(table: GameTable) -> tuple[str, int]:
    return ("", 0) if table.state is None else (table.id, table.turn_n)

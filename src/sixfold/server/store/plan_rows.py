"""What a store keeps of plans, and how it is asked."""

from __future__ import annotations

from typing import Protocol

from sixfold.server.table.plans import GivenPlan


class PlanStore(Protocol):
    """The part of a store that knows what is to be played for whom. Plans go with their table and their player."""

    async def keep_plan(self, plan: GivenPlan) -> None:
        """Instead of the one that this seat had."""
        ...

    async def plan(self, table: str, seat: int) -> GivenPlan | None: ...
    async def plans_of(self, player: str) -> list[GivenPlan]: ...
    async def drop_plan(self, table: str, seat: int, turn: int | None = None) -> None:
        """`turn`: only the plan for that turn, as there may be a newer one by now."""
        ...

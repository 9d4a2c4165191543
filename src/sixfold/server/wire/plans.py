"""The bodies about moves that are made for somebody."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sixfold.server.wire.words import In, Out, SeatNumber


class PlanBody(In, kw_only=True):
    """PUT /api/tables/{table}/plan: play this for me when it is my turn, if it is legal then. `move` in notation."""

    seat: SeatNumber
    move: Annotated[str, Meta(max_length=4000)]


class PlanInfo(Out, kw_only=True):
    """What will be played for my seat; empty: nothing."""

    seat: int
    move: str = ""


class ExportedPlan(PlanInfo, kw_only=True):
    """The same, among all that is stored about me."""

    table: str

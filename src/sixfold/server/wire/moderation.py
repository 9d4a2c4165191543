"""The bodies about people who do not get along."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sixfold.server.wire.words import In, Out

ReportReason = Literal["name", "words", "stalling", "cheating", "other"]


class ReportBody(In, kw_only=True):
    """POST /api/tables/{table}/seats/{seat}/report: for the host alone; `text` in the reporter's own words."""

    reason: ReportReason
    text: Annotated[str, Meta(max_length=500)] = ""


class Reported(Out, kw_only=True):
    """It was kept for the host."""

    reported: bool = True


class BlockInfo(Out, kw_only=True):
    """Somebody whom I keep apart from, by the name they had. `seat`: theirs at the table that was asked about."""

    id: str
    name: str
    at: int
    seat: int | None = None


class MyBlocks(Out, kw_only=True):
    """GET /api/blocks; of one table with the query `table`."""

    blocks: list[BlockInfo]


class ExportedReport(Out, kw_only=True):
    """A report that I made."""

    table: str
    seat: int
    at: int
    reason: str
    text: str

"""A log may say that clocks stood still, for a vacation or while no server was there. No table changes; code that does
not know these events must not open the store.

Revision ID: 0015
"""

from __future__ import annotations

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Facts from before fold as they did."""


def downgrade() -> None:
    """Only a store without such facts can be opened by older code."""

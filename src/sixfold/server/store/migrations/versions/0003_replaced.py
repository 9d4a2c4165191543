"""A log may say that a bot plays for somebody who is away (`replaced`). No table changes; code that does not know that
event must not open the store.

Revision ID: 0003
"""

from __future__ import annotations

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """The number is all there is to it."""


def downgrade() -> None:
    """The number is all there is to it."""

"""A log may say that the bag is mixed after a take-back (`shuffle` 2). No table changes; code that does not know it
would deal such a game on by the first shuffle, and its proof would fail: it must not open the store.

Revision ID: 0004
"""

from __future__ import annotations

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """The number is all there is to it."""


def downgrade() -> None:
    """The number is all there is to it."""

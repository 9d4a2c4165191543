"""People wait for an opponent by any clock, and a tournament has any. Code that knows seconds for a move alone would
take a person who waits for another clock for a bot, and make the tables of a round without theirs.

Revision ID: 0018
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
ADDED = ("total", "increment", "vacation")


def upgrade() -> None:
    """Whoever waits now has seconds for a move."""
    for name in ADDED:
        op.add_column("seekers", sa.Column(name, sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """Nobody waits for another clock any more."""
    op.execute("DELETE FROM seekers WHERE total > 0 OR vacation > 0")
    for name in ADDED:
        op.drop_column("seekers", name)

"""Moves that people want made for them when their turn comes. Code that does not know them would not erase them with
their player.

Revision ID: 0017
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Make it, empty."""
    op.create_table(
        "plans",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("move", sa.Text, nullable=False),
    )
    op.create_index("plans_by_player", "plans", ["player"])


def downgrade() -> None:
    """Forget them."""
    op.drop_table("plans")

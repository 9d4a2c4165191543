"""Challenges between remote bots, which several servers on one store know of. Code that does not know them has its own
in memory, and sees none of these.

Revision ID: 0013
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Nobody is challenged yet."""
    op.create_table(
        "challenges",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("asker", sa.Text, nullable=False, index=True),
        sa.Column("asked", sa.Text, nullable=False, index=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Nobody is challenged any more."""
    op.drop_table("challenges")

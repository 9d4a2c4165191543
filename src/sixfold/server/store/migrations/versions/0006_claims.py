"""Which server does what a table waits for by itself (rooms/claims.py). Older code does not claim: two of its servers
do the same work, and the unique number decides, as before. What is here is worth nothing after a crash.

Revision ID: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make it, empty; where there is such a thing, without a log."""
    op.create_table(
        "claims",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("server", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        prefixes=["UNLOGGED"] if op.get_context().dialect.name == "postgresql" else [],
    )


def downgrade() -> None:
    """Nobody misses it."""
    op.drop_table("claims")

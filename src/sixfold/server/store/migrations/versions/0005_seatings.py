"""Who sat where, with what came of it: what lists of one's own games are read from. The server fills it in from the
events of the tables that are there (rooms/seatings.py); code that does not know it would neither keep nor erase it.

Revision ID: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make it, empty."""
    op.create_table(
        "seatings",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("bot", sa.Text, nullable=False),
        sa.Column("own", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("over", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.Column("qwirkles", sa.Integer, nullable=False),
    )
    op.create_index("seatings_by_player", "seatings", ["player", "over", "changed", "table_id"])


def downgrade() -> None:
    """Forget it: the events have it all."""
    op.drop_table("seatings")

"""Results of the daily bag, one for each day, game and person. Code that does not know them would not erase them with
their player.

Revision ID: 0014
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Make them, empty."""
    op.create_table(
        "daily_results",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("who", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("other", sa.Integer, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("daily_by_score", "daily_results", ["day", "game", "score", "other"])
    op.create_index("daily_by_who", "daily_results", ["who"])


def downgrade() -> None:
    """Forget them."""
    op.drop_table("daily_results")

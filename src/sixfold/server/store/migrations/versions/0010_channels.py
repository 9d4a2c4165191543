"""How people want to be told, and what is on its way to them. Code that does not know it would neither keep notices nor
erase channels with their player.

Revision ID: 0010
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make both, empty."""
    op.create_table(
        "channels",
        sa.Column("id", sa.Text, primary_key=True),
        *(
            sa.Column(name, sa.Text, nullable=False)
            for name in ("player", "kind", "address", "key", "events", "language", "quiet")
        ),
        sa.Column("ahead", sa.Integer, nullable=False),
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("proof", sa.Text, nullable=False),
    )
    op.create_index("channels_by_player", "channels", ["player"])
    op.create_table(
        "notices",
        sa.Column("channel", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("event", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("sent", sa.Integer, nullable=False),
    )
    op.create_index("notices_due", "notices", ["sent", "due"])
    op.create_index("notices_by_table", "notices", ["table_id"])


def downgrade() -> None:
    """Forget them."""
    op.drop_table("notices")
    op.drop_table("channels")

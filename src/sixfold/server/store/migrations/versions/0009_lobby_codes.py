"""Short codes that lead to a lobby for a while. Code that does not know them leaves them alone, and they expire.

Revision ID: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the list, empty."""
    op.create_table(
        "lobby_codes",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Forget it: a host can ask for another code."""
    op.drop_table("lobby_codes")

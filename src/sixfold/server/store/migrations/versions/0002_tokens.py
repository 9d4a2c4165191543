"""What a remote bot plays, and when it was last connected.

Revision ID: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what seating a remote bot needs to know."""
    op.add_column("tokens", sa.Column("games", sa.Text, nullable=False, server_default="tiles cards"))
    op.add_column("tokens", sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("tokens", "seen")
    op.drop_column("tokens", "games")

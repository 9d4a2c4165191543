"""What each rated game changed, so that it can be told at its end. Code that does not know the column leaves it empty,
and nothing is told of its games.

Revision ID: 0012
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Of the games until now nothing is known."""
    op.add_column("rated_games", sa.Column("changes", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    """Forget it: ratings are counted from the standings."""
    op.drop_column("rated_games", "changes")

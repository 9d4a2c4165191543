"""Tables that anybody may join, and who waits for an opponent. Code that does not know the column would leave a table
listed that has begun.

Revision ID: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """No table is listed, nobody waits."""
    op.add_column("tables", sa.Column("listed", sa.Text, nullable=False, server_default=""))
    op.execute("CREATE INDEX tables_listed ON tables (created DESC, id) WHERE listed <> ''")
    op.create_table(
        "seekers",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("clock", sa.Integer, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Nobody waits any more."""
    op.drop_table("seekers")
    op.drop_index("tables_listed", "tables")
    op.drop_column("tables", "listed")

"""Games by letter that people asked for and do not wait for. Code that does not know them would not erase them with
their player, and has no words for what somebody wants to hear of.

Revision ID: 0019
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Nobody has asked. Whoever hears of people who sit down at their table hears of an opponent who was found too."""
    op.create_table(
        "wishes",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("clock", "total", "increment", "vacation", "rated")),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("promised", sa.BigInteger, nullable=False),
    )
    op.execute("UPDATE channels SET events = events || ' paired' WHERE events LIKE '%joined%'")


def downgrade() -> None:
    """Nobody asks any more, and nobody hears of it."""
    op.execute("UPDATE channels SET events = trim(replace(replace(events, 'paired', ''), '  ', ' '))")
    op.execute("DELETE FROM notices WHERE event = 'paired'")
    op.drop_table("wishes")

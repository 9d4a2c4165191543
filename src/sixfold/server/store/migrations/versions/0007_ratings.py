"""Rated games, numbered in the order they count, and the ratings that they add up to. Code that does not know them
would end a rated game without counting it.

Revision ID: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make them, empty: no game was rated before."""
    op.create_table(
        "rated_games",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.Text, nullable=False, unique=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("standings", sa.Text, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("seats", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("who", sa.Text, primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("provisional", sa.Integer, nullable=False),
    )
    op.create_index("ratings_by_strength", "ratings", ["game", "seats", "provisional", sa.text("mu DESC"), "who"])
    op.create_index("ratings_by_player", "ratings", ["who"])
    op.execute("INSERT INTO settings (name, value) VALUES ('rated', '0')")


def downgrade() -> None:
    """Forget them: no older code knows a rated game."""
    op.drop_table("ratings")
    op.drop_table("rated_games")
    op.execute("DELETE FROM settings WHERE name = 'rated'")

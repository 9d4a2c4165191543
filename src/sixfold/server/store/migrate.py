"""Bringing a database to the newest schema, by Alembic; loaded only when there is something to do.

A server that starts on an up-to-date database reads one row and goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sixfold.errors import StoreError
from sixfold.server.store.sql import HEAD

if TYPE_CHECKING:
    from alembic.config import Config


def upgrade_if_needed(url: str, version: Callable[[], str | None]) -> None:
    """Upgrade unless `version()` says that the newest migration is in place. An unknown version is refused."""
    found = version()
    if found == HEAD:
        return
    if found is not None and found > HEAD:
        raise StoreError(
            f"the store was written by a newer Sixfold (schema {found}, this one knows {HEAD}): update Sixfold",
            code="store/newer",
        )
    upgrade(url)


def upgrade(url: str) -> None:
    """Run every migration that is missing."""
    from alembic import command

    command.upgrade(configuration(url), "head")


def configuration(url: str) -> Config:
    """Where Alembic finds the migrations and the database."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["url"] = url
    return config

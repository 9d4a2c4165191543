"""Brings a database to the newest schema, by Alembic. Loaded only when there is something to do.

A server that starts on an up-to-date database reads two rows and continues. A store names the oldest schema whose code
may open it (settings `oldest_schema`, and `oldest_release` for people), so that a server and its next version can share
it. If it names none, only its own schema may open it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import sixfold
from sixfold.errors import StoreError
from sixfold.server.store.sql import HEAD

if TYPE_CHECKING:
    from alembic.config import Config

log = logging.getLogger(__name__)
Ask = Callable[[str], list[tuple[Any, ...]]]
"""Runs a SELECT."""


class Schema(NamedTuple):
    """What a store says about itself: its last migration, and who may open it."""

    number: str
    oldest: str
    release: str = ""


def schema_of(ask: Ask) -> Schema | None:
    """What a database that has our tables says; None when making them was never finished."""
    rows = ask("SELECT version_num FROM alembic_version")
    if not rows:
        return None
    number = str(rows[0][0])
    named: dict[str, str] = dict(
        ask("SELECT name, value FROM settings WHERE name IN ('oldest_schema', 'oldest_release')")
    )
    return Schema(number, named.get("oldest_schema", number), named.get("oldest_release", ""))


def check_known(found: Schema) -> None:
    """Refuse a store that only a newer Sixfold may open."""
    if found.number > HEAD and found.oldest > HEAD:
        newer = f"Sixfold {found.release} or newer" if found.release else "a newer Sixfold"
        raise StoreError(
            f"the store was written by a newer Sixfold and needs {newer}; this is {sixfold.__version__} "
            f"(schema {found.oldest}, this one knows {HEAD}): update Sixfold",
            code="store/newer",
        )


def bring_up_to_date(url: str, found: Schema | None, save: Callable[[str], Path]) -> None:
    """Run the migrations that are missing, after `save(number)` has put a copy aside."""
    if found is None:
        upgrade(url)
        return
    check_known(found)
    if found.number < HEAD:
        copy = save(found.number)
        upgrade(url)
        log.warning("the tables were brought from schema %s to %s; as they were before: %s", found.number, HEAD, copy)


def upgrade(url: str) -> None:
    """Run every migration that is missing, all of them or none."""
    from alembic import command
    from alembic.util.exc import CommandError
    from sqlalchemy import make_url
    from sqlalchemy.exc import DBAPIError

    try:
        command.upgrade(configuration(url), "head")
    except (CommandError, DBAPIError) as error:
        reason = str(getattr(error, "orig", error)).partition("\n")[0]
        where = make_url(url).database
        raise StoreError(f"cannot bring the store {where} up to date: {reason}", code="store/open") from error


def configuration(url: str) -> Config:
    """Where Alembic finds the migrations and the database."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["url"] = url
    return config

"""Whether the SQLite file that is open is still the one at its path.

A file that was deleted or replaced still accepts writes, but nobody will ever read them. Such a commit must not be
acknowledged. The write-ahead log is checked too, because a commit goes there first.
"""

from __future__ import annotations

import os
from pathlib import Path

from sixfold.errors import StoreError

Mark = tuple[int, int] | None


def mark(path: Path) -> Mark:
    """What tells a file from another one at the same path; None when there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return (found.st_dev, found.st_ino)


class Identity:
    """The file as it was when the store was opened. While a connection is open, its number is not used again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._mark = mark(path)

    def check(self) -> None:
        """Refuse when another file, or none, is at the path."""
        if self._mark is None or mark(self._path) != self._mark:
            raise gone(self._path)


class LogIdentity:
    """The write-ahead log of one connection, from its first commit on."""

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(path.name + "-wal")
        self._mark: Mark = None

    def check(self) -> None:
        """Refuse when it is not the one that the last commit went to."""
        found = mark(self._path)
        if found is None or self._mark not in (None, found):
            raise gone(self._path)
        self._mark = found


def gone(path: Path) -> StoreError:
    """What is said then."""
    return StoreError(
        f"{path.name} was deleted or replaced while the server ran: put it back, or restart the server",
        code="store/replaced",
    )

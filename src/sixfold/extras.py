"""Libraries that come with an extra. If one is missing, a sentence says so, with the command that installs it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sixfold.errors import MissingExtra


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Around the imports of what the extra `name` brings.

    >>> with extra("research"):
    ...     import no_such_library
    Traceback (most recent call last):
    sixfold.errors.MissingExtra: this needs no_such_library: pip install 'sixfold[research]'
    """
    try:
        yield
    except MissingExtra:
        raise
    except ModuleNotFoundError as error:
        raise MissingExtra(str(error.name).partition(".")[0], name) from None

"""How the set-up speaks: one line a step, one sentence when something is in the way."""

from __future__ import annotations

import errno
import re
import sys


class Trouble(Exception):
    """Something that a person has to mend; the text says what, and how."""


NO_SPACE = (
    "The disk is full. Sixfold needs about 2 GB for `make play` and 6 GB for `make test`; free some and run it again."
)
NO_NETWORK = "The package index cannot be reached. Check the network (or pip's own settings) and run it again."

SYMPTOMS = (
    (r"No space left on device|ENOSPC", NO_SPACE),
    (
        r"Temporary failure in name resolution|Failed to establish a new connection|Network is unreachable|Max retries"
        r"|ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ECONNRESET|NewConnectionError|NameResolutionError",
        NO_NETWORK,
    ),
    (
        r"do not match the hashes|EINTEGRITY",
        "A downloaded package is not the one that was locked. Nothing was installed.",
    ),
    (
        r"Permission denied|EACCES",
        "A file here belongs to somebody else: `ls -l` shows whose. Give this folder to yourself.",
    ),
)
"""What package programs print, and what it means."""


def say(text: str) -> None:
    """One line for a person, at once."""
    print(text, flush=True)


def what_it_means(printed: str) -> str | None:
    """The sentence for a known trouble in the output of a package program."""
    return next((sentence for pattern, sentence in SYMPTOMS if re.search(pattern, printed)), None)


def what_the_system_says(error: OSError) -> str:
    """The sentence for an error of the file system."""
    if error.errno == errno.ENOSPC:
        return NO_SPACE
    return f"{error.filename or 'A file'} cannot be written: {error.strerror}."


class Progress:
    """A line that counts on a terminal, and nothing elsewhere."""

    def __init__(self, what: str, total: int) -> None:
        self._what, self._total, self._done = what, total, 0
        self._live = sys.stdout.isatty()

    def step(self) -> None:
        self._done = min(self._done + 1, self._total)
        if self._live:
            filled = 24 * self._done // max(self._total, 1)
            bar = "█" * filled + "░" * (24 - filled)
            sys.stdout.write(f"\r  {bar} {self._done} of {self._total} {self._what} ")
            sys.stdout.flush()

    def end(self) -> None:
        if self._live:
            sys.stdout.write("\r\x1b[K")
            sys.stdout.flush()

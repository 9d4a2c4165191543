"""The journal of a match: one JSON object per line, first the match, then every deal as it ends.

A line is written and flushed as a whole. If the last line is incomplete, it is dropped when the journal is continued.
"""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import IO

import msgspec

from sixfold.arena.match import FinishedGame, Match
from sixfold.errors import SixfoldError


class MatchJournal:
    """An open journal: `done` holds the deals that it knew already, `add` appends one more."""

    def __init__(self, path: Path, match: Match) -> None:
        self.path = path
        self.done: dict[int, tuple[FinishedGame, ...]] = {}
        whole = self._read(match) if path.exists() else 0
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: IO[bytes] = path.open("r+b" if path.exists() else "x+b")
        self._file.truncate(whole)
        self._file.seek(whole)
        if not whole:
            self._write(match.header())

    def add(self, deal: int, games: tuple[FinishedGame, ...]) -> None:
        """Write a deal. When this returns, the deal is on disk, where other processes can see it."""
        self.done[deal] = games
        self._write({"deal": deal, "games": [_bare(game) for game in games]})

    def close(self) -> None:
        """Close the file. What was added stays."""
        self._file.close()

    def __enter__(self) -> MatchJournal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, line: dict[str, object]) -> None:
        self._file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def _read(self, match: Match) -> int:
        """Read the journal; returns the length of the part with complete lines."""
        text = self.path.read_bytes()
        whole = text.rfind(b"\n") + 1
        for number, line in enumerate(text[:whole].splitlines(), 1):
            try:
                data = json.loads(line)
                if number == 1:
                    self._same(data, match)
                else:
                    games = msgspec.convert(data["games"], tuple[FinishedGame, ...])
                    self.done[int(data["deal"])] = games
            except (ValueError, KeyError, TypeError, msgspec.ValidationError) as error:
                raise SixfoldError(
                    f"line {number} of {self.path} is not part of an arena journal: {error}", code="arena/journal"
                ) from error
        return whole

    def _same(self, data: object, match: Match) -> None:
        header = match.header()
        if not isinstance(data, dict):
            raise ValueError("the first line does not describe a match")
        differs = [name for name in header if data.get(name) != header[name]]
        if differs:
            name = differs[0]
            raise SixfoldError(
                f"{self.path} is the journal of another match: its {name} is {data.get(name)!r}, not {header[name]!r}",
                code="arena/journal",
            )


def _bare(game: FinishedGame) -> dict[str, object]:
    """Records go into files of their own, not into the journal."""
    data: dict[str, object] = msgspec.to_builtins(game)
    del data["record"]
    if game.fault is None:
        del data["fault"]
    return data

"""Reading a record: line by line, each event checked by the rules before the next is looked at.

Limits on bytes, lines and numbers come first, so that a hostile file is refused before anything is built from it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from typing import TYPE_CHECKING, Final, NoReturn

from sixfold import rulesets
from sixfold.errors import IllegalMove, NotationError, RecordError, SixfoldError
from sixfold.game import Draw, Seat
from sixfold.pieces import Pieces
from sixfold.record.events import (
    MAX_TAGS,
    REASON,
    RESERVED,
    Anew,
    Announced,
    Drew,
    Ended,
    Event,
    Headers,
    Moved,
    Player,
    TookBack,
    check_tag,
    plain,
)

if TYPE_CHECKING:
    from sixfold.record.record import Journal

FIRST_LINE: Final = "sixfold record 1"
"""The first line of every record: the format and its version."""

MAX_BYTES: Final = 400_000
"""A longer record is refused before it is read."""
MAX_LINES: Final = 4_000
"""A record with more lines is refused."""
MAX_LINE: Final = 1_500
"""Characters of one line, at most."""
MAX_MOVES: Final = 1_000
MAX_TAKE_BACKS: Final = 200
"""Moves that were taken back count too. A game lays 108 pieces; the rest is exchanges and second thoughts."""

_RESULT: Final = re.compile(
    rf"({REASON})( by [0-3])?, scores (\d{{1,5}}(?: \d{{1,5}}){{1,3}}), winners (-|[0-3](?: [0-3]){{0,3}})", re.ASCII
)


class Reader:
    """Goes through a text line by line; everything it raises is a RecordError with the line.

    `begin` opens the journal that the game is written down in again.
    """

    def __init__(self, text: str | bytes, begin: Callable[[Headers], Journal]) -> None:
        self.begin = begin
        self.line = 1
        if len(text) > MAX_BYTES:
            self.refuse(f"{len(text)} characters, a record has at most {MAX_BYTES}", code="notation/record-size")
        breaks = text.count("\n") if isinstance(text, str) else text.count(b"\n")
        if breaks > MAX_LINES:
            self.refuse(f"{breaks} lines, a record has at most {MAX_LINES}", code="notation/record-size")
        try:
            decoded = text if isinstance(text, str) else text.decode("utf-8")
        except UnicodeDecodeError as error:
            self.line = text.count(b"\n", 0, error.start) + 1 if isinstance(text, bytes) else 1
            self.refuse(f"byte {error.start} is not UTF-8")
        self.lines = decoded.split("\n")
        self.values: dict[str, str] = {}
        self.found_at: dict[str, int] = {}
        self.only_moves = False

    def refuse(self, message: str, text: str = "", code: str = "notation/record") -> NoReturn:
        raise RecordError(message, line=self.line, code=code, text=text[:80])

    def read(self) -> Journal:
        """The whole game, every line of it checked."""
        lines = self._clean_lines()
        journal: Journal | None = None
        counts: Counter[type] = Counter()
        if next(lines, None) != FIRST_LINE:
            self.refuse(f"a record begins with {FIRST_LINE!r}", self.lines[0])
        for line in lines:
            key, colon, value = line.partition(":")
            value = value.strip()
            if not colon:
                self.refuse(f"{line[:60]!r} has no colon", line)
            try:
                event = self._event(key, value, journal)
                if event is None:
                    self._header(key, value, journal)
                    continue
                counts[type(event)] += 1
                if counts[Moved] > MAX_MOVES or counts[TookBack] > MAX_TAKE_BACKS:
                    most = f"{MAX_MOVES} moves and {MAX_TAKE_BACKS} take-backs"
                    self.refuse(f"a record has at most {most}", code="notation/record-size")
                journal = journal or self._begin(event)
                self._fill_in(journal, event)
                journal.add(event)
            except RecordError:
                raise
            except SixfoldError as error:
                self.refuse(_with_clause(error), line)
        return journal or self._journal()

    def _clean_lines(self) -> Iterator[str]:
        """The lines that hold something, each checked for length and characters."""
        for number, raw in enumerate(self.lines, 1):
            self.line = number
            line = raw.removesuffix("\r")
            if len(line) > MAX_LINE:
                self.refuse(f"{len(line)} characters, a line has at most {MAX_LINE}", code="notation/record-size")
            bad = next((c for c in line if not plain(c)), None)
            if bad is not None:
                self.refuse(
                    f"the character U+{ord(bad):04X} has no place in a record", code="notation/record-character"
                )
            if line.strip():
                yield line.strip()

    # Games written down with only their moves

    def _begin(self, first: Event) -> Journal:
        """All headers are read; a record whose first event is not a draw leaves them all out."""
        self.only_moves = not isinstance(first, Drew)
        return self._journal()

    def _fill_in(self, journal: Journal, event: Event) -> None:
        """Where draws are left out, unknown pieces were drawn; and who opened announced what was laid."""
        if not self.only_moves or isinstance(event, TookBack):
            return
        if isinstance(event, Drew):
            self.refuse("this record leaves draws out, so it cannot have one here")
        while (need := journal.state.need) is not None and not isinstance(event, Ended):
            journal.draw(Draw(need.seat, Pieces(unknown=need.count)))
        if journal.state.opening is None and isinstance(event, Moved) and event.seat < len(journal.headers.players):
            sizes = [0] * len(journal.headers.players)
            sizes[event.seat] = len(getattr(event.move, "pieces", ())) or 1
            journal.announce(sizes)

    # Headers

    def _header(self, key: str, value: str, journal: Journal | None) -> None:
        if journal is not None:
            self.refuse(f"{key[:40]!r} is no event, and headers come first", key)
        if key.split(" ")[0] not in RESERVED:
            check_tag(key, value)
        if key in self.values:
            self.refuse(f"{key!r} stands twice", key)
        if len(self.values) >= MAX_TAGS + 10:
            self.refuse("too many headers")
        self.values[key] = value
        self.found_at[key] = self.line

    def _journal(self) -> Journal:
        """All headers are read: the game can begin."""
        values = dict(self.values)
        last_line = self.line
        players: list[Player] = []
        while (name := values.pop(f"seat {len(players)}", None)) is not None:
            players.append(self._player(name, values.pop(f"age {len(players)}", None), len(players)))
        day = self._date(values.pop("date", None))
        ruleset = values.pop("ruleset", "")
        for key in values:
            if key.split()[0] in RESERVED:
                self.line = self.found_at[key]
                self.refuse(f"{key!r} does not fit the {len(players)} seats", key)
        self.line = self.found_at.get("ruleset", last_line)
        try:
            found = rulesets.find(ruleset)
        except SixfoldError as error:
            self.refuse(error.message, ruleset, "notation/ruleset")
        if found.name != ruleset:
            self.refuse(f"{ruleset!r} says no version: the rule set is {found.name!r}", ruleset, "notation/ruleset")
        self.line = last_line
        if not 2 <= len(players) <= 4:
            self.refuse(f"{len(players)} seats: a record names seat 0, seat 1 and so on, 2 to 4 of them")
        return self.begin(Headers(ruleset, tuple(players), day, tuple(values.items())))

    def _player(self, name: str, age: str | None, seat: Seat) -> Player:
        last_line = self.line
        try:
            self.line = self.found_at[f"seat {seat}"]
            player = Player(name)
            if age is not None:
                self.line = self.found_at[f"age {seat}"]
                player = Player(name, self._number(age))
        except RecordError:
            raise
        except NotationError as error:
            self.refuse(error.message, name)
        self.line = last_line
        return player

    def _date(self, text: str | None) -> date | None:
        if text is None:
            return None
        try:
            day = date.fromisoformat(text) if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII) else None
        except ValueError:
            day = None
        if day is None:
            self.line = self.found_at["date"]
            self.refuse(f"{text[:20]!r} is no date like 2026-05-17", text)
        return day

    # Events

    def _event(self, key: str, value: str, journal: Journal | None) -> Event | None:
        """The event on this line, None for a header."""
        word, _, number = key.partition(" ")
        if key == "announce":
            return Announced(tuple(self._number(size) for size in value.split()[:8]))
        if key == "anew":
            hands = value.split()[:8]
            return Anew(tuple(None if hand == "-" else Pieces.parse(hand[:200]) for hand in hands))
        if key == "result":
            return self._result(value)
        if word == "draw":
            if len(value) > 200:
                self.refuse("more pieces than anyone draws", value)
            return Drew(self._seat(number), Pieces.parse(value))
        if word == "takeback":
            return TookBack(self._seat(number), self._number(value))
        if key.isascii() and key.isdigit():
            return self._moved(self._seat(key), value, journal or self._journal())
        return None

    def _moved(self, seat: Seat, value: str, journal: Journal) -> Moved:
        text, equals, points = value.rpartition("=")
        move = rulesets.find(journal.headers.ruleset).parse_move((text if equals else points).strip())
        return Moved(seat, move, self._number(points.strip()) if equals else None)

    def _result(self, value: str) -> Ended:
        found = _RESULT.fullmatch(value)
        if found is None:
            self.refuse(f"{value[:80]!r} is no result like 'C14, scores 3 4, winners 1'", value)
        reason, by, scores, winners = found.groups()
        return Ended(
            reason,
            () if winners == "-" else tuple(map(int, winners.split())),
            tuple(map(int, scores.split())),
            None if by is None else int(by[-1]),
        )

    def _seat(self, text: str) -> Seat:
        if text not in ("0", "1", "2", "3"):
            self.refuse(f"{text[:20]!r} is no seat: seats are 0 to 3", text)
        return int(text)

    def _number(self, text: str) -> int:
        if not re.fullmatch(r"0|[1-9]\d{0,4}", text, re.ASCII):
            self.refuse(f"{text[:20]!r} is no whole number of at most five digits", text)
        return int(text)


def _with_clause(error: SixfoldError) -> str:
    """The message of a refusal, and the clause where the sentence does not name it."""
    clause = error.clause if isinstance(error, IllegalMove) else ""
    return error.message if clause in error.message else f"{error.message} ({clause})"

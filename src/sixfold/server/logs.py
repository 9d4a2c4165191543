"""Structured logs: one JSON object per line, with fixed fields. Never a secret, a hand, a name or a whole message.

Only the listed fields are logged. Anything else that a call passes is dropped.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final, TextIO

ALLOWED: Final = frozenset({"table", "seat", "n", "code", "status", "method", "bot", "error", "ms", "count", "address"})
"""Extra fields that a log line may carry. `table` is cut to its first letters: whole, it would be a way in."""

MOST_KINDS: Final = 1000
"""Kinds of messages that are kept in mind."""


class JsonLines(logging.Formatter):
    """A record as one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Message and allowed extras; of an exception its type and where it was raised, not its text."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage() if record.name.startswith("sixfold") else _tame(record),
        }
        for name in ALLOWED:
            value = getattr(record, name, None)
            if value is not None:
                line[name] = str(value)[:6] if name == "table" else value
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            line["exception"] = type(error).__name__
            # An exception's text may quote what somebody sent or holds, so only the places are kept.
            frames = traceback.extract_tb(error.__traceback__)
            line["trace"] = [f"{f.filename.rpartition('/')[2]}:{f.lineno} {f.name}" for f in frames]
        return json.dumps(line, ensure_ascii=False)


class Sentences(JsonLines):
    """For somebody who plays at home and sees the log by chance."""

    def format(self, record: logging.LogRecord) -> str:
        """The message, and what went wrong."""
        line = json.loads(super().format(record))
        return f"sixfold: {line['message']}" + "".join(
            f" ({line[key]})" for key in ("exception", "code") if key in line
        )


class Sparing(logging.Filter):
    """Lets a message through once in an interval; the next one says how many there were."""

    def __init__(self, seconds: float = 10.0, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._seconds = seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._last: dict[tuple[object, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        raised = type(record.exc_info[1]).__name__ if record.exc_info else ""
        of = tuple(getattr(record, name, None) for name in ("code", "bot", "error"))
        key = (record.name, record.levelno, str(record.msg), raised, *of)
        now = self._clock()
        with self._lock:
            until, held_back = self._last.get(key, (now, 0))
            if now < until:
                self._last[key] = (until, held_back + 1)
                return False
            if len(self._last) > MOST_KINDS:
                self._last.clear()
            self._last[key] = (now + self._seconds, 0)
        if held_back and getattr(record, "count", None) is None:
            record.count = held_back + 1
        return True


def _tame(record: logging.LogRecord) -> str:
    """Messages of other libraries: without their arguments, which may hold a path with an invitation."""
    return str(record.msg) if record.args else str(record.msg).partition("\n")[0]


def set_up(level: str, stream: TextIO | None = None, form: logging.Formatter | None = None) -> None:
    """Send everything to one stream, as JSON lines unless another form is given."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(form or JsonLines())
    handler.addFilter(Sparing())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for noisy in ("uvicorn.access", "uvicorn.error", "websockets", "alembic", "asyncio"):
        logger = logging.getLogger(noisy)
        logger.handlers[:] = []
        logger.propagate = True
        logger.setLevel(max(logging.WARNING, getattr(logging, level.upper())))

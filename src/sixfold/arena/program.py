"""A bot in any language: a program that answers `choose` of the engine protocol, one JSON object per line, in and out.

The program is started once and kept. If it dies or had to be stopped, it is started again for the next move.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import subprocess
import time
from typing import ClassVar, Final

from sixfold import rulesets
from sixfold.bots import Bot, Budget, Choice
from sixfold.errors import BotError, NotationError
from sixfold.rulesets import AnyMove, AnyView

LONGEST_LINE: Final = 1_000_000


class ProgramBot(Bot[AnyView, AnyMove]):
    """The program behind `cmd:PROGRAM`. `limit_s` is how long one answer may take before the program is stopped."""

    name: ClassVar[str] = "cmd"

    def __init__(self, command: tuple[str, ...], plays_as: str, label: str, seed: int = 0) -> None:
        super().__init__(seed)
        self.label = label
        self.plays_as = plays_as
        self.command = command
        self.limit_s = 60.0
        self._process: subprocess.Popen[bytes] | None = None
        self._asked = 0
        self._left = b""

    def choose(self, view: AnyView, budget: Budget) -> Choice[AnyMove]:
        self._asked += 1
        amounts = {"rollouts": budget.rollouts, "ms": budget.ms}
        answer = self._ask(
            {
                "id": self._asked,
                "do": "choose",
                "bot": self.plays_as,
                "view": view.to_json(),
                "seed": self.seed,
                "budget": {name: amount for name, amount in amounts.items() if amount is not None},
            }
        )
        text = answer.get("move")
        if answer.get("ok") is not True or not isinstance(text, str):
            raise self._error(f"answered without a move: {json.dumps(answer)[:500]}")
        value = answer.get("value")
        try:
            move = rulesets.find(view.rules.name).parse_move(text)
        except NotationError as error:
            raise self._error(f"answered with a move that cannot be read: {error.message}") from error
        return Choice(move, float(value) if isinstance(value, int | float) else None, note=str(answer.get("note", "")))

    def close(self) -> None:
        """End the program: first by closing its input, then by force."""
        process, self._process, self._left = self._process, None, b""
        if process is None:
            return
        with contextlib.suppress(OSError):
            if process.stdin:
                process.stdin.close()
        try:
            process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()

    def cpu_s(self) -> float | None:
        """CPU seconds that the program has used, if the system reports them (Linux). Its children are not counted."""
        if self._process is None:
            return None
        try:
            with open(f"/proc/{self._process.pid}/stat", encoding="ascii", errors="replace") as file:
                # The fields after the command in brackets; utime and stime are the 14th and 15th of the line.
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            return None
        return (int(fields[11]) + int(fields[12])) / float(os.sysconf("SC_CLK_TCK"))

    def _ask(self, request: dict[str, object]) -> dict[str, object]:
        process = self._running()
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(request, separators=(",", ":")).encode() + b"\n")
            process.stdin.flush()
            line = self._line(process)
        except OSError as error:
            self.close()
            # One that had ended before it was asked says more by how it ended than by its broken pipe.
            by_itself = process.returncode >= 0
            raise self._ended(process) if by_itself else self._error(f"stopped listening: {error}") from error
        try:
            answer = json.loads(line)
        except ValueError as error:
            self.close()
            raise self._error(f"answered with what is not JSON: {line[:200]!r}") from error
        if not isinstance(answer, dict) or answer.get("id", self._asked) != self._asked:
            self.close()
            raise self._error(f"answered another question: {line[:200]!r}")
        return answer

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            try:
                self._process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            except OSError as error:
                raise self._error(f"could not be started: {error}") from error
        return self._process

    def _line(self, process: subprocess.Popen[bytes]) -> bytes:
        """One line of the answer, read as it arrives, so that a program that says nothing can be stopped."""
        assert process.stdout is not None
        until = time.monotonic() + self.limit_s
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._left:
                if len(self._left) > LONGEST_LINE:
                    self.close()
                    raise self._error("answered with a line of over 1 MB")
                if not selector.select(max(0.0, until - time.monotonic())):
                    process.kill()
                    self.close()
                    raise self._error(f"did not answer within {self.limit_s:g} s", code="bot/late")
                part = os.read(process.stdout.fileno(), 65536)
                if not part:
                    self.close()
                    raise self._ended(process)
                self._left += part
        line, _, self._left = self._left.partition(b"\n")
        return line

    def _ended(self, process: subprocess.Popen[bytes]) -> BotError:
        return self._error(f"ended with exit code {process.returncode} instead of answering")

    def _error(self, what: str, code: str = "bot/failed") -> BotError:
        return BotError(f"{self.label} {what}", bot=self.label, code=code)

"""The real `sixfold serve` in a process of its own, for tests that need real sockets, signals and disks."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO


class Running:
    """A server process. `program` replaces `-m sixfold serve` by a script that prepares something first."""

    def __init__(
        self,
        data: Path | None = None,
        *options: str,
        database: str | None = None,
        program: tuple[str, ...] = ("-m", "sixfold"),
    ) -> None:
        self.data = data
        self.options = options
        self.database = database
        self.program = program
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.log: IO[str] = tempfile.TemporaryFile("w+")  # noqa: SIM115

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Running:
        """Start, and wait until connections are accepted."""
        self.process = self._launch(self._words())
        assert self.process.stdout is not None
        while line := self.process.stdout.readline():
            if found := re.search(r"localhost:(\d+)", line):
                self.port = int(found[1])
                return self
        raise AssertionError(f"the server did not start: {self.logged()}")

    def _words(self) -> list[str]:
        words = ["serve", "--host", "127.0.0.1", "--port", str(self.port)]
        words += ["--bot-pause", "0", "--messages", "100000", "--sockets", "100000", "--requests", "1000000"]
        words += ["--database", self.database] if self.database else ["--data", str(self.data)]
        return [*words, *self.options]

    def _launch(self, words: list[str]) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, *self.program, *words],
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            env={**os.environ},
        )

    def kill(self) -> None:
        """Pull the plug on the process."""
        self.signal(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to stop."""
        return self.signal(signal.SIGTERM)

    def signal(self, number: int) -> int:
        if self.process is None:
            return 0
        self.process.send_signal(number)
        code = self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
        return code

    def cpu_s(self) -> float:
        """CPU seconds that the process has used."""
        assert self.process is not None
        # What clock_getcpuclockid(3) answers; /proc counts in steps of 10 ms.
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def rss(self) -> int:
        """Resident bytes."""
        assert self.process is not None
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def logged(self) -> str:
        """All that was logged so far."""
        self.log.flush()
        self.log.seek(0)
        return self.log.read()

    def mistakes(self) -> list[dict[str, object]]:
        """Log lines that tell of an exception."""
        lines = [json.loads(line) for line in self.logged().splitlines() if line.startswith("{")]
        return [line for line in lines if "exception" in line or line["level"] == "error"]

    def __enter__(self) -> Running:
        return self.start() if self.process is None else self

    def __exit__(self, *error: object) -> None:
        if self.process is not None:
            self.kill()
        self.log.close()


def wait_for(met: object, seconds: float = 60.0) -> None:
    """Poll a condition that no event announces."""
    end = time.monotonic() + seconds
    while not met():  # type: ignore[operator]
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)

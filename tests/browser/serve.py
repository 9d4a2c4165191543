"""The server for browser tests: every test is dealt the same in every run, so that a failure can be seen again.

    python -m tests.browser.serve PORT DATA [FOLDER [OFF]]

Ids, names of tables and seeds are made of the name in the file DATA/deal and a count, each of its own. OFF names
settings that are switched off, like "pairing,rated". Hints come from a bot that does not watch the clock, and a busy
machine may take its time. Who is away is waited for three seconds. Nobody is told to slow down: all tests come from one
address and play faster than a person.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import sys
from collections import defaultdict
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from sixfold.server import logs
from sixfold.server.app import DATABASE, build, run
from sixfold.server.settings import Settings

SETTINGS = Settings(
    workers=1,
    warm_bots=True,
    bot_pause=0,
    think_ms=60_000,
    hint_bot="greedy",
    away_s=3,
    messages=2000,
    requests=5000,
)


class Deal:
    """What a table is dealt by depends on the test alone: not on the tests before it, and not on when a page connects.

    So ids of people, names of tables (which go into the shuffle) and seeds are counted apart.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._name = ""
        self._counts: defaultdict[str, count[int]] = defaultdict(count)

    def _next(self, what: str) -> bytes:
        # The server's own id is asked for before there is a test.
        name = self._file.read_text() if self._file.exists() else ""
        if name != self._name:
            self._name = name
            self._counts.clear()
        return hashlib.sha512(f"{name} {what} {next(self._counts[what])}".encode()).digest()

    def new_id(self) -> str:
        return base64.urlsafe_b64encode(self._next("id")[:12]).decode()

    def new_table(self) -> str:
        return base64.urlsafe_b64encode(self._next("table")[:12]).decode()

    def new_seed(self) -> str:
        return self._next("seed").hex()


def main(port: int, data: Path, folder: str = "/", off: str = "") -> None:
    logs.set_up("warning")
    deal = Deal(data / "deal")
    switched: dict[str, Any] = dict.fromkeys(filter(None, off.split(",")), False)
    settings = replace(SETTINGS, base=folder, **switched)
    server = build(data / DATABASE, settings, new_id=deal.new_id, new_table=deal.new_table, new_seed=deal.new_seed)
    address = "127.0.0.1"
    asyncio.run(run(server, address, port, ready=lambda bound: print(f"http://{address}:{bound}", flush=True)))


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])

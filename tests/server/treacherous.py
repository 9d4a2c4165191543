"""A disk that forgets: SQLite on a file system that remembers which writes were never synced, and can lose them.

Run as a program it is `sixfold` on such a disk. After a kill, `lose_power` makes of the files what a loss of power at
that instant could have left: every unsynced write is kept, lost or torn, by a seeded choice.
"""

from __future__ import annotations

import base64
import json
import os
import random
import sys
from pathlib import Path
from typing import Any

JOURNAL = "unsynced.jsonl"


def install() -> None:
    """Make the server's SQLite use the forgetful disk."""
    import apsw

    from sixfold.server.store import sqlite

    class Disk(apsw.VFS):
        def __init__(self) -> None:
            super().__init__("forgetful", base="")

        def xOpen(self, name: Any, flags: Any) -> Any:  # noqa: N802
            return File(name, flags)

    class File(apsw.VFSFile):
        def __init__(self, name: Any, flags: Any) -> None:
            self.path = name.filename() if isinstance(name, apsw.URIFilename) else name
            super().__init__("", name, flags)
            self.journal = os.open(Path(self.path).parent / JOURNAL, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

        def note(self, **entry: Any) -> None:
            line = json.dumps({"file": Path(self.path).name, **entry}) + "\n"
            os.write(self.journal, line.encode())

        def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802
            size = self.xFileSize()
            old = self.xRead(min(len(data), size - offset), offset) if offset < size else b""
            self.note(do="write", at=offset, size=size, old=_text(old), new=_text(data))
            super().xWrite(data, offset)

        def xSync(self, flags: int) -> None:  # noqa: N802
            super().xSync(flags)
            self.note(do="sync")

        def xClose(self) -> None:  # noqa: N802
            os.close(self.journal)
            super().xClose()

    disk = Disk()
    kept.append(disk)
    sqlite.connect = lambda path: apsw.Connection(str(path), vfs="forgetful")


kept: list[Any] = []
"""The disk must live as long as the process."""


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def lose_power(folder: Path, rng: random.Random, *, worst: bool = False) -> int:
    """Undo what was not synced, by choice; how many writes were at risk. `worst`: everything unsynced is lost."""
    journal = folder / JOURNAL
    if not journal.exists():
        return 0
    pending: dict[str, list[dict[str, Any]]] = {}
    for line in journal.read_text().splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue  # cut off by the kill: its write had not begun
        if entry["do"] == "sync":
            pending[entry["file"]] = []
        else:
            pending.setdefault(entry["file"], []).append(entry)
    for name, writes in pending.items():
        path = folder / name
        if not path.exists() or not writes:
            continue
        with path.open("r+b") as file:
            for write in reversed(writes):
                file.seek(write["at"])
                file.write(base64.b64decode(write["old"]))
                file.truncate(write["size"])
            for write in writes:
                fate = 0.0 if worst else rng.random()
                if fate < 0.4:
                    continue
                data = base64.b64decode(write["new"])
                if fate < 0.6:
                    data = data[: rng.randrange(0, len(data), 8) if len(data) > 8 else 0]
                file.seek(write["at"])
                file.write(data)
    journal.unlink()
    return sum(map(len, pending.values()))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    install()
    from sixfold.cli import main

    main(sys.argv[1:])

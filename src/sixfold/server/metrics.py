"""Numbers about the server in Prometheus' text form. They count; they never hold a name, a secret or a piece."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """Counters, a histogram of command times, and gauges that are asked when somebody looks."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], int] = {}
        self._buckets = [0] * (len(_BUCKETS) + 1)
        self._seconds = 0.0
        self._gauges: dict[str, tuple[str, Callable[[], float]]] = {}

    def count(self, name: str, label: str = "", by: int = 1) -> None:
        """One more of `name`; `label` is a small fixed set of words."""
        key = (name, label)
        self._counts[key] = self._counts.get(key, 0) + by

    def gauge(self, name: str, about: str, ask: Callable[[], float]) -> None:
        """A number that can go up and down."""
        self._gauges[name] = (about, ask)

    def observe(self, seconds: float) -> None:
        """A command took this long, from its frame to its acknowledgement."""
        place = next((i for i, bound in enumerate(_BUCKETS) if seconds <= bound), len(_BUCKETS))
        self._buckets[place] += 1
        self._seconds += seconds

    def value(self, name: str, label: str = "") -> int:
        """A counter's value."""
        return self._counts.get((name, label), 0)

    def text(self) -> str:
        """What /metrics answers."""
        lines: list[str] = []
        for name in sorted({name for name, _ in self._counts}):
            lines += [f"# HELP sixfold_{name}_total {_ABOUT.get(name, name)}", f"# TYPE sixfold_{name}_total counter"]
            for (this, label), value in sorted(self._counts.items()):
                if this == name:
                    kind = f'{{kind="{label}"}}' if label else ""
                    lines.append(f"sixfold_{name}_total{kind} {value}")
        for name, (about, ask) in sorted(self._gauges.items()):
            lines += [f"# HELP sixfold_{name} {about}", f"# TYPE sixfold_{name} gauge", f"sixfold_{name} {ask():g}"]
        lines += [
            "# HELP sixfold_command_seconds From a command's frame to its acknowledgement.",
            "# TYPE sixfold_command_seconds histogram",
        ]
        total = 0
        for bound, count in zip((*_BUCKETS, float("inf")), self._buckets, strict=True):
            total += count
            lines.append(f'sixfold_command_seconds_bucket{{le="{"+Inf" if bound == float("inf") else bound}"}} {total}')
        lines += [f"sixfold_command_seconds_sum {self._seconds:.6f}", f"sixfold_command_seconds_count {total}"]
        return "\n".join(lines) + "\n"


_ABOUT: Final = {
    "commands": "Commands done.",
    "refusals": "Commands and questions refused, by the first part of the code; house: its own moves.",
    "events": "Events stored.",
    "races": "Appends that another process had made first.",
    "sockets": "Sockets opened.",
    "closes": "Sockets closed by the server, by close code.",
    "bot_moves": "Moves by bots.",
    "bot_failures": "Bots that crashed, were too late or answered illegally.",
    "notices": "Notices, by what came of them.",
    "requests": "HTTP requests, by status class.",
    "mistakes": "Exceptions that nobody expected.",
}

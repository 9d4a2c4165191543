"""What a turn of somebody else costs the main thread of the page, frame by frame, while its tiles are on their way.

Turns are fed to a table of 84 tiles by a socket; each frame's work is the CPU time of the tasks on the main thread
between two frames, taken from Chromium's own trace. CPU time holds on a busy machine; it is told four times as large,
as on a phone four times slower. bench/browser.py puts the figures into docs/performance.md.

    python bench/motion.py
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, WebSocketRoute

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.conftest import chromium

SLOWED = 4
TURNS = 12
RUNS = 3
PIECES = [color + shape for color in "ROYGBP" for shape in "osdctx"]
CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "cc,benchmark"]
ROWS = (
    ("web_turn_frame_ms_p50", "a frame of another player's turn, main thread 4 × slower, median", "ms", "", ""),
    ("web_turn_frame_ms_p99", "the same, 99th percentile", "ms", "16", ""),
)
"""What the section of docs/performance.md shows."""


def _tile(at: int) -> str:
    return f"{at % 12 - 6},{at // 12 - 4}:{PIECES[at % 36]}"


class Table:
    """Two seats, of which the other one plays."""

    def __init__(self) -> None:
        self.laid = 84
        self.sheet: list[dict[str, Any]] = [{"seat": 0, "move": _tile(0), "points": 1, "parts": []}]
        self.socket: WebSocketRoute | None = None

    def _now(self) -> dict[str, Any]:
        now = {"phase": "playing", "to_move": 1, "scores": [120, 98], "hand_sizes": [6, 6], "bag": 24, "seat": 0}
        return {**now, "hand": "RoOsYdGcBtPx", "unseen": "0" * 36}

    def serve(self, socket: WebSocketRoute) -> None:
        self.socket = socket

        def heard(text: str | bytes) -> None:
            if json.loads(text)["do"] != "hello":
                return
            seats = [{"seat": 0, "kind": "here", "name": "Ana", "taken": True}]
            seats += [{"seat": 1, "kind": "bot", "name": "Molly", "taken": True, "bot": "casual"}]
            info = {"table": "bench", "game": "tiles", "ruleset": "tiles/1", "phase": "playing", "options": {}}
            info |= {"seats": seats, "commitment": "0", "created": 0, "rematch": None, "rematch_asked": []}
            board = " ".join(map(_tile, range(self.laid)))
            opening = {"sizes": [3, 2], "tied": [0], "opener": 0}
            view = {"game": "tiles", "now": self._now(), "sheet": self.sheet, "board": board, "opening": opening}
            welcome = {"t": "welcome", "version": 2, "n": 1, "info": info, "seats": [0], "view": view}
            socket.send(json.dumps(welcome))

        socket.on_message(heard)

    def play(self, number: int) -> None:
        """Two tiles more, and two drawn."""
        move = f"{_tile(self.laid)} {_tile(self.laid + 1)}"
        self.laid += 2
        entry = {"seat": 1, "move": move, "points": 7, "parts": [["row", 4], ["column", 3]]}
        event = {"type": "played", "drew": 2, "laid": {"game": "tiles", "lines": []}, "by": "bot", **entry}
        assert self.socket is not None
        self.socket.send(json.dumps({"t": "event", "n": number, "event": event, "now": self._now()}))


def frames(trace: list[dict[str, Any]]) -> list[float]:
    """CPU milliseconds of the main thread by frame, of frames in which there was anything to do."""
    named = {(e["pid"], e["tid"]): e["args"]["name"] for e in trace if e.get("name") == "thread_name"}
    begun = [e for e in trace if e.get("name") == "BeginMainThreadFrame" and "ts" in e]
    mains = {(e["pid"], e["tid"]) for e in begun if named.get((e["pid"], e["tid"])) == "CrRendererMain"}
    assert len(mains) == 1, "one page is traced"
    [main] = mains
    starts = sorted(e["ts"] for e in begun if (e["pid"], e["tid"]) == main)
    tasks = sorted(
        (e["ts"], e["tdur"] / 1000)
        for e in trace
        if (e["pid"], e["tid"]) == main and e.get("ph") == "X" and e["name"].endswith("RunTask") and "tdur" in e
    )
    assert tasks, "the trace tells CPU times"
    spent = [0.0] * len(starts)
    at = 0
    for when, took in tasks:
        while at + 1 < len(starts) and starts[at + 1] <= when:
            at += 1
        spent[at] += took
    return spent[:-1]


def measure(browser: Browser, url: str) -> dict[str, float]:
    """The frames of some dozen turns on a phone."""
    found: list[float] = []
    for _ in range(RUNS):
        page = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block").new_page()
        page.add_init_script("localStorage['sixfold.settings'] = JSON.stringify({ pace: 'none' })")
        table = Table()
        page.route_web_socket(re.compile("/socket$"), table.serve)
        page.goto(f"{url}/t/bench")
        page.wait_for_selector(".cell.is-tile >> nth=83")
        still = "() => document.getAnimations().every((one) => one.playState !== 'running')"
        page.wait_for_function(still)
        browser.start_tracing(page=page, categories=CATEGORIES)
        for number in range(TURNS):
            table.play(number + 2)
            page.wait_for_selector(f".cell.is-tile >> nth={table.laid - 1}")
            page.wait_for_function("() => document.getAnimations().length > 0")
            page.wait_for_function(still)
        found += frames(json.loads(browser.stop_tracing())["traceEvents"])
        page.context.close()
    slow = sorted(SLOWED * each for each in found)
    return {
        "web_turn_frames": len(slow),
        "web_turn_frame_ms_p50": round(slow[len(slow) // 2], 1),
        "web_turn_frame_ms_p99": round(slow[int(len(slow) * 0.99)], 1),
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as data, chromium() as browser:
        command = [sys.executable, "-m", "sixfold", "serve", "--host", "127.0.0.1", "--port", "0", "--data", data]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert server.stdout is not None
        port = next(match.group(1) for line in server.stdout if (match := re.search(r"http://[^:/]+:(\d+)", line)))
        try:
            for name, value in measure(browser, f"http://127.0.0.1:{port}").items():
                print(f"{name:28} {value}")
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    main()

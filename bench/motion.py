"""What a turn of somebody else costs the main thread of the page, frame by frame, while its tiles are on their way.

Turns are fed to a table of 84 tiles by a socket; each frame's work is the CPU time of the tasks on the main thread
between two frames, taken from Chromium's own trace. CPU time holds on a busy machine; it is told four times as large,
as on a phone four times slower. bench/browser.py puts the figures into docs/performance.md.

    python bench/motion.py
"""

from __future__ import annotations

import json
import statistics
import sys
from bisect import bisect
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.serving import serving
from sixfold.server.wire import VERSION as WIRE
from tests.browser.conftest import chromium

SLOWED = 4
TURNS = 12
LAID = 84
RUNS = 3
PIECES = [color + shape for color in "ROYGBP" for shape in "osdctx"]
TIMELINE = "devtools.timeline"
CATEGORIES = ["toplevel", TIMELINE, f"disabled-by-default-{TIMELINE}", "cc,benchmark", "blink.user_timing"]
ROWS = (
    ("web_turn_frame_ms_p50", "a frame of another player's turn, main thread 4 × slower, median", "ms", "", ""),
    ("web_turn_frame_ms_p99", "the same, 99th percentile", "ms", "16", ""),
    ("web_turn_arrives_ms", "the frame in which a turn arrives and is set in motion, the same, median", "ms", "", ""),
)
"""What the section of docs/performance.md shows."""


def _tile(at: int) -> str:
    return f"{at % 12 - 6},{at // 12 - 4}:{PIECES[at % 36]}"


def _now() -> dict[str, Any]:
    now = {"phase": "playing", "to_move": 1, "scores": [120, 98], "hand_sizes": [6, 6], "bag": 24, "seat": 0}
    return {**now, "hand": "RoOsYdGcBtPx", "unseen": "0" * 36}


def _welcome() -> dict[str, Any]:
    """Two seats, of which the other one plays."""
    seats: list[dict[str, Any]] = [{"seat": 0, "kind": "here", "name": "Ana", "taken": True}]
    seats += [{"seat": 1, "kind": "bot", "name": "Molly", "taken": True, "bot": "casual"}]
    info: dict[str, Any] = {"table": "bench", "game": "tiles", "ruleset": "tiles/1", "phase": "playing", "options": {}}
    info |= {"seats": seats, "commitment": "0", "created": 0, "rematch": None, "rematch_asked": []}
    sheet = [{"seat": 0, "move": _tile(0), "points": 1, "parts": []}]
    opening = {"sizes": [3, 2], "tied": [0], "opener": 0}
    board = " ".join(map(_tile, range(LAID)))
    view: dict[str, Any] = {"game": "tiles", "now": _now(), "sheet": sheet, "board": board, "opening": opening}
    return {"t": "welcome", "version": WIRE, "n": 1, "info": info, "seats": [0], "view": view}


def _turn(number: int) -> dict[str, Any]:
    """Two tiles more, and two drawn."""
    at = LAID + 2 * number
    entry = {"seat": 1, "move": f"{_tile(at)} {_tile(at + 1)}", "points": 7, "parts": [["row", 4], ["column", 3]]}
    event = {"type": "played", "drew": 2, "laid": {"game": "tiles", "lines": []}, "by": "bot", **entry}
    return {"t": "event", "n": number + 2, "event": event, "now": _now()}


FED = """
localStorage['sixfold.settings'] = JSON.stringify({ pace: 'none' });
// A socket inside the page: what a driver outside sends would cost the thread that is measured.
window.WebSocket = class extends EventTarget {
  static OPEN = 1;
  readyState = 1;
  constructor() { super(); window.fed = this; setTimeout(() => this.dispatchEvent(new Event('open'))); }
  send(text) { if (JSON.parse(text).do === 'hello') this.hear(%(welcome)s); }
  hear(frame) {
    const data = JSON.stringify(frame);
    setTimeout(() => {
      performance.mark('arrives');
      this.dispatchEvent(new MessageEvent('message', { data }));
    });
  }
  close() {}
};
window.played = async () => {
  const rest = async () => {
    while (document.getAnimations().some((one) => one.playState === 'running'))
      await Promise.allSettled(document.getAnimations().map((one) => one.finished));
  };
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  for (const [at, frame] of %(turns)s.entries()) {
    window.fed.hear(frame);
    while (document.querySelectorAll('.cell.is-tile').length < %(laid)s + 2 * at + 2) await wait(50);
    await wait(50);
    await rest();
    await wait(200);
  }
};
"""


def frames(trace: list[dict[str, Any]]) -> tuple[list[float], list[float]]:
    """CPU milliseconds of the main thread by frame: of those in which a turn arrives and is set in motion, and of all
    others, in which its tiles are on their way."""
    named = {(e["pid"], e["tid"]): e["args"]["name"] for e in trace if e.get("name") == "thread_name"}
    begun = [e for e in trace if e.get("name") == "ProxyMain::BeginMainFrame" and e.get("ph") == "X"]
    mains = {(e["pid"], e["tid"]) for e in begun if named.get((e["pid"], e["tid"])) == "CrRendererMain"}
    assert len(mains) == 1, "one page is traced"
    [main] = mains
    starts = sorted(e["ts"] for e in begun if (e["pid"], e["tid"]) == main)
    tasks = sorted(
        (e["ts"], e["tdur"] / 1000)
        for e in trace
        if (e["pid"], e["tid"]) == main and e.get("ph") == "X" and e["name"] == "RunTask" and "tdur" in e
    )
    assert tasks, "the trace tells CPU times"
    starts.insert(0, tasks[0][0])  # what comes before the first frame is a frame too
    spent = [0.0] * len(starts)
    at = 0
    for when, took in tasks:
        while at + 1 < len(starts) and starts[at + 1] <= when:
            at += 1
        spent[at] += took
    arrived = [e["ts"] for e in trace if e.get("name") == "arrives"]
    holds = {bisect(starts, when) - 1 for when in arrived}
    return [spent[at] for at in holds], [each for at, each in enumerate(spent[:-1]) if at not in holds]


def measure(browser: Browser, url: str) -> dict[str, float]:
    """The frames of some dozen turns on a phone."""
    arriving: list[float] = []
    moving: list[float] = []
    turns = [_turn(number) for number in range(TURNS)]
    script = FED % {"welcome": json.dumps(_welcome()), "turns": json.dumps(turns), "laid": LAID}
    for _ in range(RUNS):
        page = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block").new_page()
        page.add_init_script(script)
        page.goto(f"{url}/t/bench")
        page.wait_for_selector(f".cell.is-tile >> nth={LAID - 1}")
        page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")
        browser.start_tracing(page=page, categories=CATEGORIES)
        page.evaluate("window.played()")
        first, others = frames(json.loads(browser.stop_tracing())["traceEvents"])
        arriving += first
        moving += others
        page.context.close()
    assert len(arriving) == RUNS * TURNS, "every turn was seen to arrive"
    return {
        "web_turn_frames": len(moving),
        "web_turn_frame_ms_p50": round(SLOWED * statistics.median(moving), 1),
        "web_turn_frame_ms_p99": round(SLOWED * statistics.quantiles(moving, n=100)[98], 1),
        "web_turn_arrives_ms": round(SLOWED * statistics.median(arriving), 1),
    }


def main() -> None:
    with chromium() as browser, serving() as url:
        for name, value in measure(browser, url).items():
            print(f"{name:28} {value}")


if __name__ == "__main__":
    main()

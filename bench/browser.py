"""How the page feels in Chromium with a CPU four times slower: time until it can be used, the frames of a drag.

What playing on the device costs comes from bench/device.py.

    python bench/browser.py [--json] [--write docs/performance.md]

The server is real and on loopback. The board of 108 tiles is fed to the page by a socket of this program, as no game
ends with all tiles on the table. Times on the wall mean something on a quiet machine only; the CPU times of the main
thread hold on any. Figures go to a section of docs/performance.md; nothing is asserted here.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, WebSocketRoute

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import device, motion
from bench.kernel.page import PAGE_SECTION, kept_section
from bench.serving import serving
from tests.browser.conftest import chromium

ROWS = (
    ("web_interactive_ms", "address asked for, to a button that plays, CPU 4 × slower", "ms", "", ""),
    ("web_interactive_cpu_ms", "the same, CPU of the main thread at full speed", "ms", "", ""),
    ("web_drag_frame_ms_median", "a frame of a drag over 108 tiles, CPU 4 × slower, median", "ms", "", ""),
    ("web_drag_frame_cpu_ms", "the same, CPU of the main thread", "ms", "", ""),
    *motion.ROWS,
    ("device_first_list_ms", "module loaded, to the first list of plays, main thread 4 × slower", "ms", "300", "100"),
    ("device_champion_ms_median", "a champion's answer, main thread 4 × slower, median", "ms", "", ""),
    ("device_champion_ms_p95", "the same, 95th percentile", "ms", "1,000", "400"),
    ("device_review_s", "full review of a tile game, two workers", "s", "30", "10"),
    ("device_review_cpu_s", "the same, CPU of both workers in all", "s", "", ""),
    ("device_process_mb", "memory of the process that shows a game against a champion, the most", "MB", "120", "60"),
    ("device_hurried_mb", "the same, of a player who never rests", "MB", "", ""),
    ("device_kept_mb", "at the end of the first, after Chromium was told to collect", "MB", "", ""),
    ("device_program_mb", "besides, Chromium's own program in that process", "MB", "", ""),
    (
        "device_page_heap_mb",
        "of it, what the page itself holds, without its workers",
        "MB",
        "",
        "",
    ),
    ("device_memory_mb", "of it, what all its scripts hold", "MB", "", ""),
    ("device_requests", "requests to the server in that game", "", "0", ""),
)
"""What the section shows: figure, title, unit, bar and aim."""
PIECES = [color + shape for color in "ROYGBP" for shape in "osdctx"]
BOARD = " ".join(f"{at % 12 - 6},{at // 12 - 4}:{PIECES[at % 36]}" for at in range(108))


def view() -> dict[str, Any]:
    now = {"phase": "playing", "to_move": 0, "scores": [120, 98], "hand_sizes": [6, 6], "bag": 0, "seat": 0}
    now |= {"hand": "RoOsYdGcBtPx", "unseen": "0" * 36}
    return {
        "game": "tiles",
        "now": now,
        "sheet": [],
        "board": BOARD,
        "opening": {"sizes": [3, 2], "tied": [0], "opener": 0},
    }


def info() -> dict[str, Any]:
    seats = [{"seat": seat, "kind": "here", "name": name, "taken": True} for seat, name in enumerate(("Ana", "Ben"))]
    rest = {"table": "bench", "game": "tiles", "ruleset": "tiles/1", "phase": "playing", "options": {}}
    return {"seats": seats, "commitment": "0", "created": 0, "rematch": None, "rematch_asked": [], **rest}


def answer(socket: WebSocketRoute) -> None:
    def heard(text: str | bytes) -> None:
        if json.loads(text)["do"] == "hello":
            welcome = {"t": "welcome", "version": 2, "n": 1, "info": info(), "seats": [0], "view": view()}
            places = [[f"{x},{y}:Ro", 3, 0] for x, y in ((-7, 0), (6, 0), (0, -5), (0, 5), (6, 3), (-7, -2))]
            for frame in (welcome, {"t": "plays", "n": 1, "seat": 0, "plays": places}):
                socket.send(json.dumps(frame))

    socket.on_message(heard)


def throttled(browser: Browser, width: int, height: int) -> Page:
    page = browser.new_context(viewport={"width": width, "height": height}, service_workers="block").new_page()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    return page


def thread_ms(page: Page, work: Callable[[], object]) -> float:
    """CPU time of the page's main thread while something is done: a busy machine does not change it."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
        return 1000 * float(metrics["TaskDuration"])

    before = spent()
    work()
    return spent() - before


def interactive_cpu(browser: Browser, url: str) -> float:
    """CPU milliseconds of the main thread for the same, at full speed."""
    page = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block").new_page()

    def load() -> None:
        page.goto(url, wait_until="commit")
        page.wait_for_selector("main.start button.primary:enabled")

    taken = thread_ms(page, load)
    page.context.close()
    return taken


def interactive(browser: Browser, url: str) -> float:
    """Milliseconds from asking for the address until the button to play can be pressed, in a fresh browser."""
    page = throttled(browser, 390, 844)
    page.goto(url, wait_until="commit")
    page.wait_for_selector("main.start button.primary:enabled")
    taken: float = page.evaluate("performance.now()")
    page.context.close()
    return taken


def drag(browser: Browser, url: str) -> tuple[list[float], float]:
    """Milliseconds between the frames of a drag from the rack once round the board, and CPU milliseconds a frame."""
    page = throttled(browser, 1280, 800)
    page.route_web_socket(re.compile("/socket$"), answer)
    page.goto(f"{url}/t/bench")
    page.wait_for_selector(".cell.is-tile >> nth=107")
    page.wait_for_timeout(800)
    box = page.locator(".rack-slot").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 30, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] - 60)
    page.wait_for_timeout(400)
    page.evaluate(
        """() => { window.frames_ = []; let last = performance.now();
        const step = (now) => { window.frames_.push(now - last); last = now; requestAnimationFrame(step); };
        requestAnimationFrame(step); }"""
    )

    def move() -> None:
        for step in range(120):
            page.mouse.move(200 + 5 * step, 150 + (step * 37) % 380)

    spent = thread_ms(page, move)
    frames: list[float] = page.evaluate("window.frames_.slice(2)")
    page.mouse.up()
    page.context.close()
    return frames, spent / max(1, len(frames))


def measure() -> dict[str, float]:
    with chromium() as browser, serving() as url:
        interactive(browser, url)  # the first page of a browser also starts its processes
        loads = [interactive(browser, url) for _ in range(5)]
        cpu = [interactive_cpu(browser, url) for _ in range(5)]
        frames, frame_cpu = drag(browser, url)
        turn = motion.measure(browser, url)
        here = device.measure(browser, url)
    return {
        "web_interactive_ms": round(statistics.median(loads)),
        "web_interactive_cpu_ms": round(statistics.median(cpu)),
        "web_drag_frames": len(frames),
        "web_drag_frame_ms_median": round(statistics.median(frames), 1),
        "web_drag_frame_ms_max": round(max(frames), 1),
        "web_drag_frame_cpu_ms": round(frame_cpu, 2),
        **turn,
        **here,
    }


def section(figures: dict[str, float], load: float) -> str:
    """The figures for people, as the last section of a page."""
    rows = (
        f"| {title} | {f'{figures[name]:,} {unit}' if name in figures else 'not told'} | {bar} | {aim} |"
        for name, title, unit, bar, aim in ROWS
    )
    lines = [
        PAGE_SECTION,
        "",
        "`python bench/browser.py --write docs/performance.md` (`make bench-page`) writes this section.",
        f"Measured on {os.cpu_count()} cores. The load at the start was {load:.1f}. On a busy machine, clock times",
        "come out too long.",
        "",
        "The memory of a process is what was written there: by Chromium, by the kernel, and what has not been",
        "collected yet. Chromium collects when a page rests, so the player looks at the table for",
        f"{device.REST_MS // 1000} seconds before every turn; another line is of a player who never rests.",
        "Chromium's own program is read from files and has a line of its own. Chromium itself says how much memory all",
        "scripts hold (`measureUserAgentSpecificMemory`). A build without windows does not say it.",
        "",
        "| what | measured | bar | aim |",
        "|---|---|---|---|",
        *rows,
        "",
    ]
    return "\n".join(lines)


def write(path: Path, told: str) -> None:
    """Put the section where it was, at the end."""
    text = path.read_text(encoding="utf-8")
    path.write_text(text.removesuffix(kept_section(text)).rstrip() + "\n\n" + told, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="one JSON object on standard output")
    parser.add_argument("--write", type=Path, help="put the figures into this page as its last section")
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    figures = measure()
    if asked.write is not None:
        write(asked.write, section(figures, load))
    if asked.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:28} {value}")


if __name__ == "__main__":
    main()

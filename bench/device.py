"""What playing on the device costs in Chromium: the kernel's first answer, a champion's answers, a review, memory.

    python bench/device.py

Also part of `python bench/browser.py`. The kernel is measured on the main thread, which Chromium can slow down, by the
npm package: the same door and the same module as in the page. Review, memory and requests are those of the page itself.
"""

from __future__ import annotations

import http.server
import re
import statistics
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.kernel.package import build
from bench.serving import serving
from tests.browser.conftest import STATIC, chromium
from tests.browser.tile_table import new_table

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "spec" / "records" / "tiles-2.txt"
MB = 1_000_000
REST_MS = 5000
"""A person looks at the table before a turn. Chromium collects what was thrown away when a page rests, not before."""
FIRST_LIST = """async () => {
  const { Kernel } = await import("/dist/index.js");
  const bytes = async (name) => new Uint8Array(await (await fetch(`/dist/${name}`)).arrayBuffer());
  const [code, weights] = await Promise.all(["kernel.wasm", "weights.bin"].map(bytes));
  const start = performance.now();
  const { tiles } = await Kernel.load(code, weights);
  tiles.plays("0,0:Rs 1,0:Rd", "RoGdBxPtYcOx");
  return performance.now() - start;
}"""
CHAMPION = """async () => {
  const { Kernel } = await import("/dist/index.js");
  const bytes = async (name) => new Uint8Array(await (await fetch(`/dist/${name}`)).arrayBuffer());
  const { tiles } = await Kernel.load(...await Promise.all(["kernel.wasm", "weights.bin"].map(bytes)));
  // The bag in an order of its own, the same in every run.
  let word = 1;
  const below = (n) => (word = (word * 48271) % 2147483647) % n;
  const taken = [];
  let state = tiles.start(2);
  while (!state.outcome) {
    if (state.need) {
      const bag = tiles.bag(state).match(/../g);
      const some = Array.from({ length: state.need.count }, () => bag.splice(below(bag.length), 1)[0]);
      state = tiles.draw(state, state.need.seat, some.join(""));
      continue;
    }
    const start = performance.now();
    const { move } = tiles.choose("champion", tiles.view(state, state.to_move), { seed: state.sheet.length });
    taken.push(performance.now() - start);
    state = tiles.play(state, move);
    await new Promise((rest) => setTimeout(rest));
  }
  return taken;
}"""
REVIEW = """async ([script, record]) => {
  const { review } = await import(script);
  const start = performance.now();
  const told = { total: () => {}, turn: () => {}, verdict: () => {} };
  await review(record, true, told, new AbortController().signal);
  return performance.now() - start;
}"""

READY = """async ([tries]) => {
  const see = () => {
    const action = document.querySelector(".actions .primary")?.textContent?.trim() ?? "";
    const slots = [...document.querySelectorAll(".rack-slot")];
    const best = slots.flatMap((slot, at) => (slot.matches(".filled.best") ? [at] : []));
    const able = best.length > 0 || /Pass|Exchange/.test(action);
    const mine = able && document.querySelector(".rack:not(.off)") !== null;
    return { over: document.querySelector("dialog[open]") !== null, mine, best, action };
  };
  for (let left = tries; left > 0; left -= 1) {
    const seen = see();
    if (seen.over || seen.mine) return seen;
    await new Promise((rest) => setTimeout(rest, 100));
  }
  return see();
}"""
"""What a player looks at. It asks for no box, style or role: what looks for those leaves more behind than a game."""
SHOWN = """async ([selector, count, tries]) => {
  const isShown = () => document.querySelectorAll(selector).length >= count;
  for (let left = tries; left > 0 && !isShown(); left -= 1) await new Promise((rest) => setTimeout(rest, 50));
  return isShown();
}"""
GIVE_BACK = """() => {
  const action = () => document.querySelector(".actions .primary").click();
  const stuck = document.querySelector(".actions .primary").textContent.includes("Exchange");
  action();
  if (!stuck) return;
  setTimeout(() => {
    for (const slot of document.querySelectorAll(".rack-slot.filled")) slot.click();
    setTimeout(action, 200);
  }, 200);
}"""


@contextmanager
def package() -> Iterator[str]:
    """The npm package behind an address of its own."""
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder))
        (Path(folder) / "index.html").write_text("<!doctype html><title>kernel</title>", encoding="utf-8")
        handler = partial(_Quiet, directory=folder)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/"
            server.shutdown()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


def slowed(browser: Browser, url: str) -> Page:
    """A fresh page whose main thread is four times slower."""
    page = browser.new_context(service_workers="block").new_page()
    page.goto(url)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    return page


def kernel_figures(browser: Browser) -> dict[str, float]:
    """Milliseconds of the kernel on a main thread four times slower."""
    with package() as url:
        firsts = []
        for _ in range(5):
            page = slowed(browser, url)
            firsts.append(page.evaluate(FIRST_LIST))
            page.context.close()
        page = slowed(browser, url)
        page.set_default_timeout(600_000)
        answers: list[float] = page.evaluate(CHAMPION)
        page.context.close()
    return {
        "device_first_list_ms": round(statistics.median(firsts)),
        "device_champion_answers": len(answers),
        "device_champion_ms_median": round(statistics.median(answers)),
        "device_champion_ms_p95": round(statistics.quantiles(answers, n=20)[-1]),
    }


def review_figures(browser: Browser, url: str) -> dict[str, float]:
    """Seconds of a full review of a tile game, shared out as the page does it; CPU seconds hold on a busy machine."""
    page = browser.new_context(service_workers="block").new_page()
    page.goto(url)
    (script,) = (STATIC / "assets").glob("reviewing-*.js")
    before = sum(one["cpuTime"] for one in renderers(browser))
    taken: float = page.evaluate(REVIEW, [f"/assets/{script.name}", RECORD.read_text(encoding="utf-8")])
    spent = sum(one["cpuTime"] for one in renderers(browser)) - before
    page.context.close()
    return {"device_review_s": round(taken / 1000, 1), "device_review_cpu_s": round(spent, 1)}


def renderers(browser: Browser) -> list[dict[str, Any]]:
    """The processes that show pages. One waits for the next page, and the browser may have pages of its own."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return [one for one in processes if one["type"] == "renderer"]


def private_mb(browser: Browser) -> tuple[float, float]:
    """Memory of the process that shows the game, without what it shares with others: what was written there, and what
    was only read from files, which is Chromium's own program."""

    def private(process: int, kind: str) -> float:
        told = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8")
        return sum(1024 * int(size) for size in re.findall(rf"^Private_{kind}:\s+(\d+) kB", told, re.MULTILINE)) / MB

    found = [(private(int(one["id"]), "Dirty"), private(int(one["id"]), "Clean")) for one in renderers(browser)]
    return max(found)


def isolated(route: Route) -> None:
    """Chromium tells a page its memory only where no other site's things are in it, and the page promises so."""
    promised = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}
    answer = route.fetch()
    route.fulfill(response=answer, headers={**answer.headers, **promised})


def own_turns(page: Page) -> Iterator[None]:
    """Play a game by keys, the best play that is shown, and stop before every turn of one's own."""
    while not (seen := page.evaluate(READY, [1200]))["over"]:
        yield
        laid = 0
        while any(lays(page, at, laid + 1) for at in seen["best"]):
            laid += 1
            seen = page.evaluate(READY, [5])
        if laid:
            page.keyboard.press("Control+Enter")
        else:
            page.evaluate(GIVE_BACK)
        assert page.evaluate(SHOWN, [".rack.off, dialog[open]", 1, 300]), "the turn was not taken"


def lays(page: Page, at: int, laid: int) -> bool:
    """Lay the tile at this place of the rack where the best play has it, so that so many lie there."""
    page.keyboard.press(str(at + 1))
    if page.evaluate(SHOWN, [".cell.is-best:focus", 1, 20]):
        page.keyboard.press("Enter")
        return bool(page.evaluate(SHOWN, [".cell.is-loose", laid, 100]))
    page.keyboard.press("Escape")
    return False


def most_mb(browser: Browser, page: Page, rest: int) -> tuple[tuple[float, float], int]:
    """Play to the end and rest so many milliseconds before every turn: the most memory that was seen before one, as
    written there and as read from files, and how many turns it took."""
    most, turns = (0.0, 0.0), 0
    for _ in own_turns(page):
        turns += 1
        most = max(most, private_mb(browser))
        page.wait_for_timeout(rest)
    return most, turns


def hurried_figures(browser: Browser, url: str) -> dict[str, float]:
    """The most memory of such a game when its player never rests."""
    page = browser.new_context(base_url=url, service_workers="block").new_page()
    page.set_default_timeout(120_000)
    new_table(page, bot="Celeste")
    (written, _), _ = most_mb(browser, page, 0)
    page.context.close()
    return {"device_hurried_mb": round(written)}


def game_figures(browser: Browser, url: str) -> dict[str, float]:
    """A whole game against a champion on this device, by a player who looks at the table before every turn: memory, and
    what the server heard but for files of the page."""
    page = browser.new_context(base_url=url, service_workers="block").new_page()
    page.set_default_timeout(120_000)
    page.route(re.compile(r"^(?!.*/api/)"), isolated)
    new_table(page, bot="Celeste")
    heard: list[str] = []
    page.on("request", lambda request: None if "/assets/" in request.url else heard.append(request.url))
    page.on("websocket", lambda socket: heard.append(socket.url))
    (written, program), turns = most_mb(browser, page, REST_MS)
    page.context.new_cdp_session(page).send("HeapProfiler.collectGarbage")
    kept, _ = private_mb(browser)
    # What Chromium tells of itself it tells only some builds: the one without windows has no such question, or refuses.
    told = page.evaluate("async () => (await performance.measureUserAgentSpecificMemory?.().catch(() => null))?.bytes")
    held = page.context.new_cdp_session(page).send("Runtime.getHeapUsage")
    page.context.close()
    # The result asks for a review, when the game is over.
    asked = [address for address in heard if "/api/study/" not in address]
    memory = {"device_process_mb": round(written), "device_kept_mb": round(kept), "device_program_mb": round(program)}
    scripts = {} if told is None else {"device_memory_mb": round(told / MB, 1)}
    return {
        **scripts,
        "device_page_heap_mb": round((held["usedSize"] + held["embedderHeapUsedSize"]) / MB, 1),
        **memory,
        "device_requests": len(asked),
        "device_turns": turns,
    }


def measure(browser: Browser, url: str) -> dict[str, float]:
    """All figures of playing on the device; the server at this address serves the page."""
    played = game_figures(browser, url) | hurried_figures(browser, url)
    return played | kernel_figures(browser) | review_figures(browser, url)


def main() -> None:
    with chromium() as browser, serving() as url:
        figures = measure(browser, url)
    for name, value in figures.items():
        print(f"{name:28} {value}")
    if "device_memory_mb" not in figures:
        print("device_memory_mb             not told: this Chromium has no measureUserAgentSpecificMemory")


if __name__ == "__main__":
    main()

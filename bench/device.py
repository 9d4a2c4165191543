"""What playing on the device costs in Chromium: the kernel's first answer, a champion's answers, a review, memory.

Part of `python bench/browser.py`. The kernel is measured on the main thread, which Chromium can slow down, by the npm
package: the same door and the same module as in the page. Review, memory and requests are those of the page itself.
"""

from __future__ import annotations

import http.server
import re
import statistics
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route

from bench.kernel.package import build
from tests.browser.conftest import STATIC
from tests.browser.tile_table import TileTable, new_table

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "spec" / "records" / "tiles-2.txt"
MB = 1_000_000
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


def game_figures(browser: Browser, url: str) -> dict[str, float]:
    """A whole game against a champion on this device: memory, and what the server heard but for files of the page."""
    page = browser.new_context(base_url=url, service_workers="block").new_page()
    page.set_default_timeout(120_000)
    page.route(re.compile(r"^(?!.*/api/)"), isolated)
    new_table(page, bot="Celeste")
    heard: list[str] = []
    page.on("request", lambda request: None if "/assets/" in request.url else heard.append(request.url))
    page.on("websocket", lambda socket: heard.append(socket.url))
    table, most = TileTable(page), (0.0, 0.0)
    while table.wait_for_turn():
        most = max(most, private_mb(browser))
        table.turn()
    page.context.new_cdp_session(page).send("HeapProfiler.collectGarbage")
    kept, _ = private_mb(browser)
    used: float = page.evaluate("async () => (await performance.measureUserAgentSpecificMemory()).bytes")
    page.context.close()
    # The result asks for a review, when the game is over.
    asked = [address for address in heard if "/api/study/" not in address]
    written, program = most
    memory = {"device_process_mb": round(written), "device_kept_mb": round(kept), "device_program_mb": round(program)}
    return {
        "device_memory_mb": round(used / MB, 1),
        **memory,
        "device_requests": len(asked),
        "device_turns": table.turns,
    }


def measure(browser: Browser, url: str) -> dict[str, float]:
    """All figures of playing on the device; the server at this address serves the page."""
    return game_figures(browser, url) | kernel_figures(browser) | review_figures(browser, url)

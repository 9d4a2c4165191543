"""The home without a network: kept whole by the service worker, opened in any language, replaced when asked for."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import STATIC, OpenPage
from tests.browser.pages import SERVED
from tests.browser.tile_table import TileTable, new_table
from tests.browser.words import LANGUAGES, words

KB = 1000
MOST = 300 * KB


def installed(page: Page) -> None:
    """The whole home is on this device, and the page is served from it."""
    # Asked inside the page: its policy forbids the scripts that Playwright's own waiting is made of.
    page.evaluate(
        """async () => {
          await navigator.serviceWorker.ready;
          while (!navigator.serviceWorker.controller) await new Promise((wait) => setTimeout(wait, 50));
        }"""
    )


def all_kept(page: Page) -> None:
    """What follows a first visit is here too: every language."""
    home, languages = kept_files()
    page.evaluate(
        """async (count) => {
          const kept = async () => (await (await caches.open((await caches.keys())[0])).keys()).length;
          while ((await kept()) < count) await new Promise((wait) => setTimeout(wait, 50));
        }""",
        len(home) + sum(map(len, languages.values())),
    )


def test_from_a_cold_start_in_flight_mode_in_every_language(open_page: OpenPage) -> None:
    page = open_page("/", place="device", service_workers="allow")
    installed(page)
    all_kept(page)
    context = page.context
    page.close()
    context.set_offline(True)
    cold = context.new_page()
    for code in LANGUAGES:
        cold.goto("/")
        cold.locator("footer select").first.select_option(code)
        expect(cold.get_by_role("button", name=words(code)["start.now"])).to_be_visible()
        cold.goto("/rules/cards")
        expect(cold.locator("h1")).to_contain_text(words(code)["rules.title"])
        cold.goto("/learn/tiles")
        expect(cold.locator("h1")).to_be_visible()
    cold.goto("/")
    cold.get_by_role("button", name="Joacă acum").click()
    expect(cold).to_have_url(re.compile("/t/~"))
    expect(cold.locator(".rack")).to_be_visible()
    cold.reload()
    expect(cold.locator(".rack")).to_be_visible()


def test_the_first_visit_brings_one_language(open_page: OpenPage) -> None:
    """Beside a picture nobody asks for the rest: what is kept is what a first visit brings."""
    page = open_page("/icon.svg", place="device", service_workers="allow", locale="fr-CH")
    kept = page.evaluate(
        """async () => {
          await navigator.serviceWorker.register("/worker.js");
          await navigator.serviceWorker.ready;
          const [name] = await caches.keys();
          return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname.slice(1));
        }"""
    )
    home, languages = kept_files()
    assert sorted(kept) == sorted([*home, *languages["fr"]])


def test_what_needs_the_server_says_so_and_leads_on_in_flight_mode(open_page: OpenPage) -> None:
    page = open_page("/", place="device", service_workers="allow")
    installed(page)
    page.context.set_offline(True)
    for where in SERVED:
        page.goto(f"/{where}/abc")
        expect(page.get_by_role("heading", name="The server does not answer")).to_be_visible()
        expect(page.get_by_role("main")).to_contain_text("Games with bots, lessons and puzzles work without it")
        expect(page.get_by_role("button", name="Try again")).to_be_visible()
        page.get_by_role("link", name="Start page").click()
        expect(page.get_by_role("button", name="Play now")).to_be_visible()
    # A page that shows what is here as well says it in a line, and shows that.
    page.goto("/games")
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    page.goto("/review/abc")
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("The server does not answer")
    page.goto("/t/abc")
    expect(page.get_by_role("main")).to_contain_text("The server does not answer. The page keeps trying.")
    expect(page.get_by_role("link", name="Start page")).to_be_visible()


def test_a_whole_game_in_flight_mode(open_page: OpenPage) -> None:
    page = open_page("/new?with=friends", place="device", service_workers="allow")
    installed(page)
    page.context.set_offline(True)
    new_table(page, short=True, there=True)
    TileTable(page, "keys").play_out()
    expect(page.get_by_role("dialog").get_by_role("button", name="Play again")).to_be_visible()


def test_a_new_version_waits_until_it_is_wanted(open_page: OpenPage) -> None:
    page = open_page("/", place="device", service_workers="allow")
    installed(page)
    # A browser lets a version that is at work end its work first.
    all_kept(page)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".rack")).to_be_visible()
    # To the browser another address of the script is another version of it.
    page.evaluate(
        """async () => {
          const one = await navigator.serviceWorker.register("/worker.js?newer");
          while (!one.waiting) await new Promise((wait) => setTimeout(wait, 50));
        }"""
    )
    # The open game goes on with what it was begun with.
    assert page.evaluate("navigator.serviceWorker.controller.scriptURL").endswith("/worker.js")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Start page").click()
    expect(page.get_by_text("A new version is ready.")).to_be_visible()
    with page.expect_navigation():
        page.get_by_role("button", name="Use it now").click()
    assert page.evaluate("navigator.serviceWorker.controller.scriptURL").endswith("newer")
    page.get_by_role("link", name=re.compile("turn")).first.click()
    expect(page.locator(".rack")).to_be_visible()


def test_the_whole_home_is_small() -> None:
    """Everything that a first visit keeps for playing without a network, as it is sent, in the longest language."""
    home, languages = kept_files()
    assert "" in home
    assert any(name.endswith(".wasm") for name in home)
    assert sorted(languages) == LANGUAGES
    size = sum(map(sent, [*home, "worker.js"]))
    each = {code: sum(map(sent, files)) for code, files in languages.items()}
    print(f"the whole home: {len(home)} files, {size / KB:.1f} kB compressed; languages {each}")
    assert size + max(each.values()) <= MOST


def kept_files() -> tuple[list[str], dict[str, list[str]]]:
    """What the service worker keeps: the files of the home, and those of each language."""
    text = (STATIC / "worker.js").read_text(encoding="utf-8")
    listed = [re.search(rf"const {name} = (\{{.*?\}});", text) for name in ("FILES", "WORDS")]
    home, words_of = (json.loads(found[1]) for found in listed if found is not None)
    return list(home), {code: list(files) for code, files in words_of.items()}


def sent(name: str) -> int:
    """Bytes as sent to a browser of today: brotli where it was packed, pictures as they are."""
    file = STATIC / (name or "index.html")
    packed = file.with_name(file.name + ".br")
    return (packed if packed.is_file() else file).stat().st_size

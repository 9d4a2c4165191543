"""The settings page and the colour check: what is chosen shows at once, survives a reload, and stays on the device."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage


def red(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--piece-R').trim()"))


def test_palettes_marks_and_theme_survive_a_reload(open_page: OpenPage) -> None:
    page = open_page("/settings")
    clear = red(page)
    page.get_by_role("radio", name="Classic").check()
    classic = red(page)
    assert classic != clear
    page.get_by_role("radio", name="Letters").check()
    page.get_by_role("radio", name="Dark").check()
    page.reload()
    root = page.locator("html")
    expect(root).to_have_attribute("data-marks", "letters")
    expect(root).to_have_attribute("data-theme", "dark")
    assert red(page) == classic
    page.get_by_role("radio", name="None").first.check()
    page.get_by_role("radio", name="Grey with marks").check()
    # Grey cannot do without marks, whatever is chosen.
    expect(root).to_have_attribute("data-marks", "letters")


def test_small_signs_stand_beside_the_shapes(open_page: OpenPage) -> None:
    """One for each colour, in two corners, in a place that no shape reaches."""
    page = open_page("/settings")
    page.get_by_role("radio", name="Bright").check()
    page.get_by_role("radio", name="Small signs").check()
    expect(page.locator("html")).to_have_attribute("data-marks", "signs")
    shown = "[...document.querySelectorAll('.mark-signs, .mark-letter')].map(each => getComputedStyle(each).display)"
    assert sorted(page.evaluate(shown)) == ["inline"] * 6 + ["none"] * 6
    signs = page.evaluate(
        "[...document.querySelectorAll('.mark-signs')].map(g => [...g.children].map(p => p.getAttribute('d')))"
    )
    assert [len(each) for each in signs] == [2] * 6
    assert len({each[0] for each in signs}) == 6
    meet = """([signs]) => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 100;
      const page = canvas.getContext('2d');
      const paths = [...document.querySelectorAll('path[id^=shape-]')];
      const shapes = paths.map(path => new Path2D(path.getAttribute('d')));
      const found = [];
      for (let x = 0; x < 100; x += 0.5) for (let y = 0; y < 100; y += 0.5)
        if (shapes.some(shape => page.isPointInPath(shape, x, y)))
          for (const [sign] of signs) if (page.isPointInPath(new Path2D(sign), x, y)) found.push([sign, x, y]);
      return found;
    }"""
    assert page.evaluate(meet, [signs]) == []
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-marks", "signs")
    expect(page.locator("html")).to_have_attribute("data-palette", "bright")


def test_custom_colours_warn_when_two_are_too_close(open_page: OpenPage) -> None:
    page = open_page("/settings")
    page.get_by_role("radio", name="My own").check()
    expect(page.get_by_text("All six are easy to tell apart.")).to_be_visible()
    page.get_by_label("Colour for orange").fill("#b53322")
    expect(page.get_by_text("Hard to tell apart for most eyes: red and orange.")).to_be_visible()
    page.get_by_label("Colour for orange").fill("#101010")
    expect(page.get_by_text("Too dark on the piece: orange.")).to_be_visible()


def test_the_language_changes_at_once_and_is_remembered(open_page: OpenPage) -> None:
    page = open_page("/settings", locale="de")
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    page.get_by_label("Sprache").select_option("ro")
    expect(page.get_by_role("heading", name="Setări")).to_be_visible()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "ro")


def test_the_colour_check_proposes_what_suits_the_answers(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("complementary", name="Ten seconds").get_by_role("button", name="Start").click()
    for _ in range(3):
        page.get_by_role("button", name="I see no difference").click()
    page.get_by_role("button", name="I see no difference").click()
    page.get_by_role("button", name="Use “Grey with marks”").click()
    expect(page.locator("html")).to_have_attribute("data-marks", "letters")
    # It is asked once.
    expect(page.get_by_role("complementary", name="Ten seconds")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.get_by_role("complementary", name="Ten seconds")).to_have_count(0)


def test_the_colour_check_leaves_good_eyes_the_choice(open_page: OpenPage) -> None:
    page = open_page("/settings")
    page.get_by_role("button", name="Colour check").click()
    page.get_by_role("button", name="Start", exact=True).click()
    for _ in range(4):
        pictures = page.get_by_role("button", name="Picture")
        colors = [pictures.nth(at).locator("svg").get_attribute("data-piece") for at in range(6)]
        odd = next(at for at, color in enumerate(colors) if colors.count(color) == 1)
        pictures.nth(odd).click()
    expect(page.get_by_text("You see all the differences")).to_be_visible()
    page.get_by_role("button", name="Use “Classic”").click()
    expect(page.get_by_role("radio", name="Classic")).to_be_checked()


def test_on_plain_http_the_page_says_what_is_missing(open_page: OpenPage) -> None:
    page = open_page("/settings")
    missing = page.get_by_role("heading", name="Install, offline, notifications")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    expect(missing).to_have_count(0)
    # As a browser says of an address on the network; loopback counts as safe.
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.reload()
    expect(missing).to_be_visible()
    expect(page.get_by_text("the server needs https")).to_be_visible()

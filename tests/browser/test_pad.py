"""The score pad beside a real table: two taps a turn, corrections that lose nothing, tiles, ages, the end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boxes import box, drawn, resize
from tests.browser.conftest import OpenPage
from tests.browser.test_access import SMALL, THINGS, violations
from tests.browser.test_study import NAMES, PATIENCE

LARGE = (2560, 1440)


def pad(page: Page, game: str = "Qwirkle", names: tuple[str, ...] = ("Ana", "Ben")) -> None:
    """A new pad; the second of them opens."""
    page.get_by_role("radio", name=game, exact=True).check()
    while page.get_by_label(re.compile("^Name ")).count() < len(names):
        page.get_by_role("button", name="One more player").click()
    for at, name in enumerate(names):
        page.get_by_label(f"Name {at + 1}").fill(name)
    page.get_by_role("checkbox", name=names[1]).check()
    expect(page.get_by_role("status")).to_contain_text(f"{names[1]} opens")
    page.get_by_role("button", name="Open the pad").click()


def key(page: Page, number: int) -> None:
    page.locator(".keypad").get_by_role("button", name=str(number), exact=True).click()


def write(page: Page) -> None:
    page.get_by_role("button", name=re.compile(r"^Write \d+ for")).click()


def tap(page: Page, *numbers: int) -> None:
    """Two taps a turn."""
    for number in numbers:
        key(page, number)
        write(page)


def lay(page: Page, play: str) -> None:
    """Tap each kind of tile by its name, then its place on the board."""
    for placement in play.split(" "):
        cell, _, piece = placement.partition(":")
        page.get_by_role("group", name="Choose a tile").get_by_role("button", name=NAMES[piece], exact=True).click()
        page.locator(f'.cell[data-cell="{cell}"]').click()


def adds_up(page: Page, *totals: str) -> None:
    expect(page.locator("tfoot td")).to_have_text(list(totals))


def end(page: Page, how: str) -> None:
    page.get_by_role("button", name="End…").click()
    page.get_by_role("dialog").get_by_role("button", name=how).click()


def lines(page: Page) -> list[str]:
    """The sheet as it is read, round by round."""
    return [" ".join(line.split()) for line in page.locator("tbody tr").all_inner_texts()]


def test_two_taps_a_turn_and_keys_that_stay(open_page: OpenPage) -> None:
    page = open_page("/pad", size="phone", touch=True)
    pad(page, names=("Ana", "Ben", "Cleo"))
    page.context.set_offline(True)
    expect(page.get_by_role("heading", name="Ben: points of this turn")).to_be_visible()
    expect(page.get_by_text("then Cleo")).to_be_visible()
    where = box(page.locator(".keypad"))
    for number in (3, 7, 4, 6, 2, 12, 5, 9, 11, 4, 8, 2, 14, 3, 5):
        page.locator(".keypad").get_by_role("button", name=str(number), exact=True).tap()
        # The points and what they make are seen before they are written.
        expect(page.locator("td.now b")).to_have_text(str(number))
        page.get_by_role("button", name=re.compile(f"^Write {number} for ")).tap()
        assert box(page.locator(".keypad")) == where
    assert lines(page) == [
        "1 4 4 3 3 7 7",
        "2 12 16 6 9 2 9",
        "3 11 27 5 14 9 18",
        "4 2 29 4 18 8 26",
        "5 5 34 14 32 3 29",
        "6",
    ]
    adds_up(page, "34", "32", "29")
    # Names and sums stay in sight while the sheet scrolls, and so does the turn that comes.
    for part in (page.locator("thead"), page.locator("tfoot"), page.locator("td.now")):
        expect(part).to_be_in_viewport()
    # More than the keys have: the same keys, further on.
    page.get_by_role("button", name="23+").tap()
    tap(page, 31)
    adds_up(page, "34", "63", "29")
    expect(page.locator(".keypad").get_by_role("button", name="0", exact=True)).to_be_visible()
    assert box(page.locator(".keypad")) == where


def test_the_pad_by_keys_alone(open_page: OpenPage) -> None:
    page = open_page("/pad")
    pad(page)
    page.locator("h1").click()
    for number in ("5", "12", "4"):
        page.keyboard.type(number)
        page.keyboard.press("Enter")
    adds_up(page, "12", "9")
    # A score that no line could give is asked about where the turn is named, so that nothing moves; it is not refused.
    where = box(page.locator(".keypad"))
    page.keyboard.type("19")
    page.keyboard.press("Backspace")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("crossing line")
    assert box(page.locator(".keypad")) == where
    page.keyboard.press("Escape")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("button", name="Choose a number")).to_be_disabled()
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Yes, it is right").click()
    adds_up(page, "13", "9")
    # Enter on a key chooses its number, and once more writes it.
    page.locator(".keypad").get_by_role("button", name="7", exact=True).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    adds_up(page, "13", "16")
    # A turn is corrected by keys too.
    page.get_by_role("button", name="Correct: Ana, 12").press("Enter")
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    adds_up(page, "11", "16")


def test_anything_is_corrected_and_nothing_lost(open_page: OpenPage) -> None:
    page = open_page("/pad", size="phone")
    pad(page)
    tap(page, 5, 7, 4)
    page.get_by_role("button", name="Correct: Ana, 7").click()
    expect(page.get_by_role("heading", name="Ana: correct this turn")).to_be_visible()
    key(page, 8)
    page.get_by_role("button", name="Write 8 for Ana").click()
    adds_up(page, "8", "9")
    # A number that was chosen and not yet written is there after a reload.
    key(page, 6)
    page.reload()
    expect(page.get_by_role("button", name="Write 6 for Ana")).to_be_enabled()
    write(page)
    adds_up(page, "14", "9")
    # A turn was forgotten: the others move on by one.
    page.get_by_role("button", name="Correct: Ben, 4").click()
    page.get_by_role("button", name="Insert a turn").click()
    key(page, 3)
    page.get_by_role("button", name="Write 3 for Ben").click()
    assert lines(page)[:2] == ["1 8 8 5 5", "2 4 12 3 8"]
    adds_up(page, "12", "14")
    # One too many is deleted; every step can be undone, after a reload too, down to the first.
    page.get_by_role("button", name="Correct: Ben, 3").click()
    page.get_by_role("button", name="Delete").click()
    adds_up(page, "14", "9")
    page.reload()
    undo = page.get_by_role("button", name="Undo")
    for totals in (("12", "14"), ("12", "11"), ("14", "9"), ("8", "9"), ("7", "9"), ("7", "5"), ("0", "5"), ("0", "0")):
        undo.click()
        adds_up(page, *totals)
    expect(undo).to_be_disabled()


def test_dialogs_are_left_by_every_way_and_the_pad_stays(open_page: OpenPage) -> None:
    page = open_page(size="phone")
    page.get_by_role("link", name="Score pad").click()
    # What is typed about the players is there after a reload and after a step back.
    page.get_by_label("Name 1").fill("Ana")
    page.get_by_label("Age").first.fill("9")
    page.reload()
    expect(page.get_by_label("Name 1")).to_have_value("Ana")
    page.go_back()
    page.get_by_role("link", name="Score pad").click()
    expect(page.get_by_label("Age").first).to_have_value("9")
    pad(page)
    tap(page, 5, 7)
    key(page, 6)
    dialog = page.get_by_role("dialog")
    for name in ("End…", "New pad"):
        for leave in ("Escape", "back", "button"):
            page.get_by_role("button", name="End…").click()
            if name == "New pad":
                dialog.get_by_role("button", name="New pad").click()
                expect(dialog.get_by_text("Put this pad away")).to_be_visible()
            if leave == "Escape":
                page.keyboard.press("Escape")
            elif leave == "back":
                page.go_back()
            else:
                dialog.get_by_role("button", name="Cancel" if name == "New pad" else "Close").last.click()
            if name == "New pad":
                page.keyboard.press("Escape")
            expect(dialog).to_have_count(0)
            adds_up(page, "7", "5")
            expect(page.get_by_role("button", name="Write 6 for Ben")).to_be_enabled()

    # Putting the pad away is asked about, and it comes back as it was; the same people are there for the next.
    page.get_by_role("button", name="End…").click()
    dialog.get_by_role("button", name="New pad").click()
    page.get_by_role("button", name="Put it away").click()
    expect(page.get_by_label("Name 2")).to_have_value("Ben")
    page.reload()
    page.get_by_role("button", name="Bring back the last pad: Ana and Ben").click()
    adds_up(page, "7", "5")
    expect(page.get_by_role("button", name="Write 6 for Ben")).to_be_enabled()


def test_ages_decide_who_opens(open_page: OpenPage) -> None:
    page = open_page("/pad", size="phone")
    page.get_by_role("button", name="One more player").click()
    for at, (name, age) in enumerate((("Ana", "9"), ("Ben", "41"), ("Cleo", "70"))):
        page.get_by_label(f"Name {at + 1}").fill(name)
        page.get_by_label("Age").nth(at).fill(age)
    opens = page.get_by_role("status")
    expect(opens).to_contain_text("Cleo opens")  # nobody is named: all are tied, and the oldest opens (T3)
    page.get_by_role("checkbox", name="Ana").check()
    expect(opens).to_contain_text("Ana opens")
    page.get_by_role("checkbox", name="Ben").check()
    expect(opens).to_contain_text("Ben opens. Of those tied it is the oldest.")
    page.get_by_role("radio", name="Qwirkle Cards").check()
    expect(opens).to_contain_text("Ana opens. Of those tied it is the youngest.")  # C3
    page.get_by_role("radio", name="Qwirkle", exact=True).check()
    page.get_by_role("button", name="Open the pad").click()
    expect(page.get_by_role("heading", name="Ben: points of this turn")).to_be_visible()


def test_the_end_is_told_as_far_as_points_can(open_page: OpenPage, screens: Path) -> None:
    page = open_page("/pad", size="phone")
    pad(page)
    tap(page, 5, 7, 4)
    end(page, "Ben has no tile left: add 6 and end")
    told = page.locator(".end")
    for sentence in ("Won by Ben", "Ahead by 8 points.", "Best turn of Ana: 7 points.", "The lead changed 1 time."):
        expect(told.get_by_text(sentence)).to_be_visible()
    expect(told.get_by_text("Ben was ahead from round 2 to the end.")).to_be_visible()
    assert lines(page)[-1] == "Bonus 6 15"
    page.screenshot(path=screens / "pad-end-phone.png")
    assert violations(page) == []
    # Only the sheet is printed, whole and with its day.
    page.emulate_media(media="print")
    expect(page.locator(".day")).to_contain_text(re.compile(r"\d{4}"))
    expect(page.get_by_role("table")).to_be_visible()
    for name in ("Undo", "Print"):
        expect(page.get_by_role("button", name=name)).to_be_hidden()
    page.emulate_media(media="screen")
    # A game that was ended too early goes on.
    page.get_by_role("button", name="Undo").click()
    adds_up(page, "7", "9")
    expect(page.get_by_role("heading", name="Ana: points of this turn")).to_be_visible()


def test_the_pad_by_tiles_makes_a_record(open_page: OpenPage) -> None:
    page = open_page("/pad", size="phone", touch=True)
    pad(page)
    page.get_by_role("button", name="By tiles").tap()
    lay(page, "0,0:Rc 1,0:Rd 2,0:Ro")
    expect(page.get_by_text("3 = line of 3")).to_be_visible()
    write(page)
    # Without a network the device itself knows the rules, once it is there; until then the tiles wait.
    lay(page, "3,0:Rs")
    expect(page.get_by_text("4 = line of 4")).to_be_visible()
    lay(page, "3,1:Bs")
    expect(page.get_by_text("6 = line of 4 + line of 2")).to_be_visible()
    lay(page, "3,2:Bs")
    expect(page.locator(".said .fault")).to_be_visible()
    page.locator('.cell[data-cell="3,2"]').click()
    expect(page.get_by_text("6 = line of 4 + line of 2")).to_be_visible()
    page.reload()
    expect(page.get_by_text("6 = line of 4 + line of 2")).to_be_visible()
    write(page)
    page.get_by_role("button", name="Exchange tiles").tap()
    page.get_by_role("group", name="How many tiles?").get_by_role("button", name="3").tap()
    adds_up(page, "6", "3")
    # The tiles of a turn are lifted and laid otherwise.
    page.get_by_role("button", name="Correct: Ana, 6").tap()
    page.locator('.cell[data-cell="3,1"]').click()
    expect(page.get_by_text("4 = line of 4")).to_be_visible()
    write(page)
    adds_up(page, "4", "3")
    end(page, "End the game")
    page.get_by_role("button", name="Look back at it").tap()
    expect(page.get_by_text("Some hands were not written down")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".said b").first).to_contain_text("Turn 1, Ben")


def test_points_first_and_tiles_later(open_page: OpenPage) -> None:
    page = open_page("/pad", size="phone", touch=True)
    pad(page)
    tap(page, 3)
    page.get_by_role("button", name="By tiles").tap()
    expect(page.get_by_role("heading", name="Which tiles were turn 1, Ben?")).to_be_visible()
    lay(page, "0,0:Rc 1,0:Rd 2,0:Ro")
    write(page)
    expect(page.get_by_role("heading", name="Ana: tiles of this turn")).to_be_visible()
    lay(page, "3,0:Rs")
    expect(page.get_by_text("4 = line of 4")).to_be_visible()
    write(page)
    adds_up(page, "4", "3")
    # Another number for a turn leaves its tiles where they lie.
    page.get_by_role("button", name="By points").tap()
    page.get_by_role("button", name="Correct: Ben, 3").tap()
    key(page, 5)
    page.get_by_role("button", name="Write 5 for Ben").tap()
    adds_up(page, "4", "5")
    page.get_by_role("button", name="End…").tap()
    expect(page.get_by_role("dialog").get_by_role("button", name="Record")).to_be_visible()


def test_the_pad_of_cards_speaks_of_cards(open_page: OpenPage) -> None:
    page = open_page("/pad", size="phone", touch=True)
    pad(page, "Qwirkle Cards")
    expect(page.get_by_role("heading", name="Ben: Qwirkles taken in this turn")).to_be_visible()
    expect(page.get_by_role("button", name="By tiles")).to_have_count(0)
    tap(page, 0, 2, 1)
    adds_up(page, "2", "1")
    page.get_by_role("button", name="5+").tap()
    key(page, 5)
    write(page)
    expect(page.get_by_role("alert")).to_contain_text("5 Qwirkles in one turn?")
    expect(page.get_by_role("alert")).not_to_contain_text("line")


SCREENS_OF_THE_PAD = {
    "phone": (390, 844),
    "small": (320, 568),
    "landscape": (740, 360),
    "zoomed": (320, 256),
    "tablet": (820, 1180),
    "tablet-wide": (1180, 820),
    "desktop": (1440, 900),
    "large": LARGE,
}


@pytest.mark.parametrize("language", ["en", "de", "ro"])
def test_every_screen_has_room_for_the_pad(open_page: OpenPage, screens: Path, language: str) -> None:
    page = open_page("/pad")
    pad(page, names=("Ana", "Bernadette-Sophie", "Cleo", "Dan"))
    tap(page, 3, 7, 4, 6, 2, 12, 5, 9, 11, 4)
    key(page, 14)
    page.evaluate("language => localStorage['sixfold.language'] = language", language)
    page.reload()
    found = []
    for name, (width, height) in SCREENS_OF_THE_PAD.items():
        resize(page, width, height)
        for way in ("points", "tiles"):
            if way == "tiles":
                page.locator(".bar .button").first.click()
            expect(page.locator(".laying" if way == "tiles" else ".keypad").first).to_be_visible()
            drawn(page)
            if language == "en" or name == "phone":
                page.screenshot(path=screens / f"pad-{way}-{name}-{language}.png")
            found += [f"{name}, {way}: {each}" for each in page.evaluate(SMALL, THINGS)]
            title = page.locator("h1").evaluate("title => title.scrollWidth - title.clientWidth")
            if title > 0 and name not in ("zoomed", "small"):
                found.append(f"{name}, {way}: its title is cut")
            if page.evaluate("document.documentElement.scrollWidth - innerWidth") > 0:
                found.append(f"{name}, {way}: wider than its screen")
            tall = page.evaluate("document.documentElement.scrollHeight - innerHeight")
            if tall > 0 and name != "zoomed" and not (way == "tiles" and name in ("small", "landscape")):
                found.append(f"{name}, {way}: {tall} pixels below its screen")
        page.locator(".bar .button").first.click()
    assert found == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pad_can_be_read_by_everyone(open_page: OpenPage, scheme: str) -> None:
    page = open_page("/pad", size="phone", dark=scheme == "dark")
    expect(page.get_by_role("button", name="Open the pad")).to_be_visible()
    found = {"setup": violations(page)}
    pad(page)
    tap(page, 3, 4)
    key(page, 14)
    found["points"] = violations(page)
    page.get_by_role("button", name="Correct: Ana, 4").click()
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    found["correcting"] = violations(page)
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="By tiles").click()
    found["tiles"] = violations(page)
    page.get_by_role("button", name="End…").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    found["dialog"] = violations(page)
    assert {state: faults for state, faults in found.items() if faults} == {}

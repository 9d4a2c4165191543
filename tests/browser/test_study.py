"""Learning from games on the page: looking back, the score pad, puzzles, positions; by taps and keys, as people do."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from sixfold.review import puzzles
from tests.browser.conftest import OpenPage, Serving
from tests.browser.test_table_moments import begun

PATIENCE = 60_000
"""Judging takes a moment, and the first who asks waits for the workers to start."""

GAME = """sixfold record 1
ruleset: tiles/1
seat 0: Ana
seat 1: Ben

draw 0: RoRdRcGsGtBx
draw 1: RsBsOsPtYtGx
0: 0,0:Rc 1,0:Rd 2,0:Ro = 3
draw 0: YoYsPd
1: 3,0:Rs 3,1:Bs 3,2:Os = 7
draw 1: GoBoPo
0: 0,1:Gs 0,2:Gt = 0
"""
LEGAL = GAME.replace("0: 0,1:Gs 0,2:Gt = 0\n", "")


def by_taps(page: Page, play: str, names: dict[str, str]) -> None:
    """Lay a play: tap each tile by its name, then its place."""
    for placement in play.split(" "):
        cell, _, piece = placement.partition(":")
        page.get_by_role("button", name=names[piece], exact=True).and_(page.locator(":enabled")).first.click()
        page.locator(f'[data-ring="{cell}"]').click()


def lay(page: Page, play: str) -> None:
    """Lay a play at the table: tap each tile on the rack, then its place."""
    for placement in play.split(" "):
        cell, _, piece = placement.partition(":")
        page.get_by_role("group", name="Your rack").get_by_role("button", name=re.compile(NAMES[piece])).first.click()
        page.locator(f'.cell[data-cell="{cell}"]').click()


COLORS = dict(zip("ROYGBP", ("red", "orange", "yellow", "green", "blue", "purple"), strict=True))
SHAPES = dict(zip("osdctx", ("circle", "square", "diamond", "clover", "star", "cross"), strict=True))
NAMES = {c + s: f"{color} {shape}" for c, color in COLORS.items() for s, shape in SHAPES.items()}


def test_a_finished_game_is_looked_back_at(open_page: OpenPage, serving: Serving) -> None:
    page = open_page()
    begun(page)
    page.get_by_role("button", name="What did I miss?").click()
    coach = page.get_by_role("dialog", name="What did I miss?")
    expect(coach.get_by_text(re.compile(r"well played|instead of|could be taken|was there"))).to_be_visible(
        timeout=PATIENCE
    )
    coach.get_by_role("button", name="Got it").click()

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Give up").last.click()
    result = page.get_by_role("dialog")
    # The result comes first; the review fills in beneath it.
    expect(result.locator("section").get_by_text(re.compile("skill"))).to_have_count(2, timeout=PATIENCE)
    result.get_by_role("link", name="Review and replay").click()

    # One sentence about the reader comes first, then the turns that mattered, each with its reason and without places.
    expect(page.get_by_role("heading", level=1, name=re.compile(r"^You .*\.$"))).to_be_visible(timeout=PATIENCE)
    points = page.locator(".points button")
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible()
    assert points.count() <= 3
    for point in points.all():
        point.click()
        expect(point).to_have_attribute("aria-pressed", "true")
        assert not re.search(r"row|column", point.inner_text())
        number = re.search(r"Turn \d+,", point.inner_text())
        assert number is not None
        expect(page.locator(".said b").first).to_contain_text(number[0])

    turn = page.locator(".said b").first
    page.locator("h1").click()
    for key, said in (("Home", "Turn 1,"), ("End", "Turn "), ("Home", "Turn 1,"), ("ArrowRight", "Turn 2,")):
        page.keyboard.press(key)
        expect(turn).to_contain_text(said)
    expect(page).to_have_url(re.compile(r"/review/\w+\?turn=2$"))
    page.get_by_text("The numbers of this turn").click()
    expect(page.get_by_role("heading", name="Best moves")).to_be_visible(timeout=PATIENCE)
    page.get_by_text("Chance to win", exact=True).click()
    expect(page.locator("figure text").filter(has_text="100 %")).to_be_visible()
    page.get_by_text("The same as a table").click()
    expect(page.locator("figure tbody tr").first).to_contain_text("%")

    # The link shows it to somebody without any account, and reads the same review, in the third person.
    stranger = open_page(page.url.removeprefix(serving.url), size="phone")
    expect(stranger.locator(".said b").first).to_contain_text("Turn 2,")
    expect(stranger.get_by_role("heading", name="Turning points")).to_be_visible(timeout=PATIENCE)
    expect(stranger.get_by_role("heading", level=1)).not_to_contain_text("You")


def test_after_a_take_back_every_judgement_stands_beside_its_own_move(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Take back my last turn").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    for _ in range(4):
        assert table.wait_for_turn()
        table.turn()
    assert table.wait_for_turn()
    sheet = page.locator(".side tbody tr").all_inner_texts()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Give up").last.click()
    page.get_by_role("dialog").get_by_role("link", name="Review and replay").click()

    expect(page.get_by_text(re.compile(r"turns? (was|were) taken back"))).to_be_visible()
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible(timeout=PATIENCE)
    page.get_by_text("Chance to win", exact=True).click()
    page.get_by_text("The same as a table").click()
    expect(page.locator("figure tbody tr")).to_have_count(len(sheet))
    page.get_by_text("The numbers of this turn").click()
    page.locator("h1").click()
    page.keyboard.press("Home")
    expect(page.get_by_role("slider")).to_have_attribute("max", str(len(sheet) - 1))
    compared = 0
    for number, line in enumerate(sheet):
        expect(page.locator(".said b").first).to_contain_text(f"Turn {number + 1},")
        points = re.search(r"\d+", line.split("\t", 1)[1])  # the running total stands behind
        assert points is not None
        expect(page.locator(".said > b").nth(1)).to_have_text(points[0])
        played = page.locator(".worth li").filter(has_text="(played)").locator(".move")
        if played.count():
            compared += 1
            assert played.inner_html() == page.locator(".said .move").first.inner_html()
        page.keyboard.press("ArrowRight")
    assert compared > 0


def test_a_record_is_pasted_tried_otherwise_and_kept(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("/review")
    page.get_by_role("textbox").fill(GAME)
    page.get_by_role("button", name="Look back at it").click()
    expect(page.locator(".fault")).to_contain_text("Line 12 of the record")

    path = tmp_path / "game.sixfold"
    path.write_text(LEGAL)
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator(".said b").first).to_contain_text("Turn 1, Ana")
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible(timeout=PATIENCE)
    page.get_by_label("Seen by").select_option("Ben")
    page.locator("h1").click()
    page.keyboard.press("End")
    # Another move is laid at the table itself: its places, its sum, its faults.
    page.get_by_role("button", name="Try another move").click()
    lay(page, "1,1:Bs")
    expect(page.locator(".reason.fault")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    lay(page, "3,0:Rs")
    page.get_by_role("button", name="Play for 4 points").click()
    expect(page.locator(".told")).to_contain_text(re.compile(r"Chance to win with it: \d+ %"), timeout=PATIENCE)
    page.get_by_role("button", name="Back to the review").click()
    expect(page.locator(".said b").first).to_contain_text("Turn 2, Ben")

    page.get_by_text("Keep and share").click()
    with page.expect_request("**/api/study/picture") as asked, page.expect_download() as got:
        page.get_by_role("button", name="SVG").click()
    assert {"palette", "marks", "letters"} <= set(asked.value.post_data_json or ())
    assert "<svg" in got.value.path().read_text()[:100]

    page.get_by_role("link", name="Open the position").click()
    expect(page.get_by_role("heading", name="A position")).to_be_visible()
    page.get_by_role("button", name="What brings most?").click()
    expect(page.get_by_text("Most at once")).to_contain_text("points")
    by_taps(page, "3,0:Rs 3,1:Bs 3,2:Os", NAMES)
    page.get_by_role("button", name="What does it bring?").click()
    expect(page.get_by_role("status").locator("p").first).to_have_text("7 points")
    page.get_by_role("textbox").fill("cards/1 | RoRsRd | RcRtRxGo")
    page.get_by_role("button", name="Open the position").click()
    page.get_by_role("button", name="What brings most?").click()
    expect(page.get_by_text("Most at once")).to_contain_text("1 Qwirkle")
    page.get_by_role("textbox").fill("tiles/1 | 0,0:Rs 1,0:Rs | Ro")
    page.get_by_role("button", name="Open the position").click()
    expect(page.get_by_role("alert")).to_contain_text("No game could have come to this position")


def test_a_game_that_nobody_knows_leads_to_where_others_are_looked_back_at(open_page: OpenPage) -> None:
    page = open_page("/review/AAAAAAAAAAAAAAAA", size="phone")
    expect(page.locator("main .fault")).to_be_visible()
    expect(page.locator("main")).not_to_contain_text("Paste")
    page.get_by_role("link", name="Look back at another game").click()
    expect(page.get_by_label("Paste a record here")).to_be_visible()


def test_nothing_is_given_away_until_it_is_asked(open_page: OpenPage) -> None:
    """Stepping through a game shows what one player saw; the judgement comes when it is wished for."""
    page = open_page("/review")
    page.get_by_role("textbox").fill(LEGAL.replace("3,0:Rs 3,1:Bs 3,2:Os = 7", "3,0:Rs = 4").replace("GoBoPo", "Go"))
    page.get_by_role("button", name="Look back at it").click()
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible(timeout=PATIENCE)
    page.get_by_label("Seen by").select_option("Ana")
    page.locator("h1").click()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".said b").first).to_contain_text("Turn 2, Ben")
    expect(page.locator(".cell.is-fit")).to_have_count(0)
    expect(page.get_by_role("img", name=re.compile("^Hand: Ana"))).to_be_visible()
    page.get_by_role("button", name="Show what was better").click()
    expect(page.locator(".cell.is-tile.is-fit").first).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Hand: Ben"))).to_be_visible()
    expect(page.locator(".instead")).to_contain_text("Better")
    expect(page.locator("main")).not_to_contain_text(re.compile(r"row -?\d|column -?\d"))


def test_a_mistake_is_told_with_its_reason(open_page: OpenPage) -> None:
    """Who then has how many points, and at which line: in words."""
    whole = (Path(__file__).parents[2] / "spec" / "records" / "tiles-2.txt").read_text(encoding="utf-8")
    # Ben's third turn opens a yellow line of five.
    record = whole[: whole.index("0: -2,1:Pt")]
    page = open_page("/review", size="phone", touch=True)
    page.get_by_role("textbox").fill(record)
    page.get_by_role("button", name="Look back at it").click()
    points = page.get_by_role("region", name="Turning points")
    mistake = points.get_by_role("button", name=re.compile("Turn 5, Ben"))
    expect(mistake).to_be_visible(timeout=PATIENCE)
    mistake.click()
    expect(mistake).to_contain_text(re.compile(r"opens the yellow line: Ada then \w+ makes 1\d points there\."))
    expect(mistake).to_contain_text(re.compile(r"the player’s next turn brings about \d+ points instead of \d+\."))
    # Where it lies is shown by the board, not said by numbers.
    expect(page.locator("main")).not_to_contain_text(re.compile(r"-?\d,-?\d"))


def test_puzzles_are_solved(open_page: OpenPage) -> None:
    page = open_page("/puzzle/tiles", size="phone")
    expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
    number = puzzles.find("tiles", page.evaluate("new Date().toLocaleDateString('sv')")).number
    page.get_by_role("button", name="Another puzzle").click()
    following = puzzles.find("tiles", str(number + 1))
    expect(page.get_by_role("heading", name=f"Puzzle {following.number + 1}")).to_be_visible()
    answer(page, following.answers[-1][0])
    expect(page.locator(".coach")).to_contain_text(re.compile("A fine play for .* even better one"))
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".cell.is-last").first).to_be_visible()
    page.get_by_role("button", name="Begin again").click()
    page.get_by_role("button", name="Take back").click()
    answer(page, following.answers[0][0])
    expect(page.locator(".coach")).to_contain_text("Right, that is the best there is.")
    # Only the puzzle of the day counts.
    expect(page.get_by_role("button", name="Share the result")).to_have_count(0)

    page.get_by_role("link", name="Qwirkle Cards").click()
    expect(page.get_by_text("Regroup the table")).to_be_visible()
    page.locator("[data-hand] button").first.click()
    page.get_by_role("button", name=re.compile("new row")).first.click()
    expect(page.get_by_role("button", name="One row to repair")).to_be_visible()


def answer(page: Page, play: str) -> None:
    """Lay an answer by the line for typed moves, and play it."""
    page.locator("main").focus()
    page.keyboard.press("m")
    page.get_by_role("textbox").fill(play)
    page.keyboard.press("Enter")
    page.locator(".actions .primary:not([aria-disabled=true])").click()


def test_the_puzzle_of_the_day_is_kept_and_shared(open_page: OpenPage) -> None:
    page = open_page("/puzzle/tiles", permissions=["clipboard-read", "clipboard-write"])
    day, before = page.evaluate("[0, 1].map(ago => new Date(Date.now() - ago * 864e5).toLocaleDateString('sv'))")
    kept = {"last": before, "run": 4, "day": before, "result": 0}
    page.evaluate("kept => localStorage.setItem('sixfold.days.puzzle-tiles', JSON.stringify(kept))", kept)
    page.reload()
    expect(page.get_by_text("4 days in a row")).to_be_visible()
    best, worst = (puzzles.find("tiles", day).answers[at][0] for at in (0, -1))
    answer(page, worst)
    expect(page.locator(".coach")).to_contain_text("even better one")
    page.get_by_role("button", name="Take back").click()
    answer(page, best)
    expect(page.get_by_text("Solved in 2 tries")).to_be_visible()
    page.reload()
    expect(page.get_by_text("5 days in a row")).to_be_visible()
    page.get_by_role("button", name="Share the result").click()
    expect(page.locator(".notes")).to_contain_text("Copied.")
    shared = page.evaluate("navigator.clipboard.readText()")
    assert "○●" in shared
    assert shared.endswith("/puzzle/tiles")
    assert not any(placement in shared for placement in best.split())

"""The game as a page of the terminal: keys, mouse and typed moves in 80 by 24, both games, bots, saving."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static
from textual.widgets._footer import FooterKey

from sixfold import bots
from sixfold.commands import play
from sixfold.messages import Messages, languages
from sixfold.record import Record
from sixfold.terminal.dialogs import Curtain, LeaveDialog, Page
from sixfold.terminal.game import Game, Sitter, begin, resume
from sixfold.terminal.games.card_screen import CardScreen
from sixfold.terminal.games.tile_screen import TileScreen
from sixfold.terminal.panes import RowsPane
from sixfold.terminal.screen import Screen

SEED = bytes(range(64))
Story = Callable[[Any, Pilot[str]], Awaitable[None]]


def opened(game: str, folder: Path, *chairs: Sitter, language: str = "en") -> Any:
    seated = chairs or (Sitter("Ada"), Sitter("greedy", bot=bots.find(game, "greedy")(1)))
    journal, dealer = begin(game, seated, SEED)
    return play.page(Game(journal, dealer, seated, Messages(language)), folder)


def told(app: Screen, story: Story, size: tuple[int, int] = (80, 24)) -> None:
    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(app, pilot)
            await story(app, pilot)

    asyncio.run(run())


async def settled(app: Screen, pilot: Pilot[str]) -> None:
    """Until no bot thinks and every message has arrived."""
    await pilot.pause()
    while len(app.workers):
        await app.workers.wait_for_complete()
        await pilot.pause()


def place_of(app: TileScreen, piece: Any) -> int:
    used = {*app.laid.values(), *app.chosen}
    return next(place for place, held in enumerate(app.hand) if held == piece and place not in used)


async def walk(app: TileScreen, pilot: Pilot[str], cell: Any) -> None:
    dx, dy = cell.x - app.board.cursor.x, cell.y - app.board.cursor.y
    await pilot.press(*["right" if dx > 0 else "left"] * abs(dx), *["down" if dy > 0 else "up"] * abs(dy))


async def lay(app: TileScreen, pilot: Pilot[str], placements: Any) -> None:
    for cell, piece in placements:
        await walk(app, pilot, cell)
        await pilot.press(str(place_of(app, piece) + 1), "enter")


def test_tiles_by_keys_against_a_bot(tmp_path: Path) -> None:
    async def story(app: TileScreen, pilot: Pilot[str]) -> None:
        for turn in range(2):
            best = app.game.state.plays()[0]
            before = app.game.state.scores[0]
            await lay(app, pilot, best.place.placements)
            assert f"{best.points} point" in app.said.plain
            await pilot.press("c" if turn else "ctrl+s")
            await settled(app, pilot)
            assert app.game.state.scores[0] == before + best.points
            assert app.game.state.to_move == 0
        # Both of the bot's turns were made, and what it did is said.
        assert len(app.game.state.sheet) >= 4
        assert app.said.plain.startswith("greedy: ")
        await pilot.press("x", "1", "2", "backspace", "c")
        await settled(app, pilot)
        mine = [entry for entry in app.game.state.sheet if entry.seat == 0]
        assert str(mine[-1].move).startswith("swap ")

    told(opened("tiles", tmp_path), story)


async def gather(app: CardScreen, pilot: Pilot[str], wanted: Any) -> None:
    """Cards as a new row: from the hand by their numbers, from the table under the cursor."""
    for card in wanted:
        at = app.rows.where(card)
        if at is None:
            await pilot.press(str(card.number + 1))
            continue
        down = at - app.pane.lane
        await pilot.press(*["down" if down > 0 else "up"] * abs(down))
        across = app.rows.lanes[at].index(card) - app.pane.at
        await pilot.press(*["right" if across > 0 else "left"] * abs(across), "space")
    await pilot.press("n")


def test_cards_by_keys_against_a_bot(tmp_path: Path) -> None:
    """The player takes rows apart and builds others; every row is where the player put it, and the bot answers."""

    async def story(app: CardScreen, pilot: Pilot[str]) -> None:
        for _ in range(2):
            state = app.game.state
            best = state.view(0).best()
            assert best is not None
            for lane in app.rows.arranged(best).lanes:
                if lane:
                    await gather(app, pilot, lane)
            assert app.rows.turn(state.rules) == best
            assert app.said.plain.startswith("Play ")
            await pilot.press("c")
            await settled(app, pilot)
            assert app.game.state.to_move == 0
            assert len(app.game.state.sheet) > len(state.sheet)
        assert " of 6" in str(app.query_one("#lanes", Static).content)

    told(opened("cards", tmp_path), story)


def test_cards_chosen_tell_nothing_and_rows_stay_as_they_were_left(tmp_path: Path) -> None:
    async def story(app: CardScreen, pilot: Pilot[str]) -> None:
        while app.game.state.to_move != 0 or not app.game.state.sheet:
            await pilot.press("h", "h", "h", "c")
            await settled(app, pilot)
        before, said = app.rows, app.said.plain
        await pilot.press("1", "2", "3")
        assert len(app.picked) == 3
        assert app.rows == before
        assert app.said.plain == said
        await pilot.press("backspace", "backspace", "up", "up", "enter")
        assert list(app.rows.played) == [app.hand[0]]
        assert 0 not in {card.number for card in app.rows.hand}
        assert app.said.plain in ("One row to repair", "Play 1 card")
        await pilot.press("backspace")
        assert app.rows == before
        # The foot says what Enter does, and it does not end the turn.
        turns = len(app.game.state.sheet)
        await pilot.press("1", "enter")
        assert len(app.game.state.sheet) == turns
        # Words do the same as keys.
        app.query_one("#typed", Input).value = f"{app.hand[0]} -"
        await pilot.press("colon", "enter", "escape")
        assert not app.rows.played
        app.query_one("#typed", Input).value = f"{app.hand[1]} +"
        await pilot.press("colon", "enter", "escape")
        assert app.rows.lanes[-1][0].piece == app.hand[1]
        assert "One row to repair" in app.said.plain

    told(opened("cards", tmp_path), story)


def test_cards_by_mouse(tmp_path: Path) -> None:
    async def story(app: CardScreen, pilot: Pilot[str]) -> None:
        await pilot.press("h", "h", "h", "c")
        await settled(app, pilot)
        first = app.rows.lanes[0][0]
        await pilot.click("#lanes", offset=(RowsPane.LABELS + 1, 1))
        assert app.picked == [first]
        await pilot.click("#lanes", offset=(1, 1 + len(app.rows.lanes)))
        assert app.rows.lanes[-1] == (first,)
        await pilot.click("#hand", offset=(3, 0))
        assert app.picked == [app.rows.hand[0]]
        await pilot.click("#lanes", offset=(1, len(app.rows.lanes)))
        assert len(app.rows.lanes[-1]) == 2

    told(opened("cards", tmp_path), story)


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_a_hint_comes_in_steps_and_lays_itself_out_at_the_last(tmp_path: Path, game: str) -> None:
    async def story(app: Any, pilot: Pilot[str]) -> None:
        for words in ("Try: ",) if game == "tiles" else ("You could play ", "These: "):
            await pilot.press("h")
            await settled(app, pilot)
            assert app.said.plain.startswith(words)
            assert app.draft() is None
        await pilot.press("h")
        await settled(app, pilot)
        assert app.game.ruleset.parse_move(str(app.draft())) == app.game.hint(9).move

    told(opened(game, tmp_path), story)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_the_page_in_every_language(tmp_path: Path, game: str, language: str) -> None:
    """The foot fits into 80 columns, and the help is in the language, without a key or a blank in sight."""
    say = Messages(language)

    async def story(app: Any, pilot: Pilot[str]) -> None:
        foot = app.query_one("Footer").query(FooterKey)
        assert sum(part.outer_size.width for part in foot) <= 80
        assert say("terminal.foot.end") in [part.description for part in foot]
        await pilot.press("question_mark")
        page = str(app.screen.query_one("Static", Static).content)
        assert say("keys.help") in page
        assert not re.search(r"\b(?:terminal|cards|keys|action)\.[a-z]|\{\w+\}", page)
        await pilot.press("escape", "q")
        assert say("terminal.save.stay") in str(app.screen.query_one(".box", Static).content)
        await pilot.press(say("terminal.yes"))

    app = opened(game, tmp_path, language=language)
    told(app, story)
    assert app.return_value is not None
    assert f"{game}-1.sixfold" in app.return_value


def test_refusals_are_sentences_and_a_draft_can_be_taken_back(tmp_path: Path) -> None:
    async def story(app: TileScreen, pilot: Pilot[str]) -> None:
        await pilot.press("c")
        assert app.said.plain == "Lay at least one tile."
        await pilot.press("1", "enter", "right", "right", "right", "2", "enter")
        assert app.said.plain.startswith("Not yet: ")
        await pilot.press("c")
        assert app.said.plain.startswith("Not allowed: ")
        assert "(T" in app.said.plain
        assert app.laid
        await pilot.press("backspace", "backspace")
        assert not app.laid
        await pilot.press("colon", *"90,90:Rs", "enter")
        assert app.said.plain.startswith("Not allowed: ")
        app.query_one("#typed", Input).value = "rubbish"
        await pilot.press("enter")
        assert "Type help" in app.said.plain
        before = len(app.game.state.sheet)
        app.query_one("#typed", Input).value = str(app.game.state.plays()[0].place)
        await pilot.press("enter", "escape")
        await settled(app, pilot)
        assert len(app.game.state.sheet) == before + 2

    told(opened("tiles", tmp_path), story)


def test_mouse_zoom_and_pan(tmp_path: Path) -> None:
    async def story(app: TileScreen, pilot: Pilot[str]) -> None:
        await pilot.click("#hand", offset=(3, 0))
        assert app.chosen == [0]
        await pilot.click("#board", offset=(20, 8))
        assert list(app.laid.values()) == [0]
        await pilot.click("#board", offset=(20, 8))
        assert not app.laid
        corner = app.board.corner
        await pilot.press("shift+right", "shift+down")
        assert app.board.corner == (corner.x + 1, corner.y + 1)
        await pilot.mouse_down("#board", offset=(40, 8))
        await pilot.hover("#board", offset=(20, 4))
        await pilot.mouse_up("#board", offset=(20, 4))
        assert app.board.corner.x > corner.x + 1
        await pilot.press("plus", "plus", "right", *["minus"] * 4, "left", "home", "up")
        columns, rows = app.board.span
        assert app.board.corner.x <= app.board.cursor.x < app.board.corner.x + columns
        assert app.board.corner.y <= app.board.cursor.y < app.board.corner.y + rows
        # In 80 columns the sheet is a page of its own.
        assert not app.query_one("#side").display
        for key in ("s", "question_mark"):
            await pilot.press(key)
            assert isinstance(app.screen, Page)
            await pilot.press("escape")
        await pilot.resize_terminal(120, 30)
        await pilot.pause()
        assert app.query_one("#side").display

    told(opened("tiles", tmp_path), story)


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_leaving_offers_to_save_and_the_game_goes_on(tmp_path: Path, game: str) -> None:
    app = opened(game, tmp_path)

    async def story(app: Screen, pilot: Pilot[str]) -> None:
        await pilot.press("q")
        assert isinstance(app.screen, LeaveDialog)
        await pilot.press("escape", "q", "y")

    told(app, story)
    assert app.return_value is not None
    assert f"{game}-1.sixfold" in app.return_value
    record = Record.parse((tmp_path / f"{game}-1.sixfold").read_bytes())
    journal, dealer, chairs = resume(record, {1: bots.find(game, "greedy")(1)})
    again = play.page(Game(journal, dealer, chairs), tmp_path)

    async def unchanged(screen: Screen, pilot: Pilot[str]) -> None:
        assert screen.hand == app.hand
        await pilot.press("q")

    told(again, unchanged)
    assert again.return_value is None


def test_between_two_people_hangs_a_curtain(tmp_path: Path) -> None:
    async def story(app: Screen, pilot: Pilot[str]) -> None:
        assert isinstance(app.screen, Curtain)
        assert app.hand == ()
        await pilot.press("enter")
        await pilot.pause()
        assert app.hand == tuple(app.game.state.hands[app.game.state.to_move])
        first = app.seat
        app.query_one("#typed", Input).value = str(app.game.state.plays()[0].place)
        await pilot.press("colon", "enter")
        await pilot.pause()
        assert isinstance(app.screen, Curtain)
        assert app.hand == ()
        await pilot.press("enter")
        await pilot.pause()
        assert app.seat != first

    told(opened("tiles", tmp_path, Sitter("Ada", 9), Sitter("Ben", 8)), story)


def test_the_page_opens_only_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert play.whole_page()
    ran: list[Screen] = []
    monkeypatch.setattr(Screen, "run", lambda page: ran.append(page))
    play.run(terminal=True, game="cards", seed="words")
    assert ran[0].game.names == ["Player 1", "Magnus"]
    monkeypatch.setenv("TERM", "dumb")
    assert not play.whole_page()


def test_bots_among_themselves_play_on_while_one_watches(tmp_path: Path) -> None:
    async def story(app: Screen, pilot: Pilot[str]) -> None:
        assert app.game.state.outcome is not None
        assert "(T1" in app.said.plain
        await pilot.press("1", "c")
        assert app.said.plain == "The game is over; q leaves."
        await pilot.press("q", "n")

    app = opened(
        "tiles", tmp_path, *(Sitter(f"random {seat}", bot=bots.find("tiles", "random")(seat)) for seat in (0, 1))
    )
    told(app, story)
    assert not list(tmp_path.iterdir())

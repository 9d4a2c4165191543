"""The game at the keyboard: people and bots, both games, refusals, saving and going on."""

import io
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from sixfold import bots
from sixfold.cards import CARDS
from sixfold.commands import play
from sixfold.commands.play import chair
from sixfold.errors import NotationError, SixfoldError
from sixfold.messages import Messages, languages
from sixfold.record import Record
from sixfold.terminal.plain import PlainGame, Quit, Sitter, free_path

SEED = bytes(range(64))


class Keyboard:
    """Types prepared lines; then what `then` says, or the end of the input."""

    def __init__(self, *lines: str | BaseException, then: Callable[[PlainGame], str] | None = None) -> None:
        self.lines: Iterator[str | BaseException] = iter(lines)
        self.then = then
        self.table: PlainGame | None = None
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        line = next(self.lines, None)
        if line is None:
            if self.then is None or self.table is None:
                raise EOFError
            return self.then(self.table)
        if isinstance(line, BaseException):
            raise line
        return line


def seated(game: str, keys: Keyboard, *chairs: Sitter) -> tuple[PlainGame, Console]:
    console = Console(record=True, width=140, markup=False, highlight=False, file=io.StringIO())
    table = PlainGame.new(game, chairs, SEED, console, keys)
    keys.table = table
    return table, console


def person(name: str = "Ada", age: int | None = None) -> Sitter:
    return Sitter(name, age)


def robot(game: str, name: str = "greedy", seed: int = 1) -> Sitter:
    return Sitter(name, bot=bots.find(game, name)(seed))


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("game", ["tiles", "cards"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bots_play_to_the_end(game: str, seats: int) -> None:
    names = ["greedy", "random", "greedy", "random"][:seats]
    keys = Keyboard("n")
    table, console = seated(game, keys, *(robot(game, name, seed) for seed, name in enumerate(names)))
    table.play()
    text = console.export_text()
    assert table.state.outcome is not None
    assert table.journal.record.result is not None
    assert "Score sheet" in text
    assert re.search(r"(has won|share the victory)\. .*\((T1[78]|C14)\)", text.replace("\n", " "))
    assert Record.parse(str(table.journal.record)).final.scores == table.state.scores


def test_a_person_plays_tiles_to_the_end() -> None:
    def best(table: PlainGame) -> str:
        if table.state.to_move is None:
            return "y"
        return str(table.state.legal_moves()[0])

    table, console = seated("tiles", Keyboard(then=best), person(), robot("tiles", "random"))
    table.play()
    text = console.export_text()
    assert table.state.outcome is not None
    assert "Your rack:" in text
    assert "→" in text
    saved = Record.parse(Path("tiles-1.sixfold").read_text(encoding="utf-8"))
    assert saved == table.journal.record
    assert saved.result is not None


def test_a_person_plays_cards_to_the_end() -> None:
    rng = random.Random(4)
    steps: list[str] = []

    def best(table: PlainGame) -> str:
        """The best turn as one line, or step by step: each of its rows is gathered as a new one."""
        if steps:
            return steps.pop(0)
        if table.state.to_move is None:
            return "y"
        forced = table.state.forced_moves()
        turn = forced[0] if forced else table.state.view(table.state.to_move).best()
        if not hasattr(turn, "rows") or rng.random() < 0.5:
            return str(turn)
        steps.extend([*(f"{row} +" for row in (*turn.rows, *turn.taken)), "end"])
        return steps.pop(0)

    table, _ = seated("cards", Keyboard(then=best), person(), robot("cards", "random"))
    table.play()
    assert table.state.outcome is not None
    assert Path("cards-1.sixfold").exists()


def test_refusals_are_explained_and_the_turn_goes_on() -> None:
    keys = Keyboard("0,0:Zz", "9,9:Ro 9,9:Rs", "swap", "pass", "help", "plays", "sheet", "", "quit", "n")
    table, console = seated("tiles", keys, person("[bold]Ada", 90), person("Ben"))
    # With two people each is asked to look away first.
    keys.lines = iter(["", *list(keys.lines)])
    table.play()
    text = console.export_text()
    assert "is not a piece" in text
    assert "Type help" in text
    assert "Not allowed:" in text
    assert "lay two tiles as column,row:tile" in text
    assert "legal moves" in text
    assert "Score sheet" in text
    assert "Your turn, [bold]Ada" in text
    assert "Stopped." in text
    assert not list(Path().iterdir())


def test_the_card_table_is_shown_and_helps() -> None:
    keys = Keyboard("help", "h", "hint", "plays", "undo", "Zz A", "? A", "redraw", "q", "n")
    table, console = seated("cards", keys, robot("cards"), person())
    table._deal()
    for _ in range(3):  # a few turns, so that rows lie on the table
        if table.state.to_move == 0:
            table._turn(0)
        else:
            table.make(table.state.view(1).best())
        table._deal()
    table.play()
    text = console.export_text()
    assert "all rows as they lie after your turn" in text
    assert "Not allowed:" in text
    assert re.search(r"^ +A  \w\w \w\w \w\w .* of 6$", text, re.MULTILINE)
    assert "You could play" in text
    assert "These: " in text
    assert "Laid out for you" in text
    assert text.count("Stopped.") == 1


def test_the_player_regroups_the_cards_and_nobody_else_does() -> None:
    """Rows stay as they were left: wrong ones are said, the turn does not end with them, and steps are undone."""
    table, console = seated("cards", Keyboard(), person(), robot("cards"))
    table._deal()
    table.make(table.state.view(table.state.to_move).best())
    table._deal()
    table.chairs = [person(), person("Ben")]
    seat = table.state.to_move
    held = str(table.state.view(seat).hand)[:2]
    lying = next(iter(table.state.table))
    away = next(str(piece) for piece in CARDS.box if piece not in table.state.hands[seat] and piece not in lying)
    keys = iter([f"{held} A", "end", f"{held} -", f"{lying[0]} +", "end", "undo", "undo", "undo", f"{away} A", "q"])
    table.ask = lambda prompt: "" if prompt == "" else next(keys)
    with pytest.raises(Quit):
        table._turn(seat)
    text = console.export_text()
    assert text.count("Not allowed: ") == 2
    assert "One row to repair" in text
    assert "That card is not there: " in text
    assert list(table.state.table) == [lying]
    assert table.draft is not None
    assert table.draft.rows == (lying,)


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), EOFError()])
@pytest.mark.parametrize("answer", ["y", "", KeyboardInterrupt(), EOFError()])
def test_nothing_is_lost(stop: BaseException, answer: Any) -> None:
    table, console = seated("tiles", Keyboard(stop, answer), person(), robot("tiles"))
    table.play()
    assert "Saved as tiles-1.sixfold" in console.export_text()
    saved = Record.parse(Path("tiles-1.sixfold").read_text(encoding="utf-8"))
    assert saved == table.journal.record


def test_a_saved_game_goes_on_as_it_would_have() -> None:
    def first(table: PlainGame) -> str:
        return "y" if table.state.to_move is None else str(table.state.legal_moves()[0])

    whole, _ = seated("tiles", Keyboard(then=first), person(), robot("tiles"))
    whole.play()
    half, _ = seated("tiles", Keyboard(then=first), person(), robot("tiles"))
    for _ in range(9):
        half._deal()
        half._turn(half.state.to_move)
    record = Record.parse(str(half.journal.record))
    keys = Keyboard(then=first)
    on = PlainGame.resumed(record, {1: bots.find("tiles", "greedy")(1)}, Console(quiet=True), keys)
    keys.table = on
    assert on.state == half.state
    on.play()
    assert on.journal.record == whole.journal.record


def test_a_game_without_a_seed_cannot_go_on() -> None:
    table, _ = seated("tiles", Keyboard(), person(), person())
    bare = Record(table.journal.record.headers.__class__("tiles/1", table.journal.headers.players))
    with pytest.raises(SixfoldError, match="no seed"):
        PlainGame.resumed(bare, {}, Console(quiet=True), Keyboard())


def test_saving_twice_overwrites_nothing() -> None:
    table, console = seated("tiles", Keyboard("save", "save", "quit"), person(), robot("tiles"))
    table.play()
    assert {path.name for path in Path().iterdir()} == {"tiles-1.sixfold", "tiles-2.sixfold"}
    assert free_path(Path(), "tiles").name == "tiles-3.sixfold"
    assert "Save the record" not in console.export_text()


def test_chairs() -> None:
    assert chair("Ada", "tiles", 0) == Sitter("Ada")
    assert chair("Ada:9", "tiles", 0) == Sitter("Ada", 9)
    found = chair("bot:random", "cards", 2)
    assert (found.name, type(found.bot)) == ("random", bots.find("cards", "random"))
    several = play.seated(["bot:greedy", "Magnus", "bot:greedy", "bot:casual"], "tiles")
    assert [one.name for one in several] == ["Magnus", "Magnus 2", "Magnus 3", "Molly"]
    for words in ("Ada:x", "Ada:", "Ada:-1", "Ada:1000"):
        with pytest.raises(NotationError) as caught:
            chair(words, "tiles", 0)
        assert caught.value.code == "notation/age"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_a_whole_game_in_every_language(game: str, language: str) -> None:
    """No key is shown instead of its sentence, no blank stays open, and no English sentence is left."""
    console = Console(record=True, width=400, markup=False, highlight=False, file=io.StringIO())
    lines = iter(
        ["?", "h", "h", "h", "s", "plays", "swap", "pass", "end", "9,9:Ro 9,9:Rs", "Zz A", "gibberish", "q", ""]
    )
    table = PlainGame.new(game, [person(), robot(game)], SEED, console, lambda _: next(lines), say=Messages(language))
    table.play()
    alone = PlainGame.new(
        game, [robot(game, "random"), robot(game)], SEED, console, lambda _: "n", say=Messages(language)
    )
    alone.play()
    text = console.export_text()
    say = Messages(language)
    assert not re.findall(r"\b(?:terminal|cards|refusal|result|review|sheet|keys)\.[a-z]\w*|\{\w+\}", text)
    for key in ("sheet.title", "terminal.stopped", "terminal.seeHelp", "keys.help"):
        assert say(key) in text
    if language != "en":
        english = [
            Messages("en")(key) for key in ("terminal.stopped", "terminal.seeHelp", "terminal.quit", "sheet.title")
        ]
        assert not [sentence for sentence in english if sentence in text]
    assert "tiles-1.sixfold" in text or "cards-1.sixfold" in text


@pytest.mark.parametrize("language", languages())
def test_saving_is_agreed_to_in_the_language(language: str) -> None:
    say = Messages(language)
    for answer, saves in ((say("terminal.yes"), True), ("n", False)):
        keys = Keyboard("q", answer)
        table = PlainGame.new("tiles", [person(), robot("tiles")], SEED, Console(quiet=True), keys, say=say)
        table.play()
        assert (len(table.journal.events) == table.saved) == saves

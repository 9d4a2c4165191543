"""Models at tables of this process: whole games, refusals in words, tries, two models that see only their own hands."""

import random
import re

import pytest

from sixfold.errors import Refused, SixfoldError
from sixfold.mcp import words
from sixfold.mcp.table import TRIES, Seat, TableForModels
from sixfold.mcp.tables import Tables
from sixfold.record import Record


def first_move(table: TableForModels, seat: Seat, rng: random.Random) -> str:
    """A move as a model finds it: out of the text of `plays`."""
    lines = table.plays(seat, 5).splitlines()[1:]
    if lines[0].startswith("Or exchange"):
        view = table.view(seat)
        assert view is not None
        return f"swap {next(iter(view.hand))}"
    return rng.choice([line for line in lines if not line.startswith("Or ")]).partition("  = ")[0]


@pytest.mark.parametrize("game", ["tiles", "cards"])
@pytest.mark.parametrize("opponents", [["greedy"], ["random", "sprout", "greedy"]])
def test_a_whole_game_against_bots(game: str, opponents: list[str]) -> None:
    rng = random.Random(1)
    table, seat = Tables().new(game, opponents, "Ada", "an evening")
    text = table.look(seat)
    while table.game.state.outcome is None:
        move = first_move(table, seat, rng)
        assert table.check(seat, move).startswith("Legal: ")
        text = table.play(seat, move)
        assert not text.startswith("Not played")
    assert re.search(r"The game is over\. .+ \([TC]\d+\)", text)
    assert seat.helped == 0
    record = Record.parse(str(table.game.journal.record))
    assert record.result is not None
    assert record.result.by_the_rules
    with pytest.raises(Refused, match="the game is over"):
        table.play(seat, "pass")


@pytest.mark.parametrize(("game", "wrong"), [("tiles", "99,99:Rs"), ("cards", "pass")])
def test_refusals_are_words_and_too_many_of_them_are_helped(game: str, wrong: str) -> None:
    table, seat = Tables().new(game, ["greedy"], "Ada", "seed")
    before = table.game.state
    assert table.check(seat, wrong).startswith("Not legal: ")
    for left in range(TRIES - 1, 0, -1):
        told = table.play(seat, wrong if left % 2 else "the red one, please")
        assert told.startswith("Not played: ")
        assert f"{left} tr" in told
        assert table.game.state is before
    told = table.play(seat, wrong)
    assert "so the house chose that move" in told
    assert "Moves made for you after 3 refusals: 1." in told
    assert table.game.state.sheet[0].seat in (0, 1)
    assert len(table.game.state.sheet) > len(before.sheet)
    assert seat.refused == 0


def test_the_clause_is_passed_through() -> None:
    table, seat = Tables().new("cards", ["greedy"], "Ada", "seed")
    assert re.search(r"\(C\d+\)", table.check(seat, "pass"))


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_two_models_see_their_own_hands_alone(game: str) -> None:
    rng = random.Random(2)
    tables = Tables()
    table, one = tables.new(game, ["open"], "Ada", "two models")
    again, two = tables.join(table.id)
    assert again is table
    assert (one.number, two.number) == (0, 1)
    with pytest.raises(Refused, match="no seat is open") as full:
        tables.join(table.id)
    assert full.value.code == "table/full"
    for _ in range(12):
        if table.game.state.outcome is not None:
            break
        mover, other = (one, two) if table.game.state.to_move == 0 else (two, one)
        texts = {seat.number: table.look(seat) for seat in (one, two)}
        for seat in (one, two):
            assert f"Your hand: {words.hand(table.game.state.hands[seat.number])}" in texts[seat.number]
            assert words.hand(table.game.state.hands[1 - seat.number]) not in texts[seat.number]
        with pytest.raises(Refused, match="it is the turn of"):
            table.plays(other, 3)
        for ask in (table.play, table.check):
            with pytest.raises(Refused, match="it is the turn of"):
                ask(other, "pass")
        table.play(mover, first_move(table, mover, rng))
    assert "Ada:" in table.look(two) + "".join(table.log)


def test_keys() -> None:
    tables = Tables()
    with pytest.raises(Refused, match="new_table or join"):
        tables.seat("")
    _, first = tables.new("tiles", ["greedy"], "", "")
    assert tables.seat("") is first
    _, second = tables.new("tiles", ["greedy"], "", "")
    assert tables.seat(second.key) is second
    for key in ("", "nonsense"):
        with pytest.raises(Refused, match="give the key"):
            tables.seat(key)


def test_the_same_words_deal_the_same_game() -> None:
    texts = [table.look(seat) for table, seat in (Tables().new("tiles", ["greedy"], "Ada", "words") for _ in range(2))]
    assert texts[0] == texts[1]


def test_old_tables_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixfold.mcp.tables.MOST_TABLES", 2)
    tables = Tables()
    taken = [tables.new("tiles", ["greedy"], "", "")[1] for _ in range(3)]
    assert [tables.seat(seat.key) for seat in taken[1:]] == taken[1:]
    with pytest.raises(Refused):
        tables.seat(taken[0].key)


@pytest.mark.parametrize(
    ("game", "opponents", "code"),
    [
        ("chess", ["greedy"], "bot/game"),
        ("tiles", [], "notation/seats"),
        ("tiles", ["greedy"] * 4, "notation/seats"),
        ("tiles", ["clever"], "bot/unknown"),
    ],
)
def test_a_table_that_cannot_be(game: str, opponents: list[str], code: str) -> None:
    with pytest.raises(SixfoldError) as caught:
        Tables().new(game, opponents, "", "")
    assert caught.value.code == code


@pytest.mark.parametrize(("game", "clause"), [("tiles", "T17"), ("cards", "C14")])
def test_the_rules_are_whole_and_for_players(game: str, clause: str) -> None:
    text = words.rules(game)
    assert f"## {clause} " in text
    assert "How to write a move" in text
    assert "Broken by" not in text
    with pytest.raises(SixfoldError):
        words.rules("chess")

"""Models at the tables of a real server: whole games, refusals in words, links, and who may go where."""

import random
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from sixfold import cards
from sixfold.errors import Refused, SixfoldError
from sixfold.mcp.line import Visit
from sixfold.mcp.served import Link, ServedTable, read_link
from sixfold.mcp.table import TRIES, Seat
from sixfold.mcp.tables import Tables
from sixfold.record import Record
from tests.mcp.test_tables import first_move
from tests.server.running import Running

EXAMPLE = Path(__file__).parents[2] / "examples" / "mcp_model.py"
PATIENCE = 60


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A `sixfold serve`; it must not have logged a mistake in the end."""
    with Running(tmp_path_factory.mktemp("served")) as running:
        yield running
        assert running.stop() == 0, running.logged()
        assert running.mistakes() == []


@pytest.fixture
def tables() -> Iterator[Tables]:
    """The seats of a process, left in the end."""
    made = Tables()
    yield made
    made.close()


def finished(table: ServedTable, seat: Seat, seed: int) -> str:
    """Play by the texts alone until the game is over; the last text."""
    rng, text = random.Random(seed), table.look(seat, PATIENCE)
    while "The game is over." not in text:
        assert "It is your turn" in text
        text = table.play(seat, first_move(table, seat, rng), PATIENCE)
    return text


def record_of(server: Running, table: ServedTable) -> Record:
    with urllib.request.urlopen(f"{server.base}/api/tables/{table.id}/record") as answer:
        return Record.parse(answer.read().decode())


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_a_whole_game_at_a_table_of_a_server(server: Running, tables: Tables, game: str) -> None:
    table, seat = tables.new_at(server.base, game, ["random", "greedy"], "Ada")
    assert tables.seat("") is seat
    text = finished(table, seat, 1)
    assert re.search(r"The game is over\. .+ \([TC]\d+\)", text)
    record = record_of(server, table)
    assert record.result is not None
    assert record.result.by_the_rules
    assert record.headers.players[0].name == "Ada (model)"
    assert seat.helped == 0
    with pytest.raises(Refused, match="the game is over"):
        table.play(seat, "pass")


@pytest.mark.parametrize(("game", "wrong"), [("tiles", "99,99:Rs"), ("cards", "pass")])
def test_nonsense_is_refused_in_words_and_then_a_move_is_made(
    server: Running, tables: Tables, game: str, wrong: str
) -> None:
    table, seat = tables.new_at(server.base, game, ["greedy"], "Ada")
    table.look(seat, PATIENCE)
    before = table.view(seat)
    assert before is not None
    assert table.check(seat, wrong).startswith("Not legal: ")
    for left in range(TRIES - 1, 0, -1):
        told = table.play(seat, wrong if left % 2 else "the red one, please", PATIENCE)
        assert told.startswith("Not played: ")
        assert f"{left} tr" in told
        assert table.view(seat) == before
    told = table.play(seat, wrong, PATIENCE)
    assert "Ada (model) was refused 3 times, so the house chose that move." in told
    assert "Moves made for you after 3 refusals: 1." in told
    after = table.view(seat)
    assert after is not None
    # A hand that cannot play is shown and drawn anew (C11): that move is on no sheet, and the turn goes on.
    redrawn = isinstance(after, cards.View) and bool(after.shown)
    assert redrawn or any(entry.seat == seat.number for entry in after.sheet[len(before.sheet) :])
    assert seat.refused == 0


def test_what_only_the_server_knows_is_refused_in_its_words(server: Running, tables: Tables) -> None:
    """A move that the rules allow but the table does not: somebody else has moved this seat already."""
    table, seat = tables.new_at(server.base, "tiles", ["greedy"], "Ada")
    table.look(seat, PATIENCE)
    with pytest.raises(Refused) as refused:
        table._line.ask("turn", rows=["RoRsRd"])
    assert refused.value.code == "table/game"


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_two_models_meet_by_a_link(server: Running, game: str) -> None:
    ada, ben = Tables(), Tables([server.base])
    one, first = ada.new_at(server.base, game, ["open"], "Ada")
    assert "The game has not begun." in one.look(first)
    found = re.search(r"http\S+/join/\S+", one.welcome)
    assert found is not None
    link = read_link(found[0])
    assert link is not None
    two, second = ben.visit(link, "Ben")
    assert (one.id, first.number, second.number) == (two.id, 0, 1)
    seats = {first.number: (one, first), second.number: (two, second)}
    rng = random.Random(3)
    one._line.wait(lambda: one._line.now is not None, PATIENCE)
    two._line.wait(lambda: two._line.now is not None, PATIENCE)
    for _ in range(6):
        view = one.view(first)
        assert view is not None
        assert view.to_move is not None
        table, seat = seats[view.to_move]
        other, _ = seats[1 - view.to_move]
        table.look(seat, PATIENCE)
        with pytest.raises(Refused, match=r"it is the turn of (Ada|Ben) \(model\)"):
            other.play(seats[1 - view.to_move][1], "pass")
        table.play(seat, first_move(table, seat, rng), 0)
        other.go_on(seats[1 - view.to_move][1], PATIENCE)
    assert "Ada (model)" in two.look(second)
    ada.close()
    ben.close()


def test_a_line_that_was_lost_is_opened_again(server: Running, tables: Tables) -> None:
    table, seat = tables.new_at(server.base, "tiles", ["greedy"], "Ada")
    rng = random.Random(5)
    for _ in range(3):
        assert table._line._socket is not None
        table._line._socket.close()
        assert "It is your turn" in table.look(seat, PATIENCE)
        table.play(seat, first_move(table, seat, rng), PATIENCE)


def test_rated_tables_are_not_for_models(server: Running, tables: Tables) -> None:
    host = Visit(server.base)
    seats = [{"kind": "here", "name": "Hanna", "assist": "off"}, {"kind": "person", "assist": "off"}]
    made = host.post(
        "/api/tables", {"game": "tiles", "seats": seats, "options": {"rated": True, "clock": 600, "hints": False}}
    )
    assert made.info.invite is not None
    with pytest.raises(Refused, match="this table is rated"):
        tables.visit(Link(server.base, made.info.invite), "Ada")


def test_links_that_lead_nowhere(server: Running, tables: Tables) -> None:
    with pytest.raises(Refused, match="leads nowhere"):
        tables.visit(Link(server.base, "ABCDEF"), "")
    with pytest.raises(SixfoldError, match="does not answer as a Sixfold server does"):
        tables.visit(Link("http://127.0.0.1:9", "ABCDEF"), "")
    with pytest.raises(SixfoldError, match="'clever'"):
        tables.new_at(server.base, "tiles", ["clever"], "")
    for closed, known in ((Tables([]), "none"), (Tables(["http://example.org/"]), "http://example.org")):
        with pytest.raises(Refused, match=f"do not go to {server.base}; they go to {known}"):
            closed.new_at(server.base, "tiles", ["greedy"], "")


@pytest.mark.parametrize(
    ("text", "server", "found"),
    [
        ("https://play.example/join/abc-1", "", Link("https://play.example", "abc-1")),
        ("http://example.org:6161/games/join/ABCDEF ", "", Link("http://example.org:6161/games", "ABCDEF")),
        ("ABCDEF", "http://localhost:6161", Link("http://localhost:6161", "ABCDEF")),
        ("4f1c9a20", "", None),
    ],
)
def test_links_are_read(text: str, server: str, found: Link | None) -> None:
    assert read_link(text, server) == found


def test_the_scripted_model_plays_at_a_server(server: Running) -> None:
    words = [sys.executable, str(EXAMPLE), "tiles", "greedy", "--server", server.base]
    done = subprocess.run(words, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert "Not played: " in done.stdout
    assert re.search(r"The game is over\. .+ \([TC]\d+\)", done.stdout)

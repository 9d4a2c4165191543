"""Records of finished games, and the proof of their shuffle: true ones verify, anything changed does not."""

from __future__ import annotations

import random

import pytest

from sixfold.errors import SixfoldError
from sixfold.record import Record
from sixfold.server import archive, wire
from sixfold.server.table import facts as e
from sixfold.server.table.decide import decide
from sixfold.server.table.procedure import Happening
from sixfold.server.table.procedures import hosting, take_back
from sixfold.server.table.shuffle import VERSION
from sixfold.server.table.table import GameTable
from tests.scale import scale
from tests.server.tables import NOW, do, lobby, step


def game(
    kind: str,
    seats: int,
    seed: int,
    *,
    take_backs: bool = False,
    resign: bool = False,
    shuffle: int = VERSION,
    table_id: str = "",
) -> tuple[GameTable, list[e.AnyStored]]:
    """A whole game with its events."""
    rng = random.Random(seed)
    table = lobby(kind, ["person"] * seats, seed=seed, table_id=table_id or f"table{seed:011d}", shuffle=shuffle)
    log: list[e.AnyStored] = []

    def add(done: list[Happening]) -> None:
        nonlocal table
        log.extend(h.event for h in done)
        table = done[-1].after

    for seat in range(seats):
        ready = wire.Ready(id="r", base=table.n, seat=seat, entropy=rng.randbytes(32).hex())
        add(decide(table, ready, f"p{seat}", NOW))
    moves = 0
    while table.phase != "finished":
        add(step(table, rng))
        moves += 1
        if resign and moves == 5:
            add(decide(table, wire.Resign(id="q", base=table.n, seat=0), "p0", NOW))
        elif take_backs and moves % 6 == 0 and table.phase == "playing" and table.stuck is None:
            seat = rng.randrange(seats)
            try:
                add(decide(table, wire.TakeBack(id="b", base=table.n, seat=seat), f"p{seat}", NOW))
            except SixfoldError:
                continue
            while table.asks_back is not None:
                other = take_back.seats_to_agree(table)[0]
                add(decide(table, wire.Answer(id="a", base=table.n, seat=other, yes=True), f"p{other}", NOW))
    return table, log


@pytest.mark.parametrize("kind", ["tiles", "cards"])
def test_every_finished_game_verifies(kind: str) -> None:
    for seed in range(scale(8, 400)):
        table, log = game(kind, 2 + seed % 3, seed, take_backs=seed % 2 == 0, resign=seed % 5 == 4 and seed % 3 == 0)
        text = str(archive.record_of(table, log))
        assert archive.verify(text) > 0
        record = Record.parse(text)
        assert record.final.scores == table.state.scores
        assert str(Record.parse(text)) == text


def test_whatever_is_changed_is_found() -> None:
    table, log = game("tiles", 2, 1)
    text = str(archive.record_of(table, log))
    lines = text.splitlines()

    def changed(start: str, old: str, new: str) -> str:
        at = next(i for i, line in enumerate(lines) if line.startswith(start) and old in line)
        return "\n".join([*lines[:at], lines[at].replace(old, new, 1), *lines[at + 1 :]]) + "\n"

    seed = next(line for line in lines if line.startswith("seed: "))[6:]
    other = ("0" if seed[0] != "0" else "1") + seed[1:]
    with pytest.raises(SixfoldError, match="not the one that was committed"):
        archive.verify(changed("seed: ", seed, other))
    added = next(line for line in lines if line.startswith("added 1"))[9:]
    with pytest.raises(SixfoldError, match="the shuffle gives"):
        archive.verify(changed("added 1", added, ("0" if added[0] != "0" else "1") + added[1:]))
    with pytest.raises(SixfoldError, match="not the one that was committed"):
        archive.verify(changed("table: ", table.id, table.id[:-1] + "x"))
    without = "\n".join(line for line in lines if not line.startswith("commitment"))
    with pytest.raises(SixfoldError, match="no proof"):
        archive.verify(without + "\n")


def test_a_game_that_was_closed_is_revealed_too() -> None:
    table = lobby("cards", ["person", "person"], seed=3)
    log: list[e.AnyStored] = []
    for seat in (0, 1):
        ready = wire.Ready(id="r", base=table.n, seat=seat, entropy="ab" * 32)
        done = decide(table, ready, f"p{seat}", NOW)
        log += [h.event for h in done]
        table = done[-1].after
    done = hosting.close_down(table, "abandoned", NOW)
    log += [h.event for h in done]
    text = str(archive.record_of(done[-1].after, log))
    assert archive.verify(text) >= 2
    assert "result: abandoned" in text


def test_no_clock_and_no_guessable_generator_in_the_deal() -> None:
    """H19: what deals imports neither time nor random; seeds come from `secrets` alone."""
    import ast
    from pathlib import Path

    import sixfold

    root = Path(sixfold.__file__).parent
    table = sorted((root / "server/table").rglob("*.py"))
    assert len(table) > 15
    for path in (root / "dealer.py", root / "game.py", root / "pieces.py", *table):
        tree = ast.parse(path.read_text())
        imported = {
            part
            for node in ast.walk(tree)
            for part in (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
        }
        assert not imported & {"time", "datetime", "random", "secrets", "uuid"}, path
    assert "secrets.token_hex(64)" in (root / "server/people.py").read_text()


def test_seeds_do_not_repeat_and_say_nothing_about_the_table() -> None:
    from sixfold.server.people import new_seed

    seeds = {new_seed() for _ in range(200)}
    assert len(seeds) == 200
    assert all(len(seed) == 128 for seed in seeds)


def test_take_backs_stay_visible() -> None:
    table, log = game("tiles", 2, 2, take_backs=True)
    record = archive.record_of(table, log)
    assert record.took_back > 0
    assert do(table, "p0", wire.Rematch).rematch_asked == {0}

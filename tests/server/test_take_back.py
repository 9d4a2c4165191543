"""A take-back undoes a turn and teaches nothing: what was seen of the bag is mixed back, which can be checked."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import msgspec
import pytest

from sixfold.dealer import DUPLICATE, Dealer, commitment
from sixfold.errors import SixfoldError
from sixfold.pieces import Pieces
from sixfold.server import archive, wire
from sixfold.server.table import facts as e
from sixfold.server.table import shuffle
from sixfold.server.table.table import GameTable
from tests.server.stores.write import Evening
from tests.server.tables import NOW, do, finished, happenings, lobby, started, step
from tests.server.test_archive import game


def to_p0(seed: int, version: int) -> GameTable:
    """A game against a bot in which p0 is to move and may exchange."""
    table = started("tiles", ["person", "bot"], seed=seed, shuffle=version)
    rng = random.Random(seed)
    while table.to_move != 0 or not table.state.board:
        table = step(table, rng)[-1].after
    return table


def drawn(table: GameTable) -> tuple[GameTable, str]:
    """p0 exchanges the whole hand; what came instead."""
    hand = str(table.state.view(0).hand)
    done = happenings(table, "p0", wire.Exchange, pieces=hand)
    return done[-1].after, done[0].event.draws[0][1]  # type: ignore[union-attr]


def peeked(seed: int, version: int) -> tuple[str, str]:
    """Exchange, look, take back (a bot agrees), and exchange again: what was drawn both times."""
    table, first = drawn(to_p0(seed, version))
    back = do(table, "p0", wire.TakeBack)
    assert back.to_move == 0
    return first, drawn(back)[1]


def test_nobody_learns_the_next_tiles_by_taking_back() -> None:
    same = [first == again for first, again in (peeked(seed, 2) for seed in range(12))]
    assert not any(same), "six of about ninety tiles come again by chance once in millions"


def test_tables_of_old_deal_as_they_did() -> None:
    assert all(first == again for first, again in (peeked(seed, 1) for seed in range(4)))


@pytest.mark.parametrize("kind", ["tiles", "cards"])
@pytest.mark.parametrize("version", [1, 2, DUPLICATE])
def test_the_log_alone_leads_to_the_same_dealer(kind: str, version: int) -> None:
    """Also after take-backs of take-backs, which leave nothing of the undone turns in the table."""
    mixings = 0
    for seed in range(4):
        seats = 2 + seed % 2
        live, log = game(kind, seats, seed, take_backs=True, shuffle=version)
        table = lobby(kind, ["person"] * seats, seed=seed, table_id=live.id, shuffle=version)
        for fact in log:
            table = table.apply(e.decode(e.encode(fact)), NOW)
            if table.phase != "playing":
                continue
            assert in_the_bag(table) == table.state.bag
        assert table.state == live.state
        mixings += len(table.mixed)
    assert bool(mixings) == (version > 1)


def in_the_bag(table: GameTable) -> Pieces:
    """What the dealer holds. Each seat's order of a duplicate bag is of the same pieces."""
    dealer = shuffle.dealer_of(table)
    if isinstance(dealer, Dealer):
        return Pieces(dealer.bag)
    assert len({frozenset(order) for order in dealer.orders}) == 1
    box = tuple(table.state.rules.box)
    return Pieces(box[piece] for piece in dealer.orders[0])


def test_new_tables_mix(tmp_path: Path) -> None:
    async def made() -> GameTable:
        it = Evening(tmp_path / "a.db")
        await it.house.open()
        ana, _ = await it.house.people.welcome("Ana")
        room = await it.make("tiles", ana, "here", "here")
        await it.house.close()
        return room.table

    assert asyncio.run(made()).shuffle == shuffle.VERSION == 2


@pytest.mark.parametrize("kind", ["tiles", "cards"])
def test_a_restart_after_a_take_back_changes_no_draw(kind: str) -> None:
    """The same game once with the dealer at hand and once with it made again from the log before every move."""
    table = started(kind, ["person", "person"], seed=3)
    for turn in range(12):
        done = step(table, random.Random(turn))
        cold = step(msgspec.structs.replace(table, dealer=None), random.Random(turn))
        assert [one.event for one in done] == [one.event for one in cold]
        table = done[-1].after
        if turn in (3, 4, 8) and table.stuck is None:
            asks = next(entry.seat for entry in reversed(table.state.sheet))
            table = do(do(table, f"p{asks}", wire.TakeBack), f"p{1 - asks}", wire.Answer, yes=True)
    assert len(table.mixed) > 1


@pytest.mark.parametrize("kind", ["tiles", "cards"])
@pytest.mark.parametrize("version", [1, 2, DUPLICATE])
def test_games_with_take_backs_verify_by_the_way_they_were_dealt(kind: str, version: int) -> None:
    told = 0
    for seed in range(4):
        table, log = game(kind, 2 + seed % 3, seed, take_backs=True, shuffle=version)
        text = str(archive.record_of(table, log))
        assert archive.verify(text) > 0
        assert (f"shuffle: {version}" in text) == (version > 1), "a record of the first way stays as it always was"
        told += any(isinstance(fact, e.TakenBack) for fact in log)
    assert told


def test_the_way_is_committed_to() -> None:
    """Nobody chooses afterwards by which way a game was dealt."""
    table, log = game("tiles", 2, 0, take_backs=True)
    text = str(archive.record_of(table, log))
    with pytest.raises(SixfoldError, match="not the one that was committed"):
        archive.verify(text.replace("shuffle: 2\n", ""))
    with pytest.raises(SixfoldError, match="shuffle 5 is not known"):
        archive.verify(text.replace("shuffle: 2\n", "shuffle: 5\n"))
    proof = shuffle.proof_of(table)
    assert proof.shuffle == 2
    assert proof.commitment == commitment(bytes.fromhex(proof.seed), proof.table, proof.ruleset, 2)
    assert finished(started(shuffle=1)).shuffle == 1

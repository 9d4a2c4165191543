"""Tables that play one duplicate bag: dealt alike, whoever sits there, and verified by their records."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from sixfold.dealer import DUPLICATE
from sixfold.errors import SixfoldError
from sixfold.record import Record
from sixfold.server import archive, wire
from sixfold.server.project import table_info
from sixfold.server.table import facts as e
from sixfold.server.table import shuffle
from sixfold.server.table.table import GameTable
from tests.server.tables import do, lobby, started, step, to_the_end

BAG = "evening 12, round 3"
SEED = bytes(range(64)).hex()


def at_bag(kind: str, seed: int, **options: Any) -> GameTable:
    """A table of the bag that has begun; `seed` makes its name and what people add."""
    table_id = f"table{seed:011d}"
    return started(kind, seed=seed, table_id=table_id, server_seed=SEED, shuffle=DUPLICATE, bag=BAG, **options)


def played(kind: str, seed: int) -> tuple[GameTable, str]:
    """A whole game of the bag, and its record."""
    rng = random.Random(seed)
    table = lobby(kind, seed=seed, table_id=f"table{seed:011d}", server_seed=SEED, shuffle=DUPLICATE, bag=BAG)
    table, log = to_the_end(table, rng)
    return table, str(archive.record_of(table, log))


@pytest.mark.parametrize("kind", ["tiles", "cards"])
def test_all_tables_of_a_bag_are_dealt_alike(kind: str) -> None:
    one, other = at_bag(kind, 1), at_bag(kind, 2)
    assert one.chairs[0].entropy != other.chairs[0].entropy
    assert one.deal == other.deal
    assert shuffle.commitment_of(one) == shuffle.commitment_of(other)
    assert table_info(one, "p0").bag == BAG
    assert table_info(one, "p0").entropy == ["", ""], "nobody adds to a duplicate bag"


@pytest.mark.parametrize("kind", ["tiles", "cards"])
def test_a_game_of_a_bag_verifies_and_says_so(kind: str) -> None:
    table, text = played(kind, 5)
    assert archive.verify(text) > 4
    headers = Record.parse(text).headers
    assert (headers.tag("shuffle"), headers.tag("bag"), headers.tag("added 0")) == ("3", BAG, None)
    proof = shuffle.proof_of(table)
    assert (proof.shuffle, proof.bag, proof.entropy) == (DUPLICATE, BAG, ["", ""])
    for old, new in ((BAG, "another bag"), (f"bag: {BAG}\n", ""), ("shuffle: 3", "shuffle: 2")):
        with pytest.raises(SixfoldError, match="not the one that was committed"):
            archive.verify(text.replace(old, new))


def test_a_bag_that_others_play_too_is_played_as_it_comes() -> None:
    table = step(at_bag("tiles", 3))[-1].after
    seat = table.state.sheet[-1].seat
    with pytest.raises(SixfoldError, match="others play the same bag"):
        do(table, f"p{seat}", wire.TakeBack, seat=seat)


def test_logs_of_other_tables_are_written_as_they_were() -> None:
    created = e.Created(
        game="tiles", ruleset="tiles/1", seats=[], terms=lobby().terms, host="p0", seed=SEED, key="", shuffle=2
    )
    assert b"bag" not in e.encode(created)
    assert b"bag" in e.encode(msgspec.structs.replace(created, bag=BAG))

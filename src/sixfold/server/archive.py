"""Finished games as records, and the check that their shuffle was the committed one (docs/shuffle.md).

The record's tags hold the proof: `table`, `commitment`, `seed`, `added N` for what seat N added, and `shuffle` for the
version of the shuffle where it is not the first. A duplicate bag's name is in `bag`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from sixfold.dealer import DUPLICATE, AnyDealer, combine, commitment, dealer_of
from sixfold.errors import PositionError
from sixfold.game import Draw
from sixfold.pieces import Pieces
from sixfold.record import Drew, Headers, Journal, Moved, Player, Record, TookBack
from sixfold.server import games
from sixfold.server.project import name_of
from sixfold.server.table import facts as e
from sixfold.server.table.shuffle import proof_of
from sixfold.server.table.table import GameTable


def record_of(table: GameTable, log: Iterable[e.AnyStored]) -> Record:
    """The record of a game that is over, from its events; take-backs stay visible in it."""
    journal = Journal(_headers(table))
    by: int | None = None
    for event in log:
        match event:
            case e.Started():
                _draw(journal, event.draws)
            case e.MoveMade():
                journal.play(table.rules.parse_move(event.move))
                _draw(journal, event.draws)
            case e.Settled(exists=False):
                journal.play(table.rules.parse_move("redraw"))
                _draw(journal, event.draws)
            case e.TakenBack():
                journal.take_back(event.seat, event.turns)
            case e.Resigned() | e.Left():
                by = event.seat
            case e.Ended():
                journal.end(event.reason, event.winners, by if event.reason in ("resigned", "left") else None)
    return journal.record


def _headers(table: GameTable) -> Headers:
    proof = proof_of(table)
    tags = {"table": table.id, "commitment": proof.commitment, "seed": proof.seed}
    if proof.shuffle > 1:
        tags["shuffle"] = str(proof.shuffle)
    if proof.bag:
        tags["bag"] = proof.bag
    for seat, (chair, added) in enumerate(zip(table.chairs, proof.entropy, strict=True)):
        if added:
            tags[f"added {seat}"] = added
        if bot := chair.bot or ("" if chair.player else chair.stand_in):
            tags[f"bot {seat}"] = bot
    # Ages matter where the opening was tied (T3, C3), and then only their order is known and told.
    tied = len(table.state.opening.tied) > 1
    players = tuple(
        Player(name_of(chair), rank if tied else None) for chair, rank in zip(table.chairs, table.ranks, strict=True)
    )
    day = datetime.fromtimestamp(table.created_at / 1000, UTC).date()
    return Headers(table.ruleset, players, day, tuple(tags.items()))


def _draw(journal: Journal, draws: e.Draws) -> None:
    for seat, pieces in draws:
        journal.draw(Draw(seat, Pieces.parse(pieces)))


def verify(text: str) -> int:
    """Deal a recorded game again from its seed; how many draws agreed. Raises where anything does not."""
    record = Record.parse(text)
    headers = record.headers
    seed, promised, table = headers.tag("seed"), headers.tag("commitment"), headers.tag("table")
    if seed is None or promised is None or table is None:
        raise PositionError(
            "the record has no proof: it needs the headers seed, commitment and table", code="position/no-proof"
        )
    named = headers.tag("shuffle") or "1"
    if named not in ("1", "2", "3"):
        raise PositionError(f"the shuffle {named[:40]} is not known here", code="position/no-proof")
    shuffle = int(named)
    # A duplicate bag has a name of its own, which all of its tables share.
    game = (headers.tag("bag") or table) if shuffle == DUPLICATE else table
    if commitment(bytes.fromhex(seed), game, headers.ruleset, shuffle) != promised:
        raise PositionError("the seed is not the one that was committed to", code="position/commitment")
    try:
        added = [bytes.fromhex(headers.tag(f"added {seat}") or "") for seat in range(len(headers.players))]
    except ValueError:
        raise PositionError("what a seat added is not hexadecimal", code="position/no-proof") from None
    dealing = combine(bytes.fromhex(seed), game, headers.ruleset, added)
    return _dealt_again(record, dealer_of(shuffle, dealing, len(headers.players)), mixes=shuffle > 1)


def _dealt_again(record: Record, dealer: AnyDealer, mixes: bool) -> int:
    # Where the dealer stood when each turn began: a take-back goes back there; since the second shuffle it mixes then.
    turns: dict[int, AnyDealer] = {}
    begins = games.of(record.headers.ruleset).begins
    checked = 0
    states = record.states()
    state = next(states)
    for event, after in zip(record.events, states, strict=True):
        if isinstance(event, Drew):
            assert state.need is not None, "a record draws only what its game waits for"
            drawn, dealer = dealer.deal(state.need, state.rules.box)
            if drawn.pieces != event.pieces or drawn.seat != event.seat:
                raise PositionError(
                    f"draw {checked + 1}: seat {event.seat} drew {event.pieces}, the shuffle gives {drawn.pieces}",
                    code="position/shuffle",
                    facts={"draw": checked + 1, "seat": event.seat},
                )
            checked += 1
        elif isinstance(event, TookBack):
            then = turns[len(after.sheet)]
            dealer = then.mixed(dealer.used) if mixes else then
        elif isinstance(event, Moved) and begins(state):
            turns[len(state.sheet)] = dealer
        state = after
    return checked

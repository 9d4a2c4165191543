"""Finished games as records, and the check that their shuffle was the committed one (docs/shuffle.md).

The record's tags hold the proof: `table`, `commitment`, `seed`, `added N` (what seat N added), and `shuffle` (the
version of the shuffle, if it is not the first). `bag` is the name of a duplicate bag. A game that began on a device and
was taken over has the proof of its first part in tags that begin with `first-`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from sixfold.dealer import DUPLICATE, TAKEN_OVER, AnyDealer, Dealer, anew, combine, commitment, dealer_of
from sixfold.errors import PositionError
from sixfold.game import Draw
from sixfold.pieces import Pieces
from sixfold.record import Anew, Drew, Ended, Headers, Journal, Moved, Player, Record, TookBack
from sixfold.server import games
from sixfold.server.project import name_of
from sixfold.server.table import facts as e
from sixfold.server.table.shuffle import proof_of
from sixfold.server.table.table import GameTable

_PROOF = frozenset(("table", "commitment", "seed", "shuffle", "bag", "added"))
"""The first words of the tags that a shuffle is proved by."""


def record_of(table: GameTable, log: Iterable[e.AnyStored]) -> Record:
    """The record of a game that is over, from its events; take-backs stay visible in it."""
    journal = Journal(_headers(table))
    for before in table.brought.record.events if table.brought else ():
        journal.add(before)
    by: int | None = None
    for event in log:
        match event:
            case e.Started() if table.brought:
                hands = {seat: Pieces.parse(pieces) for seat, pieces in event.draws}
                journal.anew([hands.get(seat) for seat in range(len(table.chairs))])
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
            case e.Ended() if not _is_over(journal):
                journal.end(event.reason, event.winners, by if event.reason in ("resigned", "left") else None)
    return journal.record


def _headers(table: GameTable) -> Headers:
    proof = proof_of(table)
    tags = {"table": proof.table, "commitment": proof.commitment, "seed": proof.seed}
    if table.brought and table.shuffle == TAKEN_OVER:
        first = dict(table.brought.record.headers.tags)
        tags |= {f"first-{key}": value for key, value in first.items() if key.split()[0] in _PROOF}
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
    opening = table.state.opening
    tied = opening is not None and len(opening.tied) > 1
    players = tuple(
        Player(name_of(chair), rank if tied else None) for chair, rank in zip(table.chairs, table.ranks, strict=True)
    )
    day = datetime.fromtimestamp(table.created_at / 1000, UTC).date()
    return Headers(table.ruleset, players, day, tuple(tags.items()))


def _is_over(journal: Journal) -> bool:
    """Whether the end is written already: that of a game that was brought when it was over."""
    return bool(journal.events) and isinstance(journal.events[-1], Ended)


def _draw(journal: Journal, draws: e.Draws) -> None:
    for seat, pieces in draws:
        journal.draw(Draw(seat, Pieces.parse(pieces)))


def brought(text: str) -> str:
    """The record of a game that was played on a device, without names, if its shuffle was the one it promised."""
    verify(text)
    record = Record.parse(text)
    headers = record.headers
    tags = tuple((key, value) for key, value in headers.tags if key.split()[0] in _PROOF)
    nobody = tuple(Player("", player.age) for player in headers.players)
    return str(Record(Headers(headers.ruleset, nobody, None, tags), record.events))


def verify(text: str) -> int:
    """Deal a recorded game again from its seed; how many draws agreed. Raises where anything does not."""
    record = Record.parse(text)
    if not any(isinstance(event, Anew) for event in record.events):
        if record.headers.tag("shuffle") == str(TAKEN_OVER):
            raise _no_proof("a game that was taken over says where it was dealt anew")
        return _dealt_again(record, *_dealer(record.headers))
    later = _dealer(record.headers)[0]
    if not isinstance(later, Dealer) or record.headers.tag("shuffle") != str(TAKEN_OVER):
        raise _no_proof("a game that was dealt anew was shuffled by version 4")
    first, mixed = _dealer(record.headers, "first-")
    return _dealt_again(record, first, mixed, later)


def _no_proof(message: str) -> PositionError:
    return PositionError(message, code="position/no-proof")


def _dealer(headers: Headers, which: str = "") -> tuple[AnyDealer, bool]:
    """Who dealt the game, or its first part, by its proof; and whether the bag was mixed after take-backs."""
    seed, promised, table = (headers.tag(f"{which}{tag}") for tag in ("seed", "commitment", "table"))
    if seed is None or promised is None or table is None:
        raise _no_proof("the record has no proof: it needs the headers seed, commitment and table")
    named = headers.tag(f"{which}shuffle") or "1"
    if named not in ("1", "2", "3", *([] if which else ["4"])):
        raise _no_proof(f"the shuffle {named[:40]} is not known here")
    shuffle = int(named)
    # A duplicate bag has a name of its own, which all of its tables share.
    game = (headers.tag(f"{which}bag") or table) if shuffle == DUPLICATE else table
    if commitment(bytes.fromhex(seed), game, headers.ruleset, shuffle) != promised:
        raise PositionError("the seed is not the one that was committed to", code="position/commitment")
    try:
        added = [bytes.fromhex(headers.tag(f"{which}added {seat}") or "") for seat in range(len(headers.players))]
    except ValueError:
        raise _no_proof("what a seat added is not hexadecimal") from None
    dealing = combine(bytes.fromhex(seed), game, headers.ruleset, added)
    return dealer_of(shuffle, dealing, len(headers.players)), shuffle > 1


def _dealt_again(record: Record, dealer: AnyDealer, mixes: bool, later: Dealer | None = None) -> int:
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
            checked = _agreed(drawn, Draw(event.seat, event.pieces), checked)
        elif isinstance(event, Anew):
            assert later is not None, "whoever was dealt anew has a second proof"
            given = {seat: hand for seat, hand in enumerate(event.hands) if hand is not None}
            draws, dealer = anew(later, state.hands, state.bag, given, state.rules.box)
            for drawn in draws:
                checked = _agreed(drawn, Draw(drawn.seat, given[drawn.seat]), checked)
            turns, mixes = {len(after.sheet): dealer}, True
        elif isinstance(event, TookBack):
            then = turns[len(after.sheet)]
            dealer = then.mixed(dealer.used) if mixes else then
        elif isinstance(event, Moved) and begins(state):
            turns[len(state.sheet)] = dealer
        state = after
    return checked


def _agreed(gives: Draw, drew: Draw, checked: int) -> int:
    """One more draw that the shuffle gives."""
    if gives != drew:
        raise PositionError(
            f"draw {checked + 1}: seat {drew.seat} drew {drew.pieces}, the shuffle gives {gives.pieces}",
            code="position/shuffle",
            facts={"draw": checked + 1, "seat": drew.seat},
        )
    return checked + 1

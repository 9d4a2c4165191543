"""Tables for tests without a network: made, joined, started and played by calling its procedures."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from sixfold.server import wire
from sixfold.server.games import any_move
from sixfold.server.table import facts as e
from sixfold.server.table.decide import decide
from sixfold.server.table.procedure import Happening
from sixfold.server.table.procedures import driven, seating, stuck
from sixfold.server.table.seats import Chosen, Occupant, Terms
from sixfold.server.table.shuffle import VERSION
from sixfold.server.table.table import GameTable

NOW = 1_700_000_000_000


def lobby(
    game: str = "tiles",
    kinds: Iterable[str] = ("person", "person"),
    *,
    seed: int = 0,
    ages: Iterable[int | None] | None = None,
    terms: Terms | None = None,
    same_player: bool = False,
    table_id: str = "tableAAAABBBBCC1",
    server_seed: str | None = None,
    shuffle: int = VERSION,
    bag: str = "",
) -> GameTable:
    """A table whose people sit down but have not confirmed. Player `pN` sits on seat N."""
    rng = random.Random(seed)
    kinds = list(kinds)
    ages = list(ages) if ages is not None else [30 + seat for seat in range(len(kinds))]
    created = e.Created(
        game=game,  # type: ignore[arg-type]
        ruleset=f"{game}/1",
        seats=[Chosen(kind=kind, bot="greedy" if kind == "bot" else "") for kind in kinds],  # type: ignore[arg-type]
        terms=terms or Terms(),
        host="p0",
        seed=server_seed or rng.randbytes(64).hex(),
        key=rng.randbytes(16).hex(),
        shuffle=shuffle,
        bag=bag,
    )
    people = [
        Occupant(seat, "p0" if same_player else f"p{seat}", f"Name{seat}", ages[seat])
        for seat, kind in enumerate(kinds)
        if kind != "bot"
    ]
    return seating.create(table_id, created, people, NOW)[-1].after


def do(
    table: GameTable,
    player: str,
    command: type[wire.Command],
    *,
    now: int = NOW,
    base: int | None = None,
    **fields: Any,
) -> GameTable:
    """Obey a command, as the last table it leads to."""
    done = happenings(table, player, command, now=now, base=base, **fields)
    return done[-1].after if done else table


def happenings(
    table: GameTable,
    player: str,
    command: type[wire.Command],
    *,
    now: int = NOW,
    base: int | None = None,
    **fields: Any,
) -> list[Happening]:
    """What a command leads to."""
    sent = command(id="k", base=table.n if base is None else base, **fields)
    return decide(table, sent, player, now, lambda: "tableAAAABBBBCC2")


def started(
    game: str = "tiles", kinds: Iterable[str] = ("person", "person"), *, seed: int = 0, **options: Any
) -> GameTable:
    """A table at which everybody has confirmed."""
    table = lobby(game, kinds, seed=seed, **options)
    rng = random.Random(seed + 1)
    for seat, chair in enumerate(table.chairs):
        if chair.kind != "bot":
            table = do(table, chair.player, wire.Ready, seat=seat, entropy=rng.randbytes(32).hex())
    return table


def a_move(table: GameTable, rng: random.Random | None = None) -> wire.Command:
    """A legal command for the seat to move."""
    seat = table.to_move
    assert seat is not None
    view = table.state.view(seat)
    common: dict[str, Any] = {"id": "m", "base": table.n, "seat": seat}
    if table.game == "cards":
        turn = view.best()
        if turn is None:
            return wire.Stuck(**common)
        return wire.LayRows(rows=[*map(str, turn.rows)], taken=[*map(str, turn.taken)], **common)
    plays = view.plays()
    if plays:
        chosen = plays[0] if rng is None else plays[rng.randrange(min(8, len(plays)))]
        return wire.LayTiles(play=str(chosen.place), **common)
    if view.bag_count:
        return wire.Exchange(pieces=str(view.hand.distinct()[0]), **common)
    return wire.PassTurn(**common)


def step(table: GameTable, rng: random.Random | None = None) -> list[Happening]:
    """The next move, with everybody saying that they see no way when somebody is stuck (C11)."""
    if table.stuck is not None:
        helper = stuck.seats_to_help(table)[0]
        return decide(table, wire.NoWay(id="w", base=table.n, seat=helper), table.chairs[helper].player, NOW)
    seat = table.to_move
    assert seat is not None
    command = a_move(table, rng)
    if table.chairs[seat].played_by:
        text = command.play if isinstance(command, wire.LayTiles) else None
        move = table.rules.parse_move(text) if text else any_move(table.state.view(seat))
        return driven.bot_move(table, move, NOW)
    return decide(table, command, table.chairs[seat].player, NOW)


def finished(table: GameTable, rng: random.Random | None = None) -> GameTable:
    """Play on to the end."""
    while table.phase != "finished":
        table = step(table, rng)[-1].after
    return table


def to_the_end(table: GameTable, rng: random.Random) -> tuple[GameTable, list[e.AnyStored]]:
    """Two people confirm and play a whole game; with what happened since."""
    log: list[e.AnyStored] = []
    for seat in (0, 1):
        ready = wire.Ready(id="r", base=table.n, seat=seat, entropy=rng.randbytes(32).hex())
        done = decide(table, ready, f"p{seat}", NOW)
        log, table = [*log, *(one.event for one in done)], done[-1].after
    while table.phase != "finished":
        done = step(table, rng)
        log, table = [*log, *(one.event for one in done)], done[-1].after
    return table, log

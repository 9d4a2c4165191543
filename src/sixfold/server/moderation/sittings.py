"""Who sat at a rated table, and how they played there: what `signs` looks at, read from the store."""

from __future__ import annotations

from sixfold.review.conduct import conduct
from sixfold.server.archive import record_of
from sixfold.server.moderation.signs import Sitting
from sixfold.server.ratings.model import RatedGame
from sixfold.server.ratings.standings import who_of
from sixfold.server.rooms.folding import fold
from sixfold.server.store import Store
from sixfold.server.table import facts as e


async def sittings_of(store: Store, game: RatedGame, champion: bool) -> list[tuple[Sitting, str]]:
    """The people of one game and their names; nobody of a table that was deleted.

    With `champion` their moves are compared with the champion's too.
    """
    rows = await store.events(game.table)
    if not rows:
        return []
    table, _ = fold(game.table, rows, await store.places(game.table))
    facts = [e.decode(row.body) for row in rows]
    own = {(fact.seat, fact.move) for fact in facts if isinstance(fact, e.MoveMade) and fact.by == "person"}
    steps = [step for step in record_of(table, facts).steps() if (step.seat, str(step.move)) in own]
    played = conduct(steps, len(table.chairs), champion=champion)
    place = {one.who: one.place for one in game.standings if "/" not in one.who}
    people = [(who_of(chair), chair.name, played[seat]) for seat, chair in enumerate(table.chairs)]
    return [
        (
            Sitting(
                game.table,
                game.kind.game,
                who,
                others=tuple(other for other in place if other != who),
                ahead=tuple(other for other in place if place[other] < place[who]),
                conduct=how,
            ),
            name,
        )
        for who, name, how in people
        if who in place
    ]

"""Tile bots that see too much. They search as the champion does (the same candidates, halving, learned value and exact
endings, at the same rollouts) and differ in what is left to chance in their samples.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any, Final, cast

import numpy as np

from bench.limits.sight import Seen, Sight
from sixfold import bots, tiles
from sixfold.bots.tiles.champion import CANDIDATES
from sixfold.bots.tiles.search import Search, weights
from sixfold.kernel.engine import Words, at, compiled
from sixfold.kernel.lines import Function
from sixfold.kernel.tiles.games import below, scramble, take
from sixfold.kernel.tiles.layout import BAG, BAG_HIGH, BAG_LOW, HANDS, RANDOM, SEATS
from sixfold.kernel.tiles.thinking import race, search
from sixfold.pieces import EMPTY, Pieces

DRAWS: Final = 6
"""So many of its own next draws a bot sees that sees them."""
SIGHTS: Final = {
    2: (
        Sight("nothing more"),
        Sight("which tiles the other kept", kept=True),
        Sight("its own next six draws", draws=True),
        Sight("the other hand", hand=True),
        Sight("everything: the other hand and the order of the bag", hand=True, order=True),
    ),
    3: (Sight("nothing more"), Sight("the other hands", hand=True)),
    4: (Sight("nothing more"), Sight("the other hands", hand=True)),
}
"""By the number of players. With more than two, who draws from which end of the bag is not as in the samples."""
FAIR: Final = "champion"
"""Who plays as one does that sees nothing more."""
OTHERS: Final = {2: ("greedy", FAIR), 3: ("greedy",), 4: ("greedy",)}
TOLD: Final = 4
"""Where the sizes go on: how many pieces of each seat are told,"""
COMING: Final = 8
"""how many own draws,"""
ORDERED: Final = 9
"""and whether the rest of the pool lies in its true order."""


# ---- samples that keep to what is seen -------------------------------------------------------------------------------


@compiled
def arrange(g: Words, me: int, pool: Words, sizes: Words, sample: int, seed: int) -> None:
    """Lay out one sample, as `search.hide` does for one who sees nothing.

    `pool` begins with what is told of the other hands, seat by seat, and goes on with the own next draws.
    """
    g[RANDOM] = scramble(seed + 7919 * sample)
    seats = g[SEATS]
    told = 0
    for step in range(1, seats):
        told += sizes[at(TOLD + (me + step) % seats)]
    coming = sizes[COMING]
    n = pool.size - told - coming
    for i in range(n):
        g[at(BAG + i)] = pool[at(told + coming + i)]
    if sizes[ORDERED] == 0:
        for i in range(n - 1, 0, -1):
            j = below(g, i + 1)
            piece = g[at(BAG + i)]
            g[at(BAG + i)] = g[at(BAG + j)]
            g[at(BAG + j)] = piece
    low = 0
    first = 0
    for step in range(1, seats):
        seat = (me + step) % seats
        for plane in range(3):
            g[at(HANDS + 3 * seat + plane)] = 0
        known = sizes[at(TOLD + seat)]
        for i in range(known):
            take(g, seat, pool[at(first + i)])
        first += known
        for _ in range(sizes[at(seat)] - known):
            take(g, seat, g[at(BAG + low)])
            low += 1
    # The searching player draws from the top: what comes first lies last.
    for i in range(coming):
        g[at(BAG + n + i)] = pool[at(told + coming - 1 - i)]
    g[BAG_LOW] = low
    g[BAG_HIGH] = n + coming


def instead(function: Any, **others: Any) -> Any:
    """The same lines of the kernel, with other functions in the place of some that they call."""
    lines = cast(FunctionType, function.py_func)
    made = FunctionType(lines.__code__, lines.__globals__ | others, lines.__name__, lines.__defaults__)
    # By its name compiled code is kept on disk.
    made.__module__, made.__qualname__ = lines.__module__, f"{lines.__qualname__}_seeing"
    return compiled(cast(Function, made))


simulate = instead(search.simulate, hide=arrange)
go_on = instead(race.go_on, simulate=simulate)


# ---- choosing --------------------------------------------------------------------------------------------------------


def known_to(sight: Sight, seen: Seen, known: search.Known) -> search.Known:
    """What the searching player knows, with what it sees besides."""
    state, me, dealer = seen.state, known.me, seen.dealer
    order = dealer.bag if me % 2 == 0 else dealer.bag[::-1]
    sizes = np.zeros(ORDERED + 1, dtype=np.int64)
    sizes[: len(known.sizes)] = known.sizes
    told: list[Any] = []
    for step in range(1, state.seats):
        seat = (me + step) % state.seats
        hand = state.hands[seat] if sight.hand else seen.kept[seat] if sight.kept else EMPTY
        told += hand
        sizes[TOLD + seat] = len(hand)
    coming = order[:DRAWS] if sight.draws else ()
    sizes[COMING], sizes[ORDERED] = len(coming), int(sight.order)
    rest = order[::-1] if sight.order else tuple(state.view(me).unseen - Pieces(told) - Pieces(coming))
    pool = np.array([piece.index for piece in (*told, *coming, *rest)], dtype=np.int64)
    return known._replace(pool=pool, sizes=sizes)


def choose(sight: Sight, seen: Seen) -> tiles.Move:
    """The champion's choice, with this sight. Where nothing is hidden from anybody it is the champion's own."""
    view = seen.state.view(seen.state.to_move)
    champion = bots.find("tiles", "champion")(seen.seed)
    if view.seats == 2 and not view.bag_count:
        return _move(champion, view, seen.rollouts)
    search = Search(view, champion.seed_for(view), weights())
    found = search.candidates(min(CANDIDATES, seen.rollouts // 2))
    if len(found) < 2:
        return search.move(found[0].packed) if found else _move(champion, view, seen.rollouts)
    known, r = known_to(sight, seen, search.known), search.race
    # Where nothing is left to chance all samples are alike.
    race.start(r, len(found), 2 * len(found) if sight.order else seen.rollouts, True)
    while go_on(search.words, search.learned, search.scratch, known, r, seen.rollouts):
        pass
    return search.move(int(r.moves[r.order[0]]))


def _move(bot: Any, view: tiles.View, rollouts: int) -> tiles.Move:
    move: tiles.Move = bot.choose(view, bots.Budget(rollouts=rollouts)).move
    return move

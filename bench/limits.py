"""What hidden tiles are worth: bots that see more than the rules allow, against fair ones, on mirrored deals.

python -m bench.limits run --pairs 100     play on from where the kept games end
python -m bench.limits show                the table of docs/limits.md, from the kept games

All search as the champion does (the same candidates, halving, learned value and exact endings, at the same rollouts)
and differ in what is left to chance in their samples. These bots are nobody's opponents: they live here alone.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import track

from sixfold import bots, tiles
from sixfold.arena.contestant import Contestant
from sixfold.arena.figures import estimate
from sixfold.arena.match import Match
from sixfold.bots.tiles.champion import CANDIDATES
from sixfold.bots.tiles.search import Search, weights
from sixfold.dealer import Dealer
from sixfold.kernel.engine import Floats, Words, at, compiled, using
from sixfold.kernel.tiles.core import lift
from sixfold.kernel.tiles.games import below, scramble, take
from sixfold.kernel.tiles.layout import BAG, BAG_HIGH, BAG_LOW, HANDS, HEAD, LAID_COUNT, RANDOM, SCORE, STATUS
from sixfold.kernel.tiles.thinking import race
from sixfold.kernel.tiles.thinking.scratch import SAVED, Scratch
from sixfold.kernel.tiles.thinking.search import Candidates, Known, rollout, to_come, win_chance
from sixfold.pieces import EMPTY, Pieces

KEPT: Final = Path(__file__).with_suffix(".json")
ROLLOUTS: Final = 1000
"""A move, for everybody who searches."""
DRAWS: Final = 6
"""So many of its own next draws a bot sees that sees them."""
SEED: Final = 930_000
"""Deals from here on were kept for this page: nothing was tuned on them."""


class Sight(NamedTuple):
    """What a bot sees beyond what the rules show it."""

    name: str
    hand: bool = False
    kept: bool = False
    draws: bool = False


SIGHTS: Final = (
    Sight("nothing more"),
    Sight("which tiles the other kept", kept=True),
    Sight("its own next six draws", draws=True),
    Sight("the other hand", hand=True),
)
OTHERS: Final = ("greedy", "champion")


class Told(NamedTuple):
    """What is left to chance: `fixed` is in the other hand, `coming` are the own next draws, `pool` all that may be
    anywhere."""

    fixed: Words
    coming: Words
    pool: Words


# ---- samples that keep to what is seen -------------------------------------------------------------------------------


@compiled
def arrange(g: Words, me: int, fixed: Words, coming: Words, pool: Words, size: int, sample: int, seed: int) -> None:
    """Lay out one sample for two players, as `search.hide` does for one who sees nothing."""
    g[RANDOM] = scramble(seed + 7919 * sample)
    n = pool.size
    for i in range(n):
        g[at(BAG + i)] = pool[at(i)]
    for i in range(n - 1, 0, -1):
        j = below(g, i + 1)
        piece = g[at(BAG + i)]
        g[at(BAG + i)] = g[at(BAG + j)]
        g[at(BAG + j)] = piece
    other = 1 - me
    for plane in range(3):
        g[at(HANDS + 3 * other + plane)] = 0
    for i in range(fixed.size):
        take(g, other, fixed[at(i)])
    more = size - fixed.size
    for i in range(more):
        take(g, other, g[at(BAG + i)])
    # The searching player draws from the top: what comes first lies last.
    for i in range(coming.size):
        g[at(BAG + n + i)] = coming[at(coming.size - 1 - i)]
    g[BAG_LOW] = more
    g[BAG_HIGH] = n + coming.size


@compiled
def simulate(
    g: Words,
    w: Floats,
    s: Scratch,
    k: Known,
    r: Candidates,
    alive: int,
    first: int,
    stop: int,
    fixed: Words,
    coming: Words,
    pool: Words,
) -> None:
    """As `search.simulate`, on samples that keep to what is seen; always for the chance to win."""
    tiles_laid = g[LAID_COUNT]
    scores0 = g[SCORE]
    scores1 = g[SCORE + 1]
    mine = HANDS + 3 * k.me
    m1 = g[at(mine)]
    m2 = g[at(mine + 1)]
    m3 = g[at(mine + 2)]
    for sample in range(first, stop):
        arrange(g, k.me, fixed, coming, pool, k.sizes[at(1 - k.me)], sample, k.seed)
        for i in range(SAVED):
            s.saved[at(i)] = g[at(HEAD + i)]
        for a in range(alive):
            c = r.order[at(a)]
            lead = rollout(g, w, s, k.me, r.moves[at(c)], k.plies, r.state)
            ended = g[STATUS] != 0
            unseen = to_come(g)
            while g[LAID_COUNT] > tiles_laid:
                lift(g)
            for i in range(SAVED):
                g[at(HEAD + i)] = s.saved[at(i)]
            r.leads[at(c)] += lead
            r.sums[at(c)] += (1.0 if lead > 0 else (0.5 if lead == 0 else 0.0)) if ended else win_chance(lead, unseen)
            r.tried[at(c)] += 1
    g[SCORE] = scores0
    g[SCORE + 1] = scores1
    g[at(mine)] = m1
    g[at(mine + 1)] = m2
    g[at(mine + 2)] = m3


# ---- games -----------------------------------------------------------------------------------------------------------


def told_to(sight: Sight, state: tiles.State, dealer: Dealer, kept: Pieces) -> Told:
    """What is seen and what is not, for the seat to move."""
    assert state.to_move is not None
    me, hand = state.to_move, state.hands[1 - state.to_move]
    fixed = hand if sight.hand else kept if sight.kept else EMPTY
    order = dealer.bag if me % 2 == 0 else dealer.bag[::-1]
    coming = order[:DRAWS] if sight.draws else ()
    pool = state.view(me).unseen - fixed - Pieces(coming)
    return Told(*(np.array([piece.index for piece in some], dtype=np.int64) for some in (fixed, coming, pool)))


def choose(sight: Sight, state: tiles.State, dealer: Dealer, kept: Pieces, seed: int, rollouts: int) -> tiles.Move:
    """The champion's choice, with this sight. Where nothing is hidden from anybody it is the champion's own."""
    assert state.to_move is not None
    view = state.view(state.to_move)
    champion = bots.find("tiles", "champion")(seed)
    if not view.bag_count:
        return _move(champion, view, rollouts)
    search = Search(view, champion.seed_for(view), weights())
    found = search.candidates(min(CANDIDATES, rollouts // 2))
    if len(found) < 2:
        return search.move(found[0].packed) if found else _move(champion, view, rollouts)
    told, r = told_to(sight, state, dealer, kept), search.race
    race.start(r, len(found), rollouts, True)
    while r.state[race.ROUND] < r.state[race.ROUNDS]:
        alive, first, stop = (int(r.state[place]) for place in (race.ALIVE, race.DONE, race.STOP))
        simulate(search.words, search.learned, search.scratch, search.known, r, alive, first, stop, *told)
        r.state[race.DONE] = stop
        race.end_round(r)
    return search.move(int(r.moves[r.order[0]]))


def _move(bot: Any, view: tiles.View, rollouts: int) -> tiles.Move:
    move: tiles.Move = bot.choose(view, bots.Budget(rollouts=rollouts)).move
    return move


def played(sight: Sight, other: str, deal: int, seat: int, rollouts: int = ROLLOUTS) -> tuple[int, int]:
    """The scores of one game: the one who sees, on this seat, and the fair one."""
    match = Match("tiles/1", (Contestant("tiles", "greedy"), Contestant("tiles", "greedy")), SEED)
    dealer, state = Dealer.from_seed(match.shuffle(deal)), tiles.State.start(2)
    fair = bots.find("tiles", other)(deal)
    kept = [EMPTY, EMPTY]
    while state.outcome is None:
        if (need := state.need) is not None:
            # As in the arena: opposite ends of one shuffle.
            draw, dealer = dealer.deal(need, state.rules.box, "bottom" if need.seat % 2 else "top")
            state = state.draw(draw)
            continue
        mover = state.to_move
        assert mover is not None
        if mover == seat:
            move = choose(sight, state, dealer, kept[1 - seat], deal, rollouts)
        else:
            move = _move(fair, state.view(mover), rollouts)
        state = state.play(move)
        kept[mover] = state.hands[mover]
    scores = state.outcome.scores
    return scores[seat], scores[1 - seat]


# ---- what is kept, and the table -------------------------------------------------------------------------------------


def read() -> dict[str, list[list[int]]]:
    """The kept games: for each match a row for each deal, the scores of both seatings."""
    found: dict[str, list[list[int]]] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return found


def run(pairs: int, others: tuple[str, ...]) -> None:
    """Play on until every match has so many pairs; what is played is kept after each pair."""
    kept, console, started = read(), Console(stderr=True), time.process_time()
    # A champion who sees nothing more meets itself: half of the games, whatever is played.
    work = [(sight, other) for other in others for sight in SIGHTS if other != "champion" or sight != SIGHTS[0]]
    for deal in track(range(pairs), "Pairs of each match", console=console):
        for sight, other in work:
            games = kept.setdefault(f"{sight.name} – {other}", [])
            if len(games) > deal:
                continue
            games.append([points for seat in (0, 1) for points in played(sight, other, deal, seat)])
            part = KEPT.with_suffix(".part")
            part.write_text(json.dumps(kept, separators=(",", ":"), ensure_ascii=False) + "\n", encoding="utf-8")
            part.replace(KEPT)
    console.print(f"{time.process_time() - started:.0f} CPU-seconds")


def table() -> str:
    """The figures as a table of Markdown."""
    lines = [
        "| it sees | against | share | margin | margin beyond the fair one's | pairs |",
        "|---|---|---|---|---|---|",
    ]
    kept = read()
    for other in OTHERS:
        fair: list[float] = []
        for sight in SIGHTS:
            games = np.array(kept.get(f"{sight.name} – {other}", []), dtype=np.float64).reshape(-1, 2, 2)
            if not len(games):
                continue
            ahead = games[:, :, 0] - games[:, :, 1]
            share = estimate([*((ahead > 0) + 0.5 * (ahead == 0)).mean(axis=1)])
            margins = [*ahead.mean(axis=1)]
            fair = fair or (margins if sight == SIGHTS[0] else [])
            # The same deals: what is luck in both cancels out.
            more = [one - usual for one, usual in zip(margins, fair, strict=False)] if sight != SIGHTS[0] else []
            told = [f"{share.mean:.3f} ({share.low:.3f} – {share.high:.3f})", _signed(margins), more and _signed(more)]
            lines.append(f"| {sight.name} | {other} | {' | '.join(part or '' for part in told)} | {len(games)} |")
    return "\n".join(lines)


def _signed(values: list[float]) -> str:
    mean = estimate(values)
    return f"{mean.mean:+.1f} ({mean.low:+.1f} to {mean.high:+.1f})"


def main() -> None:
    """Play, or show what was played."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("do", choices=["run", "show"])
    parser.add_argument("--pairs", type=int, default=100, help="pairs of each match, those kept among them")
    parser.add_argument("--against", choices=OTHERS, action="append", help="only this opponent; may be given twice")
    told = parser.parse_args()
    if told.do == "run":
        # The shipped module has no such samples: these are compiled for this processor.
        with using("numba"):
            run(told.pairs, tuple(told.against or OTHERS))
    print(table())


if __name__ == "__main__":
    main()

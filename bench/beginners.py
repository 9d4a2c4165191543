"""Whether Pip and Molly keep pace: simulated beginners play a row of games against a bot that moves with them.

python -m bench.beginners                       the table of docs/strength.md, both games
python -m bench.beginners --game cards --rows 10

A beginner here is not a level of the ladder: it overlooks. Of a tile table it sees a few plays by chance and takes the
best of them; of a card table it sees each row with some chance and regroups what it sees. The levels themselves, which
play in other ways, sit down as well. Nobody has measured people.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from sixfold import bots, cards, rulesets, spread, tiles
from sixfold.arena.contestant import seed_of
from sixfold.bots.cards import sight as card_sight
from sixfold.bots.strength import moved, strength_of
from sixfold.bots.tiles import sight as tile_sight
from sixfold.dealer import Dealer, settle

SEED: Final = 951_000
"""The steps were chosen on other seeds."""
FIRST: Final = 3
"""Games in which a bot finds out how strong somebody is: counted apart."""
SEEN: Final = {"tiles": (1, 2, 4, 8, 16, 32), "cards": (10, 25, 40, 55, 70, 85)}
"""How much beginners see: so many plays of tiles, so many rows of cards in a hundred."""
HEAD: Final = """| beginner | bot at first | share in games 1 to 3 | after that | strength at the end |
|---|---|---|---|---|"""
LEVELS: Final = ("sprout", "casual", "greedy")


class TileBeginner(bots.Bot[tiles.View, tiles.Move]):
    """Sees a few of all plays, by chance, and takes the one with most points."""

    game = "tiles"
    name = "beginner"

    def __init__(self, seed: int, seen: int) -> None:
        super().__init__(seed)
        self.seen = seen

    def choose(self, view: tiles.View, budget: bots.Budget) -> bots.Choice[tiles.Move]:
        rng = self.stream(view)
        plays = tile_sight.plays(view)
        if not plays:
            return bots.Choice(tile_sight.aside(view, rng))
        seen = rng.sample(plays, min(self.seen, len(plays)))
        return bots.Choice(max(seen, key=lambda play: play.points).place)


class CardBeginner(bots.Bot[cards.View, cards.Move]):
    """Sees each row with some chance, in hundredths, and makes the most of those it sees."""

    game = "cards"
    name = "beginner"

    def __init__(self, seed: int, seen: int) -> None:
        super().__init__(seed)
        self.seen = seen

    def choose(self, view: cards.View, budget: bots.Budget) -> bots.Choice[cards.Move]:
        rng = self.stream(view)
        only = card_sight.forced(view, rng)
        if only is not None:
            return only
        seen = [row for row in view.table.rows if rng.randrange(100) < self.seen]
        turn = card_sight.best_turn(cards.Table(seen).counts, view.hand, view.rules, rng)
        if turn is None:
            return bots.Choice(card_sight.any_turn(view, rng))
        left = list(view.table.rows)
        for row in seen:
            left.remove(row)
        return bots.Choice(cards.Turn((*turn.rows, *left), turn.taken))


class Pairing(NamedTuple):
    """A beginner, by how much it sees or by a level's name, and the bot that it chose."""

    game: str
    who: str
    bot: str


class Row(NamedTuple):
    """Games of one beginner, one after the other: what each was worth to it, its margins, and the bot's strengths."""

    shares: list[float]
    margins: list[int]
    strengths: list[int]


def beginner(game: str, who: str, seed: int) -> bots.AnyBot:
    """A beginner by its name."""
    if not who.isdigit():
        return bots.find(game, who)(seed)
    return (TileBeginner if game == "tiles" else CardBeginner)(seed, int(who))


def row_of(pairing: Pairing, games: int, number: int) -> Row:
    """A row of games. The strength after each is all that the bot takes along."""
    found = Row([], [], [])
    bot = pairing.bot
    for game in range(games):
        seed = seed_of("beginners", SEED, *pairing, number, game)
        margin = played(pairing, bot, seed)
        found.shares.append(0.5 + 0.5 * float(np.sign(margin)))
        found.margins.append(margin)
        found.strengths.append(strength_of(bot) or 0)
        bot = moved(pairing.game, bot, margin)
    return found


def played(pairing: Pairing, bot: str, seed: int) -> int:
    """The beginner's points less the bot's, in one game."""
    rng = random.Random(seed)
    players = [
        beginner(pairing.game, pairing.who, rng.randrange(2**31)),
        bots.find(pairing.game, bot)(rng.randrange(2**31)),
    ]
    start: Any = rulesets.find(pairing.game).start(2)
    state, _, dealer = settle(start, Dealer.from_seed(rng.randbytes(64)))
    while state.outcome is None:
        seat = state.to_move
        move = players[seat].choose(state.view(seat), bots.Budget()).move
        state, _, dealer = settle(state.play(move), dealer)
    return int(state.outcome.scores[0] - state.outcome.scores[1])


def _work(shared: int, item: tuple[Pairing, int]) -> Row:
    return row_of(item[0], shared, item[1])


def pairings(game: str) -> Iterator[Pairing]:
    for who in (*map(str, SEEN[game]), *LEVELS):
        for bot in ("sprout@0", "casual@70" if game == "tiles" else "casual@55"):
            yield Pairing(game, who, bot)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=("tiles", "cards"))
    parser.add_argument("--rows", type=int, default=20)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--who", nargs="+", help="only these beginners, as the first column names them")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    way = spread.here if options.workers == 1 else spread.pool(options.workers)
    for game in (options.game,) if options.game else ("tiles", "cards"):
        print(HEAD)
        for pairing in pairings(game):
            if options.who and pairing.who not in options.who:
                continue
            rows = [row for _, row in way(_work, options.games, [(pairing, n) for n in range(options.rows)])]
            shares = np.array([row.shares for row in rows])
            ends = np.array([row.strengths[-1] for row in rows])
            early, late = shares[:, :FIRST].mean(), shares[:, FIRST:].mean()
            print(
                f"| {pairing.who} | {pairing.bot} | {early:.2f} | {late:.2f} | {ends.mean():.0f} ± {ends.std():.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()

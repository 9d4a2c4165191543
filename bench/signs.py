"""How often the signs of unfair play (H21) are wrong, and how often right: clubs of bots, in rated games of two.

    python -m bench.signs [--clubs 4] [--people 12] [--games 20] [--only GAME] [--gifts] [--json]

In an honest club every person is a bot of some level, has a friend, and plays half of the games with them. Whoever is
named in it is named wrongly. In the second kind of club one person asks the champion for every move, and one gives
games to a friend: takes as little as possible in games with them and plays as always in the others. Printed: questions,
names and what it costs to look at a game; and how often experts play the champion's move, which the signs go by.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable
from time import process_time

from sixfold import rulesets
from sixfold.bots import AnyBot, Budget, find
from sixfold.dealer import Dealer
from sixfold.record import Headers, Journal, Player
from sixfold.review.conduct import Conduct, conduct
from sixfold.rulesets import AnyMove, AnyState
from sixfold.server.moderation.signs import Sign, Sitting, signs

LEVELS = ("casual", "greedy", "thoughtful", "expert")
THOUGHT = Budget(rollouts=600)
HELPED, GIVER = "p0", "p1"


def played(ruleset: str, pair: tuple[str, str], bots: tuple[AnyBot, AnyBot], gives: int | None, seed: int) -> Journal:
    """One game; the seat `gives` lets the other one win."""
    journal = Journal(Headers(ruleset, tuple(Player(name) for name in pair)))
    dealer = Dealer.from_seed(random.Random(seed).randbytes(64))
    while journal.state.outcome is None:
        state = journal.state
        if state.need is not None:
            draw, dealer = dealer.deal(state.need, state.rules.box)
            journal.draw(draw)
            continue
        assert state.to_move is not None
        if state.to_move == gives:
            journal.play(_least(state))
        else:
            journal.play(bots[state.to_move].choose(state.view(state.to_move), THOUGHT).move)
    return journal


def _least(state: AnyState) -> AnyMove:
    """The least of what a bot that looks at nothing would do."""
    seat = state.to_move
    assert seat is not None
    view = state.view(seat)
    moves: list[AnyMove] = [
        find(rulesets.find(state.rules.name).game, "random")(seed).choose(view, THOUGHT).move for seed in range(8)
    ]
    return min(moves, key=lambda move: rulesets.play(state, move).scores[seat])


def pairings(people: int, games: int, rng: random.Random) -> Iterable[tuple[int, int]]:
    """Everybody plays half of their games with a friend, and the others with whoever comes."""
    for n in range(0, people - 1, 2):
        yield from [(n, n + 1)] * (games // 2)
    for _ in range(games - games // 2):
        mixed = rng.sample(range(people), people)
        yield from zip(mixed[::2], mixed[1::2], strict=False)


def club(
    game: str, people: int, games: int, seed: int, unfair: bool, champion: bool
) -> tuple[list[Sitting], list[str], float]:
    """What everybody did, at which level, and CPU seconds for looking at it."""
    rng = random.Random(seed)
    levels = [LEVELS[(n + n // 4) % len(LEVELS)] for n in range(people)]
    if unfair:
        levels[0], levels[1] = "champion", "thoughtful"
    ruleset, sittings, cost = rulesets.offered(game)[0], [], 0.0
    for number, pair in enumerate(pairings(people, games, rng)):
        gives = pair.index(1) if unfair and set(pair) == {0, 1} else None
        names = (f"p{pair[0]}", f"p{pair[1]}")
        bots = (find(game, levels[pair[0]])(seed + 7 * number + 1), find(game, levels[pair[1]])(seed + 7 * number + 2))
        journal = played(ruleset, names, bots, gives, 1000 * seed + number)
        since = process_time()
        found = conduct(journal.record.steps(), 2, champion=champion)
        cost += process_time() - since
        outcome = journal.state.outcome
        assert outcome is not None, "it was played to its end"
        sittings += [
            Sitting(
                f"t{seed}-{number}",
                game,
                names[seat],
                (names[1 - seat],),
                ahead(names, outcome.scores, seat),
                found[seat],
            )
            for seat in (0, 1)
        ]
        print(f"\r{game} club {seed}: game {number + 1}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return sittings, levels, cost


def ahead(names: tuple[str, str], scores: tuple[int, ...], seat: int) -> tuple[str, ...]:
    return (names[1 - seat],) if scores[1 - seat] > scores[seat] else ()


def share(sittings: Iterable[Sitting], levels: list[str], level: str) -> Conduct:
    """All turns of everybody of one level."""
    mine = [one.conduct for one in sittings if levels[int(one.who[1:])] == level]
    return Conduct(*(sum(getattr(one, name) for one in mine) for name in ("asked", "close", "taken", "offered")))


def right(found: list[Sign]) -> dict[str, bool]:
    """Whether the two are named, for what they did."""
    return {
        "help found": any(sign.kind == "help" and sign.who == HELPED for sign in found),
        "gift found": any(sign.kind == "gift" and sign.who == GIVER and sign.other == HELPED for sign in found),
    }


def measure(game: str, clubs: int, people: int, games: int, champion: bool) -> dict[str, object]:
    asked = wrong = 0
    cost, looked = 0.0, 0
    levels: dict[str, list[Conduct]] = {level: [] for level in LEVELS}
    for seed in range(clubs):
        sittings, who, took = club(game, people, games, seed, unfair=False, champion=champion)
        found, questions = signs(sittings)
        asked, wrong, cost, looked = asked + questions, wrong + len(found), cost + took, looked + len(sittings) // 2
        for level in LEVELS:
            levels[level].append(share(sittings, who, level))
    named = [right(signs(club(game, people, games, 1000 + seed, True, champion)[0])[0]) for seed in range(clubs)]
    told: dict[str, object] = {"questions": asked, "named wrongly": wrong, "games": looked}
    told["cpu_ms a game"] = round(1000 * cost / looked)
    for what in ("help found", "gift found"):
        told[what] = f"{sum(one[what] for one in named)} of {clubs}"
    for level, ones in levels.items():
        turns, close = sum(one.asked for one in ones), sum(one.close for one in ones)
        taken, offered = sum(one.taken for one in ones), sum(one.offered for one in ones)
        told[level] = {
            "close": round(close / turns, 3) if turns else None,
            "turns": turns,
            "thrift": round(taken / max(1, offered), 3),
        }
    return told


def main() -> int:
    reading = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reading.add_argument("--clubs", type=int, default=4)
    reading.add_argument("--people", type=int, default=12)
    reading.add_argument("--games", type=int, default=20, help="of each person")
    reading.add_argument("--only", choices=list(rulesets.GAMES), help="one game")
    reading.add_argument("--gifts", action="store_true", help="ask for gifts alone: without the champion, in a tenth")
    reading.add_argument("--json", action="store_true")
    asked = reading.parse_args()
    told = {
        game: measure(game, asked.clubs, asked.people, asked.games, not asked.gifts)
        for game in ([asked.only] if asked.only else rulesets.GAMES)
    }
    if asked.json:
        print(json.dumps(told))
        return 0
    for game, figures in told.items():
        print(game)
        for name, value in figures.items():
            print(f"  {name:15} {value}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

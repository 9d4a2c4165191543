"""Whole games of a daily bag for tests, and the file that the page is compared with: `python -m tests.daily.games`."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

from sixfold import daily
from sixfold.bots import Budget, find
from sixfold.dealer import commitment
from sixfold.record import Headers, Journal, Player

VECTORS = Path("spec/daily/vectors.json")
DAYS = (date(2026, 11, 16), date(2026, 12, 31))


def played(
    day: date, ruleset: str, level: str = "casual", name: str = "Ana", *, sealed: bytes = b"", luck: int = 7
) -> str:
    """A game of the day's bag, or of the one from a `sealed` seed, in which a bot of this level plays the person: its
    record."""
    game = ruleset.partition("/")[0]
    bag = daily.Bag(day, sealed, sealed=True) if sealed else daily.bag_of(day)
    tags = {
        "table": f"~daily-{game}-{day}", "bag": bag.name, "bot 1": daily.LEVEL, "seed": bag.seed.hex(), "shuffle": "3",
        "commitment": commitment(bag.seed, bag.name, ruleset, 3),
    }  # fmt: skip
    journal = Journal(Headers(ruleset, (Player(name), Player("Magnus")), day, tuple(sorted(tags.items()))))
    players: list[Any] = [find(game, level)(luck), daily.opponent(bag, game)]
    dealer = daily.dealer(bag, ruleset)
    while journal.state.outcome is None:
        state: Any = journal.state
        if state.need is not None:
            draw, dealer = dealer.deal(state.need, state.rules.box)
            journal.draw(draw)
        else:
            journal.play(players[state.to_move].choose(state.view(state.to_move), Budget()).move)
    journal.end()
    return str(journal.record)


def vectors() -> str:
    """What any language can check itself against."""
    days = [
        {
            "day": day.isoformat(),
            "bag": daily.bag_of(day).name,
            "seed": daily.bag_of(day).seed.hex(),
            "games": {game: played(day, f"{game}/1").partition("\n\n")[2].splitlines() for game in ("tiles", "cards")},
        }
        for day in DAYS
    ]
    return json.dumps(days, indent=1) + "\n"


if __name__ == "__main__":
    VECTORS.parent.mkdir(exist_ok=True)
    VECTORS.write_text(vectors(), encoding="utf-8")

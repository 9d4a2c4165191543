"""Writes the records with a proof that the page's own verification is tested with: `python web/tests/proofs/make.py`.

The games are played at random from fixed seeds by the rules and dealt by sixfold.dealer, with an exchange, a redraw
and a take-back where they can be had; sixfold.server.archive confirms each of them. Those of version 4 begin on a
device (version 2) and are taken over after six turns.
"""

import random
from pathlib import Path
from typing import Any

from sixfold import cards, rulesets
from sixfold.dealer import TAKEN_OVER, anew, combine, commitment, dealer_of
from sixfold.record import Headers, Journal, Player
from sixfold.server.archive import verify


def choose(state: Any, rng: random.Random) -> Any:
    legal = state.legal_moves()
    if isinstance(state, cards.State) and not legal:
        # The first turn there is: a slow game with a full table, so that somebody gets stuck now and then.
        return next(iter(state.turns()))
    swaps = [move for move in legal if str(move).startswith("swap")]
    return rng.choice(swaps) if swaps and rng.random() < 0.15 else legal[min(rng.randrange(3), len(legal) - 1)]


def proof(rng: random.Random, ruleset: str, table: str, seats: int, shuffle: int) -> tuple[dict[str, str], Any]:
    """The tags of a proof, and who deals by it."""
    server = rng.randbytes(64)
    added = [rng.randbytes(32) if seat != 1 else b"" for seat in range(seats)]
    # A duplicate bag has a name that its tables share, and nobody adds to it.
    bag, added = ("a club evening", [b""] * seats) if shuffle == 3 else (table, added)
    tags = {"seed": server.hex(), "commitment": commitment(server, bag, ruleset, shuffle), "table": table}
    tags |= {"bag": bag} if shuffle == 3 else {}
    tags |= {"shuffle": str(shuffle)} if shuffle > 1 else {}
    tags |= {f"added {seat}": bytes_.hex() for seat, bytes_ in enumerate(added) if bytes_}
    return tags, dealer_of(shuffle, combine(server, bag, ruleset, added), seats)


def write(ruleset: str, seed: int, seats: int, shuffle: int) -> str:
    rng = random.Random(seed)
    dealer: Any
    later: Any = None
    tags, dealer = proof(rng, ruleset, f"proof{seed}", seats, 2 if shuffle == TAKEN_OVER else shuffle)
    if shuffle == TAKEN_OVER:
        here, later = proof(rng, ruleset, f"later{seed}", seats, TAKEN_OVER)
        tags = {f"first-{key}": value for key, value in tags.items()} | here
    journal = Journal(Headers(ruleset, tuple(Player(f"P{seat}") for seat in range(seats)), None, tuple(tags.items())))
    box = rulesets.find(ruleset).rules.box
    begun: dict[int, Any] = {}
    taken_back = False
    while journal.state.outcome is None:
        state = journal.state
        if state.need is not None:
            draw, dealer = dealer.deal(state.need, box)
            journal.draw(draw)
        elif later is not None and len(state.sheet) == 6:
            draws, dealer = anew(later, state.hands, state.bag, range(1, seats), box)
            journal.anew([None, *(draw.pieces for draw in draws)])
            later, begun = None, {6: dealer}
        elif len(state.sheet) == 9 and not taken_back:
            taken_back = True
            journal.take_back(0, 2)
            then = begun[len(journal.state.sheet)]
            dealer = then.mixed(dealer.used) if shuffle > 1 else then
        else:
            if not getattr(state, "shown", ()):
                begun[len(state.sheet)] = dealer
            journal.play(choose(state, rng))
    journal.end()
    text = str(journal.record)
    verify(text)
    return text


if __name__ == "__main__":
    here = Path(__file__).parent
    for name, ruleset, seed, seats, shuffle in (
        ("tiles-3", "tiles/1", 5, 3, 1),
        ("cards-2", "cards/1", 13, 2, 1),
        ("cards-4", "cards/1", 35, 4, 1),
        ("tiles-2-mixed", "tiles/1", 6, 2, 2),
        ("cards-3-mixed", "cards/1", 14, 3, 2),
        ("tiles-3-duplicate", "tiles/1", 7, 3, 3),
        ("cards-2-duplicate", "cards/1", 15, 2, 3),
        ("tiles-2-taken-over", "tiles/1", 8, 2, 4),
        ("cards-3-taken-over", "cards/1", 16, 3, 4),
    ):
        (here / f"{name}.txt").write_text(write(ruleset, seed, seats, shuffle), encoding="utf-8")

"""A fixed panel: positions with an oracle's value of every legal move, so that a bot can be judged in minutes.

The positions come from games of mixed strength, early to late, with 2 to 4 seats. `oracles` has the oracle of each
game. Each value comes in two halves. The move that looks best in some samples looks too good in these samples, so the
best move is chosen in one half and measured in the other.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple, cast

import numpy as np

from sixfold import bots, rulesets
from sixfold.arena import oracles
from sixfold.arena.contestant import Contestant, seed_of
from sixfold.arena.figures import MeanOfDeals, estimate
from sixfold.dealer import Dealer, settle
from sixfold.errors import SixfoldError
from sixfold.rulesets import AnyView
from sixfold.spread import Way

VERSION: Final = 1
SEED: Final = 940_000
"""Nothing was tuned on games of this seed."""
PLAYERS: Final = ("random", "casual", "greedy", "thoughtful", "expert")


class PanelTerms(NamedTuple):
    """What decides a panel: the same terms give the same positions and values."""

    ruleset: str
    samples: int
    seed: int = SEED

    @classmethod
    def of(cls, game: str, samples: int | None = None, seed: int = SEED) -> PanelTerms:
        """The terms of a game's panel, by its current rules and with the samples that its oracle wants."""
        ruleset = rulesets.find(game).name
        return cls(ruleset, samples or oracles.of(ruleset).SAMPLES, seed)

    @property
    def oracle(self) -> oracles.AnyOracle:
        """Who knows what moves are worth."""
        return oracles.of(self.ruleset)

    def header(self) -> dict[str, object]:
        """The first line of a panel's file."""
        return {"panel": VERSION, **self._asdict()}


@dataclass(frozen=True, slots=True)
class PanelPosition:
    """One position: what its player saw, and every legal move with the two halves of its value."""

    number: int
    view: dict[str, object]
    moves: dict[str, tuple[float, float]]
    error: float
    """The largest standard error of a value; 0 where it is exact."""

    def regret(self, move: str) -> float:
        """What a move gives away of the final lead."""
        halves = np.array(list(self.moves.values()))
        mine = self.moves[move]
        return float(np.mean([halves[np.argmax(halves[:, 1 - half]), half] - mine[half] for half in (0, 1)]))


class GivenAway(NamedTuple):
    """What a bot gave away in one position."""

    seats: int
    left: int
    """Pieces in the bag."""
    regret: float


# Making ----------------------------------------------------------------------------------------------------------


def make(path: Path, terms: PanelTerms, count: int, way: Way) -> Iterator[PanelPosition]:
    """Write positions 0 to `count` - 1 into a file as they are ready. Positions that it holds already are not made
    again.
    """
    known = {one.number for one in _kept(path, terms)} if path.exists() else set()
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(terms.header()) + "\n", encoding="utf-8")
    with path.open("a", encoding="utf-8") as file:
        for _, position in way(position_of, terms, [number for number in range(count) if number not in known]):
            line = {"number": position.number, "view": position.view, "moves": position.moves, "error": position.error}
            file.write(json.dumps(line, separators=(",", ":")) + "\n")
            file.flush()
            yield position


def position_of(terms: PanelTerms, number: int) -> PanelPosition:
    """One position with its values: nothing of it depends on any other."""
    game = 0
    while True:
        rng = random.Random(seed_of("panel", terms.ruleset, terms.seed, number, game))
        views = _views(terms, 2 + number % 3, rng)
        for view in rng.sample(views, min(4, len(views))):
            values = terms.oracle.values(view, terms.samples, rng)
            if values is not None and len(values) > 1:
                halves = {move: (a, b) for move, (a, b, _) in values.items()}
                error = max(error for _, _, error in values.values())
                return PanelPosition(number, view.to_json(), halves, round(error, 3))
        game += 1


def _views(terms: PanelTerms, seats: int, rng: random.Random) -> list[rulesets.AnyView]:
    """What players saw in a game of mixed strength, after the opening."""
    ruleset = rulesets.find(terms.ruleset)
    players: list[bots.AnyBot] = [
        bots.find(ruleset.game, rng.choice(PLAYERS))(rng.randrange(2**31)) for _ in range(seats)
    ]
    state, _, dealer = settle(ruleset.start(seats), Dealer.from_seed(hashlib.sha512(rng.randbytes(32)).digest()))
    views: list[rulesets.AnyView] = []
    while (seat := state.to_move) is not None:
        view = state.view(seat)
        if terms.oracle.open_to(view):
            views.append(view)
        move = players[seat].choose(view, bots.Budget(rollouts=1)).move
        state, _, dealer = settle(rulesets.play(state, move), dealer)
    return views


# Reading and judging ---------------------------------------------------------------------------------------------


def read(path: Path) -> tuple[PanelTerms, list[PanelPosition]]:
    """A panel from its file, plain or packed with gzip. An incomplete last line is left out."""
    try:
        data = path.read_bytes()
        text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
        lines = text[: text.rfind("\n") + 1].splitlines()
        header = json.loads(lines[0])
        if header.pop("panel") != VERSION:
            raise ValueError("it is of another version")
        terms = PanelTerms(**header)
        found = [
            PanelPosition(one["number"], one["view"], {m: (a, b) for m, (a, b) in one["moves"].items()}, one["error"])
            for one in map(json.loads, lines[1:])
        ]
    except (OSError, EOFError, ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise SixfoldError(f"{path} is not a panel: {error}", code="arena/panel") from error
    return terms, sorted(found, key=lambda one: one.number)


def shipped(game: str) -> Path:
    """The panel that comes with the package."""
    path = Path(str(files("sixfold.arena") / "panels" / f"{game}.jsonl.gz"))
    if not path.exists():
        raise SixfoldError(f"there is no panel of {game} yet", code="arena/panel")
    return path


def _kept(path: Path, terms: PanelTerms) -> list[PanelPosition]:
    kept, found = read(path)
    if kept != terms:
        raise SixfoldError(f"{path} is a panel of other terms: {kept}, not {terms}", code="arena/panel")
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.rfind("\n") + 1], encoding="utf-8")
    return found


def judge_all(bot: Contestant, terms: PanelTerms, positions: list[PanelPosition], way: Way) -> list[GivenAway]:
    """What a bot gives away in every position."""
    moves = answers(bot, terms, positions, way)
    return [judged(one, move) for one, move in zip(positions, moves, strict=True)]


def answers(bot: Contestant, terms: PanelTerms, positions: list[PanelPosition], way: Way) -> list[str]:
    """A bot's move in every position."""
    found = {one.number: move for one, move in way(_answer, (bot, terms), positions)}
    return [found[one.number] for one in positions]


def _answer(shared: tuple[Contestant, PanelTerms], position: PanelPosition) -> str:
    bot, terms = shared
    view: AnyView = rulesets.find(terms.ruleset).view_from_json(position.view)
    player = bot.build(seed_of("panel bot", terms.seed))
    move = terms.oracle.named(view, player.choose(view, bot.budget).move)
    if move not in position.moves:
        raise SixfoldError(f"{bot} answered {move} in position {position.number}: not a legal move", code="bot/illegal")
    return move


def judged(position: PanelPosition, move: str) -> GivenAway:
    """What a legal move gives away."""
    seats, left = len(cast(list[int], position.view["scores"])), cast(int, position.view["bag_count"])
    return GivenAway(seats, left, position.regret(move))


def told(all_judged: list[GivenAway]) -> dict[str, MeanOfDeals]:
    """Mean regret with its interval, over all positions and over each number of seats, early and late."""
    groups = {"all": all_judged}
    groups |= {f"{seats} seats": [one for one in all_judged if one.seats == seats] for seats in (2, 3, 4)}
    groups |= {"bag empty": [one for one in all_judged if not one.left]}
    return {name: estimate([one.regret for one in each]) for name, each in groups.items() if each}

"""A frozen panel: positions with an oracle's value of every legal move, so that a bot is judged in minutes.

Positions are from games of mixed strength, early to late, with 2 to 4 seats. The oracle tries every move on the same
samples of what is hidden: everyone answers greedily, and the learned value tells the rest. With two players and an
empty bag it is exact. Each value comes in two halves: what looks best in one half is measured in the other, because
what looks best in some samples looks too good in the same ones.
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
from typing import TYPE_CHECKING, Final, NamedTuple, cast

import numpy as np

from sixfold import bots, rulesets, tiles
from sixfold.arena.contestant import Contestant, seed_of
from sixfold.arena.figures import MeanOfDeals, estimate
from sixfold.dealer import Dealer, settle
from sixfold.errors import SixfoldError
from sixfold.rulesets import AnyView
from sixfold.spread import Way

if TYPE_CHECKING:
    from sixfold.bots.tiles.search import Search

VERSION: Final = 1
PANELS: Final = {"tiles": "tiles/1"}
"""The games that have a panel, and by which rules."""
SEED: Final = 940_000
"""Nothing was tuned on games of this seed."""
PLAYERS: Final = ("random", "casual", "greedy", "thoughtful", "expert")
BATCHES: Final = 10
NODES: Final = 400_000
"""An ending that needs more positions than this for one of its moves is left out."""
CHUNK: Final = 60
"""How many moves fit into one race of the kernel."""


class PanelTerms(NamedTuple):
    """What decides a panel: the same terms, the same positions and values."""

    ruleset: str
    seed: int = SEED
    samples: int = 600

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
        """What a move gives away, in points of the final lead."""
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
    """Positions 0 to `count` - 1 into a file, as they are ready; those that it holds already are not made again."""
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
            values = _exact(view) if view.seats == 2 and not view.bag_count else _sampled(view, terms, rng)
            if values is not None and len(values) > 1:
                halves = {move: (float(a), float(b)) for move, (a, b, _) in values.items()}
                error = max(error for _, _, error in values.values())
                return PanelPosition(number, view.to_json(), halves, round(error, 3))
        game += 1


def _views(terms: PanelTerms, seats: int, rng: random.Random) -> list[tiles.View]:
    """What players saw in a game of mixed strength, after the opening."""
    players = [bots.find("tiles", rng.choice(PLAYERS))(rng.randrange(2**31)) for _ in range(seats)]
    start = tiles.State.start(seats, rules=tiles.BY_NAME[terms.ruleset])
    state, _, dealer = settle(start, Dealer.from_seed(hashlib.sha512(rng.randbytes(32)).digest()))
    views: list[tiles.View] = []
    while state.outcome is None:
        assert state.to_move is not None
        view = state.view(state.to_move)
        if view.board:
            views.append(view)
        move = players[state.to_move].choose(view, bots.Budget(rollouts=1)).move
        state, _, dealer = settle(state.play(move), dealer)
    return views


def _sampled(view: tiles.View, terms: PanelTerms, rng: random.Random) -> dict[str, tuple[float, float, float]]:
    """Every legal move on the same samples: two halves of its mean lead, and the standard error of the whole."""
    from sixfold.bots.tiles.search import Search, weights

    search = Search(view, rng.randrange(2**62), weights())
    found = {str(search.move(packed)): packed for packed in _packed(search)}
    each = max(1, terms.samples // BATCHES)
    numbers = list(found.values())
    means = np.zeros((BATCHES, len(numbers)))
    for batch in range(BATCHES):
        for at in range(0, len(numbers), CHUNK):
            part = numbers[at : at + CHUNK]
            _, leads = search.tried(part, batch * each, (batch + 1) * each)
            means[batch, at : at + len(part)] = leads / each
    errors = means.std(axis=0, ddof=1) / BATCHES**0.5
    halves = np.stack([means[0::2].mean(axis=0), means[1::2].mean(axis=0)]).round(3)
    return {move: (halves[0, i], halves[1, i], float(errors[i])) for i, move in enumerate(found)}


def _packed(search: Search) -> list[int]:
    """All plays and swaps, in the kernel's numbers; a pass where there is nothing else."""
    from sixfold.kernel.tiles import list_plays, planes
    from sixfold.kernel.tiles.layout import PIECES_BIT

    plays = [int(packed) for packed in list_plays(search.words, planes(search.view.hand)[0]).tolist()]
    held, bag = len(search.view.hand), search.view.bag_count
    swaps = [bits << PIECES_BIT for bits in range(1, 1 << held) if bits.bit_count() <= bag]
    return [*plays, *swaps] or [0]


def _exact(view: tiles.View) -> dict[str, tuple[float, float, float]] | None:
    """Nothing is hidden: the final lead after every move, if all of them can be solved."""
    from sixfold.bots.tiles.search import Search, weights

    state, me = view.sample(random.Random(0)), view.seat
    assert me is not None
    found: dict[str, tuple[float, float, float]] = {}
    for move in view.legal_moves():
        after = state.play(move)
        if after.outcome is not None:
            lead = float(after.outcome.scores[me] - after.outcome.scores[1 - me])
        else:
            assert after.to_move is not None
            solved = Search(after.view(after.to_move), 0, weights()).ending(NODES)
            if solved is None:
                return None
            lead = solved[1] if after.to_move == me else -solved[1]
        found[str(move)] = (lead, lead, 0.0)
    return found


# Reading and judging ---------------------------------------------------------------------------------------------


def read(path: Path) -> tuple[PanelTerms, list[PanelPosition]]:
    """A panel from its file, plain or packed with gzip; a last line that was torn off is left out."""
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
    move = str(player.choose(view, bot.budget).move)
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

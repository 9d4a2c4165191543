"""How strong the bots are: plays the matches that docs/strength.md reports, and writes that page from their results.

    python bench/strength.py list                        every measurement, and whether it has a result
    python bench/strength.py run NAME [NAME ...]         play it (resumes after an interruption)
    python bench/strength.py run NAME --pairs 100        the first 100 deals only; run again for the rest
    python bench/strength.py write                       docs/strength.md and the figures that people see

Every match is an ordinary `sixfold arena`; the page gives the command. Seeds from 900,000 on are used here and nowhere
else: no bot was tuned on these deals.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import platformdirs

from sixfold import arena, bots, rulesets, spread
from sixfold.arena import runners
from sixfold.arena.match import Match

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench" / "strength"
PAGE = ROOT / "docs" / "strength.md"
LIGHT = ("random", "sprout", "casual", "greedy")
MEASURED = ROOT / "src" / "sixfold" / "bots" / "measured.json"

GAME_BUDGET = {"tiles": "champion:rollouts=5000", "cards": "champion:rollouts=480"}
"""The champion with at most 3 CPU-seconds a game, also on a machine that is busy with other work."""
MOVE_BUDGET = {"tiles": "champion:rollouts=20000", "cards": "champion:rollouts=4000"}
"""The champion with at most 1 CPU-second a move."""


@dataclass(frozen=True)
class Measurement:
    """One match, what it is about, and how many pairs the full form has."""

    name: str
    group: str
    title: str
    game: str
    bots: tuple[str, ...]
    pairs: int
    seed: int

    @property
    def command(self) -> str:
        return (
            f"sixfold arena {' '.join(self.bots)} --game {self.game} --pairs {self.pairs_played or self.pairs} "
            f"--seed {self.seed}"
        )

    @property
    def path(self) -> Path:
        return RESULTS / f"{self.name}.json"

    @property
    def result(self) -> dict[str, Any] | None:
        if not self.path.exists():
            return None
        found: dict[str, Any] = json.loads(self.path.read_text(encoding="utf-8"))
        return found

    @property
    def pairs_played(self) -> int | None:
        return self.result["deals"] if self.result else None


def measurements() -> list[Measurement]:
    """All of them, cheap ones first."""
    found: list[Measurement] = []
    for number, kind in enumerate(("tiles", "cards")):
        seed = 900_000 + 10_000 * number
        champion = GAME_BUDGET[kind]
        ladder = [champion if name == "champion" else name for name in bots.LADDER]
        for step, (lower, upper) in enumerate(pairwise(ladder)):
            title = f"{upper.partition(':')[0]} against {lower.partition(':')[0]}"
            pairs = 1000 if "champion" not in upper else 500
            name = f"{kind}-{upper.partition(':')[0]}-{lower.partition(':')[0]}"
            found.append(Measurement(name, "ladder", title, kind, (upper, lower), pairs, seed + step))
        for step, one in enumerate(ladder):
            short = one.partition(":")[0]
            name = f"{kind}-casual-meets-{short}"
            found.append(
                Measurement(name, "average", f"casual against {short}", kind, ("casual", one), 200, seed + 100 + step)
            )
        found.append(
            Measurement(
                f"{kind}-champion-greedy", "champion", "champion against greedy, at most 3 CPU-seconds a game",
                kind, (champion, "greedy"), 1000, seed + 200,
            )
        )  # fmt: skip
        found.append(
            Measurement(
                f"{kind}-champion-greedy-long", "champion", "champion against greedy, at most 1 CPU-second a move",
                kind, (MOVE_BUDGET[kind], "greedy"), 100, seed + 201,
            )
        )  # fmt: skip
        found.append(
            Measurement(
                f"{kind}-champion-three-greedy", "champion", "champion against three greedy bots",
                kind, (champion, "greedy", "greedy", "greedy"), 250, seed + 202,
            )
        )  # fmt: skip
    found.append(
        Measurement(
            "tiles-champion-plain", "champion", "champion against a plain two-ply simulation (12 plays × 40 rollouts)",
            "tiles", (GAME_BUDGET["tiles"], "plain"), 500, 900_203,
        )
    )  # fmt: skip
    return found


def fingerprint(one: Measurement) -> str:
    """Changes with anything that could change a choice in this match, so that no journal mixes two versions."""
    other = "cards" if one.game == "tiles" else "tiles"
    light = all(name.partition(":")[0] in LIGHT for name in one.bots)
    digest = hashlib.sha256()
    for folder in (one.game, "bots", "arena", *([] if light else ["kernel"])):
        for path in sorted((ROOT / "src" / "sixfold" / folder).rglob("*")):
            inside = path.relative_to(ROOT / "src" / "sixfold").as_posix()
            skip = other in inside or "training" in inside or (light and not _matters_to_light(path))
            if path.is_file() and path.suffix in (".py", ".npz", ".npy", ".bin", ".wasm") and not skip:
                digest.update(inside.encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def _matters_to_light(path: Path) -> bool:
    return path.parent.parent.name != "bots" or path.stem in (*LIGHT, "sight")


def run(one: Measurement, pairs: int, workers: int) -> None:
    """Play a measurement, or more of it, and keep its figures."""
    contestants = tuple(arena.Contestant.parse(text, one.game) for text in one.bots)
    match = Match(rulesets.find(one.game).name, contestants, one.seed)
    version = fingerprint(one)
    folder = platformdirs.user_cache_path("sixfold") / "strength"
    runner = runners.pool(workers) if workers > 1 else runners.here
    with arena.MatchJournal(folder / f"{one.name}-{version}.jsonl", match) as journal:
        tally = arena.contest(match, pairs, runner, journal=journal, on_deal=_progress(one.name, pairs))
    RESULTS.mkdir(exist_ok=True)
    report = {"name": one.name, "version": version} | tally.report()
    one.path.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(f"{one.name}: {report['share']} ({report['low']} – {report['high']}), {report['games']} games", flush=True)


def _progress(name: str, pairs: int) -> Any:
    def show(tally: arena.MatchTally) -> None:
        if len(tally.deals) % 10 == 0:
            share = sum(tally.shares()) / max(1, len(tally.deals))
            print(f"{name} {len(tally.deals)}/{pairs} {share:.3f}", file=sys.stderr, flush=True)

    return show


# The page ------------------------------------------------------------------------------------------------------------

INTRO = """# How strong the bots are

Written by `python bench/strength.py write` from matches that were really played; the commands that repeat them are at
the end. A share is the part of the games that the first bot won, a tie counting as half; the interval holds the middle
95 % of 10,000 bootstrap samples of deals. Every deal is one shuffle, played in every seating, and the seats draw from
opposite ends of it. Seeds from 900,000 on were kept for this page: nothing was tuned on them. Budgets are in rollouts,
so that the games repeat exactly; CPU-seconds are those of the machine that played them, which was busy with other work.

The full form has 1,000 pairs for most matches. Some matches have fewer pairs so far; the interval shows the
uncertainty. `python bench/strength.py run NAME` plays on from there.
"""

AVERAGE = """
The last columns say what to expect: the average score of casual play (the bot `casual`, about as strong as somebody who
plays now and then) against this level, the level's own average in the same games, and the share of them that casual
play wins. How often a person wins nobody has measured.
"""


def write() -> None:
    """docs/strength.md and the figures on the cards of the bots."""
    everything = {one.name: one for one in measurements()}
    parts = [INTRO]
    figures: dict[str, dict[str, dict[str, float]]] = {"average": {}, "own": {}, "wins": {}}
    for game, unit in (("tiles", "points"), ("cards", "Qwirkles")):
        parts += [f"\n## The ladder of {game}\n", AVERAGE if game == "tiles" else "", *_ladder(everything, game, unit)]
        met = {
            level.name: result
            for level in bots.ladder(game)
            if (result := everything[f"{game}-casual-meets-{level.name}"].result)
        }
        for key, index in (("average", 0), ("own", 1)):
            figures[key][game] = {name: round(result["bots"][index]["score"], 1) for name, result in met.items()}
        figures["wins"][game] = {name: round(result["share"], 3) for name, result in met.items()}
    parts += ["\n## The champions\n", *_champions(everything)]
    parts += ["\n## The commands\n", *_commands(everything)]
    notes = RESULTS / "notes.md"
    if notes.exists():
        parts += ["\n" + notes.read_text(encoding="utf-8")]
    PAGE.write_text("\n".join(part for part in parts if part).rstrip() + "\n", encoding="utf-8")
    MEASURED.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def _ladder(everything: dict[str, Measurement], game: str, unit: str) -> list[str]:
    lines = [
        "| level | called | share against the level below | 95 % | pairs | seed | CPU s a move "
        f"| {unit} of casual play against it | its own | casual play wins | games |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    below: str | None = None
    for level in bots.ladder(game):
        step = everything[f"{game}-{level.name}-{below}"] if below else None
        meets = everything[f"{game}-casual-meets-{level.name}"].result
        expected = [_number(meets["bots"][side]["score"], 1) if meets else "–" for side in (0, 1)]
        wins = [_number(meets["share"], 3), str(meets["games"])] if meets else ["–", "–"]
        cells = [level.name, level.title, *_share(step), *expected, *wins]
        lines.append(f"| {' | '.join(cells)} |")
        below = level.name
    return lines


def _share(one: Measurement | None) -> list[str]:
    if one is None:
        return ["", "", "", "", ""]
    result = one.result
    if result is None:
        return ["not measured", "", "", str(one.seed), ""]
    return [
        _number(result["share"], 3),
        f"{_number(result['low'], 3)} – {_number(result['high'], 3)}",
        str(result["deals"]),
        str(one.seed),
        _number(result["cpu_s_per_move"][0], 4),
    ]


def _champions(everything: dict[str, Measurement]) -> list[str]:
    lines = [
        "| match | share | 95 % | margin | pairs | seed | CPU s a move | CPU s a game |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for one in everything.values():
        if one.group == "champion":
            share, span, pairs, seed, cpu = _share(one)
            result = one.result
            margin = _number(result["margin"], 2) if result else ""
            game_cpu = _number(result["bots"][0]["cpu_s_per_game"], 2) if result else ""
            lines.append(
                f"| {one.game}: {one.title} | {share} | {span} | {margin} | {pairs} | {seed} | {cpu} | {game_cpu} |"
            )
    return lines


def _commands(everything: dict[str, Measurement]) -> list[str]:
    rows = [f"{one.command}" for one in everything.values() if one.result]
    return ["```sh", *rows, "```"]


def _number(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("do", choices=("list", "run", "write"))
    parser.add_argument("names", nargs="*")
    parser.add_argument("--pairs", type=int, help="the first so many deals; by default all")
    parser.add_argument("--workers", type=int, default=spread.cores())
    options = parser.parse_args()
    everything = {one.name: one for one in measurements()}
    unknown = [name for name in options.names if name not in everything]
    if unknown:
        parser.error(f"there is no measurement {unknown[0]!r}; `list` names them")
    if options.do == "list":
        for one in everything.values():
            print(f"{one.name:34} {one.pairs_played or 0:5}/{one.pairs:<5} {one.command}")
    elif options.do == "run":
        for name in options.names or everything:
            one = everything[name]
            run(one, min(options.pairs or one.pairs, one.pairs), options.workers)
    else:
        write()


if __name__ == "__main__":
    main()

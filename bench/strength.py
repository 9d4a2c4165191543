"""How strong the bots are: plays the matches that docs/strength.md reports, and writes that page from their results.

    python bench/strength.py list                        every measurement, and whether it has a result
    python bench/strength.py run NAME [NAME ...]         play it, or play on
    python bench/strength.py run NAME --pairs 100        the first 100 deals only; run again for the rest
    python bench/strength.py take NAME JOURNAL           the deals of an arena's journal, played elsewhere
    python bench/strength.py write                       docs/strength.md and the figures that people see

Every match is an ordinary `sixfold arena`; the page gives the command. Seeds from 900,000 on are used here and nowhere
else: no bot was tuned on these deals. What was played is kept in bench/strength/, a short row for each deal, so that
anybody can play on. Before that the first deal is played again: if it ends otherwise, today's bots are others, and the
match begins anew.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import former
from sixfold import arena, bots, rulesets, spread
from sixfold.arena import runners
from sixfold.arena.match import FinishedGame, Match

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench" / "strength"
PAGE = ROOT / "docs" / "strength.md"
MEASURED = ROOT / "src" / "sixfold" / "bots" / "measured.json"

GAME_BUDGET = {"tiles": "champion:rollouts=5000", "cards": "champion:rollouts=480"}
"""The champion with at most 3 CPU-seconds a game, also on a machine that is busy with other work."""
MOVE_BUDGET = {"tiles": "champion:rollouts=20000", "cards": "champion:rollouts=4000"}
"""The champion with at most 1 CPU-second a move."""
FORMER: Final = "cmd/champion:python -m bench.former"
"""The champion of 0.1.0."""
Games = tuple[FinishedGame, ...]


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
    def match(self) -> Match:
        """The match in the arena: programs think as long as the champion whom they meet."""
        game = rulesets.find(self.game).game
        contestants = [arena.Contestant.parse(text, game) for text in self.bots]
        if any(one.program for one in contestants):
            contestants = [one.within(contestants[0].budget) for one in contestants]
        return Match(rulesets.find(self.game).name, tuple(contestants), self.seed)

    @property
    def command(self) -> str:
        """What repeats it."""
        bots = " ".join(f'"{one}"' if " " in one else one for one in self.bots)
        budget = f" --{self.match.contestants[0].budget}".replace("=", " ") if FORMER in self.bots else ""
        deals = self.result["deals"] if self.result else self.pairs
        return f"sixfold arena {bots}{budget} --game {self.game} --pairs {deals} --seed {self.seed}"

    @property
    def path(self) -> Path:
        """Its figures."""
        return RESULTS / f"{self.name}.json"

    @property
    def rows(self) -> Path:
        """Every deal that was played."""
        return RESULTS / f"{self.name}.jsonl"

    @property
    def result(self) -> dict[str, Any] | None:
        """Its figures, if it has any."""
        if not self.path.exists():
            return None
        found: dict[str, Any] = json.loads(self.path.read_text(encoding="utf-8"))
        return found


def measurements() -> list[Measurement]:
    """All of them, cheap ones first."""
    found: list[Measurement] = []
    for number, kind in enumerate(("tiles", "cards")):
        seed = 900_000 + 10_000 * number
        champion = GAME_BUDGET[kind]
        ladder = [champion if name == "champion" else name for name in bots.LADDER]
        for step, (lower, upper) in enumerate(pairwise(ladder)):
            names = [one.partition(":")[0] for one in (upper, lower)]
            title = f"{names[0]} against {names[1]}"
            found.append(
                Measurement(f"{kind}-{'-'.join(names)}", "ladder", title, kind, (upper, lower), 1000, seed + step)
            )
        for step, one in enumerate(ladder):
            short = one.partition(":")[0]
            name = f"{kind}-casual-meets-{short}"
            found.append(
                Measurement(name, "average", f"casual against {short}", kind, ("casual", one), 200, seed + 100 + step)
            )
        found += _of_champion(kind, seed + 200)
    return found


def _of_champion(kind: str, seed: int) -> list[Measurement]:
    """What the champion of a game is measured by. Those from 920,001 on came later, on deals that nothing had seen."""
    champion, long = GAME_BUDGET[kind], MOVE_BUDGET[kind]
    pairs = {"tiles": (2000, 500, 2000), "cards": (1000, 250, 500)}[kind]
    rows: list[tuple[str, str, str, tuple[str, ...], int, int]] = [
        ("greedy", "greedy, at most 3 CPU-seconds a game", kind, (champion, "greedy"), pairs[0], seed),
        ("greedy-long", "greedy, at most 1 CPU-second a move", kind, (long, "greedy"), 100, seed + 1),
        ("three-greedy", "three greedy bots", kind, (champion, *["greedy"] * 3), pairs[1], seed + 2),
        ("former", "the champion of 0.1.0, equal rollouts", kind, (champion, FORMER), pairs[2], seed + 4),
    ]
    if kind == "tiles":
        plain = "a plain two-ply simulation (12 plays × 40 rollouts)"
        rows += [
            ("plain", plain, kind, (champion, "plain"), 1000, seed + 3),
            ("two-greedy", "two greedy bots", kind, ("champion", "greedy", "greedy"), 500, 920_301),
        ]
    found = [
        Measurement(f"{kind}-champion-{name}", "champion", f"champion against {title}", game, names, count, first)
        for name, title, game, names, count, first in rows
    ]
    for game in ("tiles-short", "tiles-100") if kind == "tiles" else ():
        title = "champion against greedy"
        name = f"{game}-champion-greedy"
        found.append(Measurement(name, "champion", title, f"{game}/1", ("champion", "greedy"), 300, 920_001))
    return found


# What was played -----------------------------------------------------------------------------------------------------


def kept(one: Measurement) -> dict[int, Games]:
    """The deals that are kept. Moves and time are kept as sums of a deal: its first game has them all."""
    if not one.rows.exists():
        return {}
    text = one.rows.read_text(encoding="utf-8")
    header, *lines = map(json.loads, text[: text.rfind("\n") + 1].splitlines())
    if header != one.match.header():
        raise SystemExit(f"{one.rows} is of another match")
    seats, found = one.match.seats, {}
    for deal, rows, moves, cpu_s in lines:
        games = []
        for rotation, row in enumerate(rows):
            scores, luck = tuple(map(int, row[:seats])), tuple(row[seats:])
            made, took = ((0,) * seats,) * 2 if rotation else (tuple(moves), tuple(cpu_s))
            games.append(FinishedGame(deal, rotation, _shares(scores), scores, made, took, "", luck=luck))
        found[deal] = tuple(games)
    return found


def _shares(scores: tuple[int, ...]) -> tuple[float, ...]:
    """Who won, as both games have it: most points; several share."""
    best = [score == max(scores) for score in scores]
    return tuple(won / sum(best) for won in best)


def _row(deal: int, games: Games) -> str:
    """A deal in a line: for each game scores and luck, then moves and CPU-seconds of all."""
    if any(game.shares != _shares(game.scores) for game in games):
        raise SystemExit(f"deal {deal} was not decided by points but by a fault; such a match is not kept")
    rows = [[*game.scores, *(round(each, 1) for each in game.luck)] for game in games]
    moves = [sum(each) for each in zip(*(game.moves for game in games), strict=True)]
    cpu_s = [round(sum(each), 2) for each in zip(*(game.cpu_s for game in games), strict=True)]
    return json.dumps([deal, rows, moves, cpu_s], separators=(",", ":")) + "\n"


def same_bots(one: Measurement, deals: dict[int, Games]) -> bool:
    """Whether today's bots play the first deal as the kept ones did."""
    first = next(runners.here(one.match, [0]))[1]
    return [game.scores for game in first] == [game.scores for game in deals[0]]


def run(one: Measurement, pairs: int, workers: int) -> None:
    """Play a match, or play on; every deal is kept when it ends."""
    deals = kept(one)
    if FORMER in one.bots:
        former.prepare()
    if 0 in deals and not same_bots(one, deals):
        print(f"{one.name}: the bots play otherwise than those of the kept games; it begins anew", flush=True)
        deals = {}
    runner = runners.pool(workers) if workers > 1 else runners.here
    keep(one, deals, runner(one.match, [deal for deal in range(pairs) if deal not in deals]))


def take(one: Measurement, path: Path) -> None:
    """Keep the deals of an arena's journal of this match that are not there yet."""
    deals = kept(one)
    with arena.MatchJournal(path, one.match) as journal:
        keep(one, deals, [(deal, games) for deal, games in sorted(journal.done.items()) if deal not in deals])


def keep(one: Measurement, deals: dict[int, Games], more: Iterable[tuple[int, Games]]) -> None:
    """Keep more deals beside those there are, and tell what all of them say."""
    RESULTS.mkdir(exist_ok=True)
    known = [json.dumps(one.match.header()) + "\n", *(_row(deal, games) for deal, games in deals.items())]
    part = one.rows.with_suffix(".part")
    part.write_text("".join(known), encoding="utf-8")
    part.replace(one.rows)
    with one.rows.open("a", encoding="utf-8") as file:
        for deal, games in more:
            deals[deal] = games
            file.write(_row(deal, games))
            file.flush()
            print(f"{one.name} {len(deals)}", file=sys.stderr, flush=True)
    if not deals:
        one.rows.unlink()
        return
    report: dict[str, Any] = {"name": one.name} | arena.MatchTally(one.match, deals).report()
    older = one.result
    # Figures of before rows were kept stay until as many deals have been played again.
    if older is None or "version" not in older or len(deals) >= older["deals"]:
        one.path.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(f"{one.name}: {report['share']} ({report['low']} – {report['high']}), {report['games']} games", flush=True)


# The page ------------------------------------------------------------------------------------------------------------

INTRO = """# How strong the bots are

Written by `python bench/strength.py write` from matches that were really played; the commands that repeat them are at
the end. A share is the part of the games that the first bot won, a tie counting as half; the interval holds the middle
95 % of 10,000 bootstrap samples of deals. A margin is the first bot's points, or Qwirkles, minus the mean of the
others'; less luck is the same margin without [the luck of the draws](arena.md#luck). Every deal is one shuffle, played
in every seating, and the seats draw from opposite ends of it. Seeds from 900,000 on were kept for this page: nothing
was tuned on them. Budgets are in rollouts, so that the games repeat exactly; CPU-seconds are those of the machine that
played them, which was busy with other work.

Many matches have fewer pairs than they are to have (played / full form); the interval shows the uncertainty.
`python bench/strength.py run NAME` plays on from the deals that are kept in `bench/strength/`. Rows with a * are from
before what the bots learned was rounded to steps of 1/512 (see the end), and nobody looked at luck then.
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
        "| level | called | share against the level below | margin | less luck | pairs | seed | CPU s a move "
        f"| {unit} of casual play against it | its own | casual play wins | games |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    below: str | None = None
    for level in bots.ladder(game):
        step = everything[f"{game}-{level.name}-{below}"] if below else None
        meets = everything[f"{game}-casual-meets-{level.name}"].result
        expected = [_number(meets["bots"][side]["score"], 1) if meets else "–" for side in (0, 1)]
        wins = [_number(meets["share"], 3), str(meets["games"])] if meets else ["–", "–"]
        cells = [level.name, level.title, *(_figures(step) if step else [""] * 6), *expected, *wins]
        lines.append(f"| {' | '.join(cells)} |")
        below = level.name
    return lines


def _figures(one: Measurement) -> list[str]:
    """Share, margin, margin less luck, pairs, seed, CPU-seconds a move."""
    result = one.result
    if result is None:
        return ["not measured", "", "", f"0 / {one.pairs}", str(one.seed), ""]
    mark = " *" if "adjusted" not in result else ""
    return [
        _interval(result, "share", "", 3) + mark,
        _interval(result, "margin", "margin_", 2),
        _interval(result, "adjusted", "adjusted_", 2),
        f"{result['deals']} / {one.pairs}",
        str(one.seed),
        _number(result["cpu_s_per_move"][0], 4),
    ]


def _interval(result: dict[str, Any], name: str, prefix: str, digits: int) -> str:
    if name not in result:
        return ""
    low, high = (_number(result[f"{prefix}{end}"], digits) for end in ("low", "high"))
    return f"{_number(result[name], digits)} ({low} – {high})"


def _champions(everything: dict[str, Measurement]) -> list[str]:
    lines = [
        "| match | share | margin | less luck | pairs | seed | CPU s a move | CPU s a game |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for one in everything.values():
        if one.group == "champion":
            spent = _number(one.result["bots"][0]["cpu_s_per_game"], 2) if one.result else ""
            lines.append(f"| {one.game}: {one.title} | {' | '.join([*_figures(one), spent])} |")
    return lines


def _commands(everything: dict[str, Measurement]) -> list[str]:
    rows = [f"{one.command}" for one in everything.values() if one.result]
    return ["```sh", *rows, "```"]


def _number(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("do", choices=("list", "run", "take", "write"))
    parser.add_argument("names", nargs="*", metavar="NAME", help="for take: a name and the journal's file")
    parser.add_argument("--pairs", type=int, help="the first so many deals; by default all")
    parser.add_argument("--workers", type=int, default=spread.cores())
    options = parser.parse_args()
    everything = {one.name: one for one in measurements()}
    names, journal = (options.names[:-1], options.names[-1:]) if options.do == "take" else (options.names, [])
    unknown = [name for name in names if name not in everything]
    if unknown:
        parser.error(f"there is no measurement {unknown[0]!r}; `list` names them")
    # The program of an earlier release is started as `python`: let that be this one.
    os.environ["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    if options.do == "list":
        for one in everything.values():
            result = one.result or {"deals": 0}
            print(f"{one.name:34} {len(kept(one)):5} {result['deals']:5}/{one.pairs:<5} {one.command}")
    elif options.do == "run":
        for name in names or everything:
            one = everything[name]
            run(one, min(options.pairs or one.pairs, one.pairs), options.workers)
    elif options.do == "take":
        if len(names) != 1:
            parser.error("take wants one measurement and one journal")
        take(everything[names[0]], Path(journal[0]))
    else:
        write()


if __name__ == "__main__":
    main()

"""A data set of many games, made by one call: records and Parquet in parts, with a datasheet and checksums.

A plan decides every byte. Parts can be made in any order: in this process, in a pool or on Ray. A call that was stopped
continues with the missing parts. One row is one turn; `COLUMNS` says what each column means.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import sixfold
from sixfold import bots, rulesets
from sixfold.arena import Contestant, Match
from sixfold.arena.contestant import seed_of
from sixfold.arena.game import play_game, release
from sixfold.arena.luck import luck
from sixfold.bots.levels import LADDER
from sixfold.errors import SixfoldError
from sixfold.extras import extra
from sixfold.record import Record, Step
from sixfold.research import datasets
from sixfold.spread import Way

with extra("research"):
    import pyarrow as pa
    import pyarrow.parquet as pq

MIXED: Final = "mixed"
CHAMPIONS: Final = "champions"
RULESETS: Final = ("tiles/1", "cards/1")
LEVELS: Final = LADDER[:-1]
"""Who plays the mixed games: every level but the champion, at tables of two to four."""
COLUMNS: Final[dict[str, tuple[pa.DataType, str]]] = {
    "game": (pa.string(), "name of the game; its record has the same name in the zip file of the part"),
    "group": (pa.string(), "`mixed` or `champions`"),
    "ruleset": (pa.string(), "`tiles/1` or `cards/1`"),
    "seats": (pa.int8(), "how many play"),
    "turn": (pa.int16(), "number of the turn, from 0"),
    "seat": (pa.int8(), "whose turn it is, from 0"),
    "player": (pa.string(), "the bot on that seat, with its budget"),
    "hand": (pa.string(), "the hand of that seat before the turn"),
    "hands": (pa.list_(pa.string()), "the hands of all seats before the turn: hidden from players"),
    "table": (pa.string(), "the board, or the rows, before the turn"),
    "move": (pa.string(), "what was played"),
    "points": (pa.int16(), "points, or Qwirkles, of this turn"),
    "score": (pa.int16(), "points of that seat before the turn"),
    "best_other_score": (pa.int16(), "the most points of another seat before the turn"),
    "bag": (pa.int16(), "pieces in the bag, or the stock, before the turn"),
    "plays": (pa.int16(), "how many plays there were; null for cards"),
    "best_points": (pa.int16(), "the most points of any of them; null for cards and when there was none"),
    "judge_value": (pa.float32(), "what the judge thinks its own choice is worth: points, or Qwirkles, still to come"),
    "luck": (pa.float32(), "worth of the pieces drawn after the turn, less that of other draws; null without a draw"),
    "final_points": (pa.int16(), "points of that seat at the end"),
    "reward": (pa.float32(), "winners share 1, all seats sum to 0"),
}
"""Every column with its type and its meaning."""
SCHEMA: Final = pa.schema([(name, kind) for name, (kind, _) in COLUMNS.items()])


@dataclass(frozen=True, slots=True)
class CollectionPlan:
    """What a data set holds: half of the games of each group are tiles, half cards."""

    mixed: int = 100_000
    champions: int = 2_000
    seed: int = 1
    judge: str = "thoughtful"
    rollouts: int = 100
    part_games: int = 100

    def parts(self) -> list[CollectionPart]:
        """All parts, those of champions first: they take longest."""
        found = []
        for group, games in ((CHAMPIONS, self.champions), (MIXED, self.mixed)):
            for index, ruleset in enumerate(RULESETS):
                count = (games + 1 - index) // 2
                starts = range(0, count, self.part_games)
                found += [CollectionPart(group, ruleset, at, min(self.part_games, count - at)) for at in starts]
        return found

    def contestants(self, group: str, game: str, number: int) -> tuple[Contestant, ...]:
        """Who plays a game, decided by its number."""
        drawn = seed_of("data set", self.seed, group, game, number)
        seats = 2 if group == CHAMPIONS else 2 + drawn % 3
        names = [
            LADDER[-1] if group == CHAMPIONS else LEVELS[drawn // 7 ** (1 + k) % len(LEVELS)] for k in range(seats)
        ]
        return tuple(Contestant(game, name, bots.Budget(rollouts=self.rollouts)) for name in names)


@dataclass(frozen=True, slots=True)
class CollectionPart:
    """Some games of one group and rule set: one Parquet file, one zip file of records."""

    group: str
    ruleset: str
    first: int
    count: int

    @property
    def name(self) -> str:
        """What its files are called."""
        return f"{self.group}-{rulesets.find(self.ruleset).game}-{self.first:06}"


def rows(name: str, group: str, record: Record, judge: bots.AnyBot, budget: bots.Budget) -> Iterator[dict[str, object]]:
    """The turns of one game, as COLUMNS has them."""
    for step, row in zip(record.steps(), datasets.turns(name, record, judge, budget), strict=True):
        told = row | {"group": group, "hands": [str(hand) for hand in step.before.hands], "luck": _luck(name, step)}
        yield {column: told[column] for column in COLUMNS}


def _luck(name: str, step: Step) -> float | None:
    if step.drawn is None or step.after.need is None:
        return None
    return luck(step.after, step.drawn, seed_of("data set luck", name, step.number) % 2**62)


def _match(plan: CollectionPlan, part: CollectionPart, number: int) -> Match:
    contestants = plan.contestants(part.group, rulesets.find(part.ruleset).game, number)
    # Nobody is late: a busy machine changes when a data set is ready, not what it holds.
    return Match(part.ruleset, contestants, plan.seed, timeout_s=math.inf, keep_records=True, weigh_luck=False)


def make_part(plan: CollectionPlan, part: CollectionPart) -> tuple[bytes, bytes, int]:
    """Play the games of a part: its Parquet file, its zip file, and how many turns there are."""
    game = rulesets.find(part.ruleset).game
    judge, budget = bots.find(game, plan.judge)(seed=0), bots.Budget(rollouts=plan.rollouts)
    turns: list[dict[str, object]] = []
    kept = io.BytesIO()
    try:
        with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as records:
            for number in range(part.first, part.first + part.count):
                name = f"{part.group}-{game}-{number:06}"
                played = play_game(_match(plan, part, number), number, 0)
                if played.fault is not None:
                    raise SixfoldError(f"game {name}: {played.fault.message}", code="dataset/fault")
                # A fixed date, so that equal games give equal files.
                records.writestr(zipfile.ZipInfo(f"{name}.sixfold"), played.record)
                turns += rows(name, part.group, Record.parse(played.record.encode()), judge, budget)
    finally:
        release()
    table = io.BytesIO()
    told = {"sixfold_version": sixfold.__version__, "plan": json.dumps(asdict(plan), sort_keys=True)}
    pq.write_table(pa.Table.from_pylist(turns, SCHEMA.with_metadata(told)), table, compression="zstd")
    return table.getvalue(), kept.getvalue(), len(turns)


def make(
    folder: Path, plan: CollectionPlan, way: Way, done: Callable[[CollectionPart], None] = lambda part: None
) -> str:
    """Make the missing parts of a data set, then its datasheet and checksums; returns the checksum of all.

    Each part is written to the disk when it is ready. A folder that holds another plan is refused.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _keep_plan(folder / "plan.json", plan)
    missing = []
    for part in plan.parts():
        if all(path.exists() for path in files_of(folder, part)):
            done(part)
        else:
            missing.append(part)
    for part, (table, records, _) in way(make_part, plan, missing):
        for path, content in zip(files_of(folder, part), (records, table), strict=True):
            _write(path, content)
        done(part)
    _write(folder / "DATASHEET.md", datasheet(folder, plan).encode())
    names = sorted(path.name for path in folder.iterdir() if path.name != "SHA256SUMS" and path.suffix != ".half")
    lines = [f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
    _write(folder / "SHA256SUMS", "".join(lines).encode())
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def files_of(folder: Path, part: CollectionPart) -> tuple[Path, Path]:
    """Where the records and the turns of a part are kept."""
    return folder / f"{part.name}.zip", folder / f"{part.name}.parquet"


def datasheet(folder: Path, plan: CollectionPlan) -> str:
    """What somebody who finds the folder has to know."""
    parts = plan.parts()
    counts = {part: pq.read_metadata(files_of(folder, part)[1]).num_rows for part in parts}
    lines = [
        "# Games of Qwirkle and Qwirkle Cards between bots",
        "",
        f"Made by Sixfold {sixfold.__version__}: `{command(plan)}`. The same version and command make the same files.",
        "",
        "| group | rule set | games | turns | players |",
        "|---|---|---|---|---|",
    ]
    who = {MIXED: ", ".join(LEVELS) + "; two to four seats", CHAMPIONS: f"{LADDER[-1]}; two seats"}
    for group, ruleset in dict.fromkeys((part.group, part.ruleset) for part in parts):
        mine = [part for part in parts if (part.group, part.ruleset) == (group, ruleset)]
        games, turns = sum(part.count for part in mine), sum(counts[part] for part in mine)
        lines.append(f"| {group} | {ruleset} | {games} | {turns} | {who[group]} |")
    lines += [
        "",
        "- **Why**: to learn from and to measure with. No person played; nothing here is about a person.",
        f"- **How**: bots of the ladder, drawn anew for every game; {plan.rollouts} rollouts for a move of those that",
        "  look ahead. Shuffles come from the seed. No game was left out.",
        f"- **Value**: by the bot `{plan.judge}`. **Luck**: as the arena measures it, with 24 other draws.",
        "- **Hidden**: `hands` shows what no player could see. Do not give it to a player that is to be measured.",
        "- **Check**: `sha256sum -c SHA256SUMS`. Records are text, one file a game; `sixfold review` reads them.",
        "",
        "| column | type | meaning |",
        "|---|---|---|",
        *(f"| `{name}` | {kind} | {meaning} |" for name, (kind, meaning) in COLUMNS.items()),
    ]
    return "\n".join(lines) + "\n"


def command(plan: CollectionPlan) -> str:
    """The command that makes a plan."""
    told = {name: value for name, value in asdict(plan).items() if value != getattr(CollectionPlan(), name)}
    return " ".join(
        ["sixfold dataset FOLDER", *(f"--{name.replace('_', '-')} {value}" for name, value in told.items())]
    )


def _keep_plan(path: Path, plan: CollectionPlan) -> None:
    told = json.dumps({"sixfold": sixfold.__version__, **asdict(plan)}, sort_keys=True) + "\n"
    if not path.exists():
        _write(path, told.encode())
    elif path.read_text("utf-8") != told:
        raise SixfoldError(f"{path} is of another data set: {path.read_text('utf-8').strip()}", code="dataset/plan")


def _write(path: Path, content: bytes) -> None:
    """Write a file completely or not at all."""
    half = path.with_name(path.name + ".half")
    half.write_bytes(content)
    half.replace(path)

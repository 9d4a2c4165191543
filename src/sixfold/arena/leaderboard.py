"""The leaderboard of a panel: what each bot answered in every position, so that anybody can compute its rank.

It is a file of lines. The first line names the panel by a hash. Each other line is an entry: a bot, its author, where
to find it, and its move in every position. Nobody has to trust an entry, because the panel holds the values of all
moves.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from sixfold.arena import panel
from sixfold.arena.contestant import Contestant
from sixfold.arena.figures import MeanOfDeals
from sixfold.errors import SixfoldError
from sixfold.spread import Way

VERSION: Final = 1
LONGEST: Final = 200
"""The most characters of a name, an author or a link."""


@dataclass(frozen=True, slots=True)
class BotAnswers:
    """A bot and its answers."""

    bot: str
    by: str
    link: str
    moves: tuple[str, ...]

    @classmethod
    def of(cls, data: dict[str, object], positions: list[panel.PanelPosition]) -> BotAnswers:
        """Read an entry; ValueError says what is wrong with it."""
        if data.keys() != {"bot", "by", "link", "moves"}:
            raise ValueError("an entry has bot, by, link and moves, and nothing else")
        told = {name: text for name, text in data.items() if name != "moves"}
        if any(not isinstance(text, str) or not 0 < len(text) <= LONGEST for text in told.values()):
            raise ValueError(f"bot, by and link are texts of 1 to {LONGEST} signs")
        entry = cls(**{name: str(text) for name, text in told.items()}, moves=_moves(data["moves"]))
        if len(entry.moves) != len(positions):
            raise ValueError(f"{entry.bot} has {len(entry.moves)} moves for {len(positions)} positions")
        for move, position in zip(entry.moves, positions, strict=True):
            if move not in position.moves:
                raise ValueError(f"{entry.bot} answered {move[:40]!r} in position {position.number}: not a legal move")
        return entry

    def told(self, positions: list[panel.PanelPosition]) -> dict[str, MeanOfDeals]:
        """What it gives away, over all positions and over parts of them."""
        return panel.told([panel.judged(one, move) for one, move in zip(positions, self.moves, strict=True)])


def _moves(data: object) -> tuple[str, ...]:
    if not isinstance(data, list):
        raise ValueError("moves is a list of texts")
    return tuple(map(str, data))


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A panel, and the entries for it in the order they came."""

    terms: panel.PanelTerms
    positions: list[panel.PanelPosition]
    entries: tuple[BotAnswers, ...]

    @classmethod
    def read(cls, path: Path, game: str) -> Leaderboard:
        """A leaderboard for the panel in the package, every entry checked."""
        terms, positions = panel.read(panel.shipped(game))
        try:
            header, *lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
            if header != _header(terms, positions):
                raise ValueError("its first line names another panel, or another version")
            entries = tuple(BotAnswers.of(line, positions) for line in lines)
            names = [entry.bot for entry in entries]
            if again := {name for name in names if names.count(name) > 1}:
                raise ValueError(f"{min(again)} stands in it twice")
        except (OSError, ValueError, AttributeError) as error:
            raise SixfoldError(f"{path} is not a leaderboard: {error}", code="arena/leaderboard") from error
        return cls(terms, positions, entries)

    def ranked(self) -> list[tuple[BotAnswers, dict[str, MeanOfDeals]]]:
        """All entries with their regrets, those that give away least first; equal ones in the order they came."""
        told = [(entry, entry.told(self.positions)) for entry in self.entries]
        return sorted(told, key=lambda one: one[1]["all"].mean)

    def answered(self, bot: Contestant, by: str, link: str, way: Way) -> BotAnswers:
        """An entry for a bot, from asking it in every position."""
        moves = panel.answers(bot, self.terms, self.positions, way)
        return BotAnswers.of({"bot": str(bot), "by": by, "link": link, "moves": moves}, self.positions)


def shipped(game: str) -> Path:
    """The leaderboard that comes with the package, and that a change request extends."""
    path = Path(str(files("sixfold.arena") / "panels" / f"{game}.leaderboard.jsonl"))
    if not path.exists():
        raise SixfoldError(f"there is no leaderboard of {game} yet", code="arena/leaderboard")
    return path


def append(path: Path, board: Leaderboard, entry: BotAnswers) -> None:
    """Write an entry at the end of a leaderboard. An entry of the same bot is replaced in its place."""
    entries = {one.bot: one for one in (*board.entries, entry)}
    lines = [_header(board.terms, board.positions), *map(asdict, entries.values())]
    beside = path.with_suffix(".new")
    beside.write_text("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines), encoding="utf-8")
    beside.replace(path)


def _header(terms: panel.PanelTerms, positions: list[panel.PanelPosition]) -> dict[str, object]:
    """Which panel it is for: a hash over all positions and values."""
    whole = json.dumps([terms.header(), [asdict(one) for one in positions]], sort_keys=True)
    return {"leaderboard": VERSION, "panel": hashlib.sha256(whole.encode()).hexdigest()}

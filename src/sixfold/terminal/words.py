"""What the terminal says, in the reader's language: how to move, who opens, what a seat did, how a row stands, who won.

Neither screen nor rule. The sentences are the page's own where the page says the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich.text import Text

from sixfold import cards, rulesets
from sixfold.errors import IllegalMove, SixfoldError
from sixfold.game import Opening, Outcome
from sixfold.messages import Messages
from sixfold.rulesets import AnyMove, AnyState
from sixfold.terminal import games

_AMOUNTS: Final = ("size", "needs", "bag", "most", "times", "count")
"""Facts of a refusal that are its number, the most telling first."""
_COLORS: Final = "ROYGBP"
_SHAPES: Final = "osdctx"
ALWAYS: Final = (
    ("s, sheet", "sheet.title"),
    ("save", "result.record"),
    ("?, help", "keys.help"),
    ("q, quit", "terminal.quit"),
)


class Words:
    """The words of one game in one language."""

    def __init__(self, say: Messages, ruleset: str) -> None:
        self.say = say
        self._game = games.of(ruleset)
        self._first = rulesets.find(ruleset).first

    # ---- how to move ------------------------------------------------------------------------------------------------

    def help(self) -> str:
        """What can be typed, and the letters of the pieces."""
        return "\n".join((self.letters(), self._table((*self._game.MOVES, *ALWAYS))))

    def keys(self) -> str:
        """The keys of the screen."""
        return self._table(self._game.KEYS)

    def letters(self) -> str:
        """How a piece is written."""
        colors = ", ".join(f"{letter} {self.say(f'color.{letter}')}" for letter in _COLORS)
        shapes = ", ".join(f"{letter} {self.say(f'cards.what.{letter}')}" for letter in _SHAPES)
        return f"{self.say('terminal.pieces', piece=self.say('piece.Rs'))}\n  {colors}\n  {shapes}"

    def _table(self, lines: Sequence[tuple[str, str]]) -> str:
        width = max(len(left) for left, _ in lines)
        return "\n".join(f"  {left:<{width}}{'  ' if width else ''}{self.say(key)}" for left, key in lines)

    # ---- the game ---------------------------------------------------------------------------------------------------

    def opened(self, names: Sequence[str], opening: Opening) -> str:
        """Who opens, and why."""
        said = self.counted(names, opening.sizes)
        tied = self.say.list([names[seat] for seat in opening.tied])
        how = self._first if len(opening.tied) > 1 else "largest"
        why = self.say(f"opening.{how}", name=names[opening.opener], names=tied)
        return f"{self.say('opening.title')}: {said}. {why}"

    def counted(self, names: Sequence[str], numbers: Sequence[int]) -> str:
        """Everyone with a number: `Ada: 3, Ben: 2`."""
        return ", ".join(self.say("rules.line", what=name, n=n) for name, n in zip(names, numbers, strict=True))

    def told(self, name: str, before: AnyState, after: AnyState, move: AnyMove) -> Text:
        """What a seat did, as all may know it."""
        return self._game.told(self.say, name, before, after, move)

    def ended(self, names: Sequence[str], outcome: Outcome) -> Text:
        """Who won, and what ended the game."""
        winners = [names[seat] for seat in outcome.winners]
        key = "result.shared" if len(winners) > 1 else "result.one"
        won = self.say(key, name=winners[0], names=self.say.list(winners))
        return Text(f"{won}.", "bold").append(f" {self.say(f'result.reason.{outcome.reason}')} ({outcome.reason})")

    def saved(self, name: str) -> str:
        """Where the record went, and how to go on."""
        return self.say("terminal.saved", file=name, command=f"sixfold play --terminal --resume {name}")

    def left(self, count: int) -> str:
        """How many are left to draw."""
        return self.say(self._game.SAID.left, n=count)

    def hand(self) -> str:
        """What one's own pieces are called."""
        return self.say(self._game.SAID.hand)

    def opening(self) -> str:
        """What the opener has to do."""
        return self.say(self._game.SAID.opening)

    def nothing(self) -> str:
        """That a turn needs a piece."""
        return self.say(self._game.SAID.nothing)

    # ---- rows of cards ----------------------------------------------------------------------------------------------

    def lane(self, lane: cards.Lane) -> str:
        """How a row stands (C7)."""
        facts, say = lane.facts, self.say
        match lane.state:
            case "ok":
                return say("cards.row.of", what=self._what(facts), n=facts["count"])
            case "qwirkle":
                return say("cards.row.full", what=self._what(facts))
            case "short":
                return say("cards.row.short", n=facts["needs"])
            case "duplicate":
                return say("cards.row.twice", piece=say.pieces(facts["piece"]))
        return say(f"cards.row.{lane.state}")

    def _what(self, facts: Mapping[str, object]) -> str:
        return self.say(f"cards.what.{facts.get('color') or facts['shape']}")

    def standing(self, lanes: Sequence[cards.Lane], played: int) -> str:
        """What a draft of cards comes to: rows to repair, or what it plays and takes."""
        faults = sum(not lane.ok for lane in lanes)
        if faults:
            return self.say("cards.commit.repair", n=faults)
        if not played:
            return self.say("cards.commit.none")
        qwirkles = sum(lane.state == "qwirkle" for lane in lanes)
        parts = [self.say("cards.commit", n=played)]
        return " · ".join([*parts, self.say("cards.commit.qwirkle", n=qwirkles)] if qwirkles else parts)

    # ---- refusals ---------------------------------------------------------------------------------------------------

    def refused(self, error: IllegalMove, key: str = "terminal.refused") -> str:
        """Why the rules refuse a move, with the clause."""
        wishes = (f"refusal.{error.clause}.{error.reason}", f"refusal.any.{error.reason}", "refusal.rules")
        why = self.say(next(one for one in wishes if self.say.has(one)), clause=error.clause, **self._facts(error))
        return self.say(key, why=why, clause=error.clause)

    def _facts(self, error: SixfoldError) -> dict[str, str | int]:
        given = error.facts.get("pieces") or error.facts.get("piece") or ""
        letters = "".join(map(str, given)) if isinstance(given, list | tuple) else str(given)
        amount = next((error.facts[name] for name in _AMOUNTS if name in error.facts), 0)
        named = self.say.pieces(letters)
        return {"pieces": named, "piece": named, "n": amount if isinstance(amount, int) else str(amount)}

    def unread(self, typed: str, error: SixfoldError | None = None) -> str:
        """That words are no move. The errors of the notation are exact, in English."""
        exact = error is not None and self.say.language == "en"
        why = f"{error.message}." if exact and error else self.say("cards.type.unread", text=typed[:40])
        return f"{why} {self.say('terminal.seeHelp')}"

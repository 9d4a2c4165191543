"""What a model reads: the table from its seat, its plays, the rules. Plain text, nothing that its seat may not know."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from itertools import islice
from typing import Any, Final

from sixfold import cards, rulesets, tiles
from sixfold.errors import NotationError
from sixfold.pieces import Pieces
from sixfold.rulesets import AnyView
from sixfold.terminal import drawing

LEFT: Final = {"tiles": "bag", "cards": "stock"}
UNITS: Final = {"tiles": "points", "cards": "Qwirkles"}
PIECES: Final = """\
A piece is a colour letter and a shape letter: Rs is the red square.
  R red, O orange, Y yellow, G green, B blue, P purple
  o circle, s square, d diamond, c clover, t star, x cross"""
MOVES: Final = {
    "tiles": """\
  0,0:Rs 1,0:Rd   lay the red square on cell 0,0 and the red diamond on 1,0 (x to the right, y downward)
  swap RsGd       exchange these tiles (T14)
  pass            only with the bag empty and nothing to play (T16)""",
    "cards": """\
  RoRsRd RdGdBd / RoOoYoGoBoPo
                  all rows as they lie after your turn and, after a slash, the Qwirkles you take
  redraw          you cannot play: show the hand, draw a new one (C11)
  pass            only when nothing else is left (C11, C12)""",
}
"""How moves are written: in English, as all that models read here."""


def rules(game: str) -> str:
    """The rules of a game, clause by clause, and how moves are written."""
    if game not in rulesets.GAMES:
        raise NotationError(
            f"there is no game {game[:20]!r}: it is {' or '.join(rulesets.GAMES)}", code="notation/game"
        )
    text = files("sixfold").joinpath("clauses", f"{game}.md").read_text("utf-8")
    # How a clause can be broken is for programs; a refusal says it in its own words.
    text = re.sub(r"\*Broken by\*.*?(?=\n\n|\Z)", "", text, flags=re.DOTALL)
    return re.sub(r"\n{3,}", "\n\n", f"{text}\n\n{moves(game)}\n")


def moves(game: str) -> str:
    """How a move is written."""
    return "\n".join(("How to write a move", PIECES, MOVES[game]))


def table(view: AnyView, names: Sequence[str], news: Sequence[str]) -> str:
    """The table from a seat: scores, what happened, what lies there, the hand, whose turn it is."""
    ruleset = rulesets.find(view.rules.name)
    game = ruleset.game
    you = view.seat
    told = [f"{name}{' (you)' if seat == you else ''} {view.scores[seat]}" for seat, name in enumerate(names)]
    lines = [
        f"{ruleset.title}. {UNITS[game].capitalize()}: {', '.join(told)}. The {LEFT[game]} holds {view.bag_count}."
    ]
    lines += ["", "Since you last looked:", *(f"  {one}" for one in news)] if news else []
    lines += ["", *LYING[game](view)]
    lines += ["", f"Your hand: {hand(view.hand)}"]
    if view.outcome is None:
        lines += ["", turn(view, names)]
    return "\n".join(lines)


def _board(view: tiles.View) -> list[str]:
    return ["The board, x to the right and y downward:", drawing.board(view.board).plain.rstrip("\n")]


def _rows(view: cards.View) -> list[str]:
    lines = ["The rows on the table:", drawing.rows(view.table).plain.rstrip("\n")]
    if view.last_turns is not None and view.outcome is None:
        lines.append(f"The stock is empty: {view.last_turns} turns are left (C14).")
    return lines


LYING: Final[Mapping[str, Callable[[Any], list[str]]]] = {"tiles": _board, "cards": _rows}
"""What lies on the table, in lines."""


def hand(pieces: Pieces) -> str:
    """A hand in letters and in words."""
    return ", ".join(f"{piece} ({piece.words})" for piece in pieces) or "empty"


def turn(view: AnyView, names: Sequence[str]) -> str:
    """Whose turn it is, and what is asked for."""
    assert view.to_move is not None, "the game goes on"
    if view.to_move != view.seat:
        return f"It is the turn of {names[view.to_move]}. Look again later."
    if view.opens:
        assert view.opening is not None
        assert view.seat is not None
        size = view.opening.sizes[view.seat]
        return f"It is your turn, and you open: lay a largest set of your hand, {size} pieces in one row."
    return "It is your turn. `check` judges a move, `plays` lists what is legal, `play` makes the move."


def plays(view: AnyView, most: int) -> str:
    """Legal moves of the seat to move, at most this many, those that bring most first."""
    return PLAYS[rulesets.find(view.rules.name).game](view, most)


def _tile_plays(view: tiles.View, most: int) -> str:
    found = view.plays()
    lines = [f"{play.place}  = {play.points} points" for play in found[:most]]
    head = f"{len(found)} legal plays, most points first" + (f"; the first {most}:" if len(found) > most else ":")
    other = [str(move) for move in view.legal_moves()[len(found) :]]
    if other and other != ["pass"]:
        lines.append(f"Or exchange tiles: swap and up to {min(view.bag_count, len(view.hand))} tiles of your hand.")
    elif other:
        lines.append("pass")
    return "\n".join([head if found else "You cannot lay a tile.", *lines])


def _card_turns(view: cards.View, most: int) -> str:
    forced = view.forced_moves()
    if forced:
        return "\n".join(["All you can do:", *map(str, forced[:most])])
    best = view.best()
    assert best is not None, "who is not forced can play a card"
    lines = [f"{best}  = {len(best.taken)} Qwirkles, the most there are"]
    lines += [f"{one}  = {len(one.taken)} Qwirkles" for one in islice(view.turns(), most) if one != best][: most - 1]
    return "\n".join(["Some of the legal turns, as the table lies afterwards:", *lines])


PLAYS: Final[Mapping[str, Callable[[Any, int], str]]] = {"tiles": _tile_plays, "cards": _card_turns}
"""The legal moves of a view, at most this many."""

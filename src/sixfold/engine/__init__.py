"""The engine: questions about rules and bots, one JSON object per line, in and out. docs/protocol.md.

It has no rule of its own. No line can end it: a question that it cannot answer is refused with a code. Requests are
handlers in a table, so a new one is one entry.
"""

from __future__ import annotations

import contextlib
import functools
import json
import math
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, Final, NoReturn

from sixfold import cards, rulesets, tiles
from sixfold.engine.fields import Json, RequestFields, kind, refuse
from sixfold.engine.game import follow
from sixfold.errors import BotError, IllegalMove, NotationError, SixfoldError
from sixfold.pieces import Pieces
from sixfold.rulesets import AnyMove, AnyView

if TYPE_CHECKING:
    from sixfold.bots import AnyBot

MAX_LINE: Final = 1_000_000
"""Bytes of a line, without its end."""
MAX_SEED: Final = 2**63
OVERTIME_S: Final = 1.0
"""Seconds that a bot may think beyond its budget. The budget ends a search in good order; this ends any other."""
BOTS_KEPT: Final = 32


@dataclass(frozen=True, slots=True)
class Handler:
    """One kind of question: the fields it must have, those it may have, and who answers."""

    answer: Callable[[RequestFields], Json]
    required: tuple[str, ...]
    optional: tuple[str, ...] = ()


# Tiles -----------------------------------------------------------------------------------------------------------


def _tile_plays(fields: RequestFields) -> Json:
    rules = tiles.BY_NAME[fields.text("ruleset")]
    board = tiles.Board.parse(fields.pieces_text("board"), rules)
    hand = _tile_hand(fields, board, rules)
    found = tiles.plays(board, hand, rules)
    return {"plays": [{"play": str(p.place), "points": p.points, "qwirkles": p.qwirkles} for p in found]}


def _tile_check(fields: RequestFields) -> Json:
    rules = tiles.BY_NAME[fields.text("ruleset")]
    board = tiles.Board.parse(fields.pieces_text("board"), rules)
    hand = _tile_hand(fields, board, rules) if "hand" in fields else None
    place = tiles.Place.parse(fields.pieces_text("play"))
    score = tiles.check(board, place, hand, rules)
    lengths = sorted(map(len, score.lines), reverse=True)
    return {"legal": True, "points": score.points, "lines": lengths, "qwirkles": score.qwirkles}


def _tile_hand(fields: RequestFields, board: tiles.Board, rules: tiles.Rules) -> Pieces:
    hand = Pieces.parse(fields.pieces_text("hand"))
    tiles.check_hand(board, hand, rules)
    return hand


# Cards -----------------------------------------------------------------------------------------------------------


def _card_solve(fields: RequestFields) -> Json:
    table, hand, rules = _card_position(fields)
    solution = cards.best(table, hand, rules)
    if solution is None:
        return {"playable": False}
    return {
        "playable": True,
        "qwirkles": solution.qwirkles,
        "played": str(solution.played),
        "rows": [*map(str, solution.rows)],
        "taken": [*map(str, solution.taken)],
    }


def _card_check(fields: RequestFields) -> Json:
    table, hand, rules = _card_position(fields)
    turn = cards.Turn(fields.rows("rows"), fields.rows("taken"))
    played = cards.check(table, hand, turn, rules)
    return {"legal": True, "qwirkles": played.qwirkles, "played": str(played.pieces)}


def _card_position(fields: RequestFields) -> tuple[cards.Table, Pieces, cards.Rules]:
    rules = cards.BY_NAME[fields.text("ruleset")]
    table = cards.Table(fields.rows("table"))
    hand = Pieces.parse(fields.pieces_text("hand"))
    cards.moves.check_hand(hand, rules)
    cards.moves.check_position(table, hand, rules)
    return table, hand, rules


# Bots ------------------------------------------------------------------------------------------------------------


def _choose(fields: RequestFields) -> Json:
    # Imported here: the rules answer without the bots, and a bot may bring a compiler along.
    from sixfold import bots

    found, view = _view(fields)
    budget = bots.Budget(**_budget(fields)) if "budget" in fields else bots.Budget()
    name = fields.text("bot")
    bot = _bot(bots.find(found.game, name), _seed(fields))
    _must_choose(view)
    try:
        with _in_time(budget.ms):
            choice = bot.choose(view, budget)
    except SixfoldError:
        raise
    except Exception as error:
        raise BotError(f"the bot {name!r} failed: {type(error).__name__}: {error}"[:500], bot=name) from error
    return {
        "move": str(choice.move),
        "value": _number(choice.value),
        "note": choice.note,
        "alternatives": [{"move": str(a.move), "value": _number(a.value)} for a in choice.alternatives],
    }


@functools.lru_cache(maxsize=BOTS_KEPT)
def _bot(make: Callable[[int], AnyBot], seed: int) -> AnyBot:
    """A bot draws its chances from its seed and the view, so one that was asked before answers like a new one."""
    return make(seed)


def _in_time(ms: int | None) -> contextlib.AbstractContextManager[None]:
    from sixfold import kernel

    return contextlib.nullcontext() if ms is None else kernel.until(time.perf_counter() + ms / 1000 + OVERTIME_S)


def _review(fields: RequestFields) -> Json:
    # As above: a review brings the bots' search along.
    from sixfold.review import considered_to_json, judge

    found, view = _view(fields)
    samples = fields.whole("samples", 20, 100_000) if "samples" in fields else 400
    seed = _seed(fields)
    _must_choose(view)
    move = found.parse_move(fields.pieces_text("move")) if "move" in fields else None
    if move is not None:
        rulesets.play(view.sample(random.Random(0)), move)  # says why not, if it is not legal
    choice = judge(view, move or _likely(found, view, seed), samples, seed)
    if choice is None:
        return {"best": [], "made": None, "exact": False}
    return {
        "best": [considered_to_json(one) for one in choice.considered],
        "made": None if move is None else considered_to_json(choice.made),
        "exact": choice.exact,
    }


def _likely(found: rulesets.AnyRuleset, view: AnyView, seed: int) -> AnyMove:
    """A sensible move, where no move is asked about."""
    from sixfold import bots

    move: AnyMove = bots.find(found.game, "thoughtful")(seed).choose(view, bots.Budget(rollouts=1)).move
    return move


def _view(fields: RequestFields) -> tuple[rulesets.AnyRuleset, AnyView]:
    data = fields.mapping("view")
    ruleset = data.get("ruleset")
    if not isinstance(ruleset, str):
        refuse("wrong-type", f"'view' must say its ruleset, not {kind(ruleset)}")
    found = _ruleset(ruleset)
    return found, found.view_from_json(data)


def _seed(fields: RequestFields) -> int:
    return fields.whole("seed", -MAX_SEED, MAX_SEED) if "seed" in fields else 0


def _must_choose(view: AnyView) -> None:
    if view.seat is None or view.seat != view.to_move:
        refuse("not-to-move", "the view is not of the seat to move")
    if not view.hand.known:
        refuse("unknown-piece", "the hand of the view holds a '?', and here it must be known")


def _ruleset(name: str) -> rulesets.AnyRuleset:
    """The rule set of this name and version; a name alone could mean another one tomorrow."""
    found = rulesets.find(name)
    if found.name != name:
        message = f"{name!r} says no version: the rule set is {found.name!r}"
        raise NotationError(message, code="notation/ruleset", text=name)
    return found


def _budget(fields: RequestFields) -> dict[str, int]:
    amounts = RequestFields(fields.mapping("budget"))
    unknown = [name for name in amounts.data if name not in ("rollouts", "ms")]
    if unknown:
        refuse("unknown-field", f"a budget is in 'rollouts' or 'ms', not {unknown[0][:40]!r}")
    return {name: amounts.whole(name, 1, 10**9) for name in amounts.data}


def _number(value: float | None) -> float | None:
    """A number that JSON can hold."""
    return value if value is not None and math.isfinite(value) else None


# One line --------------------------------------------------------------------------------------------------------

HANDLERS: Final[dict[str, dict[str, Handler]]] = {
    "plays": {"tiles": Handler(_tile_plays, ("ruleset", "board", "hand"))},
    "check": {
        "tiles": Handler(_tile_check, ("ruleset", "board", "play"), ("hand",)),
        "cards": Handler(_card_check, ("ruleset", "table", "hand", "rows", "taken")),
    },
    "solve": {"cards": Handler(_card_solve, ("ruleset", "table", "hand"))},
    "choose": {"": Handler(_choose, ("bot", "view"), ("seed", "budget"))},
    "follow": {"": Handler(follow, ("record",), ("draw", "move"))},
    "review": {"": Handler(_review, ("view",), ("move", "seed", "samples"))},
}
"""Every request, by what to do and by game; "" where the game is not asked for."""


def answer(line: bytes) -> bytes:
    """The answer to one line, without line ends. Never raises."""
    said: Json = {}
    try:
        result = {"ok": True, **_handle(_parse(line, said))}
    except IllegalMove as refusal:
        result = {"ok": True, "legal": False, "clause": refusal.clause, "message": refusal.message}
        result |= {"reason": refusal.reason, "facts": refusal.facts}
    except SixfoldError as error:
        result = _refused(error.code, error.message)
    except RecursionError:
        result = _refused("request/json", "the line is nested too deeply")
    except Exception as error:
        # An error of ours must not end the conversation; its kind is named so that it can be reported.
        result = _refused("engine/failed", f"the engine failed: {type(error).__name__}")
    try:
        return json.dumps(said | result, separators=(",", ":"), allow_nan=False).encode()
    except (RecursionError, ValueError):
        return json.dumps(_refused("request/json", "the line is nested too deeply")).encode()


def _refused(code: str, message: str) -> Json:
    return {"ok": False, "code": code, "message": message}


def _parse(line: bytes, said: Json) -> Json:
    """The request; its id is put into `said` as soon as it is known."""
    if len(line) > MAX_LINE:
        refuse("too-long", f"the line has {len(line)} bytes, at most {MAX_LINE} are read")
    twice: list[str] = []

    def fields(pairs: list[tuple[str, object]]) -> Json:
        made = dict(pairs)
        if len(made) < len(pairs):
            names = [name for name, _ in pairs]
            twice.append(next(name for name in names if names.count(name) > 1))
        return made

    try:
        data = json.loads(
            line.decode("utf-8"), object_pairs_hook=fields, parse_constant=_no_number, parse_float=_finite
        )
    except ValueError as error:
        refuse("json", f"the line is not JSON: {str(error)[:200]}")
    if not isinstance(data, dict):
        refuse("not-object", f"a request is an object, not {kind(data)}")
    if "id" in data:
        said["id"] = data["id"]
    if twice:
        refuse("duplicate-field", f"the field {twice[0][:40]!r} stands twice")
    return data


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number in JSON")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"the number {text[:40]} is too large")
    return value


def _handle(data: Json) -> Json:
    """Find who answers, check the names of the fields, answer."""
    fields = RequestFields(data)
    if "do" not in fields:
        refuse("missing-field", "a request says what to 'do'")
    word = fields.text("do")
    games = HANDLERS.get(word)
    if games is None:
        refuse("unknown-do", f"{word[:40]!r} is nothing to do: it is one of {', '.join(HANDLERS)}")
    game = ""
    if "" not in games:
        if "ruleset" not in fields:
            refuse("missing-field", f"{word!r} needs 'ruleset'")
        game = _ruleset(fields.text("ruleset")).game
        if game not in games:
            refuse("wrong-game", f"{word!r} is not a question about {game}")
    handler = games[game]
    for name in data:
        if name not in ("id", "do", *handler.required, *handler.optional):
            refuse("unknown-field", f"{word!r} has no field {name[:40]!r}")
    for name in handler.required:
        if name not in data:
            refuse("missing-field", f"{word!r} needs {name!r}")
    return handler.answer(fields)


def serve(lines: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line until the input ends. A line that is too long is read away, never kept."""
    while line := lines.readline(MAX_LINE + 1):
        rest = line
        while len(line) > MAX_LINE and rest and not rest.endswith(b"\n"):
            rest = lines.readline(65536)
        answers.write(answer(line.removesuffix(b"\n")) + b"\n")
        answers.flush()


def serve_here() -> None:
    """Answer standard input on standard output. What a bot prints must not be mistaken for an answer."""
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr
    try:
        serve(sys.stdin.buffer, answers)
    except BrokenPipeError:
        # Whoever asked has gone; closing quietly is all that is left, before exit would complain.
        with contextlib.suppress(BrokenPipeError):
            answers.close()

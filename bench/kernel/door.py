"""What other languages need to know of the kernel, generated: `python -m bench.kernel.door`, part of `make kernel`.

`web/src/kernel/kernel.gen.ts` has the signatures of entry points, the places of numbers in plain arrays, the sizes of
work spaces and the numbers of the levels; `web/src/kernel/weights.bin` has what the bots learned. Both are kept in the
repository, so that building the page needs Node alone; a test makes them anew and compares.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from bench.kernel import build
from sixfold.bots.weights import STEPS
from sixfold.kernel.signature import Array

FOLDER: Final = Path(__file__).parents[2] / "web" / "src" / "kernel"
TYPES: Final = "kernel.gen.ts"
WEIGHTS: Final = "weights.bin"
NUMBERS: Final = {"int": "i", "bool": "b", "float": "r", "None": "n"}
ARRAYS: Final = {"int64": "w", "float32": "f", "float64": "d"}
"""The letter of an array's kind, large if it has two dimensions."""
USED: Final = (
    "tiles.why.",
    "tiles.plain.",
    "tiles.standing.",
    "tiles.course.",
    "tiles.thinking.race.",
    "tiles.thinking.search.",
    "tiles.thinking.endgame.",
    "tiles.thinking.finish.",
    "tiles.core.apply",
    "tiles.games.fill_bag",
    "tiles.games.scramble",
    "cards.why.",
    "cards.course.",
    "cards.arranging.",
    "cards.games.prepare",
    "cards.games.shuffle",
    "cards.listing.afterstates",
    "cards.solver.",
    "cards.thinking.race.",
    "cards.thinking.policy.judge",
    "cards.thinking.ahead.replies",
    "cards.thinking.finish.",
)
"""The entry points that the door calls, by the beginnings of their names."""


def entry_points() -> dict[str, str]:
    """By name, a letter for each parameter, an arrow, and a letter for the answer."""
    found: dict[str, str] = {}
    for one in build.entries():
        if one.name.startswith(USED):
            takes = "".join(map(_letter, one.signature.leaves))
            found[one.name] = f"{takes}>{_letter(one.signature.returns)}"
    return found


def _letter(leaf: str | Array) -> str:
    if not isinstance(leaf, Array):
        return NUMBERS[leaf]
    letter = ARRAYS[leaf.dtype]
    return letter if leaf.dims == 1 else letter.upper()


def numbers(module: Any, *left_out: str) -> dict[str, Any]:
    """The constants of a module: whole numbers and lists of words, by their names."""
    return {
        name: list(value) if isinstance(value, tuple) else int(value)
        for name, value in vars(module).items()
        if name.isupper() and not name.startswith("_") and name not in left_out and _plain(value)
    }


def _plain(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(isinstance(one, str) for one in value)
    return isinstance(value, int | np.integer)


def rooms(group: Any) -> list[list[Any]]:
    """The arrays of a work space: a letter for the kind of numbers, and the length of each dimension."""
    return [[{"i": "w", "f": "f" if array.itemsize == 4 else "d"}[array.dtype.kind], *array.shape] for array in group]


def tile_numbers() -> dict[str, Any]:
    from sixfold.bots.tiles import casual, champion, expert, search, sight, sprout, thoughtful
    from sixfold.kernel.tiles import layout, packing, plain, standing, verdict, why
    from sixfold.kernel.tiles.thinking import endgame, race
    from sixfold.kernel.tiles.thinking.scratch import scratch
    from sixfold.kernel.tiles.thinking.search import TRACE, Candidates
    from sixfold.tiles.rules import BY_NAME

    return {
        "why": {**numbers(verdict), "SOUND": list(why.SOUND)},
        "course": numbers(standing, *vars(verdict)),
        "rules": {name: packing.numbers(rules) for name, rules in BY_NAME.items()},
        "learned": [name for name, rules in BY_NAME.items() if packing.can(rules)],
        "words": layout.WORDS,
        "layout": {
            name: getattr(layout, name)
            for name in ("HANDS", "RANDOM", "BAG", "BAG_LOW", "BAG_HIGH", "PIECES_BIT", "POINTS_BIT")
        },
        "row": plain.ROW,
        "room": packing.ROOM,
        "scratch": rooms(scratch()),
        "race": {
            "rooms": rooms(race.race()),
            "names": list(Candidates._fields),
            "WIDTH": race.WIDTH,
            "SPENT": race.SPENT,
            "TRACE": TRACE,
        },
        "endgame": {
            "rooms": rooms(endgame.memory(search.ENTRIES)),
            "INFINITE": endgame.INFINITE,
            "STOPPED": endgame.STOPPED,
            "BEST_PLAY": endgame.BEST_PLAY,
        },
        "levels": {
            "SHOWN": search.SHOWN,
            "FIRST_NODES": search.FIRST_NODES,
            "STEP": search.CHUNK,
            "ALTERNATIVES": sight.ALTERNATIVES,
            "sprout": {"MOST_TILES": sprout.MOST_TILES, "LONGEST": sprout.LONGEST},
            "casual": {"REMEMBERED": casual.REMEMBERED},
            "thoughtful": {"SEEN": thoughtful.SEEN},
            "expert": {"CANDIDATES": expert.CANDIDATES, "ROLLOUTS": expert.ROLLOUTS},
            "champion": {
                "CANDIDATES": champion.CANDIDATES,
                "ROLLOUTS": champion.ROLLOUTS,
                "NODES": champion.NODES,
                "LEAST_NODES": champion.LEAST_NODES,
                "MOST_NODES": champion.MOST_NODES,
            },
        },
    }


def card_numbers() -> dict[str, Any]:
    from sixfold.bots.cards import casual, champion, expert, foresight, sprout
    from sixfold.cards.rules import CARDS
    from sixfold.kernel.cards import arranging, course, games, listing, packing, solver, why
    from sixfold.kernel.cards.thinking import finish, race
    from sixfold.kernel.cards.thinking.scratch import ASK, scratch

    space = solver.workspace(CARDS.kinds, CARDS.min_row)
    return {
        "why": numbers(why, "COLOR_MASK", "SHAPE_MASK"),
        "course": numbers(course, *vars(why)),
        "arranging": {"TAKING": arranging.TAKING, "WORK": arranging.WORK},
        "games": {
            name: int(getattr(games, name))
            for name in (
                "MOVER",
                "TURNS",
                "STOCK_COUNT",
                "LAST_TURNS",
                "OPENED",
                "HANDS",
                "TABLE",
                "SCORES",
                "STOCK",
                "GAME",
            )
        },
        "finish": {name: getattr(finish, name) for name in ("NOTHING_DUE", "DRAW_DUE", "REDRAW_DUE")},
        "rules": [CARDS.kinds, CARDS.copies, CARDS.hand, CARDS.min_row, CARDS.redraws],
        "space": {
            "words": len(space),
            "set": [[at, int(word)] for at, word in enumerate(space.tolist()) if word],
            "BEST": solver.BEST,
        },
        "row": listing.ROW,
        "most": packing.MOST_ROOM,
        "ask": ASK,
        "scratch": rooms(scratch()),
        "race": {"rooms": rooms(race.race()), "names": list(race.Race._fields), "SPENT": race.SPENT, "OVER": race.OVER},
        "levels": {
            "SHOWN": foresight.SHOWN,
            "KINDS_SEEN": foresight.KINDS_SEEN,
            "NEAR_END": foresight.NEAR_END,
            "sprout": {"MOST_CARDS": sprout.MOST_CARDS},
            "casual": {"AT_ONCE": casual.AT_ONCE},
            "expert": {
                "ROLLOUTS": expert.ROLLOUTS,
                "WIDTH": expert.WIDTH,
                "STOP": expert.STOP,
                "MOST": expert.MOST,
                "PER_CARD": expert.PER_CARD,
            },
            "champion": {
                "ROLLOUTS": champion.ROLLOUTS,
                "WIDTH": champion.WIDTH,
                "STOP": champion.STOP,
                "MOST": champion.MOST,
            },
        },
    }


def strength_numbers() -> dict[str, Any]:
    """Where levels stand for bots between them, and how these keep pace."""
    from sixfold.bots import strength

    return {name: getattr(strength, name) for name in ("MARK", "ADAPTING", "RUNGS", "MOST", "GAIN", "STEP")}


def bot_notes() -> dict[str, str]:
    """What bots say of their choices, by name."""
    from sixfold.bots import notes

    return {name: text for name, text in vars(notes).items() if name.isupper()}


def weights() -> list[tuple[str, Any]]:
    """What was learned, by name, in the order of the file."""
    from sixfold.bots.cards.foresight import weights as card_weights
    from sixfold.bots.tiles.search import weights as tile_weights

    return [("tiles", tile_weights()), ("tilesEarly", tile_weights("early")), ("cards", card_weights())]


def weight_bytes() -> bytes:
    """All weights in steps, the sign in the lowest bit; all low bytes, then all high ones: alike bytes pack better."""
    values = np.concatenate([array for _, array in weights()])
    steps = (values * STEPS).astype(np.int32)
    if not np.array_equal(steps / STEPS, values):
        raise ValueError(f"a weight is no whole number of 1/{STEPS}; `python -m bench.training --out` rounds them")
    folded = (steps << 1) ^ (steps >> 31)
    if folded.max() > 0xFFFF:
        raise ValueError(f"a weight is too large for two bytes: {values[folded.argmax()]}")
    return folded.astype("<u2").view(np.uint8).reshape(-1, 2).T.tobytes()


def types() -> str:
    """The text of the TypeScript file."""
    code = build.MODULE.read_bytes()
    parts = {
        "KERNEL": {
            "sha256": hashlib.sha256(code).hexdigest(),
            "sources": build.told_origin(code)["sources"],
            "weights": hashlib.sha256(weight_bytes()).hexdigest(),
        },
        "ENTRIES": entry_points(),
        "STEPS": STEPS,
        "WEIGHTS": {name: len(array) for name, array in weights()},
        "TILES": tile_numbers(),
        "CARDS": card_numbers(),
        "NOTES": bot_notes(),
        "STRENGTH": strength_numbers(),
    }
    head = "// Generated by `make kernel` from src/sixfold/kernel and src/sixfold/bots; not to be edited.\n"
    return head + "".join(f"\nexport const {name} = {_written(part)} as const;\n" for name, part in parts.items())


def _written(value: Any) -> str:
    """JSON, in lines of a readable length."""
    if isinstance(value, dict):
        inner = (f"  {_key(name)}: {json.dumps(part)},\n" for name, part in value.items())
        return "{\n" + "".join(inner) + "}"
    return json.dumps(value)


def _key(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)


def write(folder: Path = FOLDER) -> None:
    """Both files."""
    (folder / TYPES).write_text(types(), encoding="utf-8", newline="\n")
    (folder / WEIGHTS).write_bytes(weight_bytes())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    write(parser.parse_args().folder)

"""docs/scale.md, from the parts that were measured. Estimates name what they assume."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping
from typing import Any

from bench.load.cold import Cold
from bench.load.machine import Surroundings
from bench.load.measure import Found
from bench.load.parts import Kept

PRICE = 0.02
"""Dollars for an hour of one core, as rented machines cost: 14.60 a month."""
LICHESS = 0.00027
"""Dollars a game, as lichess publishes it."""
MOVE_S = 20.0
"""Seconds that people think about a move."""
HEADROOM = 0.5
"""The part of a core that is planned for; the rest is for peaks."""
Known = Mapping[str, Kept | None]
BUSY = " ¹"
MISSING = "*Not measured yet.*"
HEAD = """# What the server carries

Written by `{command}` from {days}, with Python {python} on {cores} cores. Each part says how many cores other programs
used meanwhile. CPU time is the server's own; on a busy machine it is somewhat more, because others use the same caches.
What is marked with ¹ was measured beside more than a quarter of the machine's cores in other work, or so much of it
that the moves asked for could not be made: that is a crowded machine's figure, not the server's.

Every move is on the disk before it is acknowledged (SQLite `synchronous=FULL`, or PostgreSQL as it comes). People are
played by scripts in processes of their own, which know no rules and cost little (`bench/load/`). Their CPU time is told
apart, and is in no other figure. A move is due when the schedule says so; its time counts from then to its
acknowledgement."""
SHORT = "This is the short form, with fewer games and shorter loads than `make load` has."


def _row(*cells: object) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def _head(*cells: str) -> list[str]:
    return [_row(*cells), _row(*("---" for _ in cells))]


def _named(known: Known, first: str) -> list[tuple[str, Kept]]:
    """The parts of a kind that were measured, by what follows its name."""
    return [
        (name.removeprefix(first), kept) for name, kept in known.items() if kept is not None and name.startswith(first)
    ]


def _others(kept: Kept) -> str:
    return f"{kept.around.others:.1f}"


def _load(rows: Iterable[tuple[str, Kept]]) -> list[str]:
    lines = _head(
        "load", "moves/s", "p50", "p99", "p99.9", "CPU per move", "moves/s and core", "generator", "errors",
        "cores of others",
    )  # fmt: skip
    for name, kept in rows:
        one = Found(**kept.found)
        mark = "" if kept.around.quiet else BUSY
        times = [f"{ms:,.1f} ms{mark}" for ms in (one.p50_ms, one.p99_ms, one.p999_ms)]
        cpu, cores = f"{one.cpu_ms:.2f} ms{'' if one.kept_up else BUSY}", f"{one.generator:.2f} cores"
        cells = (f"{one.per_s:.0f}", *times, cpu, f"{one.per_core:.0f}", cores, one.errors, _others(kept))
        lines.append(_row(name, *cells))
    return lines if len(lines) > 2 else [MISSING]


def _moves(known: Known) -> list[str]:
    return _load((f"{n} games, {int(n) // 2} moves/s asked for", kept) for n, kept in _named(known, "moves-"))


def _servers(known: Known) -> list[str]:
    found = _named(known, "servers-")
    lines = _load((f"{n} server{'s' if n != '1' else ''}", kept) for n, kept in found)
    if (ratio := _ratio(known)) is None:
        return lines
    return [*lines, "", f"CPU time of a move with two servers divided by that with one: **{ratio:.2f}**."]


def _ratio(known: Known) -> float | None:
    found = [Found(**kept.found).cpu_ms for _, kept in _named(known, "servers-")]
    return found[1] / found[0] if len(found) == 2 and found[0] else None


def _memory(known: Known) -> list[str]:
    rows = [(Found(**kept.found), kept) for _, kept in _named(known, "games-")]
    lines = _head("games", "sockets", "memory of the server", "of that, before anybody came", "a game more")
    for one, _ in rows:
        each = 1000 * (one.idle_mb - one.empty_mb) / one.games
        lines.append(_row(one.games, one.sockets, f"{one.idle_mb:.0f} MB", f"{one.empty_mb:.0f} MB", f"{each:.1f} kB"))
    lines = lines if rows else [MISSING]
    if (kept := known.get("sockets")) is not None:
        one = Found(**kept.found)
        each = 1000 * (one.idle_mb - one.empty_mb) / one.sockets
        lines += [
            "",
            f"{one.sockets:,} idle sockets at {one.games} tables, nearly all of them onlookers: "
            f"**{one.idle_mb:.0f} MB** altogether, {each:.1f} kB each.",
        ]
    return lines


def _cold(known: Known) -> list[str]:
    if (kept := known.get("cold")) is None:
        return [MISSING]
    cold, mark = Cold(**kept.found), "" if kept.around.quiet else BUSY
    return [
        f"After a restart, from opening a socket to the first frame, at a table of {cold.turns:.0f} turns: "
        f"{cold.cold_ms:.0f} ms{mark} (median), {cold.worst_ms:.0f} ms{mark} (worst). The same when the table is in "
        f"memory: {cold.warm_ms:.0f} ms{mark}. In CPU time of the server that is **{cold.cold_cpu_ms:.1f} ms** against "
        f"{cold.warm_cpu_ms:.1f} ms; folding its events, once they are read, is {cold.fold_ms:.1f} ms of it. Others "
        f"used {_others(kept)} cores."
    ]


def _money(seconds: float) -> str:
    return f"$ {seconds / 3600 * PRICE:.7f}"


def _costs(known: Known) -> list[str]:
    if (kept := known.get("costs")) is None or (per_move_ms := _per_move(known)) is None:
        return [MISSING]
    turns, reviews = kept.found["turns"], kept.found["reviews"]
    lines = _head("what", "CPU-seconds", "money")
    game = per_move_ms * turns / 1000
    lines.append(_row(f"a game of two people, {turns:.0f} moves", f"{game:.3f}", _money(game)))
    for name, seconds in reviews.items():
        lines.append(_row(f"a {name} review of it on the server", f"{seconds:.1f}", _money(seconds)))
    lines.append(_row("the same in the visitor's browser", "0", "$ 0"))
    return [
        *lines,
        "",
        f"The price is $ {PRICE} for an hour of a core. lichess publishes $ {LICHESS} a game, with all that it costs "
        f"to run it; the game above is CPU time alone, {LICHESS / (game / 3600 * PRICE):,.0f} times less. Disks, "
        "databases, traffic and people come on top, and are not in that figure.",
    ]


def _per_move(known: Known) -> float | None:
    """CPU time of a move (ms) at the smallest of the loads."""
    return next((Found(**kept.found).cpu_ms for _, kept in _named(known, "moves-")), None)


def _million(known: Known) -> list[str]:
    per_move_ms, ratio = _per_move(known), _ratio(known)
    games = [Found(**kept.found) for _, kept in _named(known, "games-")]
    if per_move_ms is None or ratio is None or not games:
        return [MISSING]
    moves = 1_000_000 / MOVE_S
    cores = moves * per_move_ms * ratio / 1000 / HEADROOM
    memory = 1000 * (games[-1].idle_mb - games[-1].empty_mb) / games[-1].games
    return [
        f"One move a table every {MOVE_S:.0f} seconds is {moves:,.0f} moves a second. With the CPU time of a move on "
        f"two servers and half of each core left free, that is **{cores:,.0f} cores**, and **{memory:,.0f} GB** for "
        "tables and their sockets.",
        "",
        "What this assumes, and what was not measured: that CPU time per move stays what it is with two servers; with "
        "many, a table that is watched through several of them is followed by each. That one PostgreSQL keeps "
        f"{moves:,.0f} small commits a second: it does not, so tables would be spread over several databases by their "
        "name, which the server cannot do yet. That people play against people; bots think on cores of their own, and "
        "most play on the visitor's device.",
    ]


def _bystander(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    lines = _head(
        "the visitor asks for", "granted", "refused", "acknowledgement, p99: quiet", "beside it", "times",
        "bot's answer, mean: quiet", "beside it", "times", "cores of others",
    )  # fmt: skip
    for one in rows:
        mark = "" if Surroundings(one["others"], one["cores"]).quiet else BUSY
        acks = (f"{one['ack_p99_ms']:.0f} ms", f"{one['ack_p99_beside_ms']:.0f} ms", f"{one['ack_times']:.2f}{mark}")
        bots = (f"{one['bot_ms']:.0f} ms", f"{one['bot_beside_ms']:.0f} ms", f"{one['bot_times']:.2f}{mark}")
        lines.append(_row(one["asked"], one["granted"], one["refused"], *acks, *bots, f"{one['others']:.1f}"))
    return lines if len(lines) > 2 else [MISSING]


def page(known: Known, bystander: Iterable[Mapping[str, Any]], quick: bool = False) -> str:
    """The whole page. Every part that was not measured says so."""
    measured = [kept for kept in known.values() if kept is not None]
    days = sorted({kept.day for kept in measured})
    head = HEAD.format(
        command="python -m bench.load --quick" if quick else "make load",
        days=f"what was measured on {days[0]}" + (f" to {days[-1]}" if len(days) > 1 else "") if days else "nothing",
        python=platform.python_version(),
        cores=measured[0].around.cores if measured else "no",
    )
    sections = {
        "Moves": _moves(known),
        "One server and two": [
            "On one PostgreSQL; each person comes in through any server: half of the games are spread over both.",
            "",
            *_servers(known),
        ],
        "Memory": ["Games with two sockets each, begun, and nobody moves.", "", *_memory(known)],
        "A table that nobody looked at": _cold(known),
        "A bystander": [
            "Somebody plays with a friend and against a bot while one visitor, from another network, does the dearest "
            "allowed thing as fast as the server lets it. Quiet and loud spells take turns, so that what else the "
            "machine does is in both; the bars are 3 times for acknowledgements and 2 times for a bot's answer "
            "(`python bench/bystander.py`, [H28](security.md)).",
            "",
            *_bystander(bystander),
        ],
        "What a game costs": _costs(known),
        "Toward a million tables at a time": _million(known),
    }
    lines = [head, *(["", SHORT] if quick else [])]
    for title, text in sections.items():
        lines += ["", f"## {title}", "", *text]
    return "\n".join(lines) + "\n"

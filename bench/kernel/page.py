"""docs/performance.md, made from the figures of `python -m bench.kernel`, with its plots. Not a measurement itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

ROWS: Final[tuple[tuple[str, str, str, str, str], ...]] = (
    ("tiles_greedy_games_per_cpu_s", "tiles: whole greedy 2-player games per CPU-second", "6,000", "12,000", ""),
    ("tiles_generations_per_cpu_s", "tiles: complete lists of plays per CPU-second", "300,000", "600,000", ""),
    ("tiles_two_threads_ratio", "tiles: two threads ÷ one thread", "1.7", "1.9", "×"),
    ("cards_any_us_median", "cards: any play at all, median", "10", "2", "µs"),
    ("cards_solve_us_median", "cards: most Qwirkles, median", "40", "10", "µs"),
    ("cards_solve_us_p99", "cards: most Qwirkles, 99th percentile", "400", "70", "µs"),
    ("cards_solve_us_max", "cards: most Qwirkles, worst", "5,000", "500", "µs"),
    ("cards_solve_full_us_median", "cards: most Qwirkles, then cards, median", "200", "50", "µs"),
    ("cards_solve_full_us_p99", "cards: most Qwirkles, then cards, 99th percentile", "3,000", "500", "µs"),
    ("cards_games_per_cpu_s", "cards: whole greedy 2-player games per CPU-second", "500", "4,000", ""),
    ("engine_ratio_rollouts", "wasmtime ÷ Numba, rollouts of the champion", "0.6", "0.8", "×"),
    ("engine_wasm_rollouts_per_cpu_s", "wasmtime: rollouts of the champion per CPU-second", "", "", ""),
    ("engine_ratio_games", "wasmtime ÷ Numba, whole greedy games of tiles", "", "", "×"),
    ("start_list_s", "wasmtime: a new process, to the first list of plays, clock", "1.5", "0.8", "s"),
    ("start_list_cpu_s", "the same, CPU", "", "", "s"),
    ("start_champion_s", "wasmtime: a new process, to the champion's first move, clock", "3", "1.5", "s"),
    ("start_champion_cpu_s", "the same, CPU", "", "", "s"),
)
COMPARED: Final[tuple[tuple[str, str, str, str, str], ...]] = (
    (
        "tiles: whole greedy games",
        "tiles_greedy_games_per_cpu_s",
        "tiles_reference_games_per_cpu_s",
        "tiles_games_ratio",
        "/s",
    ),
    ("tiles: a list of plays", "tiles_kernel_us_median", "tiles_reference_us_median", "tiles_reference_ratio", "µs"),
    (
        "cards: a full solve, reference",
        "cards_compared_kernel_us_median",
        "cards_reference_us_median",
        "cards_reference_ratio",
        "µs",
    ),
    (
        "cards: a full solve, CP-SAT",
        "cards_compared_kernel_us_median",
        "cards_cp_sat_us_median",
        "cards_cp_sat_ratio",
        "µs",
    ),
)


def shown(value: Any) -> str:
    """A figure for people."""
    if value is None:
        return "not measured"
    if isinstance(value, float | int):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:,.3g}"
    return str(value)


INTRODUCTION: Final = (
    "This page says how fast the kernel is, and how the web page feels in a browser. A command writes each part; do",
    "not edit them by hand. `python -m bench.kernel --write docs/performance.md` writes all but the last section.",
    "",
    "The kernel is the compiled form of the rules. Two engines can run it, and both give the same answers:",
    "",
    "- **wasmtime** runs the file `kernel.wasm`, which every installation contains. This is the default.",
    "- **Numba** compiles the kernel's Python sources on your machine. It is faster, and it needs the extra `lab` and",
    "  `SIXFOLD_KERNEL=numba`.",
    "",
    "In this section, figures belong to Numba unless their line names wasmtime. Rates count CPU time of one thread.",
    "The positions come from 1,000 seeded games of mixed strength for 2 to 4 players. They include late and",
    'crowded ones. "Bar" is the least that we accept, "aim" is what we would like.',
)
"""What a reader has to know before the figures."""
PAGE_SECTION: Final = "## The page in Chromium"
"""The last section belongs to bench/browser.py; who writes the rest keeps it."""


def kept_section(text: str) -> str:
    """That section of a page, to its end; nothing where there is none."""
    start = text.find(PAGE_SECTION)
    return "" if start < 0 else text[start:]


def write_page(path: Path, figures: dict[str, Any]) -> None:
    """Write the page, and its plots into a folder of the same name."""
    plots = _plots(path, figures)
    lines = [
        "# Speed",
        "",
        *INTRODUCTION,
        "",
        f"Measured with Python {figures['python']} on {figures['cores']} cores. "
        f"The load at the start was {shown(figures['load'])}. On a busy machine, clock times and the ratio of threads "
        "say little.",
        "",
        "| what | measured | bar | aim |",
        "|---|---|---|---|",
    ]
    for name, title, bar, aim, unit in ROWS:
        lines.append(f"| {title} | {shown(figures.get(name))} {unit} | {bar} | {aim} |")
    lines += [
        "",
        f"Positions: tiles {shown(figures.get('tiles_positions'))}, hash `{figures.get('tiles_positions_hash')}`; "
        f"cards {shown(figures.get('cards_positions'))}, hash `{figures.get('cards_positions_hash')}`.",
        "",
        "## The kernel compared with the readable rules",
        "",
        "Both answered the same questions in the same run, and gave equal answers. CP-SAT is the solver of OR-tools.",
        "",
        "| what | kernel | other | ratio |",
        "|---|---|---|---|",
    ]
    for title, fast, slow, ratio, unit in COMPARED:
        if slow in figures:
            lines.append(
                f"| {title} | {shown(figures[fast])} {unit} | {shown(figures[slow])} {unit} | {shown(figures[ratio])} |"
            )
    for title, name in plots:
        lines += ["", f"## {title}", "", f"![{title}]({path.stem}/{name})"]
    lines += [
        "",
        "## Repeat",
        "",
        "`python -m bench.kernel --json` prints the figures as one JSON object. `make bounds` compares the kernel with",
        "the rules and checks every array access (`NUMBA_BOUNDSCHECK=1`).",
        "",
    ]
    kept = kept_section(path.read_text(encoding="utf-8")) if path.is_file() else ""
    path.write_text("\n".join([*lines, kept] if kept else lines), encoding="utf-8")


def _plots(path: Path, figures: dict[str, Any]) -> list[tuple[str, str]]:
    """Growth with the number of games and of threads, as drawings; none where matplotlib is not installed."""
    wanted = [
        (
            "Growth with the number of games",
            "games.svg",
            "tiles_games_by_batch",
            "games in a call",
            "games per CPU-second",
        ),
        ("Growth with the number of threads", "threads.svg", "tiles_games_by_threads", "threads", "games per second"),
    ]
    try:
        import matplotlib as mpl
    except ImportError:
        return []
    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "sixfold"
    from matplotlib import pyplot

    made: list[tuple[str, str]] = []
    folder = path.parent / path.stem
    folder.mkdir(parents=True, exist_ok=True)
    for title, name, key, across, up in wanted:
        if key not in figures:
            continue
        figure, axes = pyplot.subplots(figsize=(6, 3.2))
        axes.plot([x for x, _ in figures[key]], [y for _, y in figures[key]], marker="o", color="#3b6ea5")
        if key == "tiles_games_by_batch":
            axes.set_xscale("log")
        else:
            axes.set_xticks([x for x, _ in figures[key]])
        axes.set_ylim(bottom=0)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.grid(alpha=0.3)
        figure.tight_layout()
        figure.savefig(folder / name, metadata={"Date": None})
        pyplot.close(figure)
        made.append((title, name))
    return made

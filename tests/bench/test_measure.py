"""What `bench.kernel` measures for tiles: figures exist, positions are always the same, the page holds them."""

from __future__ import annotations

from pathlib import Path

from bench import browser
from bench.kernel import page as page
from bench.kernel import tiles as tiles_measure


def test_the_positions_are_those_of_seeded_games() -> None:
    rate, turns, key = tiles_measure.generations_per_cpu_s(12)
    assert rate > 0
    assert turns > 200
    assert (turns, key) == tiles_measure.generations_per_cpu_s(12)[1:]
    assert key != tiles_measure.generations_per_cpu_s(11)[2]


def test_kernel_and_reference_are_compared_on_equal_answers() -> None:
    figures = tiles_measure.compare(6)
    assert figures["tiles_compared"] == 6
    assert figures["tiles_reference_ratio"] > 1


def test_rates_are_counted() -> None:
    assert tiles_measure.games_per_cpu_s(3) > 0
    assert tiles_measure.games_per_s(2, 3) > 0
    assert tiles_measure.reference_games_per_cpu_s(1) > 0


def test_the_page_shows_figures_and_plots(tmp_path: Path) -> None:
    figures = {
        "python": "3.11",
        "cores": 2,
        "load": 0.5,
        "tiles_greedy_games_per_cpu_s": 12345.6,
        "tiles_reference_games_per_cpu_s": 32.0,
        "tiles_games_ratio": 385.0,
        "tiles_positions_hash": "0123456789abcdef",
        "tiles_games_by_batch": [[10, 12000.0], [100, 12100.0]],
        "tiles_games_by_threads": [[1, 12000.0], [2, 23000.0]],
    }
    path = tmp_path / "performance.md"
    page.write_page(path, figures)
    text = path.read_text(encoding="utf-8")
    assert "12,346" in text
    assert "`0123456789abcdef`" in text
    assert "not measured" in text
    for name in ("games.svg", "threads.svg"):
        assert f"performance/{name}" in text
        assert "<svg" in (tmp_path / "performance" / name).read_text(encoding="utf-8")


def test_the_section_of_the_browser_stays(tmp_path: Path) -> None:
    path = tmp_path / "performance.md"
    page.write_page(path, {"python": "3.11", "cores": 2, "load": 0.5})
    told = browser.section({name: 7 for name, *_ in browser.ROWS}, 1.25)
    for _ in range(2):
        browser.write(path, told)
        page.write_page(path, {"python": "3.12", "cores": 2, "load": 0.5})
    text = path.read_text(encoding="utf-8")
    assert "Python 3.12" in text
    assert text.endswith(told)
    assert text.count(page.PAGE_SECTION) == 1

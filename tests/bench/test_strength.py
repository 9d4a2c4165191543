"""Matches of the strength page: kept deal by deal in a short form, played on from there, begun anew with other bots."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from bench import former, strength
from sixfold import arena
from sixfold.arena import runners
from sixfold.arena.match import FinishedGame

MATCH = strength.Measurement("a-match", "champion", "greedy against random", "cards", ("greedy", "random"), 3, 5)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(strength, "RESULTS", tmp_path)
    return tmp_path


def results(deals: dict[int, strength.Games]) -> list[tuple[object, ...]]:
    return [(game.deal, game.rotation, game.shares, game.scores) for games in deals.values() for game in games]


def test_kept_deals_say_what_the_games_said(here: Path) -> None:
    played = dict(runners.here(MATCH.match, [0, 1]))
    strength.keep(MATCH, {}, played.items())
    kept = strength.kept(MATCH)
    assert results(kept) == results(played)
    whole, again = (arena.MatchTally(MATCH.match, deals).report() for deals in (played, kept))
    for name in ("share", "low", "high", "margin", "margin_low", "ties"):
        assert again[name] == whole[name]
    assert again["adjusted"] == pytest.approx(whole["adjusted"], abs=0.1)
    assert again["cpu_s_per_move"] == pytest.approx(whole["cpu_s_per_move"], abs=0.001)
    assert json.loads(MATCH.path.read_text())["deals"] == 2


def test_a_match_is_played_on_and_a_torn_line_is_played_again() -> None:
    strength.run(MATCH, 2, 1)
    whole = MATCH.rows.read_text()
    MATCH.rows.write_text(whole[:-9])
    strength.run(MATCH, 2, 1)
    assert results(strength.kept(MATCH)) == results(dict(runners.here(MATCH.match, [0, 1])))
    assert MATCH.rows.read_text().splitlines()[:2] == whole.splitlines()[:2]


def test_other_bots_begin_anew(capsys: pytest.CaptureFixture[str]) -> None:
    strength.run(MATCH, 2, 1)
    header, first, *_ = MATCH.rows.read_text().splitlines()
    deal, rows, *rest = json.loads(first)
    rows[0][0] += 1
    MATCH.rows.write_text("\n".join((header, json.dumps([deal, rows, *rest]), "")))
    strength.run(MATCH, 1, 1)
    assert "begins anew" in capsys.readouterr().out
    assert results(strength.kept(MATCH)) == results(dict(runners.here(MATCH.match, [0])))


def test_figures_without_deals_stay_until_as_many_are_played() -> None:
    MATCH.path.write_text('{"version": "then", "deals": 2}')
    strength.run(MATCH, 1, 1)
    assert "version" in (MATCH.result or {})
    strength.run(MATCH, 2, 1)
    assert "version" not in (MATCH.result or {})


def test_the_journal_of_an_arena_is_taken_over(here: Path) -> None:
    with arena.MatchJournal(here / "arena.jsonl", MATCH.match) as journal:
        arena.contest(MATCH.match, 2, runners.here, journal=journal)
    strength.take(MATCH, here / "arena.jsonl")
    assert results(strength.kept(MATCH)) == results(journal.done)


def test_a_game_that_a_fault_ended_is_not_kept() -> None:
    wrong = FinishedGame(0, 0, (0.0, 1.0), (9, 0), (1, 1), (0.0, 0.0), "fault")
    with pytest.raises(SystemExit, match="fault"):
        strength.keep(MATCH, {}, [(0, (wrong,))])


def test_every_measurement_names_bots_that_exist_and_a_row_of_the_page() -> None:
    for one in strength.measurements():
        assert one.match.seats == len(one.bots)
        assert strength._figures(one)[0] == "not measured"
    names = [one.name for one in strength.measurements()]
    assert len(names) == len(set(names))


def test_an_earlier_release_comes_out_of_the_history(tmp_path: Path) -> None:
    if shutil.which("git") is None or not (former.ROOT / ".git").exists():
        # A copy of the files alone has no history to show: then a sentence says so.
        with pytest.raises(SystemExit, match="history"):
            former.sources(tmp_path / "former", "HEAD")
        return
    kept = former.sources(tmp_path / "former", "HEAD")
    assert (kept / "sixfold" / "__init__.py").is_file()
    assert former.sources(tmp_path / "former", "HEAD") == kept
    with pytest.raises(SystemExit, match="does not reach back"):
        former.sources(tmp_path / "former", "0" * 40)

"""A match as a whole: the same on every runner, continued after an interruption, stopped by a test."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sixfold.arena import (
    Contestant,
    FinishedGame,
    Match,
    MatchJournal,
    MatchTally,
    RoundRobin,
    Sprt,
    autopsy,
    contest,
    runners,
)
from sixfold.errors import SixfoldError
from tests.scale import scale


def match(*names: str, game: str = "tiles", seed: int = 11) -> Match:
    return Match(f"{game}/1", tuple(Contestant.parse(name, game) for name in names), seed)


def results(tally: MatchTally) -> list[object]:
    return [game.result for game in tally.games]


def backwards(match: Match, deals: Iterable[int]) -> Iterator[tuple[int, tuple[FinishedGame, ...]]]:
    """A runner that finishes deals in the least helpful order."""
    yield from runners.here(match, sorted(deals, reverse=True))


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_a_pool_of_processes_plays_the_same_games_as_this_process(game: str) -> None:
    deals = scale(4, 40)
    pair = match("greedy", "casual", game=game)
    assert results(contest(pair, deals, runners.pool(2))) == results(contest(pair, deals, runners.here))


def test_a_ray_cluster_plays_the_same_games_as_this_process() -> None:
    deals = scale(3, 30)
    trio = match("greedy", "casual", "sprout")
    assert results(contest(trio, deals, runners.ray(workers=2))) == results(contest(trio, deals, runners.here))


def test_without_ray_its_runner_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(SixfoldError, match=r"sixfold\[ray\]") as caught:
        contest(match("greedy", "casual"), 1, runners.ray())
    assert caught.value.code == "arena/ray"


def test_the_figures_do_not_depend_on_the_order_in_which_deals_finish() -> None:
    pair = match("greedy", "casual")
    there: dict[str, Any] = contest(pair, 4, runners.here).report()
    back: dict[str, Any] = contest(pair, 4, backwards).report()
    for report in (there, back):
        for bot in (report, *report["bots"]):
            bot.pop("cpu_s_per_move")
            bot.pop("cpu_s_per_game", None)
    assert there == back


def test_a_sequential_test_stops_at_the_same_deal_everywhere() -> None:
    pair, test = match("greedy", "random"), Sprt(0.0, 0.3)
    tallies = [contest(pair, 8, runner, sprt=test) for runner in (runners.here, backwards, runners.pool(2))]
    assert [tally.verdict for tally in tallies] == ["accept"] * 3
    assert len({len(tally.deals) for tally in tallies}) == 1
    assert len(tallies[0].deals) < 8
    report: dict[str, Any] = tallies[0].report()
    assert report["sprt"]["verdict"] == "accept"


class Stop:
    """Presses Ctrl-C after some deals."""

    def __init__(self, after: int) -> None:
        self.after = after

    def __call__(self, tally: MatchTally) -> None:
        if len(tally.deals) >= self.after:
            raise KeyboardInterrupt


@pytest.mark.parametrize("torn", [False, True])
def test_an_interrupted_match_goes_on_where_it_stopped(tmp_path: Path, torn: bool) -> None:
    pair, path = match("greedy", "casual"), tmp_path / "deep" / "journal.jsonl"
    with MatchJournal(path, pair) as journal:
        first = contest(pair, 6, runners.here, journal=journal, on_deal=Stop(2))
    assert first.interrupted
    assert len(first.deals) == 2
    if torn:
        # Power went off in the middle of a line.
        text = path.read_bytes()
        path.write_bytes(text[:-40])
    played: list[int] = []

    def counting(match: Match, deals: Iterable[int]) -> Iterator[tuple[int, tuple[FinishedGame, ...]]]:
        for deal in deals:
            played.append(deal)
            yield from runners.here(match, [deal])

    with MatchJournal(path, pair) as journal:
        second = contest(pair, 6, counting, journal=journal)
    assert played == list(range(1 if torn else 2, 6))
    assert results(second) == results(contest(pair, 6, runners.here))
    # The same journal, more deals: only the new ones are played.
    played.clear()
    with MatchJournal(path, pair) as journal:
        assert len(contest(pair, 7, counting, journal=journal).deals) == 7
    assert played == [6]


def test_an_interrupt_keeps_deals_beyond_a_gap() -> None:
    tally = contest(match("greedy", "casual"), 3, interrupted_after_two)
    assert tally.interrupted
    assert sorted(tally.deals) == [1, 2]


def interrupted_after_two(match: Match, deals: Iterable[int]) -> Iterator[tuple[int, tuple[FinishedGame, ...]]]:
    yield from runners.here(match, [2, 1])
    raise KeyboardInterrupt


def test_a_journal_of_another_match_is_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    MatchJournal(path, match("greedy", "casual")).close()
    for other in (match("greedy", "sprout"), match("greedy", "casual", seed=12), match("greedy:rollouts=5", "casual")):
        with pytest.raises(SixfoldError, match="another match") as caught:
            MatchJournal(path, other)
        assert caught.value.code == "arena/journal"


@pytest.mark.parametrize("text", [b"not json\n", b"[1]\n", b'{"arena":1}\n', b"\xff\xfe\n"])
def test_what_is_no_journal_is_refused_and_left_alone(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "precious.txt"
    path.write_bytes(text)
    with pytest.raises(SixfoldError):
        MatchJournal(path, match("greedy", "casual"))
    assert path.read_bytes() == text


def test_a_broken_deal_in_a_journal_is_named_by_its_line(tmp_path: Path) -> None:
    path, pair = tmp_path / "journal.jsonl", match("greedy", "casual")
    MatchJournal(path, pair).close()
    path.write_bytes(path.read_bytes() + b'{"deal":0,"games":[{"deal":"x"}]}\n')
    with pytest.raises(SixfoldError, match="line 2"):
        MatchJournal(path, pair)


def test_a_process_that_dies_before_any_bot_is_asked_is_nobodys_fault(tmp_path: Path) -> None:
    with pytest.raises(SixfoldError, match="deal 3 of greedy and casual died") as caught:
        autopsy._died(match("greedy", "casual"), 3, 0, tmp_path / "asked.json")
    assert caught.value.code == "arena/worker"


def test_a_round_robin_rates_everyone() -> None:
    bots = [Contestant.parse(name, "tiles") for name in ("sprout", "greedy", "casual")]
    table = RoundRobin(bots)
    for a, b in table.pairings:
        table.add(a, b, contest(match(str(bots[a]), str(bots[b])), 3, runners.here))
    report = json.loads(json.dumps(table.report()))
    ratings = {bot["bot"]: bot["rating"] for bot in report["bots"]}
    assert ratings["greedy"] > ratings["casual"] > ratings["sprout"]
    assert report["games"] == 18
    assert sum(ratings.values()) == pytest.approx(0, abs=0.2)
    for bot in report["bots"]:
        assert bot["rating_low"] <= bot["rating"] <= bot["rating_high"]

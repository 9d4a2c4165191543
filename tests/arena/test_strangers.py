"""A stranger's package: found by its entry point in every process, and survived when it takes a process down."""

import sys
from pathlib import Path

import pytest

from sixfold import bots
from sixfold.arena import Contestant, Match, contest, runners
from sixfold.bots import registry

SOURCE = """
import os
from sixfold.bots.tiles.greedy import Greedy

class Stranger(Greedy):
    name = "stranger"

class Deadly(Greedy):
    name = "deadly"

    def choose(self, view, budget):
        if len(view.sheet) > 6 and view.hand.counts[0]:
            os._exit(7)
        return super().choose(view, budget)

class Hungry(Greedy):
    name = "hungry"

    def choose(self, view, budget):
        if len(view.sheet) > 6:
            self.eaten = bytearray(3 << 30)
        return super().choose(view, budget)
"""
POINTS = "[sixfold.bots]\n" + "".join(
    f"tiles.{name.lower()} = stranger_bots:{name}\n" for name in ("Stranger", "Deadly", "Hungry")
)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installed as pip would leave it, for this process and those that it starts."""
    (tmp_path / "stranger_bots.py").write_text(SOURCE, encoding="utf-8")
    info = tmp_path / "stranger_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger-bots\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(POINTS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    registry._found.cache_clear()
    monkeypatch.setattr(registry, "_found", registry._found.__wrapped__)


@pytest.mark.usefixtures("package")
def test_a_strangers_bot_is_listed_and_plays_in_a_pool() -> None:
    assert {"deadly", "stranger"} < set(bots.names("tiles"))
    pair = tuple(Contestant.parse(name, "tiles") for name in ("stranger", "greedy"))
    tally = contest(Match("tiles/1", pair, 5), 2, runners.pool(1))
    assert len(tally.games) == 4
    assert tally.faults() == []


@pytest.mark.usefixtures("package")
def test_a_bot_that_ends_its_process_loses_that_game_and_the_match_goes_on() -> None:
    pair = tuple(Contestant.parse(name, "tiles") for name in ("deadly", "greedy"))
    tally = contest(Match("tiles/1", pair, 5), 3, runners.pool(1))
    assert len(tally.games) == 6
    assert tally.faults()
    for game, fault in tally.faults():
        assert fault.bot == "deadly"
        assert fault.code == "bot/died"
        hand = fault.view["hand"]
        assert isinstance(hand, str)
        assert "Ro" in hand
        assert game.shares == (0.0, 1.0)
        assert min(game.scores) > 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux keeps to the limit")
@pytest.mark.usefixtures("package")
def test_a_bot_that_eats_memory_loses_that_game_and_the_match_goes_on() -> None:
    pair = tuple(Contestant.parse(name, "tiles") for name in ("hungry", "greedy"))
    tally = contest(Match("tiles/1", pair, 5), 2, runners.pool(1, memory=2048))
    assert len(tally.faults()) == len(tally.games) == 4
    for _, fault in tally.faults():
        assert (fault.bot, fault.code) == ("hungry", "bot/raised")
        assert "MemoryError" in fault.message

"""The panel: made by a command and continued, every legal move valued, regret measured without favouring luck."""

import json
import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sixfold import bots, cards, rulesets, spread
from sixfold.arena import Contestant, oracles, panel
from sixfold.arena.oracles import cards as card_oracle
from sixfold.bots.cards.foresight import Foresight
from sixfold.dealer import Dealer, settle
from sixfold.errors import SixfoldError

TERMS = panel.PanelTerms("tiles/1", seed=7, samples=20)


def test_a_panel_is_continued_and_the_same_whoever_makes_it(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    assert [one.number for one in panel.make(whole, TERMS, 3, spread.here)] == [0, 1, 2]
    assert len(list(panel.make(parts, TERMS, 2, spread.here))) == 2
    torn = parts.read_text() + '{"number": 2, "vi'
    parts.write_text(torn)
    assert [one.number for one in panel.make(parts, TERMS, 3, spread.here)] == [2]
    assert panel.read(parts) == panel.read(whole)
    with pytest.raises(SixfoldError, match="other terms"):
        list(panel.make(parts, TERMS._replace(samples=30), 3, spread.here))
    (tmp_path / "not.jsonl").write_text("{}\n")
    with pytest.raises(SixfoldError, match="not a panel") as caught:
        panel.read(tmp_path / "not.jsonl")
    assert caught.value.code == "arena/panel"
    terms, found = panel.read(whole)
    greedy, stray = (
        panel.judge_all(Contestant.parse(name, "tiles"), terms, found, spread.here) for name in ("expert", "random")
    )
    assert sum(one.regret for one in greedy) < sum(one.regret for one in stray)


def test_every_legal_move_has_a_value() -> None:
    """Of cards: every result that a turn can bring about, however its rows lie."""
    position = panel.position_of(panel.PanelTerms("cards/1", samples=10, seed=7), 0)
    view = rulesets.find("cards/1").view_from_json(json.loads(json.dumps(position.view)))
    oracle = oracles.of("cards")
    assert isinstance(view, cards.View)
    assert sorted(position.moves) == sorted(oracle.named(view, turn) for turn in view.turns())
    position = panel.position_of(TERMS, 1)
    view = rulesets.find("tiles/1").view_from_json(json.loads(json.dumps(position.view)))
    assert set(position.moves) == {str(move) for move in view.legal_moves()}
    assert view.seats == 3


def test_what_looks_best_in_one_half_is_measured_in_the_other() -> None:
    lucky = panel.PanelPosition(0, {}, {"a": (9.0, 1.0), "b": (2.0, 3.0)}, 0.1)
    # In the first half b looks best by the second one, and a by the first one: (2 - 9 + 1 - 1) / 2.
    assert lucky.regret("a") == pytest.approx(-3.5)
    assert lucky.regret("b") == pytest.approx((2 - 2 + 1 - 3) / 2)


def test_the_ends_of_card_games_are_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """With two players the last turn but one is worth what it takes, less what the known hand then makes."""
    monkeypatch.setattr(card_oracle, "MOST", 1 << 20)
    state, _, dealer = settle(cards.State.start(2), Dealer.from_seed(bytes(64)))
    greedy = bots.find("cards", "greedy")(1)
    while state.last_turns is None:
        assert state.to_move is not None
        state, _, dealer = settle(state.play(greedy.choose(state.view(state.to_move), bots.Budget()).move), dealer)
    me = state.to_move
    assert me is not None
    values = card_oracle.values(state.view(me), 10, random.Random(1))
    assert values is not None
    for turn in islice(state.view(me).turns(), 40):
        reply = state.play(turn).view(1 - me).best()
        lead = len(turn.taken) - (len(reply.taken) if reply else 0)
        assert values[card_oracle.named(state.view(me), turn)] == (lead, lead, 0)


def test_all_turns_of_cards_are_tried_in_the_same_worlds() -> None:
    """In parts or at once; and a number always means one world."""
    state, _, dealer = settle(cards.State.start(2), Dealer.from_seed(bytes(64)))
    greedy = bots.find("cards", "greedy")(1)
    for _ in range(8):
        assert state.to_move is not None
        state, _, dealer = settle(state.play(greedy.choose(state.view(state.to_move), bots.Budget()).move), dealer)
    assert state.to_move is not None
    foresight = Foresight(state.view(state.to_move), 3)
    assert len(foresight.rows) > 1
    whole, parts = foresight.tried(0, 3), [foresight.tried(at, at + 1) for at in (2, 0, 1)]
    assert sum(parts) == pytest.approx(whole)


@pytest.mark.parametrize("game", rulesets.GAMES)
def test_the_shipped_panel_is_whole(game: str) -> None:
    terms, found = panel.read(panel.shipped(game))
    assert terms == panel.PanelTerms.of(game)
    assert [one.number for one in found] == list(range(len(found)))
    views: list[dict[str, Any]] = [one.view for one in found]
    assert {view["seats"] if "seats" in view else len(view["scores"]) for view in views} == {2, 3, 4}

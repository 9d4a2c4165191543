"""Luck of the draw: 0 on average by construction, most of what margins vary by, and kept with every game."""

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sixfold import rulesets, tiles
from sixfold.arena import Contestant, Match, MatchJournal, Sprt, contest, runners
from sixfold.arena.figures import LessLuck, less_luck
from sixfold.arena.luck import SHARE, luck
from sixfold.bots import Budget, find
from sixfold.dealer import Dealer, settle
from sixfold.game import Draw
from sixfold.pieces import Pieces
from tests.scale import scale


def match(*names: str, game: str = "tiles", seed: int = 3) -> Match:
    return Match(f"{game}/1", tuple(Contestant.parse(name, game) for name in names), seed)


def waiting(ruleset: str, seats: int, turns: int) -> Any:
    """A state of a greedy game that waits for the draw after so many turns."""
    state, _, dealer = settle(rulesets.find(ruleset).start(seats), Dealer.from_seed(bytes(range(64))))
    bot = find(rulesets.find(ruleset).game, "greedy")(1)
    for _ in range(turns - 1):
        state, _, dealer = settle(state.play(bot.choose(state.view(state.to_move), Budget()).move), dealer)
    state = state.play(bot.choose(state.view(state.to_move), Budget()).move)
    assert state.need is not None
    return state


@pytest.mark.parametrize(("ruleset", "seats"), [("tiles/1", 2), ("tiles/1", 4), ("cards/1", 2), ("cards/1", 3)])
def test_over_the_draws_that_were_possible_luck_is_nothing(ruleset: str, seats: int) -> None:
    state, rng = waiting(ruleset, seats, 5), random.Random(1)
    found = []
    for number in range(scale(150, 3000)):
        drawn = Pieces(rng.sample(tuple(state.bag), state.need.count))
        found.append(luck(state, state.draw(Draw(state.need.seat, drawn)), number))
    error = np.std(found, ddof=1) / len(found) ** 0.5
    assert error > 0
    assert abs(np.mean(found)) < 3 * error


def test_first_hands_and_a_draw_without_choice_are_no_luck() -> None:
    state = tiles.State.start(2)
    first = state.draw(Draw(0, Pieces.parse("RoRdRsYoYdYs")))
    assert luck(state, first, 1) == 0
    assert luck(first, first.draw(Draw(1, Pieces.parse("BoBdBsGoGdGs"))), 1) == 0


def test_a_game_without_learned_value_has_luck_by_points() -> None:
    greedy = Contestant.parse("greedy", "tiles")
    found = contest(Match("tiny-tiles/1", (greedy, greedy), 3), 30, runners.here)
    assert any(game.edge for game in found.games)


@pytest.mark.parametrize(("game", "names"), [("tiles", 2), ("cards", 2), ("tiles", 3)])
def test_equal_bots_are_equal_and_luck_is_most_of_the_difference(game: str, names: int) -> None:
    tally = contest(match(*["greedy"] * names, game=game), scale(12, 2000), runners.here)
    edges = tally.by_deal(lambda game: game.edge)
    margins = less_luck(tally.by_deal(lambda game: game.margin), edges, 1.0)
    for values, fair in ((margins, 0.0), (less_luck(tally.shares(), edges, 0.01), 1 / names)):
        assert abs(np.mean(values) - fair) < 3 * np.std(values, ddof=1) / len(values) ** 0.5
    assert np.std([each.margin - each.edge for each in tally.games]) < 0.9 * np.std(
        [each.margin for each in tally.games]
    )
    assert all(len(each.luck) == names for each in tally.games)


def test_adjusted_and_raw_figures_agree_in_the_mean() -> None:
    tally = contest(match("greedy", "casual"), scale(16, 1000), runners.here)
    edges = np.array(tally.by_deal(lambda game: game.edge))
    assert abs(edges.mean()) < 2.5 * edges.std(ddof=1) / len(edges) ** 0.5
    assert abs(tally.adjusted().mean - tally.margin().mean) < 1.5 * abs(edges.mean()) + edges.std() / len(edges) ** 0.5
    report: dict[str, Any] = tally.report()
    assert report["adjusted_low"] < report["adjusted"] < report["adjusted_high"]


def test_a_journal_from_before_luck_goes_on_and_counts_no_luck(tmp_path: Path) -> None:
    pair, path = match("greedy", "sprout"), tmp_path / "match.jsonl"
    with MatchJournal(path, pair) as journal:
        whole = contest(pair, 2, runners.here, journal=journal)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for game in lines[1]["games"]:
        del game["luck"]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with MatchJournal(path, pair) as journal:
        again = contest(pair, 2, runners.here, journal=journal)
    assert again.margin() == whole.margin()
    assert [game.edge for game in again.deals[0]] == [0, 0]
    assert [game.luck for game in again.deals[1]] == [game.luck for game in whole.deals[1]]


def test_the_sequential_test_is_given_shares_less_luck() -> None:
    pair, test = match("greedy", "greedy"), Sprt(-0.4, 0.4)
    tally = contest(pair, 3, runners.here, sprt=test)
    edges = tally.by_deal(lambda game: game.edge)
    assert tally.ratio == test.ratio(less_luck(tally.shares(), edges, SHARE["tiles"]))
    assert tally.ratio != test.ratio(tally.shares())


def test_luck_taken_off_leaves_the_mean_and_finds_out_what_luck_is_worth() -> None:
    rng = np.random.default_rng(1)
    edges = rng.normal(0, 10, 4000)
    values = 3 + 0.5 * edges + rng.normal(0, 2, 4000)
    found = less_luck(values.tolist(), edges.tolist(), prior=5.0)
    assert np.mean(found[50:]) == pytest.approx(3, abs=0.15)
    assert np.std(found[500:]) == pytest.approx(2, abs=0.1)
    # A worth that says nothing of the figure ends up as nothing.
    assert np.std(less_luck(values.tolist(), rng.permutation(edges).tolist(), 1.0)[500:]) < 1.02 * np.std(values)


def test_a_deal_is_adjusted_by_the_deals_before_it_alone() -> None:
    one, two = LessLuck(1.0), LessLuck(1.0)
    for value, edge in ((3.0, 1.0), (5.0, -2.0), (4.0, 2.0)):
        one.add(value, edge)
        two.add(value, edge)
    slope = one.slope
    assert one.add(100.0, 7.0) == 100.0 - 7.0 * slope
    assert two.add(-100.0, 7.0) == -100.0 - 7.0 * slope

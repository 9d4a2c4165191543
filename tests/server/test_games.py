"""The seam between the server and the two games: the same questions to both, and answers that fit what was played."""

from __future__ import annotations

import random
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from sixfold import cards, rulesets
from sixfold.errors import Refused
from sixfold.pieces import Pieces
from sixfold.rulesets import AnyState, AnyView
from sixfold.server import games, judge, project, wire
from sixfold.server.games import cards as card_game
from sixfold.server.games import tiles as tile_game
from sixfold.server.games.seam import TableGame
from sixfold.server.table import facts as e
from tests.server.tables import NOW, a_move, lobby, started, step

QUESTIONS = {name for name in vars(TableGame) if not name.startswith("_")}


@pytest.mark.parametrize("module", [tile_game, card_game])
def test_both_games_answer_every_question_and_no_other(module: ModuleType) -> None:
    own = {name for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__}
    assert {name for name in own if not name.startswith("_")} == QUESTIONS


@pytest.mark.parametrize("ruleset", rulesets.names())
def test_a_game_is_found_by_any_of_its_rule_sets(ruleset: str) -> None:
    assert games.of(ruleset) is {"tiles": tile_game, "cards": card_game}[rulesets.find(ruleset).game]


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_what_turns_tell_adds_up_to_what_a_new_view_shows(game: str) -> None:
    """The fold of every client, for a whole game: no turn is told that a view would contradict."""
    rng = random.Random(3)
    table = started(game, seed=5)
    known: Any = project.view_of(table, 0, NOW)
    turns = 0
    while table.phase != "finished":
        for event, after in ((done.event, done.after) for done in step(table, rng)):
            told = project.event_of(event, table, after, 0, "p0", after.state.view(0))
            if isinstance(told, wire.MoveMade):
                turns += 1
                known = folded(known, told)
                held = table.state.hands[told.seat]
                if isinstance(told.laid, wire.CardsLaid):
                    assert len(held) - len(told.laid.played) // 2 + told.drew == len(after.state.hands[told.seat])
                    assert held.covers(Pieces.parse(told.laid.played)), "it came from the hand"
            table = after
        now: Any = project.view_of(table, 0, NOW)
        assert (known.sheet, shown(known)) == (now.sheet, shown(now))
    assert turns > 10


def folded(view: Any, told: wire.MoveMade) -> Any:
    view.sheet.append(wire.SheetEntry(seat=told.seat, move=told.move, points=told.points, parts=told.parts))
    if isinstance(told.laid, wire.CardsLaid):
        view.rows = told.laid.rows
        view.stacks[told.seat] += told.laid.taken
    elif ":" in told.move:
        view.board = f"{view.board} {told.move}".strip()
    return view


def shown(view: Any) -> Any:
    return sorted(view.board.split()) if isinstance(view, wire.TilesView) else (view.rows, view.stacks)


def test_a_draft_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = started("cards")
    command = a_move(table)
    assert isinstance(command, wire.LayRows)
    read: list[str] = []
    parse = cards.Row.parse

    def noted(text: str) -> cards.Row:
        read.append(text)
        return parse(text)

    monkeypatch.setattr(cards.Row, "parse", noted)
    draft = wire.Check(id="d", rows=[*command.rows, ""], taken=command.taken)
    told, move = judge.judge(table.state.view(table.to_move), draft)
    assert (told.legal, read) == (True, [*command.rows, "", *command.taken])
    assert table.state.play(move).table.pieces.counts != table.state.table.pieces.counts
    assert isinstance(told.draft, wire.CardsDraft)
    assert [lane.state for lane in told.draft.lanes][-1] == "empty"


@pytest.mark.parametrize(
    ("game", "draft"), [("tiles", wire.Check(id="d", rows=["RoRsRd"])), ("cards", wire.Check(id="d", play="0,0:Rs"))]
)
def test_a_draft_of_the_other_game_is_refused(game: str, draft: wire.Check) -> None:
    table = started(game)
    with pytest.raises(Refused, match="a draft of the") as refused:
        judge.judge(table.state.view(0), draft)
    assert refused.value.code == "table/game"


def test_a_turn_that_lays_nothing_leaves_the_rows() -> None:
    """C12: whoever cannot play passes. The table is told as it lies, so that a client need not look back."""
    table = started("cards", seed=2)
    table = step(table)[-1].after
    view = table.state.view(0)
    passed = cards.Entry(1, cards.Pass(), 0, (), ())
    told = card_game.laid(replace(view, sheet=(*view.sheet, passed)), table.state)
    assert (told.rows, told.played, told.taken) == ([*map(str, view.table)], "", [])


# ------------------------------------------------------------------------------------------------------------- frames


def test_devices_with_the_same_eyes_share_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    table = started("tiles", ["person"] * 3)
    done = step(table)[0]
    made: list[int | None] = []
    real = project._frame

    def noted(*asked: Any) -> Any:
        made.append(asked[3])
        return real(*asked)

    monkeypatch.setattr(project, "_frame", noted)
    frames = project.Frames()
    for eyes in (0, None, 0, 1, None, 1):
        frames.of(done.event, table, done.after, eyes, f"p{eyes}", NOW)
    assert made == [0, None, 1]
    frames.clear()
    frames.of(done.event, table, done.after, 0, "p0", NOW)
    assert made == [0, None, 1, 0], "after an erasure nothing of before is told"


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_what_all_may_know_of_a_turn_is_worked_out_once_from_what_an_onlooker_sees(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = started(game, ["person"] * 3)
    done = step(table)[0]
    eyes: list[int | None] = []
    played = games.of(table.ruleset)
    real = played.laid

    def laid(view: AnyView, before: AnyState) -> object:
        eyes.append(view.seat)
        return real(view, before)

    monkeypatch.setattr(played, "laid", laid)
    frames = project.Frames()
    for seat in (0, None, 1, 2):
        frames.of(done.event, table, done.after, seat, f"p{seat}", NOW)
    assert eyes == [None]


def test_what_is_personal_is_never_shared() -> None:
    table = lobby()
    after = table.apply(e.Readied(seat=0, entropy="0" * 64), NOW)
    frames = project.Frames()
    told = [frames.of(e.Readied(seat=0, entropy=""), table, after, None, player, NOW) for player in ("p0", "p1")]
    assert b'"you":true' in told[0]
    assert b'"you":true' not in told[1]

"""Bots are found by entry point; an unknown name lists those that exist."""

from importlib.metadata import EntryPoint

import pytest

from sixfold import bots
from sixfold.bots import registry
from sixfold.bots.levels import NAMES
from sixfold.errors import BotError
from sixfold.rulesets import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_promised_name_is_registered_in_order_of_strength(game: str) -> None:
    assert bots.names(game)[:7] == ("random", *bots.LADDER)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["random", *bots.LADDER])
def test_every_registered_class_says_where_it_belongs(game: str, name: str) -> None:
    found = bots.find(game, name)
    assert (found.game, found.name) == (game, name)


def test_an_unknown_name_lists_those_that_exist_and_the_nearest() -> None:
    with pytest.raises(BotError) as caught:
        bots.find("tiles", "greddy")
    assert "Did you mean 'greedy'?" in caught.value.message
    for name in bots.names("tiles"):
        assert name in caught.value.message
    assert caught.value.code == "bot/unknown"


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(BotError, match="chess"):
        bots.names("chess")


@pytest.mark.parametrize(
    ("value", "reason"), [("no.such.module:Bot", "cannot be loaded"), ("json:loads", "is not a Bot")]
)
def test_a_strangers_broken_entry_point_is_named(value: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("tiles.stranger", value, registry.GROUP)
    monkeypatch.setattr(registry, "_found", lambda: {"tiles.stranger": point})
    with pytest.raises(BotError, match=reason) as caught:
        bots.find("tiles", "stranger")
    assert caught.value.bot == "stranger"
    assert bots.names("tiles") == ("stranger",)


@pytest.mark.parametrize("game", GAMES)
def test_bots_for_measuring_are_found_and_not_offered(game: str) -> None:
    assert bots.offered(game)[:6] == bots.LADDER
    for name in ("random", "plain"):
        assert name not in bots.offered(game)
    assert "plain" in bots.names("tiles")


def test_no_two_bots_at_a_table_have_the_same_name() -> None:
    assert len({name for names in NAMES.values() for name in names}) == 24
    for bot in (*bots.LADDER, "a-stranger"):
        taken = ["Ana"]
        for _ in range(6):
            taken.append(bots.free_name(bot, taken))
        assert len(set(taken)) == 7
    assert bots.free_name("casual", ()) == "Molly"
    assert bots.free_name("casual", ("Molly",)) == "Otto"
    assert bots.free_name("a-stranger", ("a-stranger",)) == "a-stranger 2"


@pytest.mark.parametrize("game", GAMES)
def test_every_level_says_how_often_casual_play_wins(game: str) -> None:
    wins = {rung.name: rung.wins for rung in bots.ladder(game)}
    assert all(share is not None and 0 <= share <= 1 for share in wins.values())
    assert wins["sprout"] > wins["casual"] > wins["greedy"]  # type: ignore[operator]


def test_the_next_lower_level_stands_in() -> None:
    assert [bots.lower("tiles", name) for name in bots.LADDER] == ["random", *bots.LADDER[:-1]]
    assert bots.lower("cards", "a-stranger") == "greedy"


@pytest.mark.parametrize("game", GAMES)
def test_every_level_has_a_name_a_face_and_a_sentence(game: str) -> None:
    rungs = bots.ladder(game)
    assert [rung.name for rung in rungs] == list(bots.LADDER)
    assert [rung.rank for rung in rungs] == [1, 2, 3, 4, 5, 6]
    assert len({rung.title for rung in rungs}) == 6
    for rung in rungs:
        assert rung.face
        assert rung.sentence.endswith(".")
        assert bots.level(game, rung.name) == rung
    assert bots.level(game, "random") is None

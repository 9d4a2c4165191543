"""A table without a network: seats, openings, turns, the stuck player, take-backs, leaving, the end; fold = play."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, get_args

import msgspec
import pytest

from sixfold import cards, rulesets
from sixfold.errors import IllegalMove, NotationError, Refused, SixfoldError
from sixfold.pieces import Pieces
from sixfold.server import project, wire
from sixfold.server.table import due, intents, shuffle
from sixfold.server.table import facts as e
from sixfold.server.table.decide import PROCEDURES, decide
from sixfold.server.table.names import clean
from sixfold.server.table.procedure import STAND_IN
from sixfold.server.table.procedures import driven, playing, rematch, seating, stuck, take_back
from sixfold.server.table.seats import Options, Terms, copied
from sixfold.server.table.table import GameTable
from tests.server.tables import NOW, a_move, do, finished, happenings, lobby, started, step


def code(raised: pytest.ExceptionInfo[SixfoldError]) -> str:
    return raised.value.code


# ---- declared once -------------------------------------------------------------------------------------------------


def test_every_intent_has_a_procedure_and_every_fact_can_be_stored() -> None:
    assert set(PROCEDURES) == set(get_args(intents.Intent))
    declared = {kind for kind in vars(intents).values() if isinstance(kind, type) and issubclass(kind, intents.Command)}
    assert declared - {intents.Command, intents.Move} == set(get_args(intents.Intent))
    stored = {kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, e.Stored)}
    assert stored - {e.Stored, e.AtSeat, e.SeatChange} == set(get_args(e.AnyStored))


def test_every_move_is_read_by_some_rule_set_and_refused_by_the_others() -> None:
    moves = [kind for kind in get_args(intents.Intent) if issubclass(kind, intents.Move)]
    read = {name: rulesets.find(name).moves for name in rulesets.names()}
    for kind in moves:
        assert kind.elsewhere, kind
        assert any(kind.kind in known for known in read.values()), kind
    assert {kind.kind for kind in moves} == {kind for known in read.values() for kind in known}


def test_a_copy_has_the_fields_of_its_kind_and_the_changes() -> None:
    terms = copied(Terms, Options(clock=30, watch=False), bot_s=3, tournament="spring")
    assert terms == Terms(clock=30, watch=False, bot_s=3, tournament="spring")
    assert copied(Options, terms) == Options(clock=30, watch=False)


# ---- seats and the start ---------------------------------------------------------------------------------------------


def test_the_game_starts_when_all_have_confirmed() -> None:
    table = lobby(kinds=["person", "bot", "person"])
    table = do(table, "p0", wire.Ready, entropy="0" * 64)
    assert table.phase == "lobby"
    table = do(table, "p2", wire.Ready, entropy="1" * 64)
    assert table.phase == "playing"
    assert table.entropy == ("0" * 64, "", "1" * 64)
    assert table.state.opening is not None


def test_nobody_confirms_twice_or_for_another() -> None:
    table = do(lobby(), "p0", wire.Ready, entropy="0" * 64)
    with pytest.raises(Refused) as again:
        do(table, "p0", wire.Ready, entropy="2" * 64)
    assert code(again) == "table/phase"
    with pytest.raises(Refused) as other:
        do(table, "p0", wire.Ready, seat=1, entropy="2" * 64)
    assert code(other) == "table/not-your-seat"
    with pytest.raises(Refused) as nobody:
        do(table, "stranger", wire.Ready, entropy="2" * 64)
    assert code(nobody) == "table/not-your-seat"


def test_the_host_need_not_wait_and_a_late_joiner_takes_over_from_the_bot() -> None:
    table = lobby(kinds=["person", "person"])
    table = do(table, "p1", wire.Leave)
    assert not table.chairs[1].taken
    assert table.chairs[1].name == ""
    with pytest.raises(Refused) as early:
        do(table, "p0", wire.Start)
    assert code(early) == "table/phase"
    table = do(table, "p0", wire.Ready, entropy="0" * 64)
    with pytest.raises(Refused) as guest:
        do(table, "p1", wire.Start)
    assert code(guest) == "table/not-host"
    table = do(table, "p0", wire.Start)
    assert table.phase == "playing"
    assert table.chairs[1].stand_in
    joined = seating.join(table, 1, "p9", "  Late\n comer ", 8, "best", NOW)[-1].after
    assert joined.chairs[1].player == "p9"
    assert joined.chairs[1].name == "Late comer"
    assert joined.chairs[1].assist == "best"
    assert joined.bot_to_move() is None or joined.bot_to_move() != (1, STAND_IN)
    with pytest.raises(Refused) as taken:
        seating.join(joined, 1, "p8", "Later", None, "places", NOW)
    assert code(taken) == "table/seat-taken"
    assert seating.join(joined, 1, "p9", "Again", None, "places", NOW) == [], "the same link twice is no second seat"


def test_hot_seat_has_several_seats_and_must_say_which() -> None:
    table = lobby(kinds=["here", "here"], same_player=True)
    with pytest.raises(Refused) as which:
        do(table, "p0", wire.Ready, entropy="0" * 64)
    assert code(which) == "table/which-seat"
    table = do(table, "p0", wire.Ready, seat=0, entropy="0" * 64)
    table = do(table, "p0", wire.Ready, seat=1, entropy="1" * 64)
    assert table.phase == "playing"
    assert finished(table).outcome is not None


# ---- the opening (T2, T3, C2, C3) ------------------------------------------------------------------------------------


def tied_table(game: str, ages: list[int | None], kinds: tuple[str, ...] = ("person", "person")) -> GameTable:
    """A started table at which all seats announced the same size."""
    for seed in range(500):
        table = started(game, kinds, seed=seed, ages=ages)
        if len(table.state.opening.tied) == len(kinds):
            return table
    raise AssertionError("no tie in 500 deals")


@pytest.mark.parametrize(("game", "opener"), [("tiles", 1), ("cards", 0)])
def test_a_tie_between_people_of_known_age_needs_no_question(game: str, opener: int) -> None:
    table = tied_table(game, [9, 41])
    assert table.phase == "playing"
    assert table.to_move == opener, "the oldest opens with tiles (T3), the youngest with cards (C3)"


@pytest.mark.parametrize(("game", "opener"), [("tiles", 0), ("cards", 1)])
def test_a_tie_asks_for_ages_and_keeps_only_their_order(game: str, opener: int) -> None:
    table = tied_table(game, [None, None])
    assert table.phase == "opening"
    assert table.to_move is None
    view = project.view_of(table, 0, NOW)
    assert view is not None
    assert isinstance(view.now.waiting, wire.AgeWanted)
    assert view.now.waiting.seats == [0, 1]
    assert view.opening is not None
    assert view.opening.opener is None, "who opens is not told before it is known"
    with pytest.raises(Refused) as early:
        do(table, "p0", wire.LayTiles, play="0,0:Rs")
    assert code(early) == "table/phase"
    table = do(table, "p0", wire.GiveAge, age=50)
    assert table.phase == "opening"
    with pytest.raises(Refused) as twice:
        do(table, "p0", wire.GiveAge, age=51)
    assert code(twice) == "table/nothing-to-answer"
    done = happenings(table, "p1", wire.GiveAge, age=12)
    assert isinstance(done[-1].event, e.Opened)
    assert set(done[-1].event.ranks) == {1, 2}, "no age is in the log"
    assert done[-1].after.to_move == opener


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_or_somebody_says_who_is_first(game: str) -> None:
    table = tied_table(game, [None, None, None], ("person", "person", "person"))
    assert do(table, "p0", wire.GiveFirst, first=2).to_move == 2
    assert do(table, "p1", wire.GiveFirst, first=1).to_move == 1


def test_a_bot_is_never_asked_for_its_age() -> None:
    for seed in range(300):
        table = started("tiles", ("bot", "person"), seed=seed, ages=[None, None])
        if len(table.state.opening.tied) == 2:
            break
    assert table.phase == "playing"
    # T3 without ages is the lowest seat: a bot's age is unknown like the person's.
    assert table.to_move == 0


# ---- turns -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["tiles", "cards"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_are_what_their_events_add_up_to(game: str, seats: int) -> None:
    table = lobby(game, ["person"] * seats, seed=seats)
    log: list[tuple[e.AnyStored, int]] = []
    fold = GameTable(table.id)
    rng = random.Random(seats)
    for seat in range(seats):
        done = happenings(table, f"p{seat}", wire.Ready, seat=seat, entropy=rng.randbytes(32).hex())
        log += [(h.event, h.after.at) for h in done]
        table = done[-1].after
    while table.phase != "finished":
        done = step(table, rng)
        log += [(e.decode(e.encode(h.event)), h.after.at) for h in done]
        table = done[-1].after
    fold = lobby(game, ["person"] * seats, seed=seats)
    for event, at in log:
        fold = fold.apply(event, at)
    assert msgspec.structs.replace(fold, dealer=None) == msgspec.structs.replace(table, dealer=None)
    assert table.outcome is not None
    assert table.outcome[0] in ("T17", "T18", "C14")
    assert shuffle.dealer_of(fold) == shuffle.dealer_of(table), "a dealer that is made again deals on as before"


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_who_follows_a_game_keeps_a_dealer_that_deals_on(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = started(game)
    # Another server, which has dealt once.
    follower = msgspec.structs.replace(table, dealer=shuffle.dealer_of(msgspec.structs.replace(table, dealer=None)))
    monkeypatch.setattr(shuffle, "fresh_dealer", lambda table: pytest.fail("the whole game is dealt again"))
    rng, moves = random.Random(game), 0
    while table.phase != "finished":
        for event, after, _ in step(table, rng):
            event = e.decode(e.encode(event))
            known = shuffle.followed(follower, event)
            follower = follower.apply(event, after.at, known)
            moves += known is not None
            if not isinstance(event, e.MoveMade) and event.turning and follower.phase == "playing":
                follower = msgspec.structs.replace(follower, dealer=after.dealer)  # rare: dealt again there
            assert follower == after
            table = after
    assert moves > 10


def test_a_game_that_comes_to_no_end_stops_as_it_stands() -> None:
    """Where no tile that is left fits anywhere, T15 has everybody exchange for ever."""
    table = step(started())[-1].after
    while table.phase == "playing":
        seat = table.to_move
        assert seat is not None
        one = str(table.state.view(seat).hand.distinct()[0])
        table = do(table, f"p{seat}", wire.Exchange, seat=seat, pieces=one)
    assert len(table.state.sheet) == playing.MOST_TURNS
    assert table.outcome == ("endless", tuple(table.best([0, 1])))


def test_a_move_must_be_ones_own_now_and_legal() -> None:
    table = started()
    seat = table.to_move
    assert seat is not None
    mover, other = f"p{seat}", f"p{1 - seat}"
    move = a_move(table)
    with pytest.raises(Refused) as turn:
        do(table, other, wire.LayTiles, seat=1 - seat, play="0,0:Rs")
    assert code(turn) == "table/not-your-turn"
    for base, wanted in ((table.n - 1, "table/stale"), (table.n + 1, "table/ahead"), (0, "table/stale")):
        with pytest.raises(Refused) as number:
            do(table, mover, wire.LayTiles, base=base, play="0,0:Rs")
        assert code(number) == wanted
        assert number.value.facts["n"] == table.n, "the current number comes along"
    with pytest.raises(NotationError):
        do(table, mover, wire.LayTiles, play="rubbish")
    with pytest.raises(IllegalMove) as illegal:
        do(table, mover, wire.Exchange, pieces=str(table.state.view(seat).hand)[:2])
    assert illegal.value.clause == "T4"
    with pytest.raises(Refused) as cards_move:
        do(table, mover, wire.Stuck)
    assert code(cards_move) == "table/game"
    after = decide(table, move, mover, NOW)[-1].after
    assert after.n == table.n + 1
    assert table.n + 1 == after.n, "the table before is untouched"


def test_words_do_not_make_a_move_stale() -> None:
    table = started()
    base = table.n
    talked = do(table, "p1", wire.Say, word="hello")
    assert talked.n == base + 1
    seat = talked.to_move
    move = a_move(table)
    move.base = base
    assert decide(talked, move, f"p{seat}", NOW)[-1].after.turn_n == base + 2


# ---- the stuck player (C11) ------------------------------------------------------------------------------------------


def stuck_position(playable: bool, kinds: tuple[str, ...] = ("person", "person", "person")) -> GameTable:
    """Somebody is to move who can, or cannot, play a card; found by playing on from many deals."""
    for seed in range(400):
        table = started("cards", kinds, seed=seed)
        rng = random.Random(seed)
        for _ in range(40):
            if table.phase == "finished":
                break
            seat = table.to_move
            assert seat is not None
            if table.state.sheet and table.state.view(seat).can_play() is playable and len(table.state.stock) > 0:
                return table
            table = step(table, rng)[-1].after
            while table.stuck is not None:
                table = step(table, rng)[-1].after
    raise AssertionError("not found")


def forced_stuck(kinds: tuple[str, ...] = ("person", "person", "person")) -> GameTable:
    """A real table whose state is replaced by one in which the seat to move cannot play: two rows, a hopeless hand."""
    table = stuck_position(True, kinds)
    seat = table.to_move
    assert seat is not None
    rows = cards.Table.parse(["RoRsRd"])
    hopeless = Pieces.parse("GcBtPx")
    assert not cards.can_play(rows, hopeless)
    rest = list(table.state.rules.box - Pieces.parse("RoRsRd") - hopeless)
    others = [Pieces(rest[9 * i : 9 * i + 9]) for i in range(len(kinds))]
    hands = tuple(hopeless if s == seat else others[s] for s in range(len(kinds)))
    state = replace(table.state, hands=hands, table=rows, stacks=((),) * len(kinds))
    return msgspec.structs.replace(table, state=state, dealer=fake_dealer(state))


def fake_dealer(state: Any) -> Any:
    from sixfold.dealer import Dealer

    return Dealer(bytes(64), 0, tuple(state.stock))


def test_stuck_shows_the_hand_and_waits_for_the_others() -> None:
    table = forced_stuck()
    seat = table.to_move
    assert seat is not None
    hand = str(table.state.view(seat).hand)
    table = do(table, f"p{seat}", wire.Stuck)
    assert table.stuck == seat
    for eyes in (None, 0, 1, 2):
        now = project.now_of(table, table.state.view(eyes), NOW)
        assert isinstance(now.waiting, wire.WayWanted)
        assert now.waiting.hand == hand
        assert now.hands[seat] == hand
        assert now.waiting.left == table.turn_at + due.WAY_MS - NOW
    helpers = stuck.seats_to_help(table)
    assert set(helpers) == {0, 1, 2} - {seat}
    with pytest.raises(Refused) as self_help:
        do(table, f"p{seat}", wire.NoWay)
    assert code(self_help) == "table/nothing-to-answer"
    table = do(table, f"p{helpers[0]}", wire.NoWay)
    assert table.stuck == seat, "one is still looking"
    with pytest.raises(IllegalMove):
        do(table, f"p{helpers[1]}", wire.ShowWay, rows=["RoRsRd", "GcBtPx"])
    done = happenings(table, f"p{helpers[1]}", wire.NoWay)
    settled = done[-1].event
    assert isinstance(settled, e.Settled)
    assert settled.exists is False
    after = done[-1].after
    assert after.to_move == seat, "the turn goes on"
    assert after.stuck is None
    assert len(after.state.shown) == 1
    assert len(after.state.view(seat).hand) == 9


def test_a_way_that_is_shown_is_played() -> None:
    table = stuck_position(True)
    seat = table.to_move
    assert seat is not None
    way = table.state.view(seat).best()
    table = do(table, f"p{seat}", wire.Stuck)
    with pytest.raises(Refused) as waits:
        do(table, f"p{seat}", wire.LayRows, rows=[*map(str, way.rows)], taken=[*map(str, way.taken)])
    assert code(waits) == "table/waiting"
    helper = stuck.seats_to_help(table)[0]
    done = happenings(
        table, f"p{helper}", wire.ShowWay, seat=helper, rows=[*map(str, way.rows)], taken=[*map(str, way.taken)]
    )
    played = done[0].event
    assert isinstance(played, e.MoveMade)
    assert (played.seat, played.by, played.way_by) == (seat, "way", helper)


def test_a_way_that_exists_and_nobody_shows_must_still_be_played() -> None:
    table = stuck_position(True)
    seat = table.to_move
    assert seat is not None
    table = do(table, f"p{seat}", wire.Stuck)
    for helper in stuck.seats_to_help(table):
        table = do(table, f"p{helper}", wire.NoWay)
    assert table.must_play
    assert table.to_move == seat
    with pytest.raises(IllegalMove) as again:
        do(table, f"p{seat}", wire.Stuck)
    assert again.value.clause == "C11"
    table = decide(table, a_move(table), f"p{seat}", NOW)[-1].after
    assert not table.must_play


def test_after_a_minute_the_solver_decides() -> None:
    table = forced_stuck()
    table = do(table, f"p{table.to_move}", wire.Stuck)
    assert due.due(table) == NOW + due.WAY_MS
    assert isinstance(stuck.way_is_over(table, NOW)[-1].event, e.Settled)


def test_against_bots_alone_it_is_decided_at_once() -> None:
    table = forced_stuck(("person", "bot", "bot"))
    if table.to_move != 0:
        table = msgspec.structs.replace(table, state=replace(table.state, to_move=0, hands=_rotated(table)))
    done = happenings(table, "p0", wire.Stuck, seat=0)
    assert [type(h.event) for h in done] == [e.Stuck, e.Settled]


def _rotated(table: GameTable) -> tuple[Pieces, ...]:
    seat = table.to_move
    assert seat is not None
    hands = list(table.state.hands)
    hands[0], hands[seat] = hands[seat], hands[0]
    return tuple(hands)


def test_a_bot_that_is_stuck_shows_its_hand_too() -> None:
    table = forced_stuck()
    done = driven.bot_move(table, cards.Redraw(), NOW)
    assert [type(h.event) for h in done] == [e.Stuck, e.Settled]
    with pytest.raises(IllegalMove):
        driven.bot_move(stuck_position(True), cards.Redraw(), NOW)


# ---- take-back -------------------------------------------------------------------------------------------------------


def played(game: str, kinds: tuple[str, ...], moves: int, **options: Any) -> GameTable:
    table = started(game, kinds, **options)
    rng = random.Random(3)
    for _ in range(moves):
        table = step(table, rng)[-1].after
    return table


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_a_take_back_needs_everybody_and_restores_the_very_state(game: str, version: int) -> None:
    table = played(game, ("person", "person", "person"), 4, shuffle=version)
    before = table
    seat = table.to_move
    assert seat is not None
    table = step(table)[-1].after
    table = step(table)[-1].after
    player = table.chairs[seat].player
    table = do(table, player, wire.TakeBack)
    assert take_back.seats_to_agree(table) == tuple(s for s in range(3) if s != seat)
    one, two = take_back.seats_to_agree(table)
    table = do(table, f"p{one}", wire.Answer, yes=True)
    with pytest.raises(Refused):
        do(table, f"p{one}", wire.Answer, yes=True)
    done = happenings(table, f"p{two}", wire.Answer, yes=True)
    assert isinstance(done[-1].event, e.TakenBack)
    assert done[-1].event.turns == 2
    after = done[-1].after
    assert after.state == before.state
    assert after.to_move == seat
    again = decide(after, a_move(after), player, NOW)[-1].after
    once = decide(before, a_move(before), player, NOW)[-1].after
    if version == 1:
        assert again.state == once.state, "the same move draws the same pieces"
    else:
        # What was seen is mixed back: the turn is the same, the pieces that come after it are not.
        assert again.state.sheet == once.state.sheet
        assert again.state.hands != once.state.hands
        assert again.state.bag_count == once.state.bag_count


def test_one_no_is_enough_and_a_move_overtakes_the_question() -> None:
    table = played("tiles", ("person", "person"), 3)
    last = 1 - (table.to_move or 0)
    table = do(table, f"p{last}", wire.TakeBack)
    refused = do(table, f"p{1 - last}", wire.Answer, yes=False)
    assert refused.asks_back is None
    assert refused.state == table.state
    moved = step(table)[-1].after
    assert moved.asks_back is None


def test_bots_agree_and_nothing_can_be_taken_back_before_the_first_turn() -> None:
    table = started("tiles", ("person", "bot"))
    with pytest.raises(Refused) as nothing:
        do(table, "p0", wire.TakeBack)
    assert code(nothing) == "table/no-take-back"
    while table.to_move == 1:
        table = driven.bot_move(table, table.state.plays()[0].place, NOW)[-1].after
    before = table.state
    table = decide(table, a_move(table), "p0", NOW)[-1].after
    assert do(table, "p0", wire.TakeBack).state == before


# ---- leaving, resigning, the end -------------------------------------------------------------------------------------


def test_a_bot_takes_over_from_who_leaves_and_gives_the_seat_back() -> None:
    table = played("tiles", ("person", "person"), 2)
    table = do(table, "p0", wire.Leave)
    assert table.chairs[0].stand_in == STAND_IN
    assert table.phase == "playing"
    with pytest.raises(Refused):
        do(table, "p0", wire.Leave)
    table = do(table, "p0", wire.Return)
    assert not table.chairs[0].stand_in


def test_or_the_game_ends() -> None:
    table = played("tiles", ("person", "person"), 2, terms=Terms(leaving="end"))
    table = do(table, "p0", wire.Leave)
    assert table.outcome == ("left", (1,))


def test_when_the_last_person_leaves_the_game_is_abandoned_and_revealed() -> None:
    table = do(played("tiles", ("person", "person"), 2), "p0", wire.Leave)
    table = do(table, "p1", wire.Leave)
    assert table.outcome is not None
    assert table.outcome[0] == "abandoned"
    assert shuffle.proof_of(table).seed == table.seed


def test_resigning_with_two_and_with_more() -> None:
    table = do(played("tiles", ("person", "person"), 2), "p0", wire.Resign)
    assert table.outcome == ("resigned", (1,))
    table = do(played("cards", ("person", "person", "person"), 2), "p0", wire.Resign)
    assert table.phase == "playing"
    assert table.chairs[0].played_by
    with pytest.raises(Refused):
        do(table, "p0", wire.Return)
    table = do(table, "p1", wire.Resign)
    assert table.outcome == ("resigned", (2,))


def test_who_resigned_cannot_win() -> None:
    table = do(played("tiles", ("person", "person", "person"), 2), "p0", wire.Resign)
    table = finished(table)
    assert table.outcome is not None
    assert 0 not in table.outcome[1]


def test_a_leaving_helper_does_not_keep_the_stuck_player_waiting() -> None:
    table = forced_stuck(("person", "person", "person"))
    table = do(table, f"p{table.to_move}", wire.Stuck)
    one, two = stuck.seats_to_help(table)
    table = do(table, f"p{one}", wire.Leave)
    assert table.stuck is not None
    table = do(table, f"p{two}", wire.Leave)
    assert table.stuck is None


def test_the_host_removes_and_closes() -> None:
    table = played("tiles", ("person", "person"), 2)
    with pytest.raises(Refused) as guest:
        do(table, "p1", wire.Remove, who=0)
    assert code(guest) == "table/not-host"
    removed = do(table, "p0", wire.Remove, who=1)
    assert removed.seats_of("p1") == ()
    assert removed.chairs[1].played_by
    closed = do(table, "p0", wire.Close)
    assert closed.closed == "closed"
    assert closed.outcome == ("closed", ())
    with pytest.raises(Refused) as after:
        do(closed, "p0", wire.Say, word="bye")
    assert code(after) == "table/closed"


@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_a_seat_freed_in_a_game_is_a_bots_to_the_end(game: str) -> None:
    """Else the host could remove a player, follow the link and see the hand."""
    table = do(started(game, ("person", "person", "person")), "p0", wire.Remove, who=1)
    link = project.seat_info(table, 1, "p0").invite
    assert link is None, "nobody is sent there"
    for player in ("p0", "p1", "p9"):
        with pytest.raises(Refused, match="a bot plays this seat to the end") as caught:
            seating.join(table, 1, player, "Guest", None, "places", NOW)
        assert code(caught) == "table/seat-taken"
    assert table.chairs[1].played_by == STAND_IN
    again = finished(table)
    assert again.chairs[1].player == ""
    assert rematch.next_seats(again)[0][1].kind == "person", "in the next game the seat is free"


def test_a_seat_freed_in_the_lobby_is_free() -> None:
    table = do(lobby(), "p0", wire.Remove, who=1)
    assert project.seat_info(table, 1, "p0").invite is not None
    assert seating.join(table, 1, "p9", "Guest", None, "places", NOW)[-1].after.seats_of("p9") == (1,)


def test_tables_of_old_at_which_a_freed_seat_was_taken_fold_as_they_were() -> None:
    table = do(started("tiles", ("person", "person", "person")), "p0", wire.Remove, who=1)
    joined = table.apply(e.Joined(seat=1, player="p9"), NOW)
    assert joined.seats_of("p9") == (1,)
    assert not joined.chairs[1].played_by
    assert do(joined, "p9", wire.Say, word="hello").n == joined.n + 1


def test_a_rematch_is_made_when_all_people_want_it() -> None:
    table = finished(started("tiles", ("person", "person")))
    with pytest.raises(Refused) as early:
        do(started(), "p0", wire.Rematch)
    assert code(early) == "table/unfinished"
    table = do(table, "p0", wire.Rematch)
    assert not table.rematch
    table = do(table, "p1", wire.Rematch)
    assert table.rematch == "tableAAAABBBBCC2"


def test_clocks_run_for_people_only() -> None:
    table = started("tiles", ("person", "person"), terms=Terms(clock=30))
    assert due.due(table) == NOW + 30_000
    assert due.due(started()) is None
    table = do(table, f"p{table.to_move}", wire.Leave)
    assert due.due(table) is None


def test_names_are_tamed() -> None:
    assert clean("\u202eabc\n\tdef\x00") == "abcdef"
    assert clean("  a   b  ") == "a b"
    assert clean("\u200b") == "?"
    assert clean("x" * 10_000) == "x" * 40
    assert clean("<script>alert(1)</script>") == "<script>alert(1)</script>", "harmless as text, kept as text"

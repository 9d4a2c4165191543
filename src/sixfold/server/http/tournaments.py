"""Routes of tournaments: made, entered, paired, ruled, taken over; and what everybody sees of one."""

from __future__ import annotations

from typing import Final

from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from sixfold.errors import Refused
from sixfold.pace import check_pace, pace_of
from sixfold.server import wire
from sixfold.server.house import House
from sixfold.server.http.answers import NO_STORE, AnyRequest
from sixfold.server.http.costs import charge
from sixfold.server.http.visitors import any_player, known_player, player_of
from sixfold.server.table.names import clean
from sixfold.server.table.seats import copied
from sixfold.server.tournaments.tournaments import Evening, must_organise
from sixfold.tournament import conduct
from sixfold.tournament.standings import standings
from sixfold.tournament.tournament import Meeting

News = Response[wire.TournamentNews]


@post("/api/tournaments", summary="Hold a tournament", tags=["tournaments"])
async def found(request: AnyRequest, house: NamedDependency[House], data: JSONBody[wire.NewTournament]) -> News:
    check_pace(data)
    charge(request.scope, "make")
    player, cookies = await any_player(house, request, data.name)
    title = clean(data.title)
    evening = await house.tournaments.found(
        player.id, clean(data.name), title, data.game, data.system, data.rounds, pace_of(data)
    )
    return Response(told(evening, player.id), cookies=cookies, headers=NO_STORE)


@get("/api/tournaments", summary="My tournaments", tags=["tournaments"])
async def mine(request: AnyRequest, house: NamedDependency[House]) -> Response[wire.MyTournaments]:
    player = await player_of(house, request)
    all_of_them = await tournaments_of(house, player.id) if player else []
    offered = house.settings.tournaments
    return Response(wire.MyTournaments(tournaments=all_of_them, offered=offered), headers=NO_STORE)


@get("/api/tournaments/{tournament:str}", summary="A tournament", tags=["tournaments"])
async def look(
    request: AnyRequest, house: NamedDependency[House], tournament: FromPath[str], seen: FromQuery[int] = 0
) -> News:
    player = await player_of(house, request)
    evening = await house.tournaments.look(tournament)
    if seen == evening.state.n:
        return Response(wire.TournamentNews(n=seen), headers=NO_STORE)
    return Response(told(evening, player.id if player else ""), headers=NO_STORE)


@post("/api/tournaments/{tournament:str}/entrants", summary="Take part", tags=["tournaments"], status_code=200)
async def enter(
    request: AnyRequest,
    house: NamedDependency[House],
    tournament: FromPath[str],
    data: JSONBody[wire.EnterTournament],
) -> News:
    evening = await house.tournaments.look(tournament)
    if data.again is not None:
        player = await known_player(house, request)
        must_organise(evening, player.id)
        who = _entrant(evening, data.again)
        evening = await house.tournaments.do(tournament, lambda now: conduct.enter(now, who), player.id)
        return Response(told(evening, player.id), headers=NO_STORE)
    if not data.name.strip():
        raise Refused("somebody who takes part has a name", code="request/field")
    if data.box:
        player = await known_player(house, request)
        must_organise(evening, player.id)
        house.moderation.check_names(data.name)
        evening = await house.tournaments.enter_without_device(tournament, clean(data.name))
        return Response(told(evening, player.id), headers=NO_STORE)
    charge(request.scope, "make")
    player, cookies = await any_player(house, request, data.name)
    evening = await house.tournaments.enter(tournament, player.id, clean(data.name))
    return Response(told(evening, player.id), cookies=cookies, headers=NO_STORE)


@delete(
    "/api/tournaments/{tournament:str}/entrants/{number:int}",
    summary="Take part no longer",
    tags=["tournaments"],
    status_code=200,
)
async def withdraw(
    request: AnyRequest, house: NamedDependency[House], tournament: FromPath[str], number: FromPath[int]
) -> News:
    player = await known_player(house, request)
    evening = await house.tournaments.look(tournament)
    who = _entrant(evening, number)
    if who != player.id:
        must_organise(evening, player.id)
    evening = await house.tournaments.do(tournament, lambda now: conduct.withdraw(now, who), player.id)
    return Response(told(evening, player.id), headers=NO_STORE)


@post("/api/tournaments/{tournament:str}/rounds", summary="Begin a round", tags=["tournaments"], status_code=200)
async def start_round(request: AnyRequest, house: NamedDependency[House], tournament: FromPath[str]) -> News:
    charge(request.scope, "round")
    player = await known_player(house, request)
    must_organise(await house.tournaments.look(tournament), player.id)
    return Response(told(await house.tournaments.start_round(tournament, player.id), player.id), headers=NO_STORE)


@put(
    "/api/tournaments/{tournament:str}/rounds/{number:int}/games/{game:int}",
    summary="Say how a game went",
    tags=["tournaments"],
)
async def rule(
    request: AnyRequest,
    house: NamedDependency[House],
    tournament: FromPath[str],
    number: FromPath[int],
    game: FromPath[int],
    data: JSONBody[wire.RuleGame],
) -> News:
    player = await known_player(house, request)
    must_organise(await house.tournaments.look(tournament), player.id)
    points = (data.first, data.second)
    evening = await house.tournaments.do(
        tournament, lambda now: conduct.correct(now, number - 1, game - 1, data.winner, points), player.id
    )
    return Response(told(evening, player.id), headers=NO_STORE)


@post("/api/tournaments/{tournament:str}/organisers", summary="Organise it too", tags=["tournaments"], status_code=200)
async def take_over(
    request: AnyRequest, house: NamedDependency[House], tournament: FromPath[str], data: JSONBody[wire.TakeOver]
) -> News:
    await house.tournaments.look(tournament)
    player, cookies = await any_player(house, request, data.name)
    evening = await house.tournaments.take_over(tournament, player.id, clean(data.name), data.key)
    return Response(told(evening, player.id), cookies=cookies, headers=NO_STORE)


@delete(
    "/api/tournaments/{tournament:str}/organisers",
    summary="Organise it no longer",
    tags=["tournaments"],
    status_code=200,
)
async def step_down(request: AnyRequest, house: NamedDependency[House], tournament: FromPath[str]) -> News:
    player = await known_player(house, request)
    must_organise(await house.tournaments.look(tournament), player.id)
    evening = await house.tournaments.do(tournament, lambda now: conduct.step_down(now, player.id), player.id)
    return Response(told(evening, player.id), headers=NO_STORE)


@post("/api/tournaments/{tournament:str}/end", summary="End a tournament", tags=["tournaments"], status_code=200)
async def end(request: AnyRequest, house: NamedDependency[House], tournament: FromPath[str]) -> News:
    player = await known_player(house, request)
    must_organise(await house.tournaments.look(tournament), player.id)
    evening = await house.tournaments.do(tournament, conduct.conclude, player.id)
    return Response(told(evening, player.id), headers=NO_STORE)


HANDLERS: Final = (found, mine, look, enter, withdraw, start_round, rule, take_over, step_down, end)


# Telling of it -------------------------------------------------------------------------------------------------------


async def tournaments_of(house: House, player: str) -> list[wire.MyTournament]:
    """Those that somebody organises or takes part in."""
    found = await house.store.tournaments_of(player)
    lines = {line.id: line for line, _ in found}
    organised = {line.id for line, one in found if one.role == "organiser"}
    return [
        wire.MyTournament(
            tournament=line.id,
            title=line.title,
            game=line.game,  # type: ignore[arg-type]
            stage=line.stage,  # type: ignore[arg-type]
            changed=line.changed // 1000,
            organiser=line.id in organised,
        )
        for line in lines.values()
    ]


def _entrant(evening: Evening, number: int) -> str:
    if not 1 <= number <= len(evening.state.entrants):
        conduct.refuse("not-entered", "nobody of that number takes part in this tournament", number=number)
    return evening.state.entrants[number - 1]


def told(evening: Evening, who: str) -> wire.TournamentNews:
    """A tournament as this player sees it: tables are for those who meet there, and for the organisers."""
    state, line = evening.state, evening.line
    numbers = {one: number for number, one in enumerate(state.entrants, 1)}
    organises = bool(who) and who in state.organisers
    since = dict(state.since)

    def game(meeting: Meeting) -> wire.TournamentGame:
        mine = organises or who in (meeting.first, meeting.second)
        told = wire.TournamentGame(first=numbers[meeting.first], second=numbers[meeting.second])
        told.table = meeting.table or None if mine else None
        if meeting.score is not None:
            told.winner, told.points, told.by = meeting.score.verdict, list(meeting.score.points), meeting.score.source
        return told

    info = copied(
        wire.TournamentInfo,
        state.pace,
        tournament=line.id,
        title=state.title,
        game=state.game,
        system=state.system,
        stage=state.stage,
        all_rounds=state.all_rounds,
        created=line.created // 1000,
        next=not state.over and (not state.rounds or len(state.rounds) < state.all_rounds),
        entrants=[
            wire.TournamentEntrant(
                number=number,
                name=evening.name(one),
                gone=one in state.gone,
                box=one not in state.players,
                since=since[one],
            )
            for one, number in numbers.items()
        ],
        rounds=[
            wire.TournamentRound(games=[game(one) for one in each.meetings], bye=numbers.get(each.bye))
            for each in state.rounds
        ],
        standings=[
            wire.TournamentPlace(
                place=rung.place, number=numbers[rung.who], points=rung.halves, won=rung.won, drawn=rung.drawn,
                lost=rung.lost, buchholz=rung.buchholz, berger=rung.berger, margin=rung.margin, scored=rung.scored,
            )
            for rung in standings(state)
        ],
        me=numbers.get(who),
        organiser=organises,
        orphan=not state.organisers and who in state.present,
        key=state.key if organises else None,
    )  # fmt: skip
    return wire.TournamentNews(n=state.n, info=info)

"""Routes of ratings: leaderboards, and one's own."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from sixfold import rulesets
from sixfold.bots.levels import free_name
from sixfold.errors import Refused
from sixfold.server import wire
from sixfold.server.house import House
from sixfold.server.http.answers import NO_STORE, AnyRequest
from sixfold.server.http.tables import watched_room
from sixfold.server.http.visitors import player_of
from sixfold.server.ratings.model import ENOUGH, Kind, Rating
from sixfold.server.ratings.standings import BOT, who_of
from sixfold.server.store import Rank

PAGE: Final = 50
OfGame = Annotated[str, QueryParameter(name="game", max_length=80, description="tiles or cards.")]
OfSeats = Annotated[int, QueryParameter(name="seats", ge=2, le=4, description="At tables of so many seats.")]
OfPage = Annotated[int, QueryParameter(name="page", ge=0, le=10_000, description="From 0.")]
Provisional = Annotated[bool, QueryParameter(name="provisional", description="Those with too few games instead.")]


@get("/api/ratings", summary="A leaderboard", tags=["ratings"])
async def leaderboard(
    request: AnyRequest,
    house: NamedDependency[House],
    game: OfGame = "tiles",
    seats: OfSeats = 2,
    page: OfPage = 0,
    provisional: Provisional = False,
) -> Response[wire.RatingList]:
    if game not in rulesets.CURRENT:
        raise Refused(f"there is no game {game!r}", code="request/field")
    kind = Kind(game, seats)
    player = await player_of(house, request)
    me = player.id if player else ""
    ranks, total = await house.store.leaders(kind, provisional, page * PAGE, PAGE)
    mine = await house.store.rank_of(kind, me) if me else None
    told = wire.RatingList(
        game=game,  # type: ignore[arg-type]
        seats=seats,
        lines=[ranked(kind, rank, me) for rank in ranks],
        total=total,
        enough=ENOUGH,
        mine=ranked(kind, mine, me) if mine else None,
    )
    return Response(told, headers=NO_STORE)


@get("/api/me/ratings", summary="My ratings", tags=["me"])
async def my_ratings(request: AnyRequest, house: NamedDependency[House]) -> Response[wire.MyRatings]:
    player = await player_of(house, request)
    ratings = await house.store.ratings_of(player.id) if player else {}
    return Response(wire.MyRatings(ratings=told_of(ratings)), headers=NO_STORE)


@get("/api/tables/{table:str}/ratings", summary="What a rated game changed", tags=["ratings"])
async def changed(
    request: AnyRequest, house: NamedDependency[House], table: FromPath[str]
) -> Response[wire.RatingChanges]:
    room = await watched_room(house, table, await player_of(house, request))
    kind = Kind(room.table.game, len(room.table.chairs))
    seats = {who_of(chair): seat for seat, chair in enumerate(room.table.chairs)}
    told = [
        wire.RatingChange(seat=seats[one.who], before=one.before.points, now=info_of(kind, one.after))
        for one in await house.store.rating_changes(room.table.id)
        if one.who in seats
    ]
    return Response(wire.RatingChanges(changes=sorted(told, key=lambda one: one.seat)), headers=NO_STORE)


HANDLERS: Final = (leaderboard, my_ratings, changed)


def told_of(ratings: dict[Kind, Rating]) -> list[wire.RatingInfo]:
    """Ratings in the order of games and seats."""
    return [info_of(kind, rating) for kind, rating in sorted(ratings.items())]


def info_of(kind: Kind, rating: Rating) -> wire.RatingInfo:
    """A rating as people read it."""
    return wire.RatingInfo(
        game=kind.game,  # type: ignore[arg-type]
        seats=kind.seats,
        points=rating.points,
        margin=rating.margin,
        games=rating.games,
        provisional=rating.provisional,
    )


def ranked(kind: Kind, rank: Rank, me: str) -> wire.Ranked:
    """A line of a leaderboard, for this player."""
    bot = rank.who.removeprefix(BOT) if rank.who.startswith(BOT) else ""
    return wire.Ranked(
        place=rank.place,
        name=free_name(bot, ()) if bot else rank.name,
        rating=info_of(kind, rank.rating),
        bot=bot,
        you=bool(me) and rank.who == me,
    )

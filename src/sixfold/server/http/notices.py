"""Routes of notices: listing a player's channels, opening, proving, trying and closing them, and the feed."""

from __future__ import annotations

from secrets import compare_digest
from typing import Final
from urllib.parse import urlsplit

from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from sixfold.errors import Refused
from sixfold.messages import languages
from sixfold.server import wire
from sixfold.server.house import House
from sixfold.server.http.answers import NO_STORE, AnyRequest, described
from sixfold.server.http.costs import charge
from sixfold.server.http.visitors import known_player, player_of
from sixfold.server.notices.channels import wish
from sixfold.server.notices.feed import MOST, feed
from sixfold.server.notices.occasions import EVENTS
from sixfold.server.store import Channel


def _site(house: House, request: AnyRequest) -> str:
    """The address by which this player reaches the page; the guard has looked at the host."""
    return f"{request.scope['scheme']}://{request.headers['host']}{house.settings.base}"


def _wish(house: House, request: AnyRequest, data: wire.ChannelWish) -> Channel:
    if data.language not in languages():
        raise Refused(f"there are no messages in {data.language!r}", code="notice/language")
    events = [event for event in EVENTS if event in data.events]
    return wish(events, data.language, data.quiet, data.ahead, _site(house, request))


def info_of(channel: Channel) -> wire.ChannelInfo:
    """A channel as its player sees it, without its keys."""
    quiet = channel.quiet.split("-")
    return wire.ChannelInfo(
        id=channel.id,
        kind=channel.kind,  # type: ignore[arg-type]
        to=channel.address if channel.kind == "mail" else urlsplit(channel.address).hostname or "",
        events=[event for event in EVENTS if event in channel.events.split()],
        quiet=(int(quiet[0]), int(quiet[1])) if len(quiet) == 2 else None,
        unproven=bool(channel.proof),
    )


async def _all(request: AnyRequest, house: House) -> Response[wire.Notices]:
    player = await player_of(house, request)
    found = await house.store.channels_of(player.id) if player else []
    carriers = house.post.carriers
    told = wire.Notices(
        push=house.push_key, mail="mail" in carriers, hook="hook" in carriers, channels=[info_of(one) for one in found]
    )
    return Response(told, headers=NO_STORE)


@get("/api/notices", summary="How I am told", tags=["notices"])
async def listed(request: AnyRequest, house: NamedDependency[House]) -> Response[wire.Notices]:
    return await _all(request, house)


@post("/api/notices", summary="Another way to tell me", tags=["notices"], status_code=200)
async def opened(
    request: AnyRequest, house: NamedDependency[House], data: JSONBody[wire.NewChannel]
) -> Response[wire.OpenedChannel]:
    charge(request.scope, "channel")
    player = await known_player(house, request)
    made = await house.channels.open(player, data.kind, data.address, data.keys, _wish(house, request, data))
    told = wire.OpenedChannel(
        channel=info_of(made),
        secret=made.key if made.kind == "hook" else "",
        feed=_feed_address(made) if made.kind == "feed" else "",
    )
    return Response(told, headers=NO_STORE)


@put("/api/notices/{id:str}", summary="Tell me other things", tags=["notices"])
async def changed(
    request: AnyRequest, house: NamedDependency[House], id: FromPath[str], data: JSONBody[wire.ChannelWish]
) -> wire.ChannelInfo:
    player = await known_player(house, request)
    return info_of(await house.channels.change(player, id, _wish(house, request, data)))


@delete("/api/notices/{id:str}", summary="Tell me no more", tags=["notices"], status_code=200)
async def closed(request: AnyRequest, house: NamedDependency[House], id: FromPath[str]) -> Response[wire.Notices]:
    await house.channels.close(await known_player(house, request), id)
    return await _all(request, house)


@post("/api/notices/{id:str}/code", summary="This mailbox is mine", tags=["notices"], status_code=200)
async def proven(
    request: AnyRequest, house: NamedDependency[House], id: FromPath[str], data: JSONBody[wire.ChannelCode]
) -> wire.ChannelInfo:
    charge(request.scope, "channel")
    return info_of(await house.channels.prove(await known_player(house, request), id, data.code))


@post("/api/notices/stop", summary="Tell me no more, by the link in a mail", tags=["notices"], status_code=200)
async def stopped(request: AnyRequest, house: NamedDependency[House], data: JSONBody[wire.StopChannel]) -> wire.Stopped:
    await house.channels.stop(data.id, data.key)
    return wire.Stopped()


@get(
    "/api/notices/feed/{id:str}/{key:str}",
    summary="An Atom feed of what I am told",
    tags=["notices"],
    responses=described(bytes, "application/atom+xml"),
)
async def atom(house: NamedDependency[House], id: FromPath[str], key: FromPath[str]) -> Response[bytes]:
    channel = await house.store.channel(id)
    if channel is None or channel.kind != "feed" or not compare_digest(channel.key.encode(), key.encode()):
        raise Refused("there is no such feed", code="notice/unknown")
    told = feed(channel, _feed_address(channel), await house.store.told_in(id, MOST))
    return Response(told, media_type="application/atom+xml", headers=NO_STORE)


def _feed_address(channel: Channel) -> str:
    return f"{channel.site}api/notices/feed/{channel.id}/{channel.key}"


HANDLERS: Final = (listed, opened, changed, closed, proven, stopped, atom)

"""The bodies about being told: the ways a player opened, and what they ask for."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta, field

from sixfold.server.wire.words import In, Out

ChannelKind = Literal["push", "mail", "hook", "feed"]
NoticeEvent = Literal["turn", "half", "over", "joined", "round", "paired"]
Hour = Annotated[int, Meta(ge=0, le=23)]


class ChannelInfo(Out, kw_only=True):
    """A way in which I am told. `to`: the mail address, or the host of a hook or of a browser's push service.

    `quiet`: from this hour to that one nothing is sent. `unproven`: the code that was mailed has to be told back first.
    """

    id: str
    kind: ChannelKind
    to: str
    events: list[NoticeEvent]
    quiet: tuple[Hour, Hour] | None = None
    unproven: bool = False


class Notices(Out, kw_only=True):
    """GET /api/notices: my ways, and what this server offers. `push`: the key to subscribe with, or empty."""

    push: str
    mail: bool
    hook: bool
    channels: list[ChannelInfo]


class ChannelWish(In, kw_only=True):
    """PUT /api/notices/{id}: what I want to hear of. `ahead`: minutes by which my clock is ahead of UTC."""

    events: Annotated[list[NoticeEvent], Meta(max_length=6)] = field(
        default_factory=lambda: list[NoticeEvent](get_args(NoticeEvent))
    )
    language: Annotated[str, Meta(max_length=20)] = "en"
    quiet: tuple[Hour, Hour] | None = None
    ahead: Annotated[int, Meta(ge=-840, le=840)] = 0


class NewChannel(ChannelWish, kw_only=True):
    """POST /api/notices. `address`: of the mailbox or hook, or a browser's endpoint; `keys` its `p256dh.auth`."""

    kind: ChannelKind
    address: Annotated[str, Meta(max_length=1000)] = ""
    keys: Annotated[str, Meta(max_length=200)] = ""


class OpenedChannel(Out, kw_only=True):
    """Told once: `secret` signs what a hook gets; `feed` is the address of a feed, which is its own secret."""

    channel: ChannelInfo
    secret: str = ""
    feed: str = ""


class ChannelCode(In, kw_only=True):
    """POST /api/notices/{id}/code: the code from the mail."""

    code: Annotated[str, Meta(max_length=40)]


class StopChannel(In, kw_only=True):
    """POST /api/notices/stop: by the link in a mail."""

    id: Annotated[str, Meta(max_length=40)]
    key: Annotated[str, Meta(max_length=60)]


class Stopped(Out, kw_only=True):
    """Nothing more is sent that way."""

    stopped: bool = True

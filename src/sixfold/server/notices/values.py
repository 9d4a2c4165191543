"""What is kept about notices: channels, and what goes through them. Values alone, for the store and for the post."""

from __future__ import annotations

from typing import NamedTuple


class Channel(NamedTuple):
    """A way to reach a player. `kind`: `push`, `mail`, `hook` or `feed`; `address`: where to.

    `key`: the keys of a browser, or the secret of a hook or feed. `events`: words of what is wanted. `quiet`: hours in
    which nothing is sent, like `22-7`, and `ahead` how many minutes the player's clock is ahead of UTC. `site`:
    the address by which the player reaches this server. `proof`: what has to be told back before it is used, hashed.
    """

    id: str
    player: str
    kind: str
    address: str
    key: str
    events: str
    language: str
    quiet: str
    ahead: int
    site: str
    created: int
    proof: str = ""


class Occasion(NamedTuple):
    """Something that a player may want to hear of: event `n` of a table, worth telling from `due` on (ms)."""

    player: str
    event: str
    n: int
    at: int
    due: int


class Notice(NamedTuple):
    """An occasion on its way through a channel; `tries` counts how often it was taken up."""

    channel: Channel
    table: str
    n: int
    event: str
    at: int
    tries: int

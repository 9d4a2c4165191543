"""What a store keeps and how it is asked: rows of events, who sits where, players, settings. No SQL, no meaning.

A store promises two things. When `append` returns, the rows survive a loss of power. Of two appends of the same number
to the same table, exactly one succeeds. `sixfold.testing.check_store` tests an implementation for that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from sixfold.errors import StoreError
from sixfold.server.lobby.pairing import Seeker
from sixfold.server.notices.values import Occasion
from sixfold.server.ratings.model import Change, Kind, RatedGame, Rating, Ratings
from sixfold.server.store.challenge_rows import ChallengeStore
from sixfold.server.store.channel_rows import ChannelStore
from sixfold.server.store.daily_rows import DailyStore
from sixfold.server.store.moderation_rows import ModerationStore
from sixfold.server.store.plan_rows import PlanStore
from sixfold.server.store.tournament_rows import TournamentStore
from sixfold.server.store.wish_rows import WishStore
from sixfold.server.table.seats import Occupant as Occupant


class EventRow(NamedTuple):
    """One event as stored: its number, when (ms since 1970), who sent the command and with which key, the event."""

    n: int
    at: int
    actor: str
    key: str
    body: bytes


class News(NamedTuple):
    """What happened at a table. `planned`: somebody may have left a plan there; `told`: a notice of it waits."""

    events: list[EventRow]
    planned: bool
    told: bool


class TableLine(NamedTuple):
    """A table in a list: what can be said about it without folding its events. `due`: when its clock runs out (ms).

    `listed`: what the lobby says of it, while anybody may sit down.
    """

    table: str
    game: str
    phase: str
    host: str
    created: int
    changed: int
    due: int | None = None
    result: str = ""
    listed: str = ""


class ListedTable(NamedTuple):
    """A table in the lobby, with who sits there and how strong its host is."""

    line: TableLine
    places: list[Occupant]
    ratings: dict[Kind, Rating]


class Seating(NamedTuple):
    """A seat of a table, and what came of it.

    `own`: 1 for the only seat of its player there, 2 for the first of several on one device, 0 for the others, and for
    seats without a player. `over`: 1 once the game is. `result`: `won`, `drawn` or `lost`; `left` when a bot played on
    to the end, `shared` when several seats were on one device, `closed` when nobody could win any more.
    """

    seat: int
    player: str
    bot: str
    own: int
    game: str
    over: int
    changed: int
    result: str = ""
    score: int = 0
    turns: int = 0
    best: int = 0
    qwirkles: int = 0


class Wanted(NamedTuple):
    """Which finished games are asked for; empty: any. `before`: the last one that was read, by time and table."""

    game: str = ""
    result: str = ""
    name: str = ""
    bot: str = ""
    before: tuple[int, str] | None = None


class Bar(NamedTuple):
    """Who else is in a list of games: a seat, its player, its bot, and its name."""

    seat: int
    player: str
    bot: str
    name: str


class Found(NamedTuple):
    """A finished game in a list; `line` is the result of the table's Line, `seats` are all of them."""

    table: str
    game: str
    changed: int
    result: str
    best: int
    qwirkles: int
    line: str
    seats: list[Bar]


class Sum(NamedTuple):
    """A player's finished games of one kind and result; `table` is where the best turn of that kind of game was."""

    game: str
    result: str
    games: int
    points: int
    turns: int
    best: int
    qwirkles: int
    table: str


class Met(NamedTuple):
    """How often a player has met somebody under a name, with which result of their own, and when last."""

    game: str
    player: str
    bot: str
    name: str
    result: str
    games: int
    last: int


class Rank(NamedTuple):
    """Somebody in a leaderboard: the place in it, and the rating. `name` is empty for a bot of ours."""

    place: int
    who: str
    name: str
    rating: Rating


class Guest(NamedTuple):
    """A guest."""

    id: str
    name: str
    created: int


class Token(NamedTuple):
    """What a remote bot comes in with. `games`: words; `seen`: when one of its streams was last open, 0 for never."""

    hash: bytes
    name: str
    player: str
    games: str
    created: int
    revoked: int | None = None
    seen: int = 0


class Taken(StoreError):
    """Another append of this number was first: read what it wrote and try again."""

    def __init__(self, table: str, n: int) -> None:
        super().__init__(f"event {n} of this table is written already", code="store/taken", facts={"n": n})
        self.table = table
        self.n = n


class Store(TournamentStore, ChallengeStore, ChannelStore, DailyStore, ModerationStore, PlanStore, WishStore, Protocol):
    """The keeper of tables, tournaments and results. All times are ms since 1970, all secrets come hashed."""

    shared: bool
    """Whether several servers may have it open."""

    async def open(self, on_change: Callable[[str, int], None] | None = None) -> None:
        """Connect, and bring the schema up to date. `on_change(table, n)`: another process appended (a hint only;
        `on_change("", 0)`: hints may have been lost, look at all)."""
        ...

    async def close(self) -> None: ...
    async def now(self) -> int | None:
        """The time that all servers on this store go by; None: that of the machine."""
        ...

    async def touched(self) -> bool:
        """Whether another process may have written since this was last asked."""
        ...

    # tables and events
    async def append(
        self,
        table: str,
        rows: Sequence[EventRow],
        line: TableLine | None = None,
        places: Sequence[Occupant] = (),
        seatings: Sequence[Seating] = (),
        rated: RatedGame | None = None,
        occasions: Sequence[Occasion] | None = None,
    ) -> bool:
        """Keep the rows, and with them the table's line, places and seatings, all or nothing. Raises Taken.

        Whether somebody may have left a plan at this table: a store that several servers share knows it.

        `rated`: the game is over and counts; ratings are changed with it, one game after the other.
        `occasions` become notices in the channels that want them; None: who is to move is the same as before.
        """
        ...

    async def events(self, table: str, since: int = 0) -> list[EventRow]: ...
    async def news(self, table: str, since: int) -> News:
        """The events after this number, and what a server that follows them has to look after; all in one question."""
        ...

    async def places(self, table: str) -> list[Occupant]: ...
    async def line(self, table: str) -> TableLine | None: ...
    async def lines(
        self, *, limit: int = 1000, phase: str | None = None, before: int | None = None, hosted: bool | None = None
    ) -> list[TableLine]:
        """Newest change first; `before`: not changed since; `hosted`: only those with a host, or only those without."""
        ...

    async def lines_of(self, tables: Sequence[str]) -> dict[str, TableLine]:
        """The lines of these tables, where there are such."""
        ...

    async def clocks_run(self) -> bool:
        """Whether there is a table at which something happens by itself."""

    async def due(self, until: int) -> list[TableLine]:
        """Tables whose clock runs out before `until`."""
        ...

    async def claim(self, table: str, turn: int, server: str, now: int, ms: int) -> bool:
        """Whether this server may do what the table waits for in this turn: unless another has claimed it, and its
        claim is not over. This one lasts so many ms."""
        ...

    async def latest(self, tables: Sequence[str]) -> dict[str, int]:
        """The highest number of each of these tables that exist."""
        ...

    async def set_place(self, table: str, place: Occupant) -> None: ...
    async def delete_table(self, table: str) -> bool: ...

    # one's own games
    async def running_of(self, player: str, limit: int = 200) -> list[TableLine]:
        """Tables that are not over, at which this player sits or whose host it is."""
        ...

    async def games_of(self, player: str, wanted: Wanted, limit: int) -> list[Found]:
        """Finished games, newest first."""
        ...

    async def sums_of(self, player: str) -> tuple[list[Sum], list[Met]]:
        """What figures over all finished games are made of: those that were the player's alone and to the end."""
        ...

    async def seatings_of(self, player: str) -> dict[tuple[str, int], Seating]:
        """All of them, by table and seat."""
        ...

    async def unseated(self, after: str, limit: int) -> list[str]:
        """Tables without seatings, by name and after this one: those of a store that did not know them."""
        ...

    async def fill_in(self, table: str, seatings: Sequence[Seating]) -> None:
        """Keep seatings where there are none yet."""
        ...

    # ratings
    async def rated_games(self, after: int, limit: int) -> list[RatedGame]:
        """The log of all rated games, by number and after this one. It outlives the tables."""
        ...

    async def rating_changes(self, table: str) -> list[Change]:
        """What the game of a table changed; nothing when it was not rated or is not over."""
        ...

    async def all_ratings(self) -> Ratings: ...
    async def ratings_of(self, who: str) -> dict[Kind, Rating]: ...
    async def leaders(self, kind: Kind, provisional: bool, first: int, limit: int) -> tuple[list[Rank], int]:
        """A page of those with enough games, or of the others, the best first; and how many there are."""
        ...

    async def rank_of(self, kind: Kind, who: str) -> Rank | None: ...
    async def replace_ratings(self, ratings: Ratings, through: int) -> bool:
        """Put these in the place of all there are, unless a game was rated since this number."""
        ...

    async def erased_among(self, players: Iterable[str]) -> set[str]:
        """Those of the players whom nobody knows any more."""
        ...

    # the lobby
    async def listed(self, since: int, limit: int) -> list[ListedTable]:
        """Tables made since then that anybody may join, the newest first; asked for all of them at once."""
        ...

    async def seek(self, seeker: Seeker, now: int) -> None:
        """Somebody waits for an opponent from now on, and for nothing else."""
        ...

    async def seekers(self, seen: int) -> list[Seeker]:
        """Those who wait and have been seen since; the others are forgotten."""
        ...

    async def seen_seeking(self, player: str, now: int) -> tuple[Seeker, str] | None:
        """Somebody who waits asks how it goes: what for, and the table where they are awaited, if any."""
        ...

    async def seat_together(self, tables: Mapping[str, Sequence[str]]) -> dict[str, dict[str, str]]:
        """Players are awaited at these tables from now on. Tells those where each still waited, with names."""
        ...

    async def stop_seeking(self, player: str) -> None: ...

    # players
    async def add_player(self, player: Guest, secret: bytes) -> None: ...
    async def player_of(self, secret: bytes) -> Guest | None: ...
    async def add_secret(self, player: str, secret: bytes, at: int) -> None: ...
    async def rename_player(self, player: str, name: str) -> None: ...
    async def tables_of(self, player: str, limit: int = 200) -> list[TableLine]: ...
    async def hosting(self, player: str) -> int:
        """How many tables of this host are not over."""
        ...

    async def places_of(self, player: str) -> list[tuple[str, Occupant]]: ...
    async def erase_player(self, player: str) -> None:
        """Forget secrets, name, ages, places and results; the games stay, nameless. The setting `erased` changes."""
        ...

    async def find_players(self, text: str) -> list[Guest]: ...

    # device codes
    async def add_code(self, code: bytes, player: str, until: int, now: int) -> None: ...
    async def use_code(self, code: bytes, now: int) -> str | None: ...

    # codes of lobbies
    async def keep_lobby_code(self, code: bytes, table: str, until: int, now: int) -> bool:
        """Have a code lead to a table; False while it leads to another one."""
        ...

    async def lobby_of(self, code: bytes, now: int) -> str | None:
        """The table that a code leads to at this time."""
        ...

    # remote bots
    async def add_token(self, token: Token) -> None:
        """Keep a token; one of the same name is replaced."""
        ...

    async def token_of(self, hash: bytes) -> Token | None:
        """The token with this hash, unless it was revoked."""
        ...

    async def tokens(self) -> list[Token]:
        """All of them by name, those that were revoked too."""
        ...

    async def revoke_token(self, name: str, at: int) -> bool: ...
    async def see_tokens(self, players: Sequence[str], at: int) -> None:
        """These bots are connected at this moment."""
        ...

    # settings
    async def setting(self, name: str) -> str | None: ...
    async def set_setting(self, name: str, value: str) -> None: ...
    async def first_setting(self, name: str, value: str) -> str:
        """The setting; `value` becomes it if there is none yet, on whichever server that happens first."""
        ...

    async def check(self) -> str:
        """`ok`, or what is wrong with the file."""
        ...

    async def probe(self) -> None:
        """Keep something, as a move would be kept. Raises StoreError when that cannot be done."""
        ...

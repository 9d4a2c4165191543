"""What a host can configure on a server, with defaults for a family."""

from __future__ import annotations

from dataclasses import dataclass, field

from sixfold.memory import DEFAULT_MB


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything `sixfold serve` can be told, apart from where it listens."""

    origins: tuple[str, ...] = ()
    """Origins besides the server's own from which the page may be used, like https://play.example.org."""
    hosts: tuple[str, ...] = ()
    """Host names besides addresses, localhost and this machine's own name."""
    base: str = "/"
    """The folder of its host that the page lives in, like /qwirkle/."""
    workers: int | None = None
    """Processes for bots; as many as there are cores left, when not given."""
    bot_memory: int = DEFAULT_MB
    """Megabytes that each of these processes may have; 0 for no cap."""
    warm_bots: bool = False
    bot_pause: float = 0.4
    """Seconds a bot takes at least, so that people can follow."""
    think_ms: int = 800
    """Milliseconds a bot may think about a move; the champion uses most of them."""
    hint_bot: str = "expert"
    idle_s: float = 20.0
    """Seconds after which a table that nobody looks at is dropped from memory."""
    beat_s: float = 5.0
    abandon_days: int = 90
    """Days without an event after which a game counts as abandoned."""
    lobby_days: int = 7
    """Days after which a table at which nobody has played is deleted."""
    tables_per_player: int = 100
    """How many tables that are not over somebody may host."""
    open_tables: bool = True
    """Whether people may offer tables that anybody finds in the lobby."""
    pairing: bool = True
    """Whether people who wait are seated together."""
    tournaments: bool = True
    """Whether people may hold tournaments."""
    tournaments_per_player: int = 20
    """How many tournaments that are not over somebody may organise."""
    rated: bool = True
    """Whether tables may be rated."""
    reserved: tuple[str, ...] = ()
    """Names that nobody may take, besides those of every server (moderation/names.py)."""
    watching: bool = True
    """Whether people without a seat may look on, where the table allows it."""
    away_s: float = 60.0
    """Seconds after which a bot may play for somebody who is not connected."""
    bot_s: int = 10
    """Seconds that a remote bot has for a move."""
    bot_tables: int = 32
    """How many running tables a remote bot may sit at."""
    bot_requests: int = 200
    bot_window_s: float = 20.0
    """How many requests a remote bot may make in how many seconds; one that is refused counts five times."""
    mail: str = ""
    """The mail server for notices, like smtp+tls://user:password@mail.example.org?from=qwirkle@example.org."""
    push: bool = True
    """Whether browsers that want it are told by web push."""
    hooks: bool = False
    """Whether people may have notices sent to addresses of their own."""
    notice_s: float = 30.0
    """Seconds that somebody may be away from a table before they are told what happened there."""
    private_notices: bool = False
    """Whether notices may go to addresses in this server's own network. Never where strangers come."""
    messages: int = 100
    message_window_s: float = 20.0
    """How many messages a socket may send in how many seconds."""
    requests: int = 240
    request_window_s: float = 60.0
    """How many units of work a visitor may ask for over HTTP (costs.py); a network may make as many guests an hour."""
    wrong_guesses: int = 30
    """How many unknown links, codes and tables a visitor may try in a minute."""
    wrong_codes: int = 30
    """How many wrong codes of lobbies all visitors together may try in a minute; one network a third of them."""
    sockets_per_address: int = 400
    hello_s: float = 10.0
    """Seconds for the first frame of a socket, and for the headers of a request."""
    max_buffer: int = 256 * 1024
    """Bytes that may wait for a slow reader."""
    public_metrics: bool = False
    """Whether /metrics answers others than this machine."""
    trusted_proxies: tuple[str, ...] = field(default=())
    """Addresses whose X-Forwarded-For is believed."""

    @property
    def meets(self) -> bool:
        """Whether there is anything to find on the page where people meet."""
        return self.open_tables or self.pairing or self.rated or self.tournaments

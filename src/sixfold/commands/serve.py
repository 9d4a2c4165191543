"""`sixfold serve`: the server for a family or a club. `play_here` is the same on loopback, with the browser opened."""

from __future__ import annotations

import asyncio
import functools
import re
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sixfold.errors import StoreError
from sixfold.memory import DEFAULT_MB

if TYPE_CHECKING:
    from sixfold.server.settings import Settings

DATABASE = typer.Option(help="postgresql:// address, instead of a file in the folder.")
ORIGIN = typer.Option(help="Another address the page is reached by, as behind a proxy.")
PROXY = typer.Option(help="Address of a proxy whose X-Forwarded-For is believed.")
RESERVE = typer.Option(help="A name that nobody may take here; may be repeated.")
MAIL = typer.Option(
    envvar="SIXFOLD_MAIL",
    help="Mail server for notices: smtp+tls://user:password@host?from=address. Better in the environment.",
)


def run(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for everyone on the network.")] = "0.0.0.0",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 for any that is free.")] = 6161,
    data: Annotated[Path | None, typer.Option(help="Folder for the tables.")] = None,
    database: Annotated[str | None, DATABASE] = None,
    origin: Annotated[list[str] | None, ORIGIN] = None,
    proxy: Annotated[list[str] | None, PROXY] = None,
    base: Annotated[str, typer.Option(help="Folder of the host that the page lives in, like /qwirkle/.")] = "/",
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "info",
    tls_cert: Annotated[Path | None, typer.Option(help="Certificate for https.")] = None,
    tls_key: Annotated[Path | None, typer.Option(help="Its key.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes for bots.")] = None,
    bot_memory: Annotated[int, typer.Option(min=0, help="Megabytes for each of them; 0 for no limit.")] = DEFAULT_MB,
    bot_pause: Annotated[float, typer.Option(min=0, help="Seconds a bot takes at least.")] = 0.4,
    bot_seconds: Annotated[int, typer.Option(min=1, help="Seconds a remote bot has for a move.")] = 10,
    messages: Annotated[int, typer.Option(min=1, help="Messages a socket may send in 20 seconds.")] = 100,
    sockets: Annotated[int, typer.Option(min=1, help="Sockets from one network.")] = 400,
    requests: Annotated[int, typer.Option(min=1, help="Units of API work a minute for one visitor.")] = 240,
    open_tables: Annotated[bool, typer.Option(help="Let people offer tables that anybody may join.")] = True,
    pairing: Annotated[bool, typer.Option(help="Seat people together who wait for an opponent.")] = True,
    tournaments: Annotated[bool, typer.Option(help="Let people hold tournaments.")] = True,
    rated: Annotated[bool, typer.Option(help="Let tables be rated.")] = True,
    reserve: Annotated[list[str] | None, RESERVE] = None,
    watching: Annotated[bool, typer.Option(help="Let people look on, where the table allows it.")] = True,
    push: Annotated[bool, typer.Option(help="Tell people by web push, if they want it.")] = True,
    hooks: Annotated[bool, typer.Option(help="Let people have notices sent to addresses of their own.")] = False,
    mail: Annotated[str, MAIL] = "",
    public_metrics: Annotated[bool, typer.Option(help="Show /metrics to others than this machine.")] = False,
) -> None:
    """Serve tables to a network; prints the address and a QR code to open it by."""
    from sixfold.server.settings import Settings

    _check(tls_cert, tls_key, log_level, base, mail)
    settings = Settings(
        origins=tuple(origin or ()),
        base=base,
        trusted_proxies=tuple(proxy or ()),
        workers=workers,
        bot_memory=bot_memory,
        warm_bots=True,
        bot_pause=bot_pause,
        bot_s=bot_seconds,
        messages=messages,
        sockets_per_address=sockets,
        requests=requests,
        open_tables=open_tables,
        pairing=pairing,
        tournaments=tournaments,
        rated=rated,
        reserved=tuple(reserve or ()),
        watching=watching,
        public_metrics=public_metrics,
        push=push,
        hooks=hooks,
        mail=mail,
    )
    tls = (tls_cert, tls_key) if tls_cert and tls_key else None
    _serve(place(data, database), settings, host, port, tls, log_level)


def _serve(
    where: Path | str, settings: Settings, host: str, port: int, tls: tuple[Path, Path] | None, log_level: str
) -> None:
    from sixfold.server import logs
    from sixfold.server.app import build
    from sixfold.server.app import run as serve

    logs.set_up(log_level)
    server = build(where, settings)
    ready = functools.partial(_announce, host, tls=tls is not None, base=settings.base)
    asyncio.run(serve(server, host, port, tls=tls, ready=ready))


def _check(tls_cert: Path | None, tls_key: Path | None, log_level: str, base: str, mail: str) -> None:
    """Refuse options that contradict each other or have no effect."""
    from sixfold.server.notices.mail import read_server

    if mail:
        read_server(mail)
    if (tls_cert is None) != (tls_key is None):
        raise typer.BadParameter("--tls-cert and --tls-key come together")
    if log_level not in ("debug", "info", "warning", "error"):
        raise typer.BadParameter("--log-level is debug, info, warning or error")
    if not re.fullmatch(r"/(?:[\w.~-]+/)*", base, re.ASCII):
        raise typer.BadParameter("--base begins and ends with /, like /qwirkle/")


def play_here(page: str = "/", open_browser: bool = True, port: int = 0) -> None:
    """Serve on loopback and open the page in the browser, until Ctrl-C: what `sixfold` alone does."""
    import webbrowser

    from sixfold.server import logs
    from sixfold.server.app import build
    from sixfold.server.app import run as serve
    from sixfold.server.settings import Settings

    def ready(bound: int) -> None:
        address = f"http://localhost:{bound}{page}"
        print(f"Sixfold is at {address}  (Ctrl-C ends it)", flush=True)
        if open_browser:
            webbrowser.open(address)

    logs.set_up("warning", form=logs.Sentences())
    server = build(where(None), Settings(warm_bots=True))
    asyncio.run(serve(server, "127.0.0.1", port, ready=ready))


def place(data: Path | None, database: str | None) -> Path | str:
    """Where the tables are: the address of a database, or the file in a folder."""
    if database is None:
        return where(data)
    if not database.startswith(("postgresql://", "postgres://")):
        raise StoreError(f"--database is a postgresql:// address, not {database!r}", code="store/open")
    return database


def where(data: Path | None) -> Path:
    """The file that holds the tables: in the folder given, or where this system keeps a user's data."""
    import platformdirs

    from sixfold.server.app import DATABASE

    return (data or Path(platformdirs.user_data_dir("sixfold"))) / DATABASE


def _announce(host: str, port: int, tls: bool, base: str) -> None:
    scheme, folder = "https" if tls else "http", base if base != "/" else ""
    print(f"Sixfold is at {scheme}://localhost:{port}{folder}", flush=True)
    for address in addresses() if host in ("0.0.0.0", "::") else ():
        print(f"On your network: {scheme}://{address}:{port}{folder}", flush=True)
    if host in ("0.0.0.0", "::") and (found := addresses()) and sys.stdout.isatty():
        _qr(f"{scheme}://{found[0]}:{port}{folder}", print)


def addresses() -> list[str]:
    """The address others on the network reach this machine by. No packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return []
        return [probe.getsockname()[0]]


def _qr(text: str, write: Callable[[str], None]) -> None:
    import io

    import segno

    out = io.StringIO()
    segno.make(text, error="m").terminal(out=out, compact=True)
    write(out.getvalue())

"""What people get wrong when they start something: one sentence on standard error, the right exit code, no traceback,
and nothing half-done that the next start trips over. In processes of their own, as people start them.
"""

from __future__ import annotations

import os
import resource
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sixfold.server.http.listening import listen
from tests.server.opening import opened
from tests.server.test_commands import Done, sixfold

SERVE = ("serve", "--host", "127.0.0.1", "--port", "0", "--data")
# Root may write everywhere, unless it gives up that very privilege.
ANYBODY = ("setpriv", "--bounding-set=-dac_override,-dac_read_search") if os.geteuid() == 0 else ()


def started(
    *words: str, before: tuple[str, ...] = (), prepare: Callable[[], None] | None = None, **environment: str
) -> Done:
    """Run a command to its end; it must end by itself."""
    return ended([*before, sys.executable, "-m", "sixfold", *words], environment, prepare)


def ended(command: list[str], environment: dict[str, str], prepare: Callable[[], None] | None = None) -> Done:
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={**os.environ, **environment},
        preexec_fn=prepare,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def sentence(done: Done, code: int = 1) -> str:
    """The one line that a command that failed has left."""
    assert done.returncode == code, done.stdout + done.stderr
    assert done.stdout == ""
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0]


# ---- where to listen -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("port", ["99999", "-1", "six"])
@pytest.mark.parametrize("command", ["serve", "play"])
def test_a_port_that_is_none(command: str, port: str) -> None:
    done = started(command, "--port", port)
    assert done.returncode == 2
    assert done.stderr.strip().splitlines()[-1].startswith("Error: Invalid value for '--port'")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("host", "why"),
    [
        ("no-such-host.invalid", "no such host is known"),
        ("a" * 300, "no such host is known"),
        ("203.0.113.9", "that is no address of this machine"),
    ],
)
def test_a_host_that_is_not_here(tmp_path: Path, host: str, why: str) -> None:
    done = started("serve", "--host", host, "--port", "0", "--data", str(tmp_path / "data"))
    assert sentence(done) == f"sixfold: cannot listen on {host} port 0: {why}"
    assert not (tmp_path / "data").exists(), "no store is made for a server that cannot be reached"


@pytest.mark.parametrize("command", ["serve", "play"])
def test_a_port_in_use(tmp_path: Path, command: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        options = ("--host", "127.0.0.1", "--data", str(tmp_path)) if command == "serve" else ("--no-browser",)
        said = sentence(started(command, "--port", port, *options, XDG_DATA_HOME=str(tmp_path)))
    assert (
        said
        == f"sixfold: cannot listen on 127.0.0.1 port {port}: it is in use; --port chooses another, 0 any that is free"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_certificate_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "cert").write_text("no certificate")
    for name in ("cert", "missing"):
        file = str(tmp_path / name)
        said = sentence(started(*SERVE, str(tmp_path / "data"), "--tls-cert", file, "--tls-key", file))
        assert said.startswith(f"sixfold: cannot use the certificate {file}")
    assert not (tmp_path / "data").exists()


# ---- where tables are kept -------------------------------------------------------------------------------------------


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("precious")
    for folder in (file, file / "deeper"):
        assert sentence(started(*SERVE, str(folder))).endswith("is not a folder")
    assert sentence(started("play", "--no-browser", XDG_DATA_HOME=str(file))).endswith("is not a folder")
    assert sentence(sixfold("backup", str(tmp_path / "copy"), "--data", str(file)), 2).endswith(f"no tables in {file}")
    opened(tmp_path / "store" / "sixfold.db")
    whole = str(tmp_path / "store" / "sixfold.db")
    assert "Not a directory" in sentence(sixfold("restore", whole, "--data", str(file)))
    assert "is not a folder" in sentence(sixfold("backup", str(file / "copy"), "--data", str(tmp_path / "store")))
    assert file.read_text() == "precious"


@pytest.fixture(params=["read only", "somebody else's"])
def locked(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A folder with a store that this user may look at and nothing more."""
    folder = tmp_path / "locked"
    opened(folder / "sixfold.db")
    (folder / "sixfold.db").chmod(0o444)
    if request.param == "somebody else's" and ANYBODY:
        shutil.chown(folder / "sixfold.db", 65534)
        shutil.chown(folder, 65534)
        folder.chmod(0o755)
    else:
        folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)


def test_a_folder_that_this_user_may_not_write_to(locked: Path, tmp_path: Path) -> None:
    before = (locked / "sixfold.db").read_bytes()
    may_not = "this user may not write to its folder"
    assert sentence(started(*SERVE, str(locked), before=ANYBODY)).endswith(may_not)
    assert sentence(started("tables", "--data", str(locked), before=ANYBODY)).endswith(may_not)
    assert "Permission denied" in sentence(started(*SERVE, str(locked / "deeper"), before=ANYBODY))
    opened(tmp_path / "store" / "sixfold.db")
    whole = str(tmp_path / "store" / "sixfold.db")
    restore = started("restore", whole, "--data", str(locked), "--replace", before=ANYBODY)
    assert "Permission denied" in sentence(restore)
    backup = started("backup", str(locked / "copy"), "--data", str(tmp_path / "store"), before=ANYBODY)
    assert "Permission denied" in sentence(backup)
    assert [path.name for path in locked.iterdir()] == ["sixfold.db"]
    assert (locked / "sixfold.db").read_bytes() == before


def small_disk() -> None:
    """No file may grow over 40 kB: what a full disk looks like to the one who writes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))


def test_a_full_disk(tmp_path: Path) -> None:
    said = sentence(started(*SERVE, str(tmp_path / "new"), prepare=small_disk))
    assert said.startswith(f"sixfold: cannot bring the store {tmp_path / 'new' / 'sixfold.db'} up to date: ")
    opened(tmp_path / "new" / "sixfold.db")  # the next start, with room again
    opened(tmp_path / "old" / "sixfold.db")
    before = (tmp_path / "old" / "sixfold.db").read_bytes()
    copy = tmp_path / "copy.db"
    assert "cannot copy" in sentence(started("backup", str(copy), "--data", str(tmp_path / "old"), prepare=small_disk))
    whole = str(tmp_path / "new" / "sixfold.db")
    restore = started("restore", whole, "--data", str(tmp_path / "old"), "--replace", prepare=small_disk)
    assert "cannot copy" in sentence(restore)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "old"]
    assert [path.name for path in (tmp_path / "old").iterdir()] == ["sixfold.db"]
    assert (tmp_path / "old" / "sixfold.db").read_bytes() == before


def test_a_store_from_the_future(future: Path) -> None:
    before = future.read_bytes()
    said = sentence(started(*SERVE, str(future.parent)))
    assert said.startswith("sixfold: the store was written by a newer Sixfold and needs Sixfold 7.3.0 or newer")
    assert future.read_bytes() == before
    assert [path.name for path in future.parent.iterdir()] == ["sixfold.db"]


def test_an_address_of_no_database(tmp_path: Path) -> None:
    for words in (("tables",), ("bots", "tokens"), ("backup", str(tmp_path / "x")), ("restore", __file__)):
        said = sentence(sixfold(*words, "--database", "mysql://here"))
        assert said == "sixfold: --database is a postgresql:// address, not 'mysql://here'"
    said = sentence(sixfold("tables", "--database", "postgresql://127.0.0.1:1/none"))
    assert said.startswith("sixfold: cannot open the PostgreSQL store: ")


# ---- Ctrl-C ----------------------------------------------------------------------------------------------------------

INTERRUPTED = """
import signal, sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            sys.meta_path.remove(self)
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Interrupt())
from sixfold.cli import main
main(sys.argv[2:])
"""
"""Presses Ctrl-C at the moment when a module is imported."""


@pytest.mark.parametrize(
    "phase",
    [
        "typer",
        "sixfold.commands.serve",
        "uvicorn",
        "sixfold.server.store.sqlite",
        "alembic",
        "sqlalchemy.dialects.sqlite",
    ],
)
def test_ctrl_c_while_a_server_starts(tmp_path: Path, phase: str) -> None:
    done = ended([sys.executable, "-c", INTERRUPTED, phase, *SERVE, str(tmp_path)], {})
    assert sentence(done, 130) == "sixfold: stopped"
    opened(tmp_path / "sixfold.db")  # and the next start


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        ("typer", ("backup", "{}/copy.db", "--data", "{}/store")),
        ("sixfold.server.store.copies", ("backup", "{}/copy.db", "--data", "{}/store")),
        ("sixfold.server.store.sqlite", ("restore", "{}/store/sixfold.db", "--data", "{}/other")),
    ],
)
def test_ctrl_c_in_other_commands(tmp_path: Path, phase: str, words: tuple[str, ...]) -> None:
    opened(tmp_path / "store" / "sixfold.db")
    (tmp_path / "other").mkdir()
    command = [sys.executable, "-c", INTERRUPTED, phase, *(word.format(tmp_path) for word in words)]
    done = ended(command, {})
    assert sentence(done, 130) == "sixfold: stopped"
    assert list((tmp_path / "other").iterdir()) == []
    assert not list(tmp_path.glob("copy*"))


def test_an_address_of_a_host_that_is_not_in_use_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """As localhost on a machine without IPv6."""
    both = [(socket.AF_INET, 1, 6, "", (address, 0)) for address in ("203.0.113.9", "127.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: both)
    opened = listen("localhost", 0)
    assert [one.getsockname()[0] for one in opened] == ["127.0.0.1"]
    for one in opened:
        one.close()

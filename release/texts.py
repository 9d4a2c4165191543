"""The files that carry a version: each as a function from its old text to its new one. Nothing is written here."""

from __future__ import annotations

import datetime
import re

VERSION = re.compile(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?")
"""A release has three numbers, and perhaps a stage before it is final: 0.2.0, 1.0.0rc1."""


class NotReady(Exception):
    """A sentence that says why there is no release."""


def key(version: str) -> tuple[int, int, int, str, int]:
    """Sorts versions: 1.0.0a1 < 1.0.0rc1 < 1.0.0 < 1.0.1."""
    numbers, stage = re.fullmatch(r"([\d.]+)(.*)", version).groups()  # type: ignore[union-attr]
    major, minor, patch = (int(part) for part in numbers.split("."))
    return major, minor, patch, stage.rstrip("0123456789") or "z", int(stage.lstrip("abrc") or 0)


def changelog(text: str, version: str, day: datetime.date) -> str:
    """The heading of what is new gets its version and its day."""
    head, found, rest = text.partition("## Unreleased\n")
    if not found:
        raise NotReady("CHANGELOG.md has no part `## Unreleased`: say what is new, for people who use it.")
    if not rest.partition("\n## ")[0].strip():
        raise NotReady("The part `## Unreleased` of CHANGELOG.md is empty: say what is new, for people who use it.")
    return f"{head}## {version} ({day})\n{rest}"


def package(text: str, version: str) -> str:
    """`__version__` of the package."""
    new, count = re.subn(r'^__version__ = ".*"$', f'__version__ = "{version}"', text, flags=re.M)
    if count != 1:
        raise NotReady("src/sixfold/__init__.py has no line `__version__ = ...`.")
    return new


def requirement(text: str, version: str) -> str:
    """The rules that the whole asks for: those of its own version."""
    new, count = re.subn(r'"sixfold-rules==[^"]*"', f'"sixfold-rules=={version}"', text)
    if count != 1:
        raise NotReady("pyproject.toml does not require `sixfold-rules==...` once.")
    return new


def citation(text: str, version: str, day: datetime.date) -> str:
    """Version and day in CITATION.cff."""
    text = re.sub(r"^version: .*$", f"version: {version}", text, flags=re.M)
    return re.sub(r"^date-released: .*$", f"date-released: {day}", text, flags=re.M)

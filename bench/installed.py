"""How large each installation is: `python bench/installed.py` adds up the packages that this environment has.

Sizes are those of the installed files, as each package's own list names them, without bytecode. What an extra brings is
counted beyond what `sixfold` itself needs. Extras that are not installed here are left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

EXTRAS = ("lab", "mcp", "postgres", "ray", "research")


def needed(wanted: Iterable[str]) -> dict[str, metadata.Distribution]:
    """These packages and all that they need, by name. A package may be followed by extras in brackets."""
    found: dict[str, metadata.Distribution] = {}
    waiting = [Requirement(text) for text in wanted]
    seen: set[str] = set()
    while waiting:
        one = waiting.pop()
        if str(one) in seen:
            continue
        seen.add(str(one))
        there = found[canonicalize_name(one.name)] = metadata.distribution(one.name)
        for line in there.requires or ():
            more = Requirement(line)
            if more.marker is None or any(more.marker.evaluate({"extra": extra}) for extra in (*one.extras, "")):
                more.marker = None
                waiting.append(more)
    return found


def megabytes(distributions: Iterable[metadata.Distribution]) -> float:
    """The installed files of these packages."""
    files = (file for one in distributions for file in one.files or () if file.suffix != ".pyc")
    return sum(path.stat().st_size for file in files if (path := Path(file.locate())).is_file()) / 1e6


def main() -> None:
    """Print one line for each installation."""
    lines = [Requirement(line) for line in metadata.requires("sixfold") or ()]
    run = needed(str(line) for line in lines if line.marker is None and line.name != "sixfold-rules")
    print(f"sixfold: {len(run)} packages, {megabytes(run.values()):.1f} MB, and its own files")
    for extra in EXTRAS:
        asked = [str(line).partition(";")[0] for line in lines if f'extra == "{extra}"' in str(line.marker)]
        try:
            more = {name: one for name, one in needed(asked).items() if name not in run}
        except metadata.PackageNotFoundError as missing:
            print(f"{extra}: {missing.name} is not installed here")
            continue
        print(f"{extra}: {len(more)} packages, {megabytes(more.values()):.1f} MB more")


if __name__ == "__main__":
    main()

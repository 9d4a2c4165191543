"""The files of the TypeScript door: generated ones are fresh, bad ones are refused, and the package works by itself."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from bench.kernel import door as generator
from tests.twin.door import Door, node

LOAD = """
import { readFileSync } from "node:fs";
const [folder, code, weights] = process.argv.slice(2);
const { Kernel } = await import(`file://${folder}/index.js`);
try {
  await Kernel.load(readFileSync(code), readFileSync(weights));
  console.log("loaded");
} catch (error) {
  console.log(error.code ?? String(error));
}
"""


def test_generated_files_are_fresh() -> None:
    """What `make kernel` writes is what is kept."""
    assert generator.types() == (generator.FOLDER / generator.TYPES).read_text(encoding="utf-8")
    assert generator.weight_bytes() == (generator.FOLDER / generator.WEIGHTS).read_bytes()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("as it is", "loaded"),
        ("cut short", "kernel/damaged"),
        ("one bit of code", "kernel/damaged"),
        ("one bit of a weight", "kernel/damaged"),
        ("of other sources", "kernel/version"),
        ("no module", "kernel/damaged"),
    ],
)
def test_bad_files_are_refused(package: Path, tmp_path: Path, name: str, told: str) -> None:
    code, weights = (bytearray((package / "dist" / file).read_bytes()) for file in ("kernel.wasm", "weights.bin"))
    if name == "cut short":
        del code[-1000:]
    elif name == "one bit of code":
        code[len(code) // 2] ^= 1
    elif name == "one bit of a weight":
        weights[100] ^= 1
    elif name == "of other sources":
        at = code.rindex(b'"sources": "') + 12
        code[at] = ord("0") if code[at] != ord("0") else ord("1")
    elif name == "no module":
        code[:] = b"<!doctype html>"
    program, changed, learned = tmp_path / "load.mjs", tmp_path / "kernel.wasm", tmp_path / "weights.bin"
    program.write_text(LOAD, encoding="utf-8")
    changed.write_bytes(code)
    learned.write_bytes(weights)
    command = [node(), str(program), str(package / "dist"), str(changed), str(learned)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == told


def test_the_example_of_the_package(package: Path, tmp_path: Path) -> None:
    """Thirty lines in a folder of their own, with the package where npm would put it, play a whole game."""
    home = tmp_path / "node_modules" / "sixfold-kernel"
    shutil.copytree(package, home)
    example = tmp_path / "example.mjs"
    shutil.copy(home / "example.mjs", example)
    assert len(example.read_text(encoding="utf-8").splitlines()) <= 30
    lines = subprocess.run([node(), str(example)], capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(lines) > 20
    assert lines[-1].startswith(("T17: greedy ", "T18: greedy "))


def test_the_package_says_what_it_holds(package: Path) -> None:
    described = json.loads((package / "package.json").read_text(encoding="utf-8"))
    for path in (described["main"], described["types"], "README.md", *described["files"]):
        assert (package / path).exists(), path
    types = (package / described["types"]).read_text(encoding="utf-8")
    assert "static load(code: Uint8Array, weights?: Uint8Array): Promise<Kernel>" in types


@pytest.mark.parametrize(
    ("question", "code"),
    [
        (("tiles.plays", "0,0:Rs 1,0:Rs", ""), "position/line"),
        (("tiles.plays", "0,0:Rs 0,0:Rd", ""), "position/cell"),
        (("tiles.plays", "0,0:Rs 2,0:Rd", ""), "position/apart"),
        (("tiles.plays", "0,0:Rs", "RsRsRs"), "position/copies"),
        (("tiles.plays", "0,0:Rs", "RoRdRcRtRxOoOs"), "position/hand"),
        (("tiles.plays", "0,0:Rs", "RsRs", "tiles-short/1"), "position/copies"),
        (("tiles.plays", "0,0:Rs", "Rs", "tiles/9"), "notation/ruleset"),
        (("tiles.start", 2, [], "tiles-200/1"), "notation/ruleset"),
        (("tiles.plays", "0,0:Rs", "Rz"), "notation/piece"),
        (("tiles.plays", "0;0:Rs", "Rs"), "notation/cell"),
        (("tiles.judge", "0,0:Rs", "1,0Rd"), "notation/placement"),
        (("cards.solve", ["RoRsRd", "RoRsRd", "RoRsRd"], "Ro"), "position/copies"),
        (("cards.solve", ["RoRs"], "Rd"), "position/row"),
        (("cards.solve", ["RoRsRdRcRtRx"], "Ro"), "position/qwirkle"),
        (("cards.solve", ["RoRsRd"], "OoOsOdOcOtOxYoYsYdYc"), "position/hand"),
        (("cards.solve", ["Ro?Rd"], "Ro"), "notation/unknown-piece"),
    ],
)
def test_what_no_game_could_have(door: Door, question: tuple[object, ...], code: str) -> None:
    what, *values = question
    assert door.ask(str(what), *values) == {"error": code}

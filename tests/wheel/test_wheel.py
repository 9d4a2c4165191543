"""The wheel as a stranger gets it: in a clean environment it has its page, its kernel and its bots, and plays."""

from __future__ import annotations

import http.cookiejar
import json
import re
import subprocess
import sys
import tarfile
import tomllib
import urllib.request
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

import sixfold

ROOT = Path(__file__).parents[2]


LIGHT = ROOT / "rules"
"""Where the rules alone are built from."""


def built(source: Path, folder: Path, *options: str) -> Path:
    """What `python -m build` makes of a folder."""
    told = [sys.executable, "-m", "build", *options, "--no-isolation", "--outdir", str(folder), str(source)]
    subprocess.run(told, check=True, capture_output=True, text=True)
    return max(folder.iterdir(), key=lambda path: path.suffix == ".whl")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(ROOT, tmp_path_factory.mktemp("wheel"), "--wheel")


@pytest.fixture(scope="module")
def light(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the rules, built from its source distribution."""
    return built(LIGHT, tmp_path_factory.mktemp("light"))


@pytest.fixture(scope="module")
def clean(wheel: Path, light: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new environment that holds both wheels and what they need, nothing else."""
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder, with_pip=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    locked = ROOT / "requirements" / "run.txt"
    subprocess.run([*pip, "--require-hashes", "-r", str(locked)], check=True, capture_output=True, text=True)
    subprocess.run([*pip, "--no-deps", str(light), str(wheel)], check=True, capture_output=True, text=True)
    subprocess.run([*pip[:3], "check"], check=True, capture_output=True, text=True)
    return folder / "bin"


PLAY = """
import sys
from sixfold import Dealer, Record, cards, settle, tiles
for game in (tiles, cards):
    state, _, deals = settle(game.State.start(2), Dealer.from_seed(bytes(64)))
    while state.outcome is None:
        state = state.play(next(iter(state.legal_moves())))
        state, _, deals = settle(state, deals)
    print(sum(state.scores))
print(len(Record.parse(open(sys.argv[1]).read()).events))
beside = {"__main__", "sitecustomize"}  # Debian has the second
print(*sorted({name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names - beside))
"""


def test_the_rules_alone_play_with_nothing_else(light: Path, tmp_path: Path) -> None:
    venv.create(tmp_path, with_pip=False)
    (packages,) = tmp_path.glob("lib/python3*/site-packages")
    zipfile.ZipFile(light).extractall(packages)  # no pip there, and nothing to resolve
    record = ROOT / "spec" / "records" / "tiles-2.txt"
    python = [str(tmp_path / "bin" / "python"), "-I"]
    said = subprocess.run([*python, "-c", PLAY, str(record)], capture_output=True, text=True, check=True).stdout.split()
    assert said[3:] == ["sixfold"]
    assert all(int(points) > 0 for points in said[:3])


def of_the_package(wheel: Path) -> set[str]:
    return {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("sixfold/")}


def test_the_two_wheels_are_the_package_and_share_no_file(wheel: Path, light: Path) -> None:
    whole, rules = of_the_package(wheel), of_the_package(light)
    assert not whole & rules
    there = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*.py")}
    assert there <= whole | rules
    assert "sixfold/py.typed" in rules


def test_both_lists_of_files_and_both_versions_agree() -> None:
    whole = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    rules = tomllib.loads((LIGHT / "pyproject.toml").read_text("utf-8"))
    left_out = whole["tool"]["hatch"]["build"]["targets"]["wheel"]["exclude"]
    assert left_out == [f"/{name}" for name in rules["tool"]["hatch"]["build"]["only-include"]]
    assert f"sixfold-rules=={sixfold.__version__}" in whole["project"]["dependencies"]
    assert rules["project"]["dependencies"] == []
    for name in ("license", "authors", "requires-python"):
        assert rules["project"][name] == whole["project"][name]
    assert (LIGHT / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_the_wheel_of_the_rules_asks_for_nothing(light: Path) -> None:
    packed = zipfile.ZipFile(light)
    (name,) = (name for name in packed.namelist() if name.endswith("/METADATA"))
    assert b"Requires-Dist" not in packed.read(name)
    assert any(name.endswith("/licenses/LICENSE") for name in packed.namelist())
    assert light.stat().st_size < 100_000


def test_the_wheel_carries_what_it_needs_and_nothing_private(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "sixfold/server/static/index.html" in names
    assert "sixfold/server/static/pages.json" in names
    assert any(name.startswith("sixfold/server/static/assets/") and name.endswith(".js") for name in names)
    assert "sixfold/kernel/kernel.wasm" in names
    assert any(name.startswith("sixfold/bots/weights/") for name in names)
    assert not [name for name in names if "node_modules" in name or name.startswith("tests/")]
    weights = [info for info in zipfile.ZipFile(wheel).infolist() if "/bots/weights/" in info.filename]
    assert sum(info.file_size for info in weights) < 2_000_000


def test_a_wheel_without_its_page_is_not_built(tmp_path: Path) -> None:
    (tmp_path / "release").mkdir()
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "release/addresses.toml"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    package = tmp_path / "src" / "sixfold"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "0"\n')
    done = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", str(tmp_path)], capture_output=True, text=True
    )
    assert done.returncode != 0
    assert "page is missing" in done.stdout + done.stderr


def test_the_source_distribution_is_whole_and_builds_without_node(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(tmp_path)]
    subprocess.run([*build, "--sdist", str(ROOT)], check=True, capture_output=True, text=True)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as packed:
        packed.extractall(tmp_path, filter="data") if hasattr(tarfile, "data_filter") else packed.extractall(tmp_path)
    (source,) = (path for path in tmp_path.iterdir() if path.is_dir())
    assert (source / "examples").is_dir()
    assert not (source / "web").exists()
    # No PATH: whoever builds from it has no Node, and needs none.
    nowhere = {"PATH": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run([*build, "--wheel", str(source)], capture_output=True, text=True, env=nowhere)
    assert done.returncode == 0, done.stdout + done.stderr
    names = zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist()
    assert "sixfold/server/static/index.html" in names
    assert "sixfold/server/static/pages.json" in names
    assert "sixfold/languages/de.json" in names


def test_the_rules_answer(clean: Path) -> None:
    question = json.dumps({"do": "plays", "ruleset": "tiles/1", "board": "0,0:Rs 1,0:Rd", "hand": "RoGdPx"})
    said = subprocess.run(
        [str(clean / "sixfold"), "engine"], input=question + "\n", capture_output=True, text=True, check=True
    ).stdout
    assert json.loads(said)["plays"][0] == {"play": "-1,0:Ro", "points": 3, "qwirkles": 0}


def test_bots_play_on_the_kernel(clean: Path) -> None:
    match = ["arena", "champion:rollouts=50", "random", "--pairs", "2", "--seed", "1"]
    told = [str(clean / "sixfold"), *match, "--on", "here", "--quiet", "--json"]
    said = subprocess.run(told, capture_output=True, text=True, check=True).stdout
    assert json.loads(said.splitlines()[-1])["share"] == 1.0


def test_the_table_is_served_and_a_bot_answers(clean: Path, tmp_path: Path) -> None:
    told = [str(clean / "sixfold"), "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(told, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            ports = (re.search(r"localhost:(\d+)", line) for line in server.stdout)
            port = next(filter(None, ports))[1]
            _play_two_turns(f"127.0.0.1:{port}")
        finally:
            server.terminate()
        assert server.wait(timeout=60) == 0


def _play_two_turns(host: str) -> None:
    jar = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    browser.addheaders = [("Origin", f"http://{host}")]
    assert b"<title>" in browser.open(f"http://{host}/").read()
    wanted = {"game": "tiles", "seats": [{"kind": "here", "name": "Ana"}, {"kind": "bot", "bot": "greedy"}]}
    request = urllib.request.Request(
        f"http://{host}/api/tables", json.dumps(wanted).encode(), {"Content-Type": "application/json"}
    )
    table = json.loads(browser.open(request).read())["table"]
    cookie = "; ".join(f"{item.name}={item.value}" for item in jar)
    with connect(
        f"ws://{host}/api/tables/{table}/socket",
        origin=Origin(f"http://{host}"),
        additional_headers={"Cookie": cookie},
        open_timeout=60,
    ) as socket:
        number, turns, hand = 0, 0, ""
        socket.send(json.dumps({"do": "hello", "version": 2, "plays": True}))
        while turns < 2:
            frame: dict[str, Any] = json.loads(socket.recv(timeout=60))
            assert frame["t"] != "refused", frame
            number = frame.get("n", number)
            views = [frame.get("view"), frame.get("event", {}).get("view"), frame]
            hand = next((view["now"]["hand"] for view in views if (view or {}).get("now", {}).get("hand")), hand)
            if frame["t"] == "welcome":
                ready = {"do": "ready", "id": "r", "base": number, "seat": 0, "entropy": "5f" * 32}
                socket.send(json.dumps(ready))
            elif frame["t"] == "plays":
                turns += 1
                # One hand in fifty has nothing to lay.
                some = frame["plays"]
                move = {"do": "play", "play": some[0][0]} if some else {"do": "exchange", "pieces": hand[:2]}
                socket.send(json.dumps({**move, "id": f"p{turns}", "base": number, "seat": 0}))

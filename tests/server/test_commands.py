"""The host's commands against a real store, also while a server runs on it: tables, backup, restore, verify."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from tests.server.client import Player, two_players
from tests.server.postgres import Postgres
from tests.server.running import Running


class Done(NamedTuple):
    """How a command ended."""

    returncode: int
    stdout: str
    stderr: str


def sixfold(*words: str, text: str = "") -> Done:
    """Run a command to its end, in this process: starting Python is not what is tested."""
    from sixfold import cli

    out, err = io.StringIO(), io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(text.encode()))
    code: Any = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), mock.patch("sys.stdin", stdin):
        try:
            cli.main(list(words))
        except SystemExit as end:
            code = end.code
    if isinstance(code, str):
        err.write(code)
        code = 1
    return Done(code or 0, out.getvalue(), err.getvalue())


def answer(*words: str) -> Any:
    done = sixfold(*words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


async def gone(*players: Player) -> None:
    for player in players:
        await player.close()
        await player.visitor.close()


def test_a_host_at_work_while_the_server_serves(serving: Running, tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))

    async def run() -> None:
        one, two = await two_players(serving.base)
        listed = await asyncio.to_thread(answer, "tables", *data)
        assert [(t["phase"], t["names"]) for t in listed["tables"]] == [("playing", ["Ana", "Bo"])]
        table = listed["tables"][0]["table"]
        shown = (await asyncio.to_thread(sixfold, "tables", *data)).stdout
        assert "Ana, Bo" in shown
        assert one.now["hand"] not in shown, "no hand is shown to a host"
        await asyncio.to_thread(answer, "tables", "rename", table[:8], "--seat", "1", "--name", "Bobo", *data)
        await asyncio.to_thread(answer, "tables", "remove", table, "--seat", "1", *data)
        # The running server hears of it by itself.
        await one.until(lambda p: any(f["event"].get("why") == "removed" for f in p.events), 20)
        renamed = [f["event"]["info"]["name"] for f in one.events if f["event"].get("why") == "adjusted"]
        assert renamed, "the new name was told"
        await asyncio.to_thread(answer, "tables", "close", table, *data)
        await one.until(lambda p: p.ended.is_set(), 20)
        record = (await one.visitor.http.get(f"/api/tables/{table}/record")).text
        verdict = await asyncio.to_thread(sixfold, "verify", "-", text=record)
        assert verdict.returncode == 0, verdict.stderr
        assert "verified" in verdict.stdout
        broken = await asyncio.to_thread(
            sixfold, "verify", "-", "--json", text=record.replace("added 0: ", "added 0: 0", 1)
        )
        assert broken.returncode == 1
        assert json.loads(broken.stdout)["ok"] is False
        copy = tmp_path / "backup" / "copy.db"
        saved = await asyncio.to_thread(sixfold, "backup", str(copy), *data)
        assert saved.returncode == 0, saved.stderr
        again = await asyncio.to_thread(sixfold, "backup", str(copy), *data)
        assert again.returncode == 1
        assert "never overwrites" in again.stderr
        await asyncio.to_thread(answer, "tables", "delete", table, *data)
        assert (await asyncio.to_thread(answer, "tables", *data))["tables"] == []
        await gone(one, two)
        elsewhere = ("--data", str(tmp_path / "elsewhere"))
        restored = await asyncio.to_thread(sixfold, "restore", str(copy), *elsewhere)
        assert restored.returncode == 0, restored.stderr
        assert len((await asyncio.to_thread(answer, "tables", *elsewhere))["tables"]) == 1
        refused = await asyncio.to_thread(sixfold, "restore", str(copy), *elsewhere)
        assert refused.returncode == 1
        assert (await asyncio.to_thread(sixfold, "restore", str(copy), *elsewhere, "--replace")).returncode == 0

    asyncio.run(run())


def test_sentences_instead_of_tracebacks(tmp_path: Path) -> None:
    for words in (
        ("tables", "--data", str(tmp_path / "none")),
        ("tables", "explode", "--data", str(tmp_path)),
        ("backup", str(tmp_path / "x"), "--data", str(tmp_path / "none")),
        ("restore", str(tmp_path / "missing")),
        ("verify", str(tmp_path / "missing")),
        ("serve", "--tls-cert", "a"),
        ("serve", "--log-level", "loud"),
    ):
        done = sixfold(*words)
        assert done.returncode != 0
        assert "Traceback" not in done.stderr, words
        assert done.stderr.strip()


def test_a_port_in_use_is_a_sentence(serving: Running, tmp_path: Path) -> None:
    # In a process of its own: it would set up this one's logging and signals.
    command = [sys.executable, "-m", "sixfold", "serve", "--host", "127.0.0.1", "--port", str(serving.port)]
    command += ["--data", str(tmp_path / "b")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 1
    assert "cannot listen" in done.stderr
    assert "Traceback" not in done.stderr


def test_backup_and_restore_of_postgres(postgres: Postgres, tmp_path: Path) -> None:
    source, target = postgres.database("source"), postgres.database("target")

    async def run() -> str:
        with Running(database=source) as server:
            one, two = await two_players(server.base)
            table = one.table
            await gone(one, two)
            done = await asyncio.to_thread(sixfold, "backup", str(tmp_path / "pg.dump"), "--database", source)
            assert done.returncode == 0, done.stderr
            return table

    table = asyncio.run(run())
    done = sixfold("restore", str(tmp_path / "pg.dump"), "--database", target)
    assert done.returncode == 0, done.stderr
    assert [t["table"] for t in answer("tables", "--database", target)["tables"]] == [table]

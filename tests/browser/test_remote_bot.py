"""A program elsewhere is offered where tables are made, is seated by its name, and plays."""

from __future__ import annotations

import os
import subprocess
import sys

from playwright.sync_api import expect

from tests.browser.conftest import ROOT, OpenPage, Serving
from tests.browser.tile_table import TileTable, choose
from tests.server.test_remote_serving import EXAMPLE, command


def test_a_remote_bot_is_chosen_by_name_and_plays(open_page: OpenPage, serving: Serving) -> None:
    token = command("make", "hal", "--data", str(serving.data))["token"]
    words = [sys.executable, str(EXAMPLE), serving.url, "greedy"]
    environment = {**os.environ, "SIXFOLD_TOKEN": token}
    with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True, cwd=ROOT) as program:
        try:
            page = open_page("/new")
            seat = page.get_by_label("Bot at seat 2")
            while True:  # until its stream is open
                choose(page.get_by_label("Who sits at seat 2"), "Bot")
                expect(seat).to_be_visible()
                if seat.get_by_text("hal · a program elsewhere").count():
                    break
                page.reload()
            choose(seat, "hal · a program elsewhere")
            choose(page.get_by_label("Help while laying").first, "Places, points and")
            page.get_by_role("button", name="Set the table").click()
            table = TileTable(page, "mouse")
            for _ in range(2):
                assert table.wait_for_turn()
                table.turn()
            expect(page.get_by_text("hal", exact=True).locator("visible=true").first).to_be_visible()
            assert program.stdout is not None
            assert "seated" in program.stdout.readline()
        finally:
            program.kill()
            command("revoke", "hal", "--data", str(serving.data))

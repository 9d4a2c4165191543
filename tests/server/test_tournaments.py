"""Tournaments of a server: from the first name to the last result, by HTTP; who may do what; results that come late."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from sixfold.dealer import DUPLICATE
from sixfold.server import wire
from sixfold.server.moderation.values import Block
from sixfold.server.store import make_store
from sixfold.server.tournaments.tournaments import LOOK_S
from tests.server.club import Club
from tests.server.inside import inside, same_deal, visitor


def codes(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["refusal"]["code"]


def test_an_evening_from_the_first_name_to_the_end(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            club = Club(server)
            made = await club.found(rounds=2, clock=60)
            assert (made["stage"], made["organiser"], made["all_rounds"]) == ("open", True, 2)
            await club.enter("Ana", "Bo", "Cleo", "Dan")
            info = await club.round()
            assert [len(one["games"]) for one in info["rounds"]] == [2]
            tables = [game["table"] for game in info["rounds"][0]["games"]]
            first, second = [server.house.rooms[table].table for table in tables]
            assert first.bag == second.bag != ""
            assert first.seed == second.seed
            assert first.shuffle == DUPLICATE
            assert [chair.assist for chair in first.chairs] == ["off", "off"]
            seen = await club.seen(club.people[0])
            mine = [game for game in seen["rounds"][0]["games"] if "table" in game]
            assert len(mine) == 1, "only one's own table is told"
            assert seen["me"] == 1 in (mine[0]["first"], mine[0]["second"])
            assert "key" not in seen
            dealt = [await club.sit_down(table) for table in tables]
            assert dealt[0].deal == dealt[1].deal, "the same luck at every table"
            for table in tables:
                room = await server.house.look(table)
                assert room is not None
                resign = wire.Resign(id="x", base=room.table.n, seat=1)
                await server.house.command(room, resign, room.table.chairs[1].player)
            await server.house.tournaments.settle(made["tournament"])
            info = await club.seen()
            assert info["stage"] == "between"
            assert {game["winner"] for game in info["rounds"][0]["games"]} == {"first"}
            assert {game["by"] for game in info["rounds"][0]["games"]} == {"table"}
            await club.round()
            for game in (1, 2):
                assert (await club.rule(2, game, "second", 70, 90)).status_code == 200
            ended = (await club.organiser.post(f"{club.at}/end")).json()["info"]
            assert ended["stage"] == "over"
            assert sum(place["points"] for place in ended["standings"]) == 2 * 4
            assert [place["place"] for place in ended["standings"]] == [1, 2, 3, 4] or ended["standings"][0][
                "place"
            ] == 1
            [line] = (await club.people[0].get("/api/tournaments")).json()["tournaments"]
            assert (line["title"], line["stage"]) == ("Club", "over")

    asyncio.run(run())


def test_nobody_sees_how_a_round_was_dealt_before_its_last_game_is_over(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            club = Club(server)
            await club.found(rounds=1)
            await club.enter("Ana", "Bo", "Cleo", "Dan")
            one, other = [game["table"] for game in (await club.round())["rounds"][0]["games"]]
            await club.resign(one, 0)
            [player, _] = [who for who in club.people if (await who.get(f"/api/tables/{one}")).status_code == 200]
            for what in ("proof", "record"):
                no = await player.get(f"/api/tables/{one}/{what}")
                assert codes(no) == (409, "table/unfinished")
                assert "dealt alike" in no.json()["refusal"]["message"]
            await club.resign(other, 0)
            await club.seen()
            await server.house.tournaments.settle(club.at.rpartition("/")[2])
            assert (await player.get(f"/api/tables/{one}/proof")).json()["bag"].startswith("tournament ")
            assert (await player.get(f"/api/tables/{one}/record")).status_code == 200

    asyncio.run(run())


def test_a_game_that_counts_is_played_without_help(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, parts=same_deal()) as server:
            club = Club(server)
            await club.found()
            await club.enter("Ana", "Bo")
            [game] = (await club.round())["rounds"][0]["games"]
            await club.sit_down(game["table"])
            room = await server.house.look(game["table"])
            assert room is not None
            assert room.table.terms.rated is False, "without a clock it is not rated"
            for command in (
                wire.Adjust(id="a", base=room.table.n, seat=0, assist="best"),
                wire.TakeBack(id="b", base=room.table.n, seat=0),
            ):
                with pytest.raises(Exception, match="rated game") as refused:
                    await server.house.command(room, command, room.table.chairs[0].player)
                assert refused.value.code == "table/rated"  # type: ignore[attr-defined]
            assert (await visitor(server).get(f"/api/tables/{game['table']}")).status_code == 404, "nobody looks on"

    asyncio.run(run())


def test_what_is_refused_and_to_whom(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, tournaments_per_player=1) as server:
            club = Club(server)
            made = await club.found(rounds=1)
            await club.enter("Ana", "Bo")
            ana, stranger = club.people[0], visitor(server)
            nowhere = "/api/tournaments/nowhere"
            assert codes(await stranger.get(nowhere)) == (404, "tournament/unknown")
            assert codes(await stranger.post(f"{nowhere}/entrants", json={"name": "Zo"})) == (404, "tournament/unknown")
            assert codes(await stranger.post(f"{club.at}/rounds")) == (401, "player/unknown")
            for what in ("rounds", "end"):
                assert codes(await ana.post(f"{club.at}/{what}")) == (403, "tournament/not-organiser")
            rule = f"{club.at}/rounds/1/games/1"
            assert codes(await ana.put(rule, json={"winner": "first"})) == (403, "tournament/not-organiser")
            assert codes(await ana.delete(f"{club.at}/entrants/2")) == (403, "tournament/not-organiser")
            assert codes(await ana.post(f"{club.at}/entrants", json={"name": "X", "box": True}))[0] == 403
            assert codes(await ana.post(f"{club.at}/entrants", json={"again": 2}))[0] == 403
            assert codes(await ana.delete(f"{club.at}/organisers")) == (403, "tournament/not-organiser")
            wrong = {"name": "Ana", "key": "guess"}
            assert codes(await ana.post(f"{club.at}/organisers", json=wrong)) == (403, "tournament/not-organiser")
            for name in ("ana", " Ana ", "Ａna", "\N{CYRILLIC CAPITAL LETTER A}na", "An@", "B0"):
                again = await stranger.post(f"{club.at}/entrants", json={"name": name})
                assert codes(again) == (409, "tournament/name"), name
            assert codes(await stranger.post(f"{club.at}/entrants", json={"name": " "}))[1] == "request/field"
            assert codes(await club.organiser.delete(f"{club.at}/entrants/9")) == (409, "tournament/not-entered")
            more = await club.organiser.post("/api/tournaments", json={"title": "B", "game": "tiles", "name": "Olga"})
            assert codes(more) == (409, "tournament/too-many")
            bad = {"title": "B", "game": "chess", "name": "Olga"}
            assert codes(await club.organiser.post("/api/tournaments", json=bad)) == (400, "request/field")
            assert codes(await club.rule(1, 1, "first")) == (409, "tournament/foreign")
            await club.round()
            assert codes(await club.organiser.post(f"{club.at}/rounds")) == (409, "tournament/unfinished")
            assert codes(await club.organiser.post(f"{club.at}/end")) == (409, "tournament/unfinished")
            assert (await club.rule(1, 1, "first", 2001)).status_code == 400
            await club.rule(1, 1, "drawn", 70, 70)
            assert codes(await club.organiser.post(f"{club.at}/rounds")) == (409, "tournament/last")
            assert made["key"]

    asyncio.run(run())


def test_a_host_holds_none(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path, tournaments=False) as server:
            no = await visitor(server).post("/api/tournaments", json={"title": "B", "game": "tiles", "name": "Olga"})
            assert codes(no) == (403, "lobby/off")
            assert (await visitor(server).get("/api/tournaments")).json() == {"offered": False}

    asyncio.run(run())


def test_late_entry_leaving_coming_back_and_a_box(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            club = Club(server)
            await club.found(rounds=4)
            await club.enter("Ana", "Bo", "Cleo")
            info = await club.round()
            assert info["rounds"][0]["bye"] in (1, 2, 3)
            [game] = info["rounds"][0]["games"]
            gone = game["first"]
            left = (await club.people[gone - 1].delete(f"{club.at}/entrants/{gone}")).json()["info"]
            assert (left["rounds"][0]["games"][0]["winner"], left["stage"]) == ("second", "between")
            assert left["rounds"][0]["games"][0]["by"] == "absent"
            paper = await club.organiser.post(f"{club.at}/entrants", json={"name": "Paul", "box": True})
            assert paper.json()["info"]["entrants"][3] == {"number": 4, "name": "Paul", "box": True, "since": 1}
            info = await club.round()
            assert {one for game in info["rounds"][1]["games"] for one in (game["first"], game["second"])} | {
                info["rounds"][1].get("bye")
            } >= {4}
            for number, game in enumerate(info["rounds"][1]["games"], 1):
                assert ("table" in game) == (4 not in (game["first"], game["second"])), "a box needs no table"
                await club.rule(2, number, "first", 80, 60)
            back = await club.organiser.post(f"{club.at}/entrants", json={"again": gone})
            assert "gone" not in back.json()["info"]["entrants"][gone - 1]
            await club.enter("Late")
            assert len((await club.round())["rounds"][2]["games"]) == 2

    asyncio.run(run())


def test_people_who_keep_apart_are_not_paired_where_it_can_be_helped(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            club = Club(server)
            await club.found(rounds=2)
            await club.enter(*"ABCDEFGH")
            store, tournament = server.house.store, club.at.rpartition("/")[2]
            first, *others = (await server.house.tournaments.look(tournament)).state.entrants
            # One of them gets along with nobody but the last.
            for number, other in enumerate(others[:-1]):
                await store.keep_block(Block(f"b{number}", first, other, "", 1))
            games = (await club.round())["rounds"][0]["games"]
            assert {1, 8} in [{game["first"], game["second"]} for game in games]

    asyncio.run(run())


def test_a_result_that_comes_late_is_refused_and_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            club = Club(server)
            made = await club.found()
            await club.enter("Ana", "Bo")
            [game] = (await club.round())["rounds"][0]["games"]
            await club.rule(1, 1, "second", 50, 90)
            with caplog.at_level(logging.WARNING):
                await club.resign(game["table"], 1)
                await server.house.tournaments.settle(made["tournament"])
                await server.house.tournaments.settle(made["tournament"])
            told = [record for record in caplog.records if "refused" in record.message]
            assert [record.code for record in told] == ["tournament/decided"], "once"  # type: ignore[attr-defined]
            assert (await club.seen())["rounds"][0]["games"][0]["points"] == [50, 90], "the organiser's word counts"
            corrected = (await club.rule(1, 1, "first", 90, 50)).json()["info"]["rounds"][0]["games"][0]
            assert (corrected["winner"], corrected["by"]) == ("first", "organiser")

    asyncio.run(run())


def test_an_organiser_who_leaves_is_followed_by_whoever_has_the_link(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            club = Club(server)
            made = await club.found()
            await club.enter("Ana", "Bo")
            other = visitor(server)
            taken = await other.post(f"{club.at}/organisers", json={"name": "Otto", "key": made["key"]})
            assert taken.json()["info"]["organiser"] is True
            assert (await club.organiser.delete(f"{club.at}/organisers")).json()["info"].get("organiser") is None
            assert codes(await club.organiser.post(f"{club.at}/rounds")) == (403, "tournament/not-organiser")
            assert (await other.post(f"{club.at}/rounds")).status_code == 200
            await other.delete("/api/me")  # forgotten, without a word
            ana = club.people[0]
            assert (await club.seen(ana))["orphan"] is True
            assert "orphan" not in (await club.seen(visitor(server)))
            assert codes(await visitor(server).post(f"{club.at}/organisers", json={"name": "Zo"}))[0] == 403
            assert (await ana.post(f"{club.at}/organisers", json={"name": "Ana"})).json()["info"]["organiser"] is True

    asyncio.run(run())


def test_who_is_erased_is_gone_by_name_and_the_standings_stay(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            club = Club(server)
            await club.found()
            await club.enter("Ana", "Bo")
            await club.round()
            exported = (await club.people[0].get("/api/me/export")).json()
            assert [one["title"] for one in exported["tournaments"]] == ["Club"]
            await club.people[0].delete("/api/me")
            info = await club.seen()
            assert info["entrants"][0] == {"number": 1, "name": "", "gone": True}
            assert info["rounds"][0]["games"][0]["by"] == "absent"
            assert len(info["standings"]) == 2

    asyncio.run(run())


def test_a_server_that_falls_over_after_pairing_loses_nothing(tmp_path: Path) -> None:
    """The round is kept, its tables are not: whoever looks next makes them. So with results."""

    async def before() -> tuple[str, str]:
        async with inside(tmp_path) as server:
            club = Club(server)
            made = await club.found()
            await club.enter("Ana", "Bo")

            async def falls(*_: object) -> None:
                raise RuntimeError("the power is gone")

            server.house.tournaments._seat_two = falls
            assert (await club.organiser.post(f"{club.at}/rounds")).status_code == 500
            return club.at, made["tournament"]

    async def after(at: str, tournament: str) -> None:
        async with inside(tmp_path) as server:
            info = (await visitor(server).get(at)).json()["info"]
            assert info["stage"] == "round"
            state = (await server.house.tournaments.look(tournament)).state
            [meeting] = state.rounds[0].meetings
            club = Club(server)
            server.house.rooms.then.clear()  # it ends, and the server does not hear of it
            await club.resign(meeting.table, 0)
            clock = server.house.clock
            server.house.tournaments._looked[tournament] = clock.ticks() - LOOK_S
            assert (await visitor(server).get(at)).json()["info"]["stage"] == "between"

    at, tournament = asyncio.run(before())
    asyncio.run(after(at, tournament))


def test_two_servers_pair_a_round_once(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as one, inside(tmp_path) as two:
            club = Club(one)
            made = await club.found()
            await club.enter(*"abcdefgh")
            houses = [one.house.tournaments, two.house.tournaments]
            organiser = (await houses[0].look(made["tournament"])).state.organisers[0]
            done = await asyncio.gather(
                *(house.start_round(made["tournament"], organiser) for house in houses), return_exceptions=True
            )
            assert sum(isinstance(one, BaseException) for one in done) == 1, done
            states = [(await house.look(made["tournament"])).state for house in houses]
            assert states[0] == states[1]
            assert len(states[0].rounds) == 1
            lines = await one.house.store.lines_of([m.table for m in states[0].rounds[0].meetings])
            assert len(lines) == 4

    asyncio.run(run())


def test_a_deleted_tournament_is_not_shown_from_memory(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            club = Club(server)
            await club.found()
            assert (await club.seen())["stage"] == "open"
            assert await server.house.store.delete_tournaments(10**15, over=False) == 1
            for _ in range(2):
                gone = await club.organiser.get(club.at)
                assert (gone.status_code, gone.json()["refusal"]["code"]) == (404, "tournament/unknown")

    asyncio.run(run())


def test_what_is_over_for_long_goes(tmp_path: Path) -> None:
    async def run() -> None:
        async with inside(tmp_path) as server:
            club = Club(server)
            await club.found()
            await server.house.store.set_setting("keep_days", "1")
            await server.house.upkeep.tidy()
            assert (await club.seen())["stage"] == "open"

    asyncio.run(run())
    store = make_store(tmp_path / "a.db")

    async def old() -> None:
        await store.open()
        assert await store.delete_tournaments(10**15, over=False) == 1
        await store.close()

    asyncio.run(old())

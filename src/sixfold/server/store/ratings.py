"""The statements about rated games: their log, numbered in the order they count, and the ratings that follow from it.

A game is counted in the commit that ends it. The row `rated` of the settings is locked first, so that two servers on
one database count one after the other.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

from sixfold.server.ratings.model import Change, Kind, RatedGame, Rating, Ratings, Standing, counted
from sixfold.server.store.protocol import Rank
from sixfold.server.store.seatings import Reading
from sixfold.server.store.writer import Db

_RATING: Final = "mu, sigma, games"
_UPSERT: Final = (
    f"INSERT INTO ratings (game, seats, who, {_RATING}, provisional) VALUES (?, ?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (game, seats, who) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games, "
    "provisional = excluded.provisional"
)
_NAMED: Final = (
    "SELECT r.who, coalesce(p.name, t.name, ''), r.mu, r.sigma, r.games FROM ratings r "
    "LEFT JOIN players p ON p.id = r.who LEFT JOIN tokens t ON t.player = r.who "
)


def count(db: Db, game: RatedGame) -> None:
    """One more rated game, and what it changes."""
    db.run("UPDATE settings SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE name = 'rated'")
    number = int(db.rows("SELECT value FROM settings WHERE name = 'rated'")[0][0])
    asked = f"SELECT {_RATING} FROM ratings WHERE game = ? AND seats = ? AND who = ?"
    rows = {one.who: db.rows(asked, *game.kind, one.who) for one in game.standings}
    known = {who: Rating(*row[0]) for who, row in rows.items() if row}
    found = counted(known, game.standings)
    for who, rating in found.items():
        _keep(db, game.kind, who, rating)
    changes = [Change(who, known.get(who, Rating()), rating) for who, rating in found.items()]
    sql = "INSERT INTO rated_games (number, table_id, game, seats, at, standings, changes) VALUES (?, ?, ?, ?, ?, ?, ?)"
    db.run(sql, number, game.table, *game.kind, game.at, json.dumps(game.standings), json.dumps(changes))


def _keep(db: Db, kind: Kind, who: str, rating: Rating) -> None:
    db.run(_UPSERT, *kind, who, *rating, int(rating.provisional))


class RatingsSql:
    """The part of an SQL store that knows how strong somebody is."""

    async def rated_games(self: Reading, after: int, limit: int) -> list[RatedGame]:
        sql = (
            "SELECT number, table_id, game, seats, at, standings FROM rated_games WHERE number > ? "
            "ORDER BY number LIMIT ?"
        )
        rows = await self._read(lambda db: db.rows(sql, after, limit))
        return [
            RatedGame(number, table, Kind(game, seats), at, tuple(Standing(*one) for one in json.loads(told)))
            for number, table, game, seats, at, told in rows
        ]

    async def rating_changes(self: Reading, table: str) -> list[Change]:
        rows = await self._read(lambda db: db.rows("SELECT changes FROM rated_games WHERE table_id = ?", table))
        told = json.loads(rows[0][0]) if rows and rows[0][0] else []
        return [Change(who, Rating(*before), Rating(*after)) for who, before, after in told]

    async def all_ratings(self: Reading) -> Ratings:
        rows = await self._read(lambda db: db.rows(f"SELECT game, seats, who, {_RATING} FROM ratings"))
        return {(Kind(game, seats), who): Rating(*rest) for game, seats, who, *rest in rows}

    async def ratings_of(self: Reading, who: str) -> dict[Kind, Rating]:
        sql = f"SELECT game, seats, {_RATING} FROM ratings WHERE who = ?"
        rows = await self._read(lambda db: db.rows(sql, who))
        return {Kind(game, seats): Rating(*rest) for game, seats, *rest in rows}

    async def leaders(self: Reading, kind: Kind, provisional: bool, first: int, limit: int) -> tuple[list[Rank], int]:
        where = "WHERE r.game = ? AND r.seats = ? AND r.provisional = ?"
        sql = f"{_NAMED} {where} ORDER BY r.mu DESC, r.who LIMIT ? OFFSET ?"
        total = f"SELECT count(*) FROM ratings r {where}"
        asked = (*kind, int(provisional))

        def job(db: Db) -> tuple[list[Rank], int]:
            rows = db.rows(sql, *asked, limit, first)
            ranks = [Rank(first + at, who, name, Rating(*rest)) for at, (who, name, *rest) in enumerate(rows, 1)]
            return ranks, int(db.rows(total, *asked)[0][0])

        return await self._read(job)

    async def rank_of(self: Reading, kind: Kind, who: str) -> Rank | None:
        sql = f"{_NAMED} WHERE r.game = ? AND r.seats = ? AND r.who = ?"
        better = (
            "SELECT count(*) FROM ratings WHERE game = ? AND seats = ? AND provisional = ? "
            "AND (mu > ? OR (mu = ? AND who < ?))"
        )

        def job(db: Db) -> Rank | None:
            rows = db.rows(sql, *kind, who)
            if not rows:
                return None
            rating = Rating(*rows[0][2:])
            before = db.rows(better, *kind, int(rating.provisional), rating.mu, rating.mu, who)[0][0]
            return Rank(1 + int(before), who, rows[0][1], rating)

        return await self._read(job)

    async def replace_ratings(self: Reading, ratings: Ratings, through: int) -> bool:
        def job(db: Db) -> bool:
            db.run("UPDATE settings SET value = value WHERE name = 'rated'")
            if int(db.rows("SELECT value FROM settings WHERE name = 'rated'")[0][0]) != through:
                return False
            db.run("DELETE FROM ratings")
            for (kind, who), rating in ratings.items():
                _keep(db, kind, who, rating)
            return True

        return await self._write(job)

    async def erased_among(self: Reading, players: Iterable[str]) -> set[str]:
        asked = list(players)

        def job(db: Db) -> set[str]:
            return {
                who
                for who in asked
                if not db.rows("SELECT 1 FROM players WHERE id = ?", who)
                and not db.rows("SELECT 1 FROM tokens WHERE player = ?", who)
            }

        return await self._read(job)

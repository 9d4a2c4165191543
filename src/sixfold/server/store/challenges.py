"""The statements about challenges between remote bots. Names are those of the tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from sixfold.server.lobby.pairing import BOTS, Sought
from sixfold.server.store.challenge_rows import Challenge, Stage
from sixfold.server.store.seatings import Reading
from sixfold.server.store.writer import Db, Rows

_SELECT: Final = (
    "SELECT c.id, c.asker, c.asked, c.game, c.rated, c.until, a.name, b.name, c.stage, c.table_id FROM challenges c "
    "JOIN tokens a ON a.player = c.asker JOIN tokens b ON b.player = c.asked"
)
_INSERT: Final = (
    "INSERT INTO challenges (id, asker, asked, game, rated, until, stage, table_id) VALUES (?, ?, ?, ?, ?, ?, '', '')"
)
_CHANGE: Final = "UPDATE challenges SET stage = ?, table_id = ? WHERE id = ? AND stage = ?"


class Announcing(Reading, Protocol):
    """A store that tells other servers."""

    def _announce(self, db: Db, table: str, n: int) -> None: ...


class ChallengesSql:
    """The part of an SQL store that keeps challenges."""

    async def keep_challenge(self: Announcing, challenge: Challenge, most: int, forget: int) -> Challenge | None:
        def job(db: Db) -> Challenge | None:
            db.run("DELETE FROM challenges WHERE until < ?", forget)
            rows = db.rows(f"{_SELECT} WHERE c.asker = ? AND c.stage = '' AND c.until > ?", challenge.asker, forget)
            standing = _challenges(rows)
            for one in standing:
                if (one.asked, one.sought) == (challenge.asked, challenge.sought):
                    return one
            if len(standing) >= most:
                return None
            game, _, rated = challenge.sought
            db.run(_INSERT, challenge.id, challenge.asker, challenge.asked, game, int(rated), challenge.until)
            self._announce(db, challenge.id, 0)
            return challenge

        return await self._write(job)

    async def challenge(self: Reading, id: str) -> Challenge | None:
        rows = await self._read(lambda db: db.rows(f"{_SELECT} WHERE c.id = ?", id))
        return next(iter(_challenges(rows)), None)

    async def challenges_of(self: Reading, players: Sequence[str]) -> list[Challenge]:
        if not players:
            return []
        marks = ", ".join("?" for _ in players)
        sql = f"{_SELECT} WHERE c.asker IN ({marks}) OR c.asked IN ({marks}) ORDER BY c.until, c.id"
        return _challenges(await self._read(lambda db: db.rows(sql, *players, *players)))

    async def change_challenge(self: Announcing, id: str, before: Stage, after: Stage, table: str = "") -> bool:
        def job(db: Db) -> bool:
            changed = bool(db.run(_CHANGE, after, table, id, before))
            if changed:
                self._announce(db, id, 0)
            return changed

        return await self._write(job)


def _challenges(rows: Rows) -> list[Challenge]:
    return [
        Challenge(id, asker, asked, Sought(game, BOTS, bool(rated)), *rest)
        for id, asker, asked, game, rated, *rest in rows
    ]

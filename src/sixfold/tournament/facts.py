"""What happens in a tournament, as it is stored: in the past tense, complete, each with what it changes.

Facts name people by their ids in the store. They hold no name that others read, so a person can be erased.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from sixfold.pace import Pace, pace_of
from sixfold.tournament.tournament import Meeting, Round, Ruling, Source, System, Tournament, Verdict


class Recorded(msgspec.Struct, tag_field="e", omit_defaults=True, frozen=True, kw_only=True):
    """One numbered fact of a tournament."""

    def fold(self, tournament: Tournament) -> Tournament:
        """The tournament after it, apart from its number."""
        raise NotImplementedError


class Founded(Recorded, Pace, tag="founded", frozen=True, kw_only=True):
    """`lots` decides between equals. `key` makes the link by which somebody else may organise."""

    title: str
    game: str
    system: System
    planned: int
    lots: str
    key: str
    organiser: str

    def fold(self, tournament: Tournament) -> Tournament:
        return replace(
            tournament,
            title=self.title,
            game=self.game,
            system=self.system,
            planned=self.planned,
            pace=pace_of(self),
            lots=self.lots,
            key=self.key,
            organisers=(self.organiser,),
        )


class Entered(Recorded, tag="entered", frozen=True, kw_only=True):
    """`player`: with a device, at tables of the server. Who had left and comes again enters once more."""

    who: str
    player: bool = True

    def fold(self, tournament: Tournament) -> Tournament:
        if self.who in tournament.gone:
            return replace(tournament, gone=tournament.gone - {self.who})
        return replace(
            tournament,
            entrants=(*tournament.entrants, self.who),
            players=tournament.players | {self.who} if self.player else tournament.players,
            since=(*tournament.since, (self.who, len(tournament.rounds))),
        )


class Withdrawn(Recorded, tag="withdrawn", frozen=True, kw_only=True):
    who: str

    def fold(self, tournament: Tournament) -> Tournament:
        return replace(tournament, gone=tournament.gone | {self.who})


class Paired(Recorded, tag="paired", frozen=True, kw_only=True):
    """A round begins. `tables`: one for each pair, empty where they play with a box of their own."""

    pairs: list[tuple[str, str]]
    tables: list[str]
    bye: str = ""
    seed: str = ""

    def fold(self, tournament: Tournament) -> Tournament:
        meetings = tuple(
            Meeting(first, second, table) for (first, second), table in zip(self.pairs, self.tables, strict=True)
        )
        return replace(tournament, rounds=(*tournament.rounds, Round(meetings, self.bye, self.seed)))


class Decided(Recorded, tag="decided", frozen=True, kw_only=True):
    """How a meeting went; the last one that was said counts. Rounds and meetings are numbered from 0."""

    round: int
    meeting: int
    verdict: Verdict
    points: tuple[int, int] = (0, 0)
    source: Source = "table"

    def fold(self, tournament: Tournament) -> Tournament:
        return tournament.with_score(self.round, self.meeting, Ruling(self.verdict, self.points, self.source))


class TookOver(Recorded, tag="took_over", frozen=True, kw_only=True):
    """Somebody organises from now on, beside those who do."""

    who: str

    def fold(self, tournament: Tournament) -> Tournament:
        return replace(tournament, organisers=(*tournament.organisers, self.who))


class SteppedDown(Recorded, tag="stepped_down", frozen=True, kw_only=True):
    who: str

    def fold(self, tournament: Tournament) -> Tournament:
        return replace(tournament, organisers=tuple(one for one in tournament.organisers if one != self.who))


class Concluded(Recorded, tag="concluded", frozen=True, kw_only=True):
    def fold(self, tournament: Tournament) -> Tournament:
        return replace(tournament, over=True)


AnyRecorded = Founded | Entered | Withdrawn | Paired | Decided | TookOver | SteppedDown | Concluded

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyRecorded)


def encode(fact: AnyRecorded) -> bytes:
    """The fact as the store keeps it."""
    return _encoder.encode(fact)


def decode(body: bytes) -> AnyRecorded:
    """What `encode` wrote."""
    return _decoder.decode(body)  # type: ignore[no-any-return]

"""The luck ledger: what every draw was worth, what every move added, and whether both together explain the result.

The luck of a draw is the worth after it minus the worth before it. The skill of a move is its worth minus the worth of
the reference player's move, which takes the most at once. Each is estimated separately. `Ledger.gap` checks that they
add up to the result.
"""

from __future__ import annotations

from dataclasses import dataclass

from sixfold.review.estimate import NOTHING, Estimate


@dataclass(frozen=True, slots=True)
class SeatAccount:
    """One seat's sums over a game, in lead (points or Qwirkles) and in share of the victory."""

    luck: Estimate = NOTHING
    skill: Estimate = NOTHING
    share_luck: Estimate = NOTHING
    share_skill: Estimate = NOTHING

    def add(self, luck: Estimate = NOTHING, share: Estimate = NOTHING) -> SeatAccount:
        """With one draw more."""
        return SeatAccount(self.luck + luck, self.skill, self.share_luck + share, self.share_skill)

    def moved(self, skill: Estimate, share: Estimate) -> SeatAccount:
        """With one move more."""
        return SeatAccount(self.luck, self.skill + skill, self.share_luck, self.share_skill + share)


@dataclass(frozen=True, slots=True)
class Ledger:
    """The accounts of all seats. For a game of two it also has the check, from the side of seat 0: start + luck + skill
    against the result.
    """

    accounts: tuple[SeatAccount, ...]
    start: Estimate
    result: float | None

    @property
    def explained(self) -> Estimate | None:
        """What start, luck and skill of both seats add up to; None with more than two seats."""
        if len(self.accounts) != 2:
            return None
        mine, other = self.accounts
        return self.start + mine.luck + mine.skill + -other.luck + -other.skill

    @property
    def gap(self) -> Estimate | None:
        """The result minus what is explained. It is 0 within its interval, if the ledger is right."""
        explained = self.explained
        return None if explained is None or self.result is None else Estimate(self.result) - explained

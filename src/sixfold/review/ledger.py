"""The luck ledger: what every draw was worth, what every move added, and whether the two explain the result.

Luck of a draw is the worth after it less the worth before it; skill is the worth of the move less that of the one
that the reference player would have made, who takes the most at once. Each is estimated on its own. That they add up to
the result is checked, not assumed: see `Ledger.gap`.
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
    """All seats' accounts, and for a game of two the check: start + luck + skill against the result, from seat 0's
    side.
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
        """The result less what is explained: 0 within its interval, if the ledger is right."""
        explained = self.explained
        return None if explained is None or self.result is None else Estimate(self.result) - explained

"""What a result is worth to each seat, as a number: the same in every environment."""

from __future__ import annotations

from sixfold.game import Outcome


def shared(outcome: Outcome | None, seats: int) -> list[float]:
    """Each seat's share of the victory, as a number from -1 to 1; 0 for everyone while the game goes on."""
    if outcome is None:
        return [0.0] * seats
    share = 1 / len(outcome.winners)
    won = [share if seat in outcome.winners else 0.0 for seat in range(seats)]
    return [(one * seats - 1) / (seats - 1) for one in won]

"""Judging a played game: what every move gave away, what every draw was worth, and who was lucky.

`review(record)` gives a `Review`: a `Turn` for each move, with values and their intervals. Nothing within the noise is
called a mistake. A comment is a code with facts; the page and the command line turn it into a sentence in the reader's
language.
"""

from sixfold.review.choices import judge
from sixfold.review.coach import Ear, Missed, ear, missed
from sixfold.review.considered import Considered, Decision
from sixfold.review.estimate import Estimate, Worth
from sixfold.review.games import Note
from sixfold.review.ledger import Ledger, SeatAccount
from sixfold.review.notes import CODES
from sixfold.review.reasons import Later, Reason, Reply, reason_to_json
from sixfold.review.review import (
    FULL,
    QUICK,
    JudgedTurn,
    Review,
    Strength,
    assemble,
    considered_to_json,
    judge_turn,
    review,
    turn_to_json,
    turns,
)
from sixfold.review.worth import worth

__all__ = [
    "CODES",
    "FULL",
    "QUICK",
    "Considered",
    "Decision",
    "Ear",
    "Estimate",
    "JudgedTurn",
    "Later",
    "Ledger",
    "Missed",
    "Note",
    "Reason",
    "Reply",
    "Review",
    "SeatAccount",
    "Strength",
    "Worth",
    "assemble",
    "considered_to_json",
    "ear",
    "judge",
    "judge_turn",
    "missed",
    "reason_to_json",
    "review",
    "turn_to_json",
    "turns",
    "worth",
]

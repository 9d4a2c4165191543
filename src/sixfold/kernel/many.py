"""Many games in compiled code, whichever game it is: what is known of each beside it, and a step of all of them.

A game gives two functions of its own: `begin(v, b, seats, opponent)` deals game b from its seed and observes it;
`advance(v, b, action, opponent, kind, discount)` takes an action that the mask allows and gives 1 if the game ended.
`v` has at least `games`, `marks`, `mask` and `rewards`, a row for each game.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call,no-any-return"
# Compiled functions are typed by the compiler: here for each game anew.

from __future__ import annotations

from typing import Final

from sixfold.kernel.engine import compiled, inlined

# Words about a game that are not in it; from OWN on each game has its own.
SEED: Final = 0
ACTED: Final = 1  # the seat that acted last, or the learner's
DONE: Final = 2  # 0 goes on, 1 ended by the rules, 2 was cut off
BEFORE: Final = 3  # four words: the scores at the last observation
OWN: Final = 7


@compiled
def refused(v, actions):
    """The first game that goes on and does not allow its action, or -1."""
    for b in range(len(v.games)):
        action = actions[b]
        if not v.marks[b, DONE] and not (0 <= action < v.mask.shape[1] and v.mask[b, action]):
            return b
    return -1


@inlined
def deal_games(v, seats, opponent, which, begin):
    """Deal games and observe them: all (0), or those that ended (1), each from its next seed."""
    for b in range(len(v.games)):
        if which == 0:
            begin(v, b, seats, opponent)
        elif v.marks[b, DONE]:
            v.marks[b, SEED] += len(v.games)
            begin(v, b, seats, opponent)


@inlined
def step_games(v, actions, seats, opponent, kind, discount, begin, advance):
    """One decision in every game, and the turns of opponents after it; how many games ended.

    A game that had ended before is dealt anew instead, and its action is not looked at. If game b does not allow its
    action, nothing happens in any game, and the answer is -1 - b.
    """
    b = refused(v, actions)
    if b >= 0:
        return -1 - b
    ended = 0
    for b in range(len(v.games)):
        if v.marks[b, DONE]:
            v.marks[b, SEED] += len(v.games)
            begin(v, b, seats, opponent)
            v.rewards[b, :] = 0
        else:
            ended += advance(v, b, actions[b], opponent, kind, discount)
    return ended

"""Bots that misbehave in one way each, for the arena to deal with; registered under their names by the fixture."""

from __future__ import annotations

import time
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from sixfold.bots import Budget, Choice, registry
from sixfold.bots.tiles.greedy import Greedy
from sixfold.tiles import Move, Place, View

BAD_TURN = 5
"""Each misbehaves from its fifth turn on, so that there is a game to lose."""


class Misbehaving(Greedy):
    def choose(self, view: View, budget: Budget) -> Choice[Move]:
        if sum(entry.seat == view.seat for entry in view.sheet) < BAD_TURN:
            return super().choose(view, budget)
        answer: Choice[Move] = self.misbehave(view)
        return answer

    def misbehave(self, view: View) -> Any:
        raise NotImplementedError


class Raising(Misbehaving):
    name = "raising"

    def misbehave(self, view: View) -> Any:
        raise ZeroDivisionError("no idea")


class Illegal(Misbehaving):
    name = "illegal"

    def misbehave(self, view: View) -> Any:
        return Choice(Place.parse("99,99:Rs"))


class Mute(Misbehaving):
    name = "mute"

    def misbehave(self, view: View) -> Any:
        return None


class Wrong(Misbehaving):
    name = "wrong"

    def misbehave(self, view: View) -> Any:
        return Choice("0,0:Rs")


class Slow(Misbehaving):
    name = "slow"

    def misbehave(self, view: View) -> Any:
        try:
            time.sleep(30)
        except Exception:
            return super().choose(view, Budget())
        return None


class Unmade(Greedy):
    name = "unmade"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        raise KeyError("weights.npz")


CLASSES = (Raising, Illegal, Mute, Wrong, Slow, Unmade)


@pytest.fixture
def misbehaving_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Registers them as a stranger's package would, in this process."""
    known = dict(registry._found())
    for kind in CLASSES:
        known[f"tiles.{kind.name}"] = EntryPoint(f"tiles.{kind.name}", f"{__name__}:{kind.__name__}", registry.GROUP)
    monkeypatch.setattr(registry, "_found", lambda: known)

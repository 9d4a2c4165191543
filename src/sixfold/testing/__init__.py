"""Conformance checks that ship with the package. Authors of a bot, a rule set or a store run `check_...` on it.

Each check is a module of its own and is loaded when it is used, so that checking a bot loads no server.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sixfold.testing.bot import check_bot as check_bot
    from sixfold.testing.ruleset import check_ruleset as check_ruleset
    from sixfold.testing.store import check_store as check_store

CHECKS: Final = {
    "check_bot": "sixfold.testing.bot",
    "check_ruleset": "sixfold.testing.ruleset",
    "check_store": "sixfold.testing.store",
}
"""Every check and the module that holds it."""


def __getattr__(name: str) -> object:
    if name not in CHECKS:
        raise AttributeError(f"module 'sixfold.testing' has no attribute {name!r}")
    return getattr(importlib.import_module(CHECKS[name]), name)

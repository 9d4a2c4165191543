"""What is done for each purpose, in which order, and how it ends when it cannot go on."""

from __future__ import annotations

import sys

from setup import browser, database, environment
from setup.words import Trouble, say, what_the_system_says

PURPOSES = {
    "run": "what playing needs, the page included",
    "test": "what the tests need, a browser and a database included",
    "bench": "what measuring needs",
    "docs": "what the documentation site needs",
    "release": "what making a release needs",
}


def main(arguments: list[str]) -> None:
    """Install what a purpose needs; a sentence and exit code 1 where that is not possible."""
    if len(arguments) != 1 or arguments[0] not in PURPOSES:
        lines = "\n".join(f"  {name:6} {what}" for name, what in PURPOSES.items())
        sys.exit(f"python3 setup PURPOSE installs, once:\n{lines}")
    purpose = arguments[0]
    try:
        environment.install(purpose)
        if purpose == "run":
            environment.page()
        if purpose in ("test", "bench"):
            say(f"  Chromium    {browser.provide().told}")
            say(f"  PostgreSQL  {database.provide().told}")
    except Trouble as trouble:
        sys.exit(f"Sixfold: {trouble}")
    except OSError as error:
        sys.exit(f"Sixfold: {what_the_system_says(error)}")
    except KeyboardInterrupt:
        sys.exit("\nSixfold: stopped. Run it again to go on; nothing is broken.")

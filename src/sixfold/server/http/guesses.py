"""A wrong link, code or table costs a guess. A visitor without guesses is told "later", not "wrong".

Links and tables are long, so a right one opens at any time. Codes are short: a guess is subtracted before the answer is
known, and given back if it was right, so that many guesses at once count as many. A guess at a lobby's code also counts
for the network and for all visitors together. So guessing from many places tells no more than guessing from one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sixfold.server import invites
from sixfold.server.http.answers import send_error
from sixfold.server.http.asgi import Message, Send
from sixfold.server.limits import Bucket, Buckets, SlowDown
from sixfold.server.settings import Settings
from sixfold.server.thinkers.turns import Owner

MINUTE: Final = 60
SHARE: Final = 3
"""No network has more than this part of the guesses that all have together, so that one cannot use them up."""
_INVITES: Final = "/api/invites/"


class Guesses:
    """Those of everybody, on this server."""

    def __init__(self, settings: Settings) -> None:
        self.visitors: Final = Buckets(settings.wrong_guesses, MINUTE)
        self._networks = Buckets(max(1, settings.wrong_codes / SHARE), MINUTE)
        self._all = Bucket(settings.wrong_codes, MINUTE)

    def begin(self, path: str, owner: Owner) -> Guess:
        """A request that may turn out to be a guess. Raises SlowDown where codes may not be tried now."""
        visitor = self.visitors.of("\0".join(owner))
        if path.startswith(_INVITES) and invites.read_code(path.removeprefix(_INVITES)) is not None:
            return Guess(taken=_take([visitor, self._networks.of(owner[0]), self._all]))
        if path == "/api/device":
            return Guess(taken=_take([visitor]))
        return Guess(later=visitor)


class Guess:
    """One of them: `taken` are paid already, `later` is asked when the answer is a 404."""

    def __init__(self, taken: Sequence[Bucket] = (), later: Bucket | None = None) -> None:
        self._taken = taken
        self._later = later

    def watching(self, send: Send) -> Send:
        """Look at the answer on its way out."""
        over = False

        async def watch(message: Message) -> None:
            nonlocal over
            if message["type"] == "http.response.start":
                wrong = message["status"] == 404
                for bucket in () if wrong else self._taken:
                    bucket.give_back()
                if wrong and self._later is not None and not self._later.take():
                    over = True
                    await send_error(send, 429, SlowDown(self._later.wait_s()))
                    return
            if not over:
                await send(message)

        return watch


def _take(buckets: Sequence[Bucket]) -> Sequence[Bucket]:
    """One of each, or of none."""
    short = [bucket for bucket in buckets if not bucket.has()]
    if short:
        raise SlowDown(max(bucket.wait_s() for bucket in short))
    for bucket in buckets:
        bucket.take()
    return buckets

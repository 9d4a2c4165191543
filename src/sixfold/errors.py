"""Every error that Sixfold raises on purpose.

    SixfoldError
    ├── NotationError     text that cannot be read (carries the text and where it went wrong)
    │   └── RecordError   a line of a record that cannot be read or that the rules refuse
    ├── PositionError     a readable board, table or hand that the rules could not have produced
    ├── IllegalMove       a readable move that the rules refuse (carries the clause, T1.. or C1..)
    ├── BotError          a bot that raised, answered illegally or too late, or does not exist
    ├── MissingExtra      a library that an extra of the package brings is not installed (also an ImportError)
    ├── TimeUp            a thought that had not ended when its time was up
    ├── WorkerDied        (spread) a worker process that ended in the middle of its work
    ├── RequestError      (engine) a question that is not one: a field missing, unknown or of the wrong kind
    ├── TooDear           (server) work that took more time or memory than one question may
    ├── Refused           a command that a table does not obey, for reasons other than the rules of the game
    │   └── SlowDown      (server) too much was asked for (carries the seconds to wait)
    └── StoreError        a store that could not keep or find what it was asked for
        └── Taken         (server.store) a number that another append has taken

Callers outside see these and nothing else. The message is an English sentence that holds the offending text; an
interface in another language builds its own sentence from `code` or `clause` and `facts`.
"""

from collections.abc import Mapping


class SixfoldError(Exception):
    """The root of the tree: `except SixfoldError` catches all that Sixfold refuses."""

    def __init__(self, message: str, *, code: str = "", facts: Mapping[str, object] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.facts: dict[str, object] = dict(facts or {})

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.__dict__, self.args))


def _rebuild(kind: type[SixfoldError], attributes: dict[str, object], args: tuple[object, ...]) -> SixfoldError:
    """Unpickling: worker processes send these errors home."""
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(attributes)
    return error


class NotationError(SixfoldError):
    """Text that cannot be read. `code` is notation/..., `text` the offending part, `at` its offset."""

    def __init__(self, message: str, *, code: str = "notation/text", text: str = "", at: int = 0) -> None:
        super().__init__(message, code=code, facts={"text": text, "at": at})
        self.text = text
        self.at = at


class RecordError(NotationError):
    """A record that cannot be taken: `line` counts from 1."""

    def __init__(self, message: str, *, line: int, code: str = "notation/record", text: str = "") -> None:
        super().__init__(f"line {line}: {message}", code=code, text=text)
        self.line = line
        self.facts["line"] = line


class TimeUp(SixfoldError):
    """The kernel was still thinking when its time was up."""


class PositionError(SixfoldError):
    """A board, table or hand that no game could have produced. `code` is position/..."""

    def __init__(self, message: str, *, code: str, facts: Mapping[str, object] | None = None) -> None:
        super().__init__(message, code=code, facts=facts)


class IllegalMove(SixfoldError):
    """A readable move that the rules refuse.

    `clause` is the rule broken ("T10"), `reason` a short stable word for the way it was broken ("duplicate"),
    `facts` what a sentence about it needs: the offending line or row, the pieces, the cells, all as text forms.
    """

    def __init__(
        self, message: str, *, clause: str, reason: str = "", facts: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(message, code=f"rules/{clause}", facts=facts)
        self.clause = clause
        self.reason = reason


class BotError(SixfoldError):
    """A bot that failed; `bot` is its name, `view` the view that caused it, where there is one."""

    def __init__(self, message: str, *, bot: str, code: str = "bot/failed", view: object = None) -> None:
        super().__init__(message, code=code, facts={"bot": bot})
        self.bot = bot
        self.view = view


class MissingExtra(SixfoldError, ModuleNotFoundError):
    """A library that the extra `extra` brings is not installed. Also an ImportError, for who tries and goes without."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(f"this needs {library}: pip install 'sixfold[{extra}]'", code=f"extra/{extra}")
        self.name = library


class Refused(SixfoldError):
    """A command that a table does not obey, for reasons other than the rules of the game. `code` is table/..."""


class StoreError(SixfoldError):
    """A store that could not keep or find something. `code` is store/..."""

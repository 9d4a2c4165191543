"""`python -m sixfold.server.thinkers.worker`: the engine (docs/protocol.md), which also does pieces of work.

    {"do": "work", "call": "...", "cpu_s": 2.0}   ->   {"value": "..."}

A call is a function of plain values with its arguments. It ends at its limits: this module limits CPU time, and whoever
started the process limits memory. Calls and values are pickled, because only the server that started a worker writes to
it.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import sys
import threading
from collections.abc import Iterator
from types import FrameType
from typing import BinaryIO, Final

import msgspec

from sixfold import engine

GRACE_S: Final = 2
"""CPU seconds after its deadline at which a worker that does not come back, as in compiled code, is ended."""


class Work(msgspec.Struct, frozen=True, tag_field="do", tag="work"):
    """A piece of work: a pickled pair of a function and its arguments, and the CPU seconds that it may take."""

    call: bytes
    cpu_s: float


class Done(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of it: a pickled value or error, or that it was too dear."""

    value: bytes | None = None
    error: bytes | None = None
    too_dear: bool = False


class _Late(BaseException):
    """Not an Exception: nothing that is being worked on may catch it."""


def answer(line: bytes) -> bytes:
    """The answer to one line."""
    try:
        work = msgspec.json.decode(line, type=Work)
    except msgspec.MsgspecError:
        return engine.answer(line)
    return msgspec.json.encode(do(work))


def do(work: Work) -> Done:
    """Do a piece of work within its bounds."""
    try:
        with _deadline(work.cpu_s):
            function, arguments = pickle.loads(work.call)
            return Done(value=pickle.dumps(function(*arguments)))
    except (_Late, MemoryError):
        return Done(too_dear=True)
    except Exception as error:
        return Done(error=_pickled(error))


def _pickled(error: Exception) -> bytes:
    try:
        return pickle.dumps(error)
    except Exception:  # somebody else's error, which was not made to travel
        return pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))


@contextlib.contextmanager
def _deadline(cpu_s: float) -> Iterator[None]:
    """Raise after so many CPU seconds; systems without such a timer go without."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    import resource

    def late(number: int, frame: FrameType | None) -> None:
        raise _Late

    used = resource.getrusage(resource.RUSAGE_SELF)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    end = int(used.ru_utime + used.ru_stime + cpu_s) + GRACE_S
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (end, hard))
    signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, cpu_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))


def _listen(lines: BinaryIO, asked: queue.SimpleQueue[bytes]) -> None:
    """Read while the work goes on: a server that is killed says nothing to its workers, but its pipe ends."""
    for line in lines:
        asked.put(line.removesuffix(b"\n"))
    os._exit(0)


def main() -> None:
    """Answer standard input on standard output. What is printed on the way must not be mistaken for an answer."""
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr
    asked: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    # Work is done in the main thread, the only one that a timer can interrupt.
    threading.Thread(target=_listen, args=(sys.stdin.buffer, asked), daemon=True).start()
    while True:
        answers.write(answer(asked.get()) + b"\n")
        answers.flush()


if __name__ == "__main__":
    main()

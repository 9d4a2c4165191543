"""Servers forked from a process that has read all modules: a start costs a fraction, and a kill is as real as ever.

Only for many crashes in a row. Nobody plays against bots there, so none is kept warm.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.reduction
import os
import runpy
import signal
import subprocess
import sys
from multiprocessing.connection import Connection
from typing import IO, Any, cast

from tests.server.running import Running

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["sixfold.commands.serve", "sixfold.server.app", "alembic.command"])


class Forked(Running):
    """A server process of that kind."""

    def _launch(self, words: list[str]) -> subprocess.Popen[str]:
        return cast("subprocess.Popen[str]", _Child(self.program, words, self.log.fileno()))


class _Child:
    """As much of a Popen as a server process is asked for."""

    def __init__(self, program: tuple[str, ...], words: list[str], log: int) -> None:
        heard, said = _context.Pipe(duplex=False)
        self._process = _context.Process(target=_run, args=(program, words, said, _Passed(log)))
        self._process.start()
        said.close()
        self.pid = self._process.pid
        self.stdout: IO[str] = os.fdopen(os.dup(heard.fileno()))
        heard.close()

    def send_signal(self, number: int) -> None:
        assert self.pid is not None
        os.kill(self.pid, number)

    def wait(self, seconds: float) -> int:
        self._process.join(seconds)
        code = self._process.exitcode
        assert code is not None, "it does not end"
        self._process.close()
        return code


class _Passed:
    """An open file on its way to another process."""

    def __init__(self, file: int) -> None:
        self.file = file

    def __reduce__(self) -> tuple[Any, ...]:
        return _received, (multiprocessing.reduction.DupFd(self.file),)


def _received(passed: Any) -> _Passed:
    return _Passed(passed.detach())


async def _nobody(*_: object) -> None:
    return None


def _run(program: tuple[str, ...], words: list[str], out: Connection, log: _Passed) -> None:
    """What `python program words` does, in the process that was forked for it."""
    from sixfold.server.studies.study import Study
    from sixfold.server.thinkers.crew import Crew

    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.dup2(out.fileno(), 1)
    os.dup2(log.file, 2)
    Crew.warm = Study.open = _nobody  # type: ignore[method-assign,assignment]
    sys.argv = [program[-1], *words]
    if program[0] == "-m":
        runpy.run_module(program[1], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(program[0], run_name="__main__")

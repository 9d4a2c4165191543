"""A server of this tree for benchmarks of the page: real, on loopback, with an empty store."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def serving() -> Iterator[str]:
    """Its address."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "sixfold", "serve", "--host", "127.0.0.1", "--port", "0", "--data", data]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert server.stdout is not None
        port = next(match.group(1) for line in server.stdout if (match := re.search(r"http://[^:/]+:(\d+)", line)))
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(20)

"""Writes down calls of the kernel, whichever engine runs them: parameters, answer, and what arrays held afterwards."""

from __future__ import annotations

import base64
import hashlib
import json
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from sixfold.kernel.engine import Compiled
from sixfold.kernel.signature import Array, Group, Kind


class Recorder:
    """Calls as lines of JSON; `every` of a name is written at first, then fewer and fewer, so that all kinds fit."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.lines: list[str] = []
        self.seen: dict[str, int] = {}

    @contextmanager
    def recording(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """While this lasts, calls are written down."""
        real = Compiled.__call__

        def call(one: Compiled, *arguments: Any) -> Any:
            number = self.seen[one.name] = self.seen.get(one.name, 0) + 1
            # The first calls, and then one of every so many.
            if number > self.most and number % (number // self.most) != 0:
                return real(one, *arguments)
            leaves = list(_leaves(one.signature.parameters, arguments))
            before = [_packed(leaf) for leaf in leaves]
            answer = real(one, *arguments)
            self.lines.append(json.dumps(_line(one, before, leaves, answer)))
            return answer

        with monkeypatch.context() as patch:
            patch.setattr(Compiled, "__call__", call)
            yield


def _leaves(kinds: tuple[Kind, ...], values: Any) -> Iterator[tuple[Any, Any]]:
    for kind, value in zip(kinds, values, strict=True):
        if isinstance(kind, Group):
            yield from _leaves(kind.fields, value)
        else:
            yield kind, value


def _packed(leaf: tuple[Any, Any]) -> dict[str, Any]:
    kind, value = leaf
    if isinstance(kind, Array):
        data = zlib.compress(np.ascontiguousarray(value).tobytes(), 1)
        return {"data": base64.b64encode(data).decode(), "shape": list(value.shape)}
    return {"float": float(value)} if kind == "float" else {"int": str(int(value))}


def _line(one: Compiled, before: list[Any], leaves: list[tuple[Any, Any]], answer: Any) -> dict[str, Any]:
    left = [hashlib.sha256(value.tobytes()).hexdigest() for kind, value in leaves if isinstance(kind, Array)]
    told = one.signature.returns
    bits = struct.unpack("<q", struct.pack("<d", answer))[0] if told == "float" else answer
    return {
        "name": one.name,
        "leaves": before,
        "answers": told != "None",
        "answer": None if told == "None" else str(int(bits)),
        "left": left,
    }

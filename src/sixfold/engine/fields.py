"""The fields of a request, each taken with the type it must have; what is wrong is refused with a code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from sixfold import cards
from sixfold.errors import SixfoldError

Json = dict[str, object]


class RequestError(SixfoldError):
    """A request that is not one: the code is request/..."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message, code=f"request/{code}")


class RequestFields:
    """The fields of a request, each taken with the type it must have."""

    def __init__(self, data: Mapping[str, object]) -> None:
        self.data = data

    def __contains__(self, name: str) -> bool:
        return name in self.data

    def text(self, name: str) -> str:
        value = self.data[name]
        if not isinstance(value, str):
            refuse("wrong-type", f"{name!r} must be a text, not {kind(value)}")
        return value

    def pieces_text(self, name: str, value: object = None) -> str:
        """A text whose pieces must all be known."""
        text = self.text(name) if value is None else value
        if not isinstance(text, str):
            refuse("wrong-type", f"{name!r} must be a list of texts, not of {kind(text)}")
        if "?" in text:
            refuse("unknown-piece", f"{name!r} holds a '?', and here all pieces must be known")
        return text

    def rows(self, name: str) -> tuple[cards.Row, ...]:
        value = self.data[name]
        if not isinstance(value, list):
            refuse("wrong-type", f"{name!r} must be a list of rows, not {kind(value)}")
        texts = [self.pieces_text(name, row) for row in value]
        return tuple(map(cards.Row.parse, texts))

    def whole(self, name: str, least: int, most: int) -> int:
        value = self.data[name]
        if not isinstance(value, int) or isinstance(value, bool):
            refuse("wrong-type", f"{name!r} must be a whole number, not {kind(value)}")
        if not least <= value <= most:
            refuse("out-of-range", f"{name!r} must be from {least} to {most}")
        return value

    def mapping(self, name: str) -> Json:
        value = self.data[name]
        if not isinstance(value, dict):
            refuse("wrong-type", f"{name!r} must be an object, not {kind(value)}")
        return value


def refuse(code: str, message: str) -> NoReturn:
    raise RequestError(code, message)


def kind(value: object) -> str:
    """What JSON calls it."""
    match value:
        case None:
            return "null"
        case bool():
            return "a truth value"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
    return "an object"

"""What an entry point takes and gives, read from its annotations: the one source for the builder and for both engines.

    int, float, bool                       a 64-bit whole number, a double, a truth
    Words (a Game), Rows                   int64, one and two dimensions
    Floats, FloatRows                      float32
    Doubles, DoubleRows                    float64
    ShortRows, ByteRows                    int16 and int8, two dimensions
    the name of a NamedTuple               its fields, one after the other

In the shipped module a function takes the address of a block of 64-bit words: its parameters in order, an array as its
address and the length of each dimension. The answer is then the first word of the block.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Array:
    """A contiguous array."""

    dtype: str
    dims: int


@dataclass(frozen=True, slots=True)
class Group:
    """A NamedTuple of arrays and numbers."""

    cls: type
    fields: tuple[Kind, ...]


Kind = str | Array | Group
CODES: Final = {"int": "q", "float": "d", "bool": "q"}
ARRAYS: Final = {
    "Words": Array("int64", 1),
    "Game": Array("int64", 1),
    "Rows": Array("int64", 2),
    "Floats": Array("float32", 1),
    "FloatRows": Array("float32", 2),
    "Doubles": Array("float64", 1),
    "DoubleRows": Array("float64", 2),
    "ShortRows": Array("int16", 2),
    "ByteRows": Array("int8", 2),
}


@dataclass(frozen=True)
class Signature:
    """Parameters in order, and what is returned: a kind of number, or `None`."""

    parameters: tuple[Kind, ...]
    returns: str

    @classmethod
    def of(cls, function: Callable[..., Any]) -> Signature:
        told = dict(function.__annotations__)
        returns = told.pop("return")
        if returns not in (*CODES, "None"):
            raise TypeError(f"{function.__name__} gives {returns!r}: an entry point gives a number or None")
        return cls(tuple(_kind(name, function.__globals__) for name in told.values()), returns)

    @property
    def leaves(self) -> tuple[str | Array, ...]:
        """The parameters with every group taken apart."""
        return tuple(leaf for kind in self.parameters for leaf in _leaves(kind))

    @cached_property
    def block(self) -> str:
        """The block of parameters, as the module `struct` writes it."""
        words = (("q" * (1 + leaf.dims)) if isinstance(leaf, Array) else CODES[leaf] for leaf in self.leaves)
        return "<" + "".join(words)


def _kind(name: str, names: dict[str, Any]) -> Kind:
    if name in CODES:
        return name
    if name in ARRAYS:
        return ARRAYS[name]
    cls = names.get(name)
    if not (isinstance(cls, type) and issubclass(cls, tuple)):
        raise TypeError(f"{name!r} is no kind of an entry point's parameter")
    scope = vars(__import__("sys").modules[cls.__module__])
    # Annotations of a NamedTuple are forward references; their text is the name.
    fields = (getattr(told, "__forward_arg__", told) for told in cls.__annotations__.values())
    return Group(cls, tuple(_kind(str(field), scope) for field in fields))


def _leaves(kind: Kind) -> list[str | Array]:
    if isinstance(kind, Group):
        return [leaf for field in kind.fields for leaf in _leaves(field)]
    return [kind]

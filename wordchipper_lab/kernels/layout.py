"""Named tuples of arrays in an address table: one description for writing, reading and documenting them.

The fields of such a tuple declare their dtypes (``starts: U32``). A `Layout` numbers the arrays of all its
parts in order, builds the table of their addresses, and generates the functions with which a kernel reads
each part back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np

from .address_table import AddressTable, array_at
from .kernel import lower_later

__all__ = ["I32", "I64", "I64_NUMBER", "U8", "U16", "U32", "U64", "ArrayTuple", "Field", "Layout"]

U8 = Annotated[np.ndarray, np.dtype(np.uint8)]
U16 = Annotated[np.ndarray, np.dtype(np.uint16)]
U32 = Annotated[np.ndarray, np.dtype(np.uint32)]
U64 = Annotated[np.ndarray, np.dtype(np.uint64)]
I32 = Annotated[np.ndarray, np.dtype(np.int32)]
I64 = Annotated[np.ndarray, np.dtype(np.int64)]
I64_NUMBER = Annotated[int, np.dtype(np.int64)]
"""A number among the arrays; the table stores it as an array of one element."""


class Field(NamedTuple):
    """One array of a layout: entry ``2 * number`` of the table is its address, the next entry is its size."""

    name: str
    number: int
    dtype: np.dtype
    is_number: bool


class ArrayTuple(NamedTuple):
    """A named tuple of a layout, with its fields."""

    make: Callable[..., Any]
    members: tuple[Any, ...]  # Field or ArrayTuple


class Layout:
    """Numbers for the arrays of some parts: each is a named tuple class, which may be nested, or `U8` ...
    `I64`.

    >>> class Words(NamedTuple):
    ...     data: U8
    ...     ends: I64
    >>> layout = Layout(words=Words, ids=U32)
    >>> [(field.name, field.number, str(field.dtype)) for field in layout.fields]
    [('words.data', 0, 'uint8'), ('words.ends', 1, 'int64'), ('ids', 2, 'uint32')]
    """

    def __init__(self, **parts: Any) -> None:
        self.fields: list[Field] = []
        """All arrays, by number."""
        self._parts = {name: self._add(name, kind) for name, kind in parts.items()}

    def _add(self, name: str, kind: Any) -> Any:
        if get_origin(kind) is Annotated:
            value, dtype = get_args(kind)
            self.fields.append(Field(name, len(self.fields), dtype, value is int))
            return self.fields[-1]
        hints = get_type_hints(kind, include_extras=True)
        members = (self._add(f"{name}.{field}", hints[field]) for field in kind._fields)
        return ArrayTuple(kind, tuple(members))

    def table(self, **values: Any) -> AddressTable:
        """The addresses of the parts' arrays, which the table keeps alive; ``TypeError`` for an array of
        another dtype."""
        if values.keys() != self._parts.keys():
            raise TypeError(f"expected the parts {', '.join(self._parts)}, got {', '.join(values)}")
        arrays = [array for name, part in self._parts.items() for array in _arrays_of(part, values[name])]
        return AddressTable(arrays)

    def reader(self, part: str) -> Callable[[np.ndarray], Any]:
        """A function for kernels: from the addresses of a table to this part, as it was given to `table`."""
        node = self._parts[part]

        def read(addresses: np.ndarray) -> Any:
            return _read_twin(addresses, node)

        lower_later(lambda: import_module(f"{__package__}.lowering.layout").lower_reader(read, node))
        return read

    def describe(self) -> list[dict[str, object]]:
        """The layout for a reader outside Python, JSON-able; offsets are bytes into the int64 table.

        >>> Layout(ids=U32).describe()
        [{'name': 'ids', 'dtype': 'uint32', 'address_at': 0, 'n_elements_at': 8}]
        """
        return [
            {
                "name": field.name,
                "dtype": field.dtype.name,
                "address_at": 16 * field.number,
                "n_elements_at": 16 * field.number + 8,
            }
            for field in self.fields
        ]


def _arrays_of(node: Any, value: Any) -> Iterator[np.ndarray]:
    if isinstance(node, ArrayTuple):
        for member, item in zip(node.members, value, strict=True):
            yield from _arrays_of(member, item)
        return
    array = np.array([value], dtype=node.dtype) if node.is_number else value
    if array.dtype != node.dtype or not array.flags.c_contiguous:
        raise TypeError(f"{node.name} is {array.dtype}: its layout says {node.dtype}, contiguous")
    yield array


def _read_twin(addresses: np.ndarray, node: Any) -> Any:
    """The slow, obvious reader."""
    if isinstance(node, ArrayTuple):
        return node.make(*(_read_twin(addresses, member) for member in node.members))
    array = array_at(addresses, node.number, node.dtype.type)
    return array[0] if node.is_number else array

"""Named tuples of arrays in an address table: one description for writing, reading and documenting them.

The fields of such a tuple declare their dtypes (``starts: U32``). A `Layout` numbers the arrays of all its
parts in order, builds the table of their addresses, and generates the functions with which a kernel reads
each part back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np
from numba import types
from numba.core import cgutils, config
from numba.extending import intrinsic
from numba.np.numpy_support import from_dtype

from .address_table import AddressTable, array_at, new_array

__all__ = ["I32", "I64", "I64_NUMBER", "U8", "U16", "U32", "U64", "Field", "Layout"]

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


class _Tuple(NamedTuple):
    """A named tuple of a layout, with its fields."""

    make: Callable[..., Any]
    members: tuple[Any, ...]  # Field or _Tuple


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
        return _Tuple(kind, tuple(members))

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
        if config.DISABLE_JIT:
            return lambda addresses: _read_twin(addresses, node)
        return _compiled_reader(node)

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
    if isinstance(node, _Tuple):
        for member, item in zip(node.members, value, strict=True):
            yield from _arrays_of(member, item)
        return
    array = np.array([value], dtype=node.dtype) if node.is_number else value
    if array.dtype != node.dtype or not array.flags.c_contiguous:
        raise TypeError(f"{node.name} is {array.dtype}: its layout says {node.dtype}, contiguous")
    yield array


def _read_twin(addresses: np.ndarray, node: Any) -> Any:
    """The slow, obvious reader."""
    if isinstance(node, _Tuple):
        return node.make(*(_read_twin(addresses, member) for member in node.members))
    array = array_at(addresses, node.number, node.dtype.type)
    return array[0] if node.is_number else array


def _type_of(node: Any) -> Any:
    if isinstance(node, _Tuple):
        return types.BaseTuple.from_types([_type_of(member) for member in node.members], node.make)
    kind = from_dtype(node.dtype)
    return kind if node.is_number else types.Array(kind, 1, "C")


def _compiled_reader(node: Any) -> Any:
    result = _type_of(node)

    def load(context, builder, entries, member):  # type: ignore[no-untyped-def]
        kind = _type_of(member)
        if isinstance(member, _Tuple):
            return context.make_tuple(
                builder, kind, [load(context, builder, entries, inner) for inner in member.members]
            )
        place = context.get_constant(types.intp, 2 * member.number)
        behind = context.get_constant(types.intp, 2 * member.number + 1)
        pointer = builder.inttoptr(builder.load(builder.gep(entries, [place])), cgutils.voidptr_t)
        if member.is_number:
            return builder.load(builder.bitcast(pointer, context.get_value_type(kind).as_pointer()))
        return new_array(context, builder, kind, pointer, builder.load(builder.gep(entries, [behind])))

    @intrinsic
    def read(typingctx, addresses):  # type: ignore[no-untyped-def]  # numba's protocol
        def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            table = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
            return load(context, builder, table.data, node)

        return result(addresses), codegen

    return read

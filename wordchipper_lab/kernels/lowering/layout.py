"""Named tuples of arrays from a table of their addresses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.core import cgutils
from numba.np.numpy_support import from_dtype

from ..layout import ArrayTuple
from .address_table import new_array
from .replaces import replaces

__all__ = ["lower_reader", "type_of"]


def type_of(node: Any) -> Any:
    """The numba type of a part of a layout."""
    if isinstance(node, ArrayTuple):
        return types.BaseTuple.from_types([type_of(member) for member in node.members], node.make)
    kind = from_dtype(node.dtype)
    return kind if node.is_number else types.Array(kind, 1, "C")


def lower_reader(twin: Callable[..., Any], node: Any) -> None:
    """Let kernels that call `twin` read `node` (a part of a layout) from a table of addresses."""
    result = type_of(node)

    def load(context, builder, entries, member):  # type: ignore[no-untyped-def]
        kind = type_of(member)
        if isinstance(member, ArrayTuple):
            return context.make_tuple(
                builder, kind, [load(context, builder, entries, inner) for inner in member.members]
            )
        place = context.get_constant(types.intp, 2 * member.number)
        behind = context.get_constant(types.intp, 2 * member.number + 1)
        pointer = builder.inttoptr(builder.load(builder.gep(entries, [place])), cgutils.voidptr_t)
        if member.is_number:
            return builder.load(builder.bitcast(pointer, context.get_value_type(kind).as_pointer()))
        return new_array(context, builder, kind, pointer, builder.load(builder.gep(entries, [behind])))

    @replaces(twin)
    def read(typingctx, addresses):  # type: ignore[no-untyped-def]  # numba's protocol
        def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            table = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
            return load(context, builder, table.data, node)

        return result(addresses), codegen

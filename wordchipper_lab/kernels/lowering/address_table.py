"""Arrays from addresses."""

from __future__ import annotations

from numba import types
from numba.core import cgutils
from numba.np.arrayobj import make_array, populate_array

from ..address_table import array_at, array_from, text_at
from .replaces import replaces

__all__ = ["new_array"]


def new_array(context, builder, array_type, pointer, size):  # type: ignore[no-untyped-def]
    """For intrinsics: an array of `size` elements at `pointer`, which it does not keep alive."""
    item = context.get_abi_sizeof(context.get_data_type(array_type.dtype))
    array = make_array(array_type)(context, builder)
    populate_array(
        array,
        data=builder.bitcast(pointer, array.data.type),
        shape=[size],
        strides=[context.get_constant(types.intp, item)],
        itemsize=context.get_constant(types.intp, item),
        meminfo=None,
    )
    return array._getvalue()


@replaces(array_at)
def _array_at(typingctx, addresses, number, dtype):  # type: ignore[no-untyped-def]
    array_type = types.Array(dtype.instance_type, 1, "C")

    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        table = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
        first = builder.mul(
            context.cast(builder, arguments[1], signature.args[1], types.intp),
            context.get_constant(types.intp, 2),
        )
        address = builder.load(builder.gep(table.data, [first]))
        size = builder.load(
            builder.gep(table.data, [builder.add(first, context.get_constant(types.intp, 1))])
        )
        pointer = builder.inttoptr(address, cgutils.voidptr_t)
        return new_array(context, builder, array_type, pointer, size)

    return array_type(addresses, number, dtype), codegen


@replaces(text_at)
def _text_at(typingctx, text):  # type: ignore[no-untyped-def]
    array_type = types.Array(types.uint8, 1, "C")

    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        buffer = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
        return new_array(context, builder, array_type, buffer.data, buffer.nitems)

    return array_type(text), codegen


@replaces(array_from)
def _array_from(typingctx, address, size, dtype):  # type: ignore[no-untyped-def]
    array_type = types.Array(dtype.instance_type, 1, "C")

    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        pointer = builder.inttoptr(arguments[0], cgutils.voidptr_t)
        elements = context.cast(builder, arguments[1], signature.args[1], types.intp)
        return new_array(context, builder, array_type, pointer, elements)

    return array_type(address, size, dtype), codegen

"""The C function of one kernel and one combination of argument types: it reads the arguments from words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from ..encoders.engine import encode_str
from ..encoders.token_lists import where_tokens_are
from ..kernels.kernel import Kernel
from ..kernels.linked.codes import (
    ARRAYS,
    CLOSE,
    FLAG,
    LIST_OF_TOKENS,
    NONE,
    NUMBER,
    OBJECT,
    OPEN,
    PAIR,
    TEXT,
    UNSIGNED,
    VALUES,
)
from ..kernels.lowering.address_table import new_array

__all__ = ["ONLY_LINKED", "Entry", "entry_of", "letters_of"]


_TABLE, _NUMBER = types.Array(types.int64, 1, "C"), types.int64

ONLY_LINKED = {
    encode_str: (_TABLE, _TABLE, _NUMBER, _TABLE, _NUMBER, _NUMBER),
    where_tokens_are: (types.Array(types.uint32, 1, "C"),),
}
"""Kernels that are called only if they are linked, with their types. They find tokens."""
_TEXT_AT = {encode_str: 5}
"""Arguments that are addresses of texts: linked, they take the texts."""


class Entry(NamedTuple):
    """One C function: ``int64 symbol(int64 *values)``, or the one that takes arguments apart."""

    name: str
    """Of the kernel: ``module.function``."""
    letters: str
    """Its result, then its arguments (`kernels.linked.codes`)."""
    native: str
    """Name of the function that numba compiled, with numba's calling convention."""
    library: Any
    """numba's code library of it."""


def letters_of(kind: Any) -> str:
    """The letters of an argument of numba type `kind`; raises ``TypeError`` for one that cannot be linked."""
    if isinstance(kind, types.Bytes):
        return TEXT
    if isinstance(kind, types.Array) and kind.ndim == 1 and kind.layout == "C" and str(kind.dtype) in ARRAYS:
        return ARRAYS[str(kind.dtype)]
    if kind == types.int64:
        return NUMBER
    if kind == types.uint64:
        return UNSIGNED
    if kind == types.boolean:
        return FLAG
    if kind == types.none:
        return NONE
    if isinstance(kind, types.BaseTuple):
        return OPEN + "".join(map(letters_of, kind)) + CLOSE
    raise TypeError(f"no letter for {kind}")


def _result_letter(kind: Any) -> str:
    letters = {
        types.int64: NUMBER,
        types.boolean: FLAG,
        types.none: NONE,
        types.UniTuple(types.int64, 2): PAIR,
    }
    return letters[kind]


def _words(kind: Any) -> int:
    if isinstance(kind, types.BaseTuple):
        return sum(map(_words, kind))
    return 2 if isinstance(kind, types.Buffer) else 0 if kind == types.none else 1


def _values(context: Any, builder: Any, kind: Any, words: Iterator[Any]) -> Any:
    """The value of one argument, from the next words."""
    if isinstance(kind, types.BaseTuple):
        return context.make_tuple(
            builder, kind, [_values(context, builder, member, words) for member in kind]
        )
    if isinstance(kind, types.Buffer):
        pointer = builder.inttoptr(next(words), cgutils.voidptr_t)
        return new_array(context, builder, kind, pointer, next(words))
    if kind == types.none:
        return context.get_dummy_value()
    word = next(words)
    return context.cast(builder, word, types.int64, kind)


def entry_of(kernel: Kernel, arguments: tuple[Any, ...]) -> Entry:
    """Compile the C function of `kernel` for these numba types; raises ``TypeError`` if that is not possible."""
    text = _TEXT_AT.get(kernel)
    letters = "".join(OBJECT if number == text else letters_of(kind) for number, kind in enumerate(arguments))
    if sum(map(_words, arguments)) > VALUES:
        raise TypeError(f"{kernel.__qualname__} has too many arguments")
    result = kernel.dispatcher.overloads[arguments].signature.return_type
    given = types.Tuple(arguments)

    @intrinsic
    def read(typingctx, address):  # type: ignore[no-untyped-def]  # numba's protocol
        def codegen(context, builder, signature, found):  # type: ignore[no-untyped-def]
            word = cgutils.intp_t
            base = builder.inttoptr(found[0], word.as_pointer())
            words = (
                builder.load(builder.gep(base, [word(number)]))
                for number in range(sum(map(_words, arguments)))
            )
            return context.make_tuple(
                builder, given, [_values(context, builder, kind, words) for kind in arguments]
            )

        return given(types.int64), codegen

    @intrinsic
    def write(typingctx, address, pair):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, found):  # type: ignore[no-untyped-def]
            base = builder.inttoptr(found[0], cgutils.intp_t.as_pointer())
            for number in range(2):
                value = builder.extract_value(found[1], number)
                builder.store(value, builder.gep(base, [cgutils.intp_t(number)]))
            return context.get_dummy_value()

        return types.void(types.int64, types.UniTuple(types.int64, 2)), codegen

    letter = _result_letter(result)
    if kernel in ONLY_LINKED:
        letter = LIST_OF_TOKENS
    if letter in (PAIR, LIST_OF_TOKENS):

        def entry(address):  # type: ignore[no-untyped-def]
            write(address, kernel(*read(address)))
            return 0

    elif letter == NONE:

        def entry(address):  # type: ignore[no-untyped-def]
            kernel(*read(address))
            return 0

    else:

        def entry(address):  # type: ignore[no-untyped-def]
            return types.int64(kernel(*read(address)))

    compiled = njit(
        types.int64(types.int64),
        _nrt=False,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        error_model="numpy",
    )(entry)
    (overload,) = compiled.overloads.values()
    name = f"{kernel.__module__}.{kernel.__qualname__}"
    return Entry(name, letter + letters, overload.fndesc.llvm_func_name, overload.library)

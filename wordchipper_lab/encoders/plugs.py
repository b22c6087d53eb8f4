"""Registered span encoders in compiled code: the engine calls them by address, without being recompiled.

A kernel is wrapped in a C function of nine integers: the addresses of the arrays, their lengths, and the
span. The engine finds its address in ``SpanWork.plug``. A call costs a few nanoseconds more than to a
built-in encoder.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from ..kernels.address_table import AddressTable, array_from
from ..kernels.jit import JIT_DISABLED, jit
from ..kernels.kernel import load_compiler, lowered_by
from ..kernels.layout import Layout
from ..vocab.tables import VocabTables
from .span_encoder import SpanEncoder
from .span_work import SpanWork

__all__ = ["call_address", "call_plug", "compiled", "connect"]

_GIVEN = Layout(tables=VocabTables, work=SpanWork)
_read_tables, _read_work = _GIVEN.reader("tables"), _GIVEN.reader("work")

_lock = threading.Lock()
_kernels: list[Callable[..., Any]] = []
"""Without compilation, a plug is an index into this list instead of an address."""


@lru_cache(maxsize=256)
def compiled(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel as a compiled function, compiled if necessary."""
    if JIT_DISABLED or hasattr(kernel, "py_func"):
        return kernel
    return jit()(kernel)


@lru_cache(maxsize=256)
def _plug(kernel: Callable[..., Any]) -> Any:
    """The C function around a kernel, compiled once; raises numba's error if it cannot be compiled."""
    load_compiler()  # before numba is used in another way than through a kernel
    import numba

    function = compiled(kernel)

    @numba.cfunc(numba.int64(*[numba.int64] * 8), error_model="numpy")
    def plug(given, n_given, text, n_bytes, start, end, tokens, n_tokens):  # type: ignore[no-untyped-def]
        addresses = array_from(given, n_given, np.int64)
        return function(
            _read_tables(addresses),
            array_from(text, n_bytes, np.uint8),
            start,
            end,
            array_from(tokens, n_tokens + end - start + 4, np.uint32),
            n_tokens,
            _read_work(addresses),
            None,
        )

    return plug


def connect(encoder: SpanEncoder, tables: VocabTables, work: SpanWork) -> AddressTable:
    """Write to ``work.plug`` how compiled code calls `encoder`; the result must live as long as `work`."""
    given = _GIVEN.table(tables=tables, work=work)
    work.plug[1:] = given.addresses.ctypes.data, len(given.addresses)
    if JIT_DISABLED:
        with _lock:
            if encoder.kernel not in _kernels:
                _kernels.append(encoder.kernel)
            work.plug[0] = _kernels.index(encoder.kernel)
    else:
        work.plug[0] = _plug(encoder.kernel).address
    return given


def call_address(
    function: int,
    given: int,
    n_given: int,
    text: int,
    n_bytes: int,
    start: int,
    end: int,
    tokens: int,
    n_tokens: int,
) -> int:
    """Call the C function at an address: in compiled code only (`_call_plain` is the twin of the whole)."""
    raise NotImplementedError


lowered_by(f"{__package__}.plug_lowering")


@jit(inline=True)
def _call_compiled(
    tables: VocabTables,
    text: np.ndarray,
    start: int,
    end: int,
    tokens: np.ndarray,
    n_tokens: int,
    work: SpanWork,
) -> int:
    plug = work.plug
    return call_address(
        plug[0], plug[1], plug[2], text.ctypes.data, len(text), start, end, tokens.ctypes.data, n_tokens
    )


def _call_plain(
    tables: VocabTables,
    text: np.ndarray,
    start: int,
    end: int,
    tokens: np.ndarray,
    n_tokens: int,
    work: SpanWork,
) -> int:
    """The twin for uncompiled code."""
    return _kernels[int(work.plug[0])](tables, text, start, end, tokens, n_tokens, work, None)  # type: ignore[no-any-return]


call_plug = _call_plain if JIT_DISABLED else _call_compiled
"""Runs the registered encoder in ``work.plug`` on ``text[start:end]``: see `SpanEncoder`."""

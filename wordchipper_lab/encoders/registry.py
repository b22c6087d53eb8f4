"""The span encoders by name: the five of the paper, the deliberately wrong ones, and registered ones."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from ..arguments import a_flag, a_text, checked, instance_of
from ..errors import EncoderRegistrationError, NameTypeError, UnknownNameError
from ..live_names import LiveNames
from ..vocab.unified import UnifiedVocab
from .bpe_backtrack import BPE_BACKTRACK
from .buffer_sweep import BUFFER_SWEEP
from .encoder_check import check_encoder
from .greedy_left import GREEDY_LEFT
from .merge_heap import MERGE_HEAP
from .priority_merge import PRIORITY_MERGE
from .shift_reduce import SHIFT_REDUCE
from .span_encoder import SpanEncoder
from .tail_sweep import TAIL_SWEEP

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "BUILT_IN",
    "ENCODERS",
    "ENTRY_POINTS",
    "PLUGGED",
    "WRONG_ENCODERS",
    "code_of",
    "find_encoder",
    "quadratic_encoders",
    "register_span_encoder",
    "unregister_span_encoder",
    "usable_encoders",
]

BUILT_IN = (BUFFER_SWEEP, TAIL_SWEEP, MERGE_HEAP, PRIORITY_MERGE, BPE_BACKTRACK)
"""The encoders that `encode_word` selects by number, which is their index here."""

PLUGGED = len(BUILT_IN)
"""The number of any other encoder, whose address is in ``SpanWork.plug``."""

_WRONG = (SHIFT_REDUCE, GREEDY_LEFT)
WRONG_ENCODERS = tuple(encoder.name for encoder in _WRONG)
"""Ways to merge that are not BPE, to be compared with those that are; tokenizers cannot use them."""

ENTRY_POINTS = "wordchipper_lab.span_encoders"
"""The entry point group for packages that offer encoders: their names -> `SpanEncoder` objects."""

_registered: dict[str, SpanEncoder] = {}
_lock = threading.Lock()


ENCODERS = LiveNames(
    (encoder.name for encoder in BUILT_IN), lambda: dict.fromkeys((*_registered, *_offered()))
)
"""Names of the span encoders: the five of the paper, the registered ones, and what installed packages offer."""


def find_encoder(name: str, *, also_wrong: bool = False) -> SpanEncoder:
    """The span encoder with this name, which may come from an installed package (see `ENTRY_POINTS`).

    `also_wrong`: also accept one of the `WRONG_ENCODERS`. Raises `UnknownNameError`.

    >>> find_encoder("tail_sweep").cost
    'O(n²)'
    """
    if not isinstance(name, str):
        raise NameTypeError("encoder", name, ENCODERS)
    for encoder in (*BUILT_IN, *(_WRONG if also_wrong else ())):
        if encoder.name == name:
            return encoder
    if name not in _registered and name in _offered():
        _load_offered(name)
    if name not in _registered:
        advice = f"or, to see a wrong one, {' or '.join(WRONG_ENCODERS)}" if also_wrong else ""
        raise UnknownNameError("encoder", name, ENCODERS, *([advice] if advice else []))
    return _registered[name]


def code_of(name: str) -> int:
    """The number of the encoder in compiled code; `PLUGGED` for a registered one."""
    return next((number for number, encoder in enumerate(BUILT_IN) if encoder.name == name), PLUGGED)


def quadratic_encoders() -> frozenset[str]:
    """Names of the encoders whose work grows quadratically with the length of a span: 1 MB of one letter is
    one span."""
    return frozenset(one.name for one in (*BUILT_IN, *_registered.values()) if one.is_quadratic)


def usable_encoders(names: Iterable[str], vocab: UnifiedVocab) -> list[str]:
    """Those of `names` that are exact with this vocabulary."""
    return [name for name in names if find_encoder(name, also_wrong=True).can_encode(vocab)]


@checked(encoder=instance_of("a SpanEncoder", SpanEncoder), replace=a_flag)
def register_span_encoder(encoder: SpanEncoder, *, replace: bool = False) -> SpanEncoder:
    """Make a span encoder selectable by name wherever encoders are; returns it.

    Its kernel is compiled immediately, and must give the tokens of plain BPE on a thousand or so short spans.
    Raises `EncoderRegistrationError` if it does not, if numba cannot compile it, or if the name is taken
    (``replace=True`` replaces another registered one; existing tokenizers keep theirs).

    >>> from wordchipper_lab.encoders.priority_merge import PRIORITY_MERGE
    >>> from dataclasses import replace
    >>> register_span_encoder(replace(PRIORITY_MERGE, name="another_heap"))
    <SpanEncoder another_heap>
    >>> ENCODERS[-1]
    'another_heap'
    >>> unregister_span_encoder("another_heap")
    """
    _refuse_second(encoder.name, replace)
    check_encoder(encoder)
    with _lock:
        _refuse_second(encoder.name, replace)
        _registered[encoder.name] = encoder
    return encoder


def _refuse_second(name: str, replace: bool) -> None:
    if name in {one.name for one in (*BUILT_IN, *_WRONG)} or name == "auto":
        raise EncoderRegistrationError(f"{name!r} is built in: choose another name for this span encoder")
    if name in _registered and not replace:
        raise EncoderRegistrationError(
            f"a span encoder {name!r} is already registered: pass replace=True, or unregister_span_encoder "
            "first"
        )


@checked(name=a_text)
def unregister_span_encoder(name: str) -> None:
    """Remove a registration; raises `EncoderRegistrationError` if no encoder has this name."""
    with _lock:
        if _registered.pop(name, None) is None:
            raise EncoderRegistrationError(f"no span encoder {name!r} is registered")


@cache
def _offered() -> dict[str, EntryPoint]:
    """What installed packages offer, by name; nothing of it is imported before it is chosen."""
    from importlib.metadata import entry_points  # 10 ms, which most never need

    return {found.name: found for found in entry_points(group=ENTRY_POINTS)}


def _load_offered(name: str) -> None:
    """Register what a package offers under that name; an `EncoderRegistrationError` says why that fails."""
    found = _offered()[name]
    try:
        encoder = found.load()
    except Exception as error:
        raise EncoderRegistrationError(
            f"the span encoder {name!r} of {found.value} cannot be loaded: {type(error).__name__}: {error}"
        ) from error
    register_span_encoder(encoder)
    if encoder.name != name:
        unregister_span_encoder(encoder.name)
        raise EncoderRegistrationError(
            f"{found.value} is offered as the span encoder {name!r}, but calls itself {encoder.name!r}: "
            "the entry point must have the same name"
        )

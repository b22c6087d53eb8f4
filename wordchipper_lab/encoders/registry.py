"""The span encoders by name: the five of the paper, the deliberately wrong ones, and registered ones."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import entry_points

from ..arguments import a_flag, checked, instance_of
from ..errors import EncoderRegistrationError, NameTypeError, UnknownNameError
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

__all__ = [
    "BUILT_IN",
    "ENCODERS",
    "ENTRY_POINTS",
    "PLUGGED",
    "WRONG_ENCODERS",
    "code_of",
    "find_encoder",
    "load_entry_points",
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
"""The entry point group for packages that offer encoders: names of `SpanEncoder` objects."""

_registered: dict[str, SpanEncoder] = {}
_lock = threading.Lock()
_are_loaded = False


class _Names(Sequence[str]):
    """The names of the span encoders: the built-in ones, then those currently registered.

    >>> list(_Names())[:2], "bpe_backtrack" in _Names()
    (['buffer_sweep', 'tail_sweep'], True)
    """

    def _names(self) -> tuple[str, ...]:
        return (*(encoder.name for encoder in BUILT_IN), *_registered)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        return self._names()[index]

    def __len__(self) -> int:
        return len(self._names())

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __eq__(self, other: object) -> bool:
        return self._names() == tuple(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._names())


ENCODERS: Sequence[str] = _Names()
"""Names of the span encoders: the five of the paper, then the registered ones."""


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
    if name not in _registered:
        load_entry_points()
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


def unregister_span_encoder(name: str) -> None:
    """Remove a registration; raises `EncoderRegistrationError` if no encoder has this name."""
    with _lock:
        if _registered.pop(name, None) is None:
            raise EncoderRegistrationError(f"no span encoder {name!r} is registered")


def load_entry_points() -> None:
    """Register the encoders of installed packages, once; one that fails raises an `EncoderRegistrationError`
    naming it."""
    global _are_loaded
    if _are_loaded:
        return
    _are_loaded = True
    for found in entry_points(group=ENTRY_POINTS):
        if found.name in _registered:
            continue
        try:
            encoder = found.load()
        except Exception as error:
            raise EncoderRegistrationError(
                f"the span encoder {found.name!r} of {found.value} cannot be loaded: {type(error).__name__}: {error}"
            ) from error
        register_span_encoder(encoder)

"""Tokenizers of the user in a run: anything that makes ids of a text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sized
from dataclasses import dataclass, replace
from typing import Any

from ...arguments import wrong_type
from ...errors import ArgumentError, PeerError, show
from ...tokenizer import Tokenizer
from ...vocab.pretrained import pretrained_spec
from .modes import ENCODE_BATCH_MODES
from .our_call import our_call
from .peers import PEERS
from .results import OURS

__all__ = ["OWN_MODES", "OwnTokenizer", "OwnTokenizers", "check_own", "own_call", "own_ids", "without_memory"]

OWN_MODES = ("encode", "encode_array", "count", *ENCODE_BATCH_MODES)
"""Modes that include them: they only encode. For a batch they are called text by text, on one thread."""


@dataclass(frozen=True)
class OwnTokenizer:
    """A function from a text to its ids, or a `Tokenizer`, for ``run_benchmark(own={"mine": ...})``.

    With ``model``, the name of a vocabulary, it claims to give the ids of that one: they are compared before anything
    is timed, and it is measured with that vocabulary only. Without it, as for a plain function, the ids are not
    compared. A `Tokenizer` gives lists, arrays and counts with the calls that measure ours.

    >>> from wordchipper_lab.lab import run_benchmark
    >>> own = {"mine": lambda text: text.split(), "wrong": OwnTokenizer(lambda text: [1, 2], "r50k_base")}
    >>> run = run_benchmark(models="r50k_base", modes="encode", peers=(), own=own, rounds=2)
    >>> [(found.case.label, found.exact, len(found.seconds)) for found in run]
    [('vector + bpe_backtrack + memo', True, 2), ('mine', None, 2), ('wrong', False, 2)]
    """

    encode: Callable[[str], Any] | Tokenizer
    model: str | None = None


OwnTokenizers = Mapping[str, OwnTokenizer]
"""By the names that charts and tables give them."""


def check_own(name: str, given: Any) -> dict[str, OwnTokenizer]:
    """The argument ``own`` of a benchmark: a mapping from names to functions, or to `OwnTokenizer`."""
    expected = "a mapping from names to tokenizers, or functions that make ids of a text"
    if not isinstance(given, Mapping):
        raise wrong_type(name, given, expected)
    found = {}
    for key, value in given.items():
        own = value if isinstance(value, OwnTokenizer) else OwnTokenizer(value)
        if not isinstance(key, str) or not (callable(own.encode) or isinstance(own.encode, Tokenizer)):
            raise wrong_type(f"{name}[{show(key)}]", value, expected)
        if not key.strip() or key == OURS or key in PEERS:
            raise ArgumentError(f"{name} has the name {show(key)}: expected one that no other contender has")
        model = None if own.model is None else pretrained_spec(own.model).name
        found[key] = OwnTokenizer(own.encode, model)
    return found


def own_call(own: OwnTokenizer, mode: str) -> Callable[[Any], Any]:
    """What is timed for `mode`; for latencies, a single call."""
    encode = own.encode
    if isinstance(encode, Tokenizer):
        return our_call(encode, mode, num_threads=1)
    if mode in ENCODE_BATCH_MODES:
        return lambda texts: [encode(text) for text in texts]
    return (lambda text: len(encode(text))) if mode == "count" else encode


def without_memory(own: OwnTokenizer) -> OwnTokenizer:
    """The same, but a `Tokenizer` of ours has an empty memo; what a function remembers is unknown."""
    tok = own.encode
    if not isinstance(tok, Tokenizer):
        return own
    same = Tokenizer(
        tok.vocab, lexer=tok._lexer, encoder=tok.encoder, num_threads=1, memo=tok.memo, limits=tok._limits
    )
    return replace(own, encode=same)


def own_ids(result: Any) -> list[Any]:
    """What a call returned, as a list; raises `PeerError` for what cannot be ids (a generator would have done nothing).

    >>> own_ids(None)
    Traceback (most recent call last):
    wordchipper_lab.errors.PeerError: it returned None (NoneType): expected the ids of the text
    """
    if not (isinstance(result, Iterable) and isinstance(result, Sized)):
        raise PeerError(f"it returned {show(result)} ({type(result).__name__}): expected the ids of the text")
    return list(result)

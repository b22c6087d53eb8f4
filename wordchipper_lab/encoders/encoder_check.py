"""Check a span encoder before it can be selected: it is compiled and compared with plain BPE."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from functools import cache

import numpy as np

from ..errors import EncoderRegistrationError
from ..vocab.token_bytes import pack_tokens
from ..vocab.unified import UnifiedVocab
from .plugs import call_plug, connect
from .reference import merge_bytes
from .span_encoder import SpanEncoder
from .span_work import scratch_work

__all__ = ["check_encoder"]

_MERGES = (b"ab", b"bc", b"aa", b"abc", b"ca", b"aaaa", b"bb", b"caa", b"abcab", b"aab")
_HEAD, _BEHIND, _UNTOUCHED = 3, 4, 0xFFFFFFFF


@cache
def _vocabulary() -> UnifiedVocab:
    """A few merges that compete with each other; each token is merged from two lower-ranked ones."""
    tokens = [bytes([byte]) for byte in range(256)] + list(_MERGES)
    return UnifiedVocab(pack_tokens(tokens), pattern=r"\S+|\s+", name="the vocabulary of the check")


def _spans() -> Iterator[bytes]:
    """All short spans over the bytes of the merges, and random longer ones."""
    for size in range(1, 7):
        yield from map(bytes, itertools.product(b"abc", repeat=size))
    chosen = random.Random(0)
    for _ in range(300):
        yield bytes(chosen.choices(b"abc", k=chosen.randrange(7, 60)))
        yield chosen.randbytes(chosen.randrange(1, 20))


def check_encoder(encoder: SpanEncoder) -> None:
    """Raise `EncoderRegistrationError` unless it keeps the contract of `span_encoder` on about 1,700 short
    spans."""
    vocab = _vocabulary()
    try:
        work = scratch_work(encoder.scratch, 64)
        given = connect(encoder, vocab.tables, work)
    except Exception as error:  # numba has many kinds, with messages of several pages
        raise EncoderRegistrationError(
            f"{encoder.name}: its kernel cannot be compiled: {_reason(error)}: "
            "see wordchipper_lab.encoders.span_encoder"
        ) from error
    for span in _spans():
        text = np.frombuffer(bytearray(b"<" + span + b">"), dtype=np.uint8)
        tokens = np.full(_HEAD + len(span) + _BEHIND + 1, _UNTOUCHED, dtype=np.uint32)
        tokens[:_HEAD] = 7
        n = int(call_plug(vocab.tables, text, 1, 1 + len(span), tokens, _HEAD, work))
        flaw = _flaw(encoder, vocab, span, tokens, n)
        if flaw:
            raise EncoderRegistrationError(f"{encoder.name} does not encode the span {span!r}: {flaw}")
    del given


def _reason(error: Exception) -> str:
    """The line of a numba error that says what is wrong; the first lines are about its own passes."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    said = [line for line in lines if not line.startswith("Failed in ")]
    return (said or lines or [type(error).__name__])[0].rstrip(".")


def _flaw(encoder: SpanEncoder, vocab: UnifiedVocab, span: bytes, tokens: np.ndarray, n: int) -> str:
    if not _HEAD < n <= _HEAD + len(span):
        return f"it reports {n - _HEAD} tokens, but expected 1 to {len(span)}"
    if (tokens[:_HEAD] != 7).any() or tokens[-1] != _UNTOUCHED:
        return "it writes to tokens of other spans"
    found = tokens[_HEAD:n].tolist()
    if encoder.is_bpe:
        expected = merge_bytes(span, vocab.find_token)
        return "" if found == expected else f"it returns {found}, but BPE gives {expected}"
    known = all(token < len(vocab.tables.token_starts) - 1 for token in found)
    if known and b"".join(map(vocab.token_bytes, found)) == span:
        return ""
    return f"it returns {found}, which do not have the span's bytes"

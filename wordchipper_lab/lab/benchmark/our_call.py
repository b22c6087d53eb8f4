"""The calls that measure a `Tokenizer`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...tokenizer import Tokenizer
from .modes import ENCODE_BATCH_MODES

__all__ = ["our_call"]


def our_call(tok: Tokenizer, mode: str, num_threads: int | None = None) -> Callable[[Any], Any]:
    """What is timed for `mode`; a batch takes `num_threads`, or as many as `tok` has.

    >>> our_call(Tokenizer.from_pretrained("r50k_base"), "count")("hello world")
    2
    """
    # Special tokens are text everywhere, the only policy that all contenders have.
    encode, encode_array, count, spans = tok.encode, tok.encode_array, tok.count, tok.spans
    encode_batch, decode_batch = tok.encode_batch_arrays, tok.decode_batch
    if mode in ENCODE_BATCH_MODES:
        return lambda texts: encode_batch(texts, "text", num_threads)
    if mode == "decode_batch":
        return lambda batch: decode_batch(batch, num_threads=num_threads)
    if mode == "round_trip_batch":
        return lambda texts: decode_batch(encode_batch(texts, "text", num_threads), num_threads=num_threads)
    return {
        "spans": lambda text: spans(text, special="text"),
        "encode": lambda text: encode(text, special="text"),
        "latency": lambda text: encode(text, special="text"),
        "encode_array": lambda text: encode_array(text, special="text"),
        "latency_array": lambda text: encode_array(text, special="text"),
        "count": lambda text: count(text, special="text"),
        "decode": tok.decode,
        "decode_array": tok.decode,
    }[mode]

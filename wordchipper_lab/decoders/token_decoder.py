"""`TokenDecoder`: tokens -> bytes and text."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from functools import partial
from itertools import pairwise
from operator import index

import numpy as np

from ..arguments import an_iterable, checked, instance_of, whole_number
from ..errors import NameTypeError, TokenTypeError, UnknownNameError, UnknownTokenError, show
from ..thread_pool import map_over_threads
from ..vocab.unified import UnifiedVocab
from .gather import SLACK, copy_tokens, measure_tokens

__all__ = ["TokenDecoder", "as_token_array"]

_CHUNK_TOKENS = 1 << 15
"""Tokens that a thread decodes at once: enough that it seldom waits for another one."""

_LONG_TEXT = 300
"""One thread decodes texts of more tokens one by one: finding where texts end in a chunk costs more than calls."""

_ONE_LIST = np.zeros(1, dtype=np.int64)


class TokenDecoder:
    """Tokens to bytes: one table of all ids, ranked and special, and a gather kernel. Safe for concurrent
    use."""

    @checked(vocab=instance_of("a UnifiedVocab", UnifiedVocab))
    def __init__(self, vocab: UnifiedVocab) -> None:
        self._name = vocab.name
        self._max_token = vocab.max_token
        self._table = vocab.all_tokens

    def decode_bytes(self, tokens: Iterable[int] | np.ndarray) -> bytes:
        """The bytes of `tokens`; raises `UnknownTokenError` naming the first unknown id."""
        return self._decode(tokens).tobytes()

    def decode(self, tokens: Iterable[int] | np.ndarray, errors: str = "replace") -> str:
        """The text of `tokens`; `errors` as in ``bytes.decode``."""
        return _text(self._decode(tokens).data, errors)

    @checked(batch=an_iterable("several lists or arrays of ids"), num_threads=whole_number(1))
    def decode_batch(
        self, batch: Iterable[Iterable[int] | np.ndarray], errors: str = "replace", num_threads: int = 1
    ) -> list[str]:
        """The text of each of several lists or arrays of tokens, by up to `num_threads` threads.

        Raises as `decode` does; an index in a message is that in its own list.
        """
        flat = array("I")
        ends = [0]
        for tokens in batch:
            _append_tokens(flat, tokens)
            ends.append(len(flat))
        ids = np.frombuffer(flat, dtype=np.uint32) if flat else np.empty(0, dtype=np.uint32)
        return self.decode_flat(ids, np.array(ends), errors, num_threads)

    def decode_flat(
        self, tokens: np.ndarray, offsets: np.ndarray, errors: str = "replace", num_threads: int = 1
    ) -> list[str]:
        """As `decode_batch`, of lists that are stretches of one array: ``tokens[offsets[i]:offsets[i+1]]``, with
        `tokens` uint32 (n,), `offsets` int64 (lists + 1,)."""
        if num_threads == 1 and len(tokens) >= _LONG_TEXT * (len(offsets) - 1):
            return [_text(self._decode(tokens[a:b]).data, errors) for a, b in pairwise(offsets.tolist())]
        n_chunks = max(1, min(len(offsets) - 1, len(tokens) // _CHUNK_TOKENS))
        wanted = np.linspace(0, len(tokens), n_chunks + 1)
        bounds = np.unique([0, *np.searchsorted(offsets, wanted[1:-1]), len(offsets) - 1])
        chunks = [offsets[a : b + 1] for a, b in pairwise(bounds)]
        decode = partial(self._decode_chunk, tokens, errors)
        return [text for texts in map_over_threads(decode, chunks, num_threads) for text in texts]

    def _decode_chunk(self, tokens: np.ndarray, errors: str, offsets: np.ndarray) -> list[str]:
        ids = tokens[offsets[0] : offsets[-1]]
        inner = offsets - offsets[0]
        # One call for all texts: a call takes as long as some hundred tokens, and threads work side by side only
        # within one.
        data = self._decode(ids, inner).data
        starts = self._table.starts
        sizes = np.zeros(len(ids) + 1, dtype=np.int64)
        np.cumsum(starts.take(ids + np.uint32(1)) - starts.take(ids), out=sizes[1:])
        ends = sizes[inner].tolist()
        return [_text(data[a:b], errors) for a, b in pairwise(ends)]

    def _decode(self, tokens: Iterable[int] | np.ndarray, offsets: np.ndarray = _ONE_LIST) -> np.ndarray:
        """uint8; `offsets` says where lists begin in `tokens`, for the index in a message."""
        ids = as_token_array(tokens)
        data, starts = self._table
        size, bad = measure_tokens(ids, starts)
        if bad >= 0:
            place = bad - offsets[np.searchsorted(offsets, bad, side="right") - 1]
            raise UnknownTokenError(
                f"no token has the id {ids[bad]} (at index {place}): {self._name} has ids from 0 to {self._max_token}"
            )
        text = np.empty(size + SLACK, dtype=np.uint8)
        copy_tokens(ids, data, starts, text)
        return text[:size]

    def decode_with_sizes(self, tokens: Iterable[int] | np.ndarray) -> tuple[bytes, np.ndarray]:
        """The bytes of `tokens`, and the number of bytes of each: int64 (n,)."""
        if not isinstance(tokens, list | np.ndarray):
            tokens = as_token_array(tokens)  # an iterator can be read only once
        data = self.decode_bytes(tokens)
        ids, starts = as_token_array(tokens), self._table.starts
        return data, starts[1:][ids] - starts[ids]


def _append_tokens(flat: array[int], tokens: Iterable[int] | np.ndarray) -> None:
    if isinstance(tokens, list) and not (tokens and isinstance(tokens[0], bool)):
        try:
            flat.fromlist(tokens)
            return
        except (TypeError, OverflowError):  # then nothing was appended
            pass
    flat.frombytes(as_token_array(tokens).tobytes())


def _text(data: memoryview, errors: str) -> str:
    try:
        return str(data, "utf-8", errors)
    except UnicodeDecodeError:
        raise
    except (TypeError, LookupError, ValueError):
        raise _unknown_handler(errors) from None


def as_token_array(tokens: Iterable[int] | np.ndarray) -> np.ndarray:
    """`tokens`, an iterable of whole numbers or an array of an integer dtype, as a contiguous uint32 (n,).

    Raises `TokenTypeError` for anything else, including floats with whole values, and booleans. (A list that
    begins with a number is not searched for booleans, where True is 1: that would take a third of the
    decoding time.) Raises `UnknownTokenError` for numbers that are not ids of any vocabulary.

    >>> as_token_array([1, 2])
    array([1, 2], dtype=uint32)
    """
    if isinstance(tokens, np.ndarray) and tokens.dtype == np.uint32 and tokens.ndim == 1:
        return _writable(np.ascontiguousarray(tokens))
    if isinstance(tokens, list) and not (tokens and isinstance(tokens[0], bool)):
        try:
            # 7 ns per id; NumPy, which first determines a common type, takes 18.
            return np.frombuffer(array("I", tokens), dtype=np.uint32)
        except (TypeError, OverflowError, ValueError):
            pass
    return _as_checked_array(tokens)


def _writable(ids: np.ndarray) -> np.ndarray:
    return ids if ids.flags.writeable else ids.copy()  # kernels are compiled for writable arrays only


def _no_integer(value: object) -> TokenTypeError:
    return TokenTypeError(f"expected token ids as integers, got {show(value)} ({type(value).__name__})")


def _unknown_handler(errors: object) -> UnknownNameError:
    known = ("strict", "ignore", "replace", "backslashreplace")
    kind = UnknownNameError if isinstance(errors, str) else NameTypeError
    return kind("error handler", errors, known, "or a name registered with codecs.register_error")


def _as_checked_array(tokens: Iterable[int] | np.ndarray) -> np.ndarray:
    """The same in simple steps: finds and reports whatever is wrong with `tokens`."""
    if isinstance(tokens, (str, bytes, bytearray, memoryview, Mapping)) or not isinstance(tokens, Iterable):
        raise TokenTypeError(
            f"expected a flat sequence of token ids, got {type(tokens).__name__} ({show(tokens)})"
        )
    if isinstance(tokens, np.ndarray):
        if tokens.ndim != 1:
            raise TokenTypeError(f"expected a flat sequence of token ids, got {tokens.ndim} dimensions")
        if tokens.dtype.kind in "iu" or not tokens.size:
            return _as_ids(tokens)
        if tokens.dtype.kind != "O":
            raise _no_integer(tokens[0])
    numbers = []
    for item in tokens:
        try:
            if isinstance(item, bool | np.bool_):
                raise TypeError
            numbers.append(index(item))
        except TypeError:
            if isinstance(item, list | tuple | np.ndarray):
                problem = "expected a flat sequence of token ids, got several in one: 2 dimensions"
                raise TokenTypeError(problem) from None
            raise _no_integer(item) from None
    try:
        return _as_ids(np.array(numbers, dtype=np.int64))
    except OverflowError:
        place = next(i for i, number in enumerate(numbers) if not 0 <= number < 1 << 32)
        raise _no_id(numbers[place], place) from None


def _as_ids(numbers: np.ndarray) -> np.ndarray:
    for outside in (numbers.min(initial=0), numbers.max(initial=0)):
        if not 0 <= int(outside) < 1 << 32:
            raise _no_id(int(outside), int(np.argmax(numbers == outside)))
    return numbers.astype(np.uint32)


def _no_id(number: int, place: int) -> UnknownTokenError:
    return UnknownTokenError(
        f"no token has the id {show(number)} (at index {place}): expected ids from 0 to 2**32 - 1"
    )

"""`TokenizeColumn`: a function for ``datasets.Dataset.map(..., batched=True)`` that makes Arrow lists of arrays.

Ids go from the engine's arrays into Arrow's buffers; there are no Python lists of them in between.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...arguments import a_flag, a_text, instance_of, optional, several, wrong_type
from ...encoders.encoding import TokenBatch
from ...errors import ArgumentError
from .columns import SpecialColumns
from .encoding import Encoding
from .tokenizer import Tokenizer

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["TokenizeColumn"]

_DTYPES = {"input_ids": np.int32, "token_type_ids": np.int8, "attention_mask": np.int8, "length": np.int64}
_MOST_VALUES = (1 << 31) - 1
_HERE = (1 << 32) - 1
"""An id that no token has: where the text goes in what a post-processor makes."""


class _Frame(NamedTuple):
    """What a post-processor puts around a text."""

    prefix: np.ndarray
    suffix: np.ndarray
    prefix_types: np.ndarray
    suffix_types: np.ndarray
    text_type: int


class TokenizeColumn:
    """Called with a batch of a data set, it returns a `pyarrow.Table` of what a tokenizer makes of a column of texts.

    pair: a column with the second text of each pair. columns: "input_ids" (int32), "attention_mask", "token_type_ids"
    (int8), "length" (int64). add_special_tokens: as for `Tokenizer.encode`. keep: whether the table has the columns
    of the batch, too; ``map`` drops those that it is not given back. Truncation and padding are the tokenizer's; what
    is cut off is dropped. A batch is a table (``with_format("arrow")``), or a mapping of columns to lists. The package
    pyarrow is needed.

    >>> tok = Tokenizer.from_pretrained("gpt2")
    >>> TokenizeColumn(tok, "text", columns=["input_ids"])({"text": ["hello world", "hi"]}).to_pydict()
    {'input_ids': [[31373, 995], [5303]]}
    """

    def __init__(
        self,
        tokenizer: Tokenizer,
        column: str = "text",
        *,
        pair: str | None = None,
        columns: tuple[str, ...] = ("input_ids", "attention_mask"),
        add_special_tokens: bool = True,
        keep: bool = False,
    ) -> None:
        self.tokenizer = instance_of("a Tokenizer of this module", Tokenizer)("tokenizer", tokenizer)
        self.column, self.pair = a_text("column", column), optional(a_text)("pair", pair)
        self.columns = tuple(several(a_text, "a list of names")("columns", columns))
        if unknown := set(self.columns) - _DTYPES.keys():
            raise ArgumentError(f"columns has {sorted(unknown)}: expected some of {', '.join(_DTYPES)}")
        self.add_special_tokens = a_flag("add_special_tokens", add_special_tokens)
        self.keep = a_flag("keep", keep)

    def __call__(self, batch: Any) -> pa.Table:
        """The new columns; raises `TextError` for an item that is not a text."""
        import pyarrow as pa  # an extra

        values, offsets = self._encode(batch)
        arrays = {name: _as_arrow(values[name], offsets) for name in self.columns if name != "length"}
        if "length" in self.columns:
            arrays["length"] = pa.array(np.diff(offsets))
        made = {name: arrays[name] for name in self.columns}
        if self.keep:
            names = list(batch) if isinstance(batch, Mapping) else batch.column_names
            made = {name: batch[name] for name in names if name not in made} | made
        return pa.table(made)

    def _encode(self, batch: Any) -> tuple[dict[str, np.ndarray], np.ndarray]:
        """The values of each column, of all texts together, and where those of each text begin: int64 (texts + 1,)."""
        tok = self.tokenizer
        frame = None if self.pair else _frame(tok, self.add_special_tokens)
        if frame is not None:
            found = tok.engine.batch(_texts_of(batch, self.column))
            return _put_together(found, frame, tok, self.add_special_tokens)
        texts: list[Any] = _texts_of(batch, self.column)
        if self.pair:
            texts = list(zip(texts, _texts_of(batch, self.pair), strict=True))
        encodings = tok.encode_batch_fast(texts, add_special_tokens=self.add_special_tokens)
        columns = [encoding._columns for encoding in encodings]
        made = {
            name: np.concatenate(
                [np.empty(0, dtype=dtype), *(getattr(each, ours) for each in columns)]
            ).astype(dtype)
            for name, ours, dtype in (
                ("input_ids", "ids", np.int32),
                ("token_type_ids", "type_ids", np.int8),
                ("attention_mask", "attention_mask", np.int8),
            )
        }
        return made, np.cumsum([0, *map(len, columns)])


def _texts_of(batch: Any, column: str) -> list[str]:
    if not isinstance(batch, Mapping) and not hasattr(batch, "column_names"):
        raise wrong_type(
            "batch", batch, "a table, or a mapping of columns to texts: use map(..., batched=True)"
        )
    try:
        values = batch[column]
    except KeyError:
        names = list(batch) if isinstance(batch, Mapping) else batch.column_names
        raise ArgumentError(f"the batch has no column {column!r}: expected one of {names}") from None
    return values.to_pylist() if hasattr(values, "to_pylist") else list(values)


def _frame(tok: Tokenizer, add_special_tokens: bool) -> _Frame | None:
    """What stands around a single text; None if that is not the same for all texts."""
    if tok.post_processor is None:
        made = Encoding.of(SpecialColumns([_HERE], [""], 0))
    else:
        made = tok.post_processor.run(Encoding.of(SpecialColumns([_HERE], [""], 0)), None, add_special_tokens)
    columns = made._columns
    places = np.flatnonzero(columns.ids == _HERE)
    if len(places) != 1:
        return None
    here = int(places[0])
    ids, types = columns.ids.astype(np.uint32), columns.type_ids.astype(np.int8)
    return _Frame(ids[:here], ids[here + 1 :], types[:here], types[here + 1 :], int(types[here]))


def _put_together(
    batch: TokenBatch, frame: _Frame, tok: Tokenizer, add_special_tokens: bool
) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Texts with what stands around them, truncated and padded."""
    starts, lengths = batch.offsets[:-1], np.diff(batch.offsets)
    to, padding = tok._truncation, tok._padding
    kept = lengths
    if to is not None:
        n_added = tok.num_special_tokens_to_add(False) if add_special_tokens else 0
        most = to.max_length - n_added
        if to.strategy == "only_second" and most >= 0 and (lengths > most).any():
            raise ArgumentError("Truncation error: Second sequence not provided")
        kept = np.minimum(lengths, most) if most >= 0 else lengths
        if to.direction == "left":
            starts = starts + lengths - kept
    n_before, n_after = len(frame.prefix), len(frame.suffix)
    sizes = kept + n_before + n_after
    full = np.maximum(sizes, padding.target(int(sizes.max(initial=0)))) if padding is not None else sizes
    offsets = np.append(0, np.cumsum(full)).astype(np.int64)
    begin = offsets[:-1] + (full - sizes if padding is not None and padding.direction == "left" else 0)
    total = int(offsets[-1])
    ids = np.full(total, padding.pad_id if padding is not None else 0, dtype=np.uint32)
    types = np.full(total, padding.pad_type_id if padding is not None else 0, dtype=np.int8)
    attention = np.zeros(total, dtype=np.int8)
    _fill(attention, begin, sizes, np.int8(1))
    _fill(types, begin + n_before, kept, np.int8(frame.text_type))
    if total == len(batch.tokens):
        ids = batch.tokens
    else:
        places = np.repeat(begin + n_before - np.append(0, np.cumsum(kept))[:-1], kept) + np.arange(
            int(kept.sum())
        )
        source = np.repeat(starts - np.append(0, np.cumsum(kept))[:-1], kept) + np.arange(int(kept.sum()))
        ids[places] = batch.tokens[source]
    for k in range(n_before):
        ids[begin + k], types[begin + k] = frame.prefix[k], frame.prefix_types[k]
    for k in range(n_after):
        place = begin + n_before + kept + k
        ids[place], types[place] = frame.suffix[k], frame.suffix_types[k]
    return {"input_ids": ids.view(np.int32), "token_type_ids": types, "attention_mask": attention}, offsets


def _fill(values: np.ndarray, begin: np.ndarray, sizes: np.ndarray, value: np.generic) -> None:
    """Write `value` to the stretches that begin at `begin` and have `sizes`."""
    steps = np.zeros(len(values) + 1, dtype=np.int64)
    np.add.at(steps, begin, 1)
    np.add.at(steps, begin + sizes, -1)
    values[np.cumsum(steps[:-1]) > 0] = value


def _as_arrow(values: np.ndarray, offsets: np.ndarray) -> pa.Array:
    import pyarrow as pa

    kind = pa.LargeListArray if offsets[-1] > _MOST_VALUES else pa.ListArray
    dtype = np.int64 if offsets[-1] > _MOST_VALUES else np.int32
    return kind.from_arrays(pa.array(offsets.astype(dtype)), pa.array(values))

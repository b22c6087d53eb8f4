"""Texts of a corpus -> ids for the shards: whole documents in batches, long ones part by part."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from ..corpus.work_units import CorpusTexts
from ..encoders import TokenBatch
from ..errors import SpecialTokenError
from ..text.text_bytes import encode_text
from ..tokenizer import Special, Tokenizer

__all__ = ["DocumentEncoder", "EncodedTexts"]


@dataclass(frozen=True, eq=False)
class EncodedTexts:
    """Ids of documents, or of one part of a document: see `CorpusTexts`."""

    batch: TokenBatch
    source: str
    row: int
    stored: int
    is_begin: bool
    is_end: bool


@dataclass(frozen=True)
class DocumentEncoder:
    """A tokenizer, a policy for special tokens in texts, and the id (if any) that follows each document."""

    tokenizer: Tokenizer
    special: Special = "parse"
    end_of_text: int | None = None

    def encode(self, given: CorpusTexts) -> EncodedTexts:
        """Ids of whole documents or of a part of one; raises `SpecialTokenError` with the place."""
        is_whole = given.is_begin and given.is_end
        try:
            batch = self.tokenizer.encode_batch_arrays(given.texts, self.special, 1)
        except SpecialTokenError:
            self._refuse_special(given, is_whole)
            raise
        if not is_whole:
            batch = TokenBatch(batch.tokens, np.array([0, len(batch.tokens)]))
        if self.end_of_text is not None and given.is_end:
            tokens = np.insert(batch.tokens, batch.offsets[1:], self.end_of_text)
            batch = TokenBatch(tokens, batch.offsets + np.arange(len(batch.offsets)))
        return EncodedTexts(batch, given.source, given.row, given.stored, given.is_begin, given.is_end)

    def encode_all(self, texts: Iterable[CorpusTexts], num_threads: int = 1) -> Iterator[EncodedTexts]:
        """Ids of consecutive texts, some of them encoded ahead by `num_threads` threads."""
        if num_threads == 1:
            yield from map(self.encode, texts)
            return
        waiting: deque[Future[EncodedTexts]] = deque()
        with ThreadPoolExecutor(num_threads, thread_name_prefix="tokenize texts") as pool:
            for given in texts:
                waiting.append(pool.submit(self.encode, given))
                if len(waiting) > 2 * num_threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

    def _refuse_special(self, given: CorpusTexts, is_whole: bool) -> None:
        offset = given.offset
        for i, text in enumerate(given.texts):
            try:
                self.tokenizer.encode_array(text, self.special)
            except SpecialTokenError as error:
                found = SpecialTokenError(error.token, error.byte_offset + (0 if is_whole else offset))
                found.args = (f"{given.source}, document {given.row + i}: {found}",)
                raise found from None
            offset += len(encode_text(text))

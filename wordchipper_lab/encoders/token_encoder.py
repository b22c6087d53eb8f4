"""`TokenEncoder`: text -> tokens. A spanner, one of the span encoders, and the memory they work in."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from ..errors import UnknownNameError, UnsupportedVocabError
from ..spanners.text_spanner import TextSpanner
from ..vocab.unified import UnifiedVocab
from .encode_spans import ENCODERS, encode_spans
from .encoding import Encoding, PackedTexts, TokenBatch, locate_tokens, pack_texts
from .thread_pool import shared_pool
from .workspace import Workspace

__all__ = ["TokenEncoder"]

# Bytes a token where nothing is known of the text; the paper measures 4.8 on web text, CJK has 2 to 3.
_BYTES_A_TOKEN = 3

# A batch goes to the threads in chunks of about this many bytes: a chunk of one short text would spend more time
# on the way to its thread than in it.
_CHUNK_BYTES = 1 << 18


class TokenEncoder:
    """Text to tokens in two passes: a block of spans, then the tokens of that block, until the text is done.

    Safe to use from any number of threads: each keeps a workspace of its own. `memo` says whether recent spans are
    remembered; without it every span goes through the span encoder. Raises `UnknownNameError` for an
    unknown encoder, `UnsupportedVocabError` where bpe_backtrack would not be exact.
    """

    def __init__(
        self, vocab: UnifiedVocab, spanner: TextSpanner, encoder: str, *, memo: bool = True
    ) -> None:
        if encoder not in ENCODERS:
            raise UnknownNameError("encoder", encoder, [*ENCODERS, "auto"])
        if encoder == "bpe_backtrack" and not vocab.is_merge_ordered:
            raise UnsupportedVocabError(
                f"{vocab.name} has tokens that are not merged from two lower-ranked ones, "
                "so bpe_backtrack would not be exact: choose priority_merge"
            )
        self.vocab = vocab
        self.spanner = spanner
        self.encoder = encoder
        self.memo = memo
        self._code = ENCODERS.index(encoder)
        self._local = threading.local()

    def encode(self, text: str, special: str = "parse") -> np.ndarray:
        """Tokens of one text: uint32 (n,)."""
        workspace = self._workspace()
        packed = pack_texts([text])
        n_tokens = 0
        for _ in self._encode_blocks(packed, special, workspace, len(packed.data) // _BYTES_A_TOKEN):
            n_tokens = int(workspace.progress[1])
        tokens = workspace.tokens[:n_tokens].copy()
        workspace.release_excess()
        return tokens

    def encode_packed(self, packed: PackedTexts, special: str = "parse") -> TokenBatch:
        """Tokens of all texts of `packed`, one after another."""
        workspace = self._workspace()
        text_ends, offsets = packed.ends, np.zeros(len(packed.ends) + 1, dtype=np.int64)
        # Every text's end is the end of a span, but for the empty texts before the first span.
        next_text = int(np.searchsorted(text_ends, 0, side="right"))
        for n_spans in self._encode_blocks(packed, special, workspace, len(packed.data) // _BYTES_A_TOKEN):
            ends = workspace.ends[:n_spans]
            reached = int(np.searchsorted(text_ends, ends[-1], side="right"))
            last_spans = np.searchsorted(ends, text_ends[next_text:reached])
            offsets[next_text + 1 : reached + 1] = workspace.token_ends[last_spans]
            next_text = reached
        batch = TokenBatch(workspace.tokens[: offsets[-1]].copy(), offsets)
        workspace.release_excess()
        return batch

    def encode_batch(self, texts: Sequence[str], special: str, num_threads: int) -> TokenBatch:
        """Tokens of all texts, by up to `num_threads` threads; kernels run without the GIL."""
        chunks = list(_chunks_of(texts, num_threads))
        if len(chunks) < 2 or num_threads == 1:
            return TokenBatch.concatenate(
                [self.encode_packed(pack_texts(chunk), special) for chunk in chunks]
            )
        pool = shared_pool(num_threads)
        return TokenBatch.concatenate(
            list(pool.map(lambda chunk: self.encode_packed(pack_texts(chunk), special), chunks))
        )

    def count(self, text: str, special: str = "parse") -> int:
        """Number of tokens of one text; they are counted block by block and not kept."""
        workspace = self._workspace()
        total = 0
        for _ in self._encode_blocks(pack_texts([text]), special, workspace):
            total += int(workspace.progress[1])
            workspace.progress[1] = 0
        workspace.release_excess()
        return total

    def encode_with_spans(self, text: str, special: str = "parse") -> Encoding:
        """Tokens and spans of one text with all their offsets: what the screens draw."""
        workspace = self._workspace()
        packed = pack_texts([text])
        blocks = [(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.uint8), np.empty(0, dtype=np.int64))]
        for n in self._encode_blocks(packed, special, workspace):
            blocks.append(
                (workspace.ends[:n].copy(), workspace.kinds[:n].copy(), workspace.token_ends[:n].copy())
            )
        span_ends, span_kinds, span_token_ends = (
            np.concatenate(column) for column in zip(*blocks, strict=True)
        )
        tokens = workspace.tokens[: span_token_ends[-1] if len(span_token_ends) else 0].copy()
        workspace.release_excess()
        return locate_tokens(
            packed.data, tokens, span_ends, span_kinds, span_token_ends, self.vocab.tables.token_starts
        )

    def _encode_blocks(
        self, packed: PackedTexts, special: str, workspace: Workspace, expected_tokens: int = 0
    ) -> Iterator[int]:
        """Encode block by block into `workspace`; yields the number of spans of each block.

        After each block ``workspace.progress[1]`` tokens stand in ``workspace.tokens``; who sets it to 0 in between
        lets the next block begin there again.
        """
        text = packed.data
        region_ends, region_kinds = self.spanner.find_regions(text, packed.ends, special)
        workspace.cursor[:] = 0
        workspace.progress[:] = 0
        start = 0
        tables, specials = self.vocab.tables, self.vocab.specials
        while n_spans := self.spanner.next_spans(
            text, region_ends, region_kinds, workspace.cursor, workspace.ends, workspace.kinds
        ):
            end = int(workspace.ends[n_spans - 1])
            n_tokens = int(workspace.progress[1])
            workspace.reserve_tokens(n_tokens + end - start, n_tokens, expected_tokens)
            workspace.progress[0] = 0
            while long_span := encode_spans(
                tables,
                specials,
                self._code,
                text,
                start,
                workspace.ends,
                workspace.kinds,
                n_spans,
                workspace.memo,
                workspace.span_work,
                workspace.tokens,
                workspace.token_ends,
                workspace.progress,
            ):
                workspace.reserve_span(int(long_span))
            start = end
            yield n_spans

    def _workspace(self) -> Workspace:
        workspace = getattr(self._local, "workspace", None)
        if workspace is None:
            workspace = self._local.workspace = Workspace(self.encoder, memo=self.memo)
        return workspace


def _chunks_of(texts: Sequence[str], num_threads: int) -> Iterator[Sequence[str]]:
    """Split `texts` into runs of about `_CHUNK_BYTES` characters, at least one a thread where there is enough."""
    sizes = np.cumsum(np.fromiter(map(len, texts), dtype=np.int64, count=len(texts)))
    if not len(sizes):
        return
    n_chunks = min(len(texts), max(1, int(sizes[-1]) // _CHUNK_BYTES))
    if num_threads > 1 and n_chunks > num_threads:
        n_chunks += -n_chunks % num_threads
    bounds = np.searchsorted(sizes, np.arange(1, n_chunks) * (int(sizes[-1]) / n_chunks))
    edges = [0, *dict.fromkeys((bounds + 1).tolist()), len(texts)]
    yield from (texts[first:stop] for first, stop in pairwise(edges) if first < stop)

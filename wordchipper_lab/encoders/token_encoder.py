"""`TokenEncoder`: text -> tokens. A spanner, one of the span encoders, and their working memory."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from ..arguments import a_flag, checked, instance_of, whole_number
from ..kernels.kernel import linked_forms
from ..kernels.memo import MOST_MEMO_TOKENS
from ..spanners.subset_spanner import spanner_for
from ..spanners.text_spanner import TextSpanner
from ..special_policy import POLICY_CODES, Special, SpecialPolicy, as_special_set, policy_code
from ..text.text_bytes import LONG_TEXT, encode_text
from ..text.text_memory import STR_LAYOUT, addresses_of, count_characters
from ..thread_pool import map_over_threads, resolve_threads
from ..vocab.unified import UnifiedVocab
from .chunks import chunks_of
from .encode_spans import encode_spans
from .encoding import Encoding, PackedTexts, TokenBatch, as_texts, locate_tokens, pack_texts
from .engine import CROWDED_MEMO, FOUND_SPECIAL, encode_documents, encode_str
from .engine_layout import tables_addresses, work_addresses
from .registry import code_of, find_encoder
from .span_memo import DEFAULT_MEMO_BYTES, wants_to_grow
from .token_lists import to_list
from .workspace import Workspace

__all__ = ["TokenEncoder"]

# Tokens that are only counted are overwritten again and again: as many as fit into a cache.
_COUNTED_AT_ONCE = 1 << 16

_SHORT_TEXT = 1 << 12  # characters
_PIECES_AT_ONCE = 1 << 14

_LIST, _ARRAY = range(2)  # of `Workspace.short`
# No workspace in this thread yet, none of these kernels, or no policy: asking first would take 0.1 us.
_NOT_YET = (AttributeError, TypeError, KeyError, IndexError)

_MOST_SUBSETS = 16


class TokenEncoder:
    """Text to tokens in two passes: a block of spans, then the tokens of that block, until the text is done.

    With the vector and the automaton lexer everything is one kernel call (`engine`); lexers without
    `kernel_tables` return their spans block by block. Safe to use from any number of threads: each has its own
    workspace. `memo` says whether to use the shortcuts before the span encoder (a memo of recent spans, an
    in-place merge of short ones), `memo_bytes` how large the memo of a thread may become. Raises `UnknownNameError`
    for an unknown encoder, `UnsupportedVocabError` for one that is not exact.

    `special` in its methods is a policy or a set of special tokens, as in `Tokenizer.encode`.
    """

    @checked(
        vocab=instance_of("a UnifiedVocab", UnifiedVocab),
        spanner=instance_of("a TextSpanner", TextSpanner),
        memo=a_flag,
        memo_bytes=whole_number(1),
    )
    def __init__(
        self,
        vocab: UnifiedVocab,
        spanner: TextSpanner,
        encoder: str,
        *,
        memo: bool = True,
        memo_bytes: int = DEFAULT_MEMO_BYTES,
    ) -> None:
        find_encoder(encoder).check(vocab)
        self.vocab = vocab
        self.spanner = spanner
        self.encoder = encoder
        self.memo = memo
        self.memo_bytes = memo_bytes if memo else 0
        self._code = code_of(encoder)
        self._local = threading.local()
        tables = spanner.lexer.kernel_tables()
        self._tables = None if tables is None else tables_addresses(vocab, spanner, tables)
        # Linked, these take a text of up to `LONGEST_STR` characters where it is. They return a negative number or
        # NotImplemented for one that is not simple. 100 bytes become a list in 0.8 us instead of 1.9.
        self._short = () if STR_LAYOUT is None else linked_forms(encode_str)
        self._bound = self._tables  # with these tables
        self._subsets: dict[frozenset[str], tuple[SubsetEncoder | None, SpecialPolicy]] = {}
        self._changing_subsets = threading.Lock()

    def with_special(self, special: Special) -> tuple[TokenEncoder, SpecialPolicy]:
        """A token encoder and the policy under which it does what `special` asks for.

        For a policy it is this encoder. For a set of special tokens it is one that knows no others: a few of them are
        kept. Raises `UnknownNameError` for an unknown policy or special token.
        """
        found = self._subsets.get(special) if type(special) is frozenset else None
        if found is None:
            chosen = as_special_set(special)
            if isinstance(chosen, str):
                return self, chosen
            found = self._subsets.get(chosen) or self._add_subset(chosen)
        encoder, policy = found
        return encoder or self, policy

    def _add_subset(self, chosen: frozenset[str]) -> tuple[SubsetEncoder | None, SpecialPolicy]:
        """The encoder for some special tokens, None if it is this one, and the policy; they are kept."""
        spanner, policy = spanner_for(self.spanner, chosen)
        made = None if spanner is self.spanner else SubsetEncoder(self, spanner), policy
        with self._changing_subsets:
            while len(self._subsets) >= _MOST_SUBSETS:
                del self._subsets[next(iter(self._subsets))]
            self._subsets[chosen] = made
        return made

    def encode(self, text: str, special: Special = "parse") -> np.ndarray:
        """Tokens of one text: uint32 (n,)."""
        try:
            found = self._local.workspace.short[_ARRAY](POLICY_CODES[special], text)
            if type(found) is np.ndarray:
                return found
        except _NOT_YET:
            if not isinstance(special, str):
                encoder, policy = self.with_special(special)
                return encoder.encode(text, policy)
        return self._encode_any(text, special)

    def _encode_any(self, text: str, special: str) -> np.ndarray:
        workspace = self._workspace()
        n_tokens = self._encode_into(workspace, text, special)
        tokens = workspace.tokens[:n_tokens].copy()
        if n_tokens > _SHORT_TEXT:
            workspace.release_excess()
        return tokens

    def encode_list(self, text: str, special: Special = "parse") -> list[int]:
        """Tokens of one text as a list."""
        try:
            found = self._local.workspace.short[_LIST](POLICY_CODES[special], text)
            if type(found) is list:
                return found
        except _NOT_YET:
            if not isinstance(special, str):
                encoder, policy = self.with_special(special)
                return encoder.encode_list(text, policy)
        return self._encode_any_to_list(text, special)

    def _encode_any_to_list(self, text: str, special: str) -> list[int]:
        workspace = self._workspace()
        n_tokens = self._encode_into(workspace, text, special)
        tokens = to_list(workspace.tokens[:n_tokens])
        if n_tokens > _SHORT_TEXT:
            workspace.release_excess()
        return tokens

    def count(self, text: str, special: Special = "parse") -> int:
        """Number of tokens of one text; they are counted block by block and not stored."""
        if not isinstance(special, str):
            encoder, policy = self.with_special(special)
            return encoder.count(text, policy)
        workspace = self._workspace()
        total = self._encode_into(workspace, text, special, keep=False)
        workspace.release_excess()
        return total

    def encode_part(self, text: str, part: slice, special: str = "parse") -> np.ndarray:
        """``encode(text[part])`` without the slice: Python looks for its widest character, and holds the GIL."""
        workspace = self._workspace()
        if not self._write_part(workspace, text, part):
            return self.encode(text[part], special)
        n_tokens = self._run_engine(workspace, b"", special, keep=True)
        tokens = workspace.tokens[:n_tokens].copy()
        workspace.release_excess()
        return tokens

    def count_part(self, text: str, part: slice, special: str = "parse") -> int:
        """``count(text[part])``, as `encode_part`."""
        workspace = self._workspace()
        if not self._write_part(workspace, text, part):
            return self.count(text[part], special)
        n_tokens = self._run_engine(workspace, b"", special, keep=False)
        workspace.release_excess()
        return n_tokens

    def _write_part(self, workspace: Workspace, text: str, part: slice) -> bool:
        """UTF-8 of a part, in the workspace; False for lexers without the engine, and for surrogates."""
        workspace.set_documents(workspace.one_end, workspace.two_offsets)
        return self._tables is not None and workspace.write_texts(
            addresses_of([text]), part.stop - part.start, workspace.one_end, part.start
        )

    def encode_batch(self, texts: Iterable[str], special: Special, num_threads: int) -> TokenBatch:
        """Tokens of all texts, by up to `num_threads` threads; kernels run without the GIL."""
        if not isinstance(special, str):
            encoder, policy = self.with_special(special)
            return encoder.encode_batch(texts, policy, num_threads)
        texts, num_threads = as_texts(texts), resolve_threads(num_threads)  # they are read in place
        addresses, sizes = addresses_of(texts), np.empty(len(texts), dtype=np.int64)
        count_characters(addresses, sizes)

        def encode_chunk(chunk: slice) -> TokenBatch:
            return self._encode_chunk(texts, addresses, sizes, chunk, special)

        chunks = chunks_of(sizes, num_threads)
        return TokenBatch.concatenate(map_over_threads(encode_chunk, chunks, num_threads))

    def _encode_chunk(
        self, texts: Sequence[str], addresses: np.ndarray, sizes: np.ndarray, chunk: slice, special: str
    ) -> TokenBatch:
        workspace = self._workspace()
        n_texts = chunk.stop - chunk.start
        offsets = np.zeros(n_texts + 1, dtype=np.int64)
        if self._tables is None:
            self._encode_packed_by_blocks(workspace, pack_texts(texts[chunk]), offsets, special)
        else:
            data, ends = b"", np.empty(n_texts, dtype=np.int64)
            if not workspace.write_texts(addresses[chunk], int(sizes[chunk].sum()), ends):
                data, ends = pack_texts(texts[chunk])  # with surrogates replaced
            workspace.set_documents(ends, offsets)
            self._run_engine(workspace, data, special, keep=True)
        batch = TokenBatch(workspace.tokens[: offsets[-1]].copy(), offsets)
        workspace.release_excess()
        return batch

    def encode_with_spans(self, text: str, special: Special = "parse") -> Encoding:
        """Tokens and spans of one text with all their offsets: what the screens draw."""
        if not isinstance(special, str):
            encoder, policy = self.with_special(special)
            return encoder.encode_with_spans(text, policy)
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
        found = locate_tokens(
            packed.array, tokens, span_ends, span_kinds, span_token_ends, self.vocab.tables.token_starts
        )
        return replace(found, tokens=self.vocab.to_ids(tokens))

    def encode_pieces(
        self, text: np.ndarray, ends: np.ndarray, kinds: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Tokens of a text that is divided already, and where those of each piece end, int64 (pieces,).

        The tokens, uint32 (n,), are numbered by rank (`UnifiedVocab.to_ids`).

        Piece i of `text`, uint8 (bytes,) with 16 more bytes behind them in memory, ends at byte ``ends[i]``, int64
        (pieces,). kinds: uint8 (pieces,); those of kind `GAP` have no tokens, all others are merged as words.
        """
        workspace = self._workspace()
        workspace.reserve_tokens(len(text))
        workspace.progress[:] = 0
        token_ends = np.empty(len(ends), dtype=np.int64)
        start = 0
        for first in range(0, len(ends), _PIECES_AT_ONCE):
            block = slice(first, min(first + _PIECES_AT_ONCE, len(ends)))
            workspace.progress[0] = 0
            while long_span := encode_spans(
                self.vocab.tables,
                self.vocab.specials,
                self._code,
                text,
                start,
                ends[block],
                kinds[block],
                block.stop - first,
                workspace.memo,
                workspace.span_work,
                workspace.tokens,
                token_ends[block],
                workspace.progress,
            ):
                workspace.reserve_span(int(long_span))
            if wants_to_grow(workspace.memo):
                workspace.grow_memo()
            start = int(ends[block.stop - 1])
        tokens = workspace.tokens[: int(workspace.progress[1])].copy()
        workspace.release_excess()
        return tokens, token_ends

    def _encode_into(self, workspace: Workspace, text: str, special: str, *, keep: bool = True) -> int:
        """Encode one text into ``workspace.tokens``; returns the number of tokens."""
        if self._tables is not None:
            workspace.set_documents(workspace.one_end, workspace.two_offsets)
            work = workspace.addresses
            if work is not None and keep and type(text) is str and len(text) <= _SHORT_TEXT:
                # What follows for any text, without the steps that a short one need not take: 0.5 us less.
                data = encode_text(text)
                workspace.one_end[0] = n_bytes = len(data)
                if n_bytes + MOST_MEMO_TOKENS <= len(workspace.tokens):
                    found = encode_documents(
                        self._tables.addresses,
                        work.addresses,
                        self._code,
                        policy_code(special),
                        data,
                        True,
                        False,
                    )
                    if found >= 0:
                        return found  # type: ignore[no-any-return]
            return self._run_engine(workspace, self._write_text(workspace, text), special, keep=keep)
        total = 0
        for _ in self._encode_blocks(pack_texts([text]), special, workspace):
            n_tokens = int(workspace.progress[1])
            total = n_tokens if keep else total + n_tokens
            if not keep:
                workspace.progress[1] = 0
        if keep:
            self._to_ids(workspace, total)
        return total

    def _to_ids(self, workspace: Workspace, n_tokens: int) -> None:
        """Ids in place of ranks, as `encode_documents` leaves them."""
        if len(self.vocab.ids):
            workspace.tokens[:n_tokens] = self.vocab.to_ids(workspace.tokens[:n_tokens])

    @staticmethod
    def _write_text(workspace: Workspace, text: str) -> bytes:
        """UTF-8 of one text, of which the workspace gets the end; no bytes if it was written into the workspace."""
        end = workspace.one_end
        is_long = isinstance(text, str) and len(text) >= LONG_TEXT and not text.isascii()
        if is_long and workspace.write_texts(addresses_of([text]), len(text), end):
            return b""
        data = encode_text(text)
        end[0] = len(data)
        return data

    def _run_engine(self, workspace: Workspace, data: bytes, special: str, *, keep: bool) -> int:
        """Encode the texts in `data`, or in the workspace; see `Workspace.set_documents`."""
        policy = policy_code(special)
        # One token per byte: untouched memory costs nothing.
        ends = workspace.document_ends
        n_bytes = int(ends[-1])
        workspace.reserve_tokens(n_bytes if keep else min(n_bytes, _COUNTED_AT_ONCE))
        resume = False
        while True:
            work = workspace.addresses
            if work is None:
                work = workspace.addresses = work_addresses(workspace)
                self._bind_short(workspace)
            found = encode_documents(
                self._tables.addresses,  # type: ignore[union-attr]  # None where the engine is not used
                work.addresses,
                self._code,
                policy,
                data,
                keep,
                resume,
            )
            if found >= 0:
                return found  # type: ignore[no-any-return]
            if found == FOUND_SPECIAL:
                written = PackedTexts(data or workspace.text[:n_bytes].tobytes(), ends)
                self.spanner.find_regions(written.array, ends, special)  # raises, with the place
            if found == CROWDED_MEMO:
                workspace.grow_memo()
            else:
                workspace.reserve_span(-1 - int(found))
                workspace.reserve_tokens(-1 - int(found), used=int(workspace.state[2]) if keep else 0)
            resume = True

    def _bind_short(self, workspace: Workspace) -> None:
        """Let short texts go straight to linked kernels, if there are any."""
        if self._short:
            given = self._bound.addresses, workspace.addresses.addresses, self._code, STR_LAYOUT  # type: ignore[union-attr]
            workspace.short = tuple(partial(kernel, *given) for kernel in self._short)  # type: ignore[assignment,arg-type]

    def _encode_packed_by_blocks(
        self, workspace: Workspace, packed: PackedTexts, offsets: np.ndarray, special: str
    ) -> None:
        # Every text's end is the end of a span, except for empty texts before the first span.
        text_ends = packed.ends
        next_text = int(np.searchsorted(text_ends, 0, side="right"))
        for n_spans in self._encode_blocks(packed, special, workspace):
            ends = workspace.ends[:n_spans]
            reached = int(np.searchsorted(text_ends, ends[-1], side="right"))
            last_spans = np.searchsorted(ends, text_ends[next_text:reached])
            offsets[next_text + 1 : reached + 1] = workspace.token_ends[last_spans]
            next_text = reached
        self._to_ids(workspace, int(workspace.progress[1]))

    def _encode_blocks(self, packed: PackedTexts, special: str, workspace: Workspace) -> Iterator[int]:
        """Encode block by block into `workspace`, with any lexer; yields the number of spans of each block.

        After each block ``workspace.progress[1]`` tokens are in ``workspace.tokens``; set it to 0 in between
        to let the next block begin there again.
        """
        text = packed.array
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
            workspace.reserve_tokens(n_tokens + end - start, used=n_tokens)
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
            if wants_to_grow(workspace.memo):
                workspace.grow_memo()
            start = end
            yield n_spans

    def _workspace(self) -> Workspace:
        try:
            return self._local.workspace  # type: ignore[no-any-return]
        except AttributeError:
            workspace = self._local.workspace = Workspace(
                self.encoder, self.vocab.tables, memo_bytes=self.memo_bytes
            )
            return workspace


class SubsetEncoder(TokenEncoder):
    """Another token encoder with a spanner of its own.

    It shares everything else with the `whole` encoder, the workspaces too: what a memo knows does not depend on special
    tokens. Only that encoder's tables are bound to the linked kernels of a workspace (`Workspace.short`); here they
    are arguments, which takes 0.1 us more.
    """

    def __init__(self, whole: TokenEncoder, spanner: TextSpanner) -> None:
        vars(self).update(vars(whole))
        self.spanner = spanner
        self._subsets = {}
        lexer_tables = spanner.lexer.kernel_tables()
        if lexer_tables is not None:
            self._tables = tables_addresses(self.vocab, spanner, lexer_tables)

    def encode(self, text: str, special: Special = "parse") -> np.ndarray:
        """Tokens of one text: uint32 (n,)."""
        found = self._encode_short(_ARRAY, text, special)
        return found if type(found) is np.ndarray else self._encode_any(text, special)

    def encode_list(self, text: str, special: Special = "parse") -> list[int]:
        """Tokens of one text as a list."""
        found = self._encode_short(_LIST, text, special)
        return found if type(found) is list else self._encode_any_to_list(text, special)

    def _encode_short(self, form: int, text: str, special: Special) -> Any:
        """What the linked kernel returns: the tokens, or something else if there is none or the text is not simple."""
        try:
            work = self._local.workspace.addresses.addresses
            policy = POLICY_CODES[special]
            return self._short[form](self._tables.addresses, work, self._code, STR_LAYOUT, policy, text)
        except _NOT_YET:
            return None

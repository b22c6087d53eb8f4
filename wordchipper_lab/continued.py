"""Training that goes on from a tokenizer: what it begins with, and the tokenizer that comes out of it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from .errors import TrainingError, show
from .pipeline.piece_counter import PieceCounter
from .pipeline.pipeline_spanner import PipelineSpanner
from .spanners.spans import WORD
from .tokenizer import Tokenizer
from .training import SpanCounts, Trainer
from .training.fast import SpanCounter
from .training.start import Start
from .vocab.merge_ranks import NEVER_IN_UTF8, NO_ID, RankedTokens, rank_by_merges
from .vocab.pipeline import AddedToken
from .vocab.token_bytes import count_tokens, iterate_tokens, pack_tokens
from .vocab.unified import UnifiedVocab

__all__ = ["continued_tokenizer", "start_of"]

_SPARSE = 65536
_PADDING = np.zeros(16, dtype=np.uint8)  # encoders read beyond a span


def start_of(tok: Tokenizer, special_tokens: Sequence[str] = ()) -> Start:
    """What training begins with that goes on from `tok`; special_tokens: new ones.

    Raises `TrainingError` for a tokenizer that has no token for some byte, whose ids are mostly unused, or that has one
    of the special tokens already.
    """
    vocab = tok.vocab
    _check(vocab, special_tokens)
    first = vocab.max_token + 1
    begun = _with_specials(tok, {text: first + i for i, text in enumerate(special_tokens)})
    tokens = [b""] * first
    for number, token in iterate_tokens(vocab.all_tokens):
        tokens[number] = token

    def encode(counts: SpanCounts) -> tuple[np.ndarray, np.ndarray]:
        data = np.append(counts.data, _PADDING)[: len(counts.data)]
        kinds = np.full(len(counts.ends), WORD, dtype=np.uint8)
        ranks, ends = tok._engine.encode_pieces(data, counts.ends, kinds)
        return vocab.to_ids(ranks).astype(np.int32), ends

    is_plain = not isinstance(begun.spanner, PipelineSpanner)
    return Start(
        tok.name,
        begun.pattern,
        tuple(tokens),
        count_tokens(vocab.all_tokens),
        begun.spanner,
        encode,
        _fingerprint(vocab),
        SpanCounter if is_plain else PieceCounter,
    )


def continued_tokenizer(run: Trainer, tok: Tokenizer, name: str = "trained") -> Tokenizer:
    """The tokenizer of what a trainer has learned so far that began with ``start_of(tok, special_tokens)``.

    All entries of `tok` keep their ids, and its merges come first. New tokens have the ids after its largest; a new
    merge that makes an entry which no merge made before gives it the id that it had.
    """
    vocab, options = tok.vocab, run.options
    first = vocab.max_token + 1
    n_learned = len(run.tokens)
    first_special = first if options.special_ids == "after_bytes" else n_learned
    specials = {text: first_special + i for i, text in enumerate(options.special_tokens)}
    merges = [(run.tokens[merge.left], run.tokens[merge.right]) for merge in run.merges]
    new = {run.tokens[merge.token]: merge.token for merge in run.merges}
    if vocab.listed is None:
        by_id = [b""] * n_learned
        for number, token in iterate_tokens(vocab.ranked):
            by_id[number] = token
        for token, number in new.items():
            by_id[number] = token
        return _made(tok, pack_tokens(by_id), specials, name)
    return _made(tok, _ranked(vocab, vocab.listed, new, merges), specials, name)


def _ranked(
    vocab: UnifiedVocab, listed: RankedTokens, new: Mapping[bytes, int], merges: list[tuple[bytes, bytes]]
) -> RankedTokens:
    """The listed merges and entries, and the new ones after them."""
    ids = ((token, vocab.id_of_rank(rank)) for rank, token in iterate_tokens(vocab.ranked))
    known = {token: number for token, number in ids if number != NO_ID}
    splits, sizes = listed.splits[::2], np.diff(vocab.ranked.starts)
    whole_spans = bool((splits == np.arange(len(splits)))[sizes > 1].any())
    if not whole_spans:  # otherwise those in `others` are no entries for spans, but spelt special tokens
        special = set(vocab.special_tokens.values())
        known = {
            token: number for number, token in reversed(listed.others.items()) if number not in special
        } | known
    found = rank_by_merges(vocab.name, {**new, **known}, [*vocab.merges, *merges], whole_spans=whole_spans)
    taken = set(known.values()) | set(new.values())
    found.others.update({number: token for number, token in listed.others.items() if number not in taken})
    return found


def _made(tok: Tokenizer, tokens: object, specials: Mapping[str, int], name: str | None = None) -> Tokenizer:
    """`tok` with other tokens, and more special ones."""
    vocab, pipeline = tok.vocab, tok.vocab.pipeline
    if pipeline is not None:
        added = [AddedToken(text, number) for text, number in specials.items()]
        pipeline = replace(pipeline, added_tokens=(*pipeline.added_tokens, *added))
    made = UnifiedVocab(
        tokens,  # type: ignore[arg-type]
        pattern=vocab.pattern,
        special_tokens={**vocab.special_tokens, **specials},
        name=vocab.name if name is None else name,
        pipeline=pipeline,
    )
    return Tokenizer(made, lexer=tok._lexer, num_threads=tok._num_threads, limits=tok._limits)


def _with_specials(tok: Tokenizer, specials: Mapping[str, int]) -> Tokenizer:
    return _made(tok, tok.vocab.listed or tok.vocab.ranked, specials) if specials else tok


def _check(vocab: UnifiedVocab, special_tokens: Sequence[str]) -> None:
    for text in special_tokens:
        if text in vocab.special_tokens:
            raise TrainingError(f"{vocab.name} has the special token {show(text)} already: leave it out")
    for byte in set(range(256)) - NEVER_IN_UTF8:
        token = vocab.find_token(bytes([byte]))
        if token is None or vocab.token_bytes(token) != bytes([byte]):
            raise TrainingError(
                f"{vocab.name} has no token for the byte {byte:#04x}, so what it makes of a span cannot be trained on: "
                "go on from a tokenizer with all bytes"
            )
    n = count_tokens(vocab.all_tokens)
    if vocab.max_token > 2 * n + _SPARSE:
        raise TrainingError(
            f"{vocab.name} has {n:,} tokens with ids up to {vocab.max_token:,}: expected ids that are mostly used"
        )


def _fingerprint(vocab: UnifiedVocab) -> str:
    """Of everything on which ids depend."""
    digest = hashlib.sha256(vocab.all_tokens.data.tobytes() + vocab.all_tokens.starts.tobytes())
    digest.update(vocab.tables.splits.tobytes() + vocab.ids.tobytes())
    if vocab.listed is not None:
        digest.update(vocab.listed.listed.tobytes())
    digest.update(
        repr((vocab.pattern, sorted(vocab.special_tokens.items()), vocab.pipeline)).encode(errors="replace")
    )
    return digest.hexdigest()[:32]

"""What formats that hold tokens and merges only cannot say: refused by name, rather than lost.

A ``.tiktoken`` file says that ids are ranks, and that a span which is a token becomes it. GPT-2's pair lists merges
beside ids, so ids may be any. Neither has a normalizer, a split pattern, or options of added tokens; the pattern is
given again when they are read.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ...errors import UnsupportedVocabError, show
from ...files.whole_file import write_atomically
from ..merge_ranks import NO_ID
from ..tables import build_tables
from ..token_bytes import bytes_of_token, iterate_tokens
from .byte_unicode import bytes_to_characters
from .gpt2_files import HEADER
from .pre_tokenizer import one_pattern

if TYPE_CHECKING:
    from ..unified import UnifiedVocab

__all__ = ["check_only_splits", "check_ranks_suffice", "write_listed_files"]

_ADVICE = "write a tokenizer.json"


def check_only_splits(name: str, vocab: UnifiedVocab) -> None:
    """Raise `UnsupportedVocabError` if `vocab` lacks bytes, or does more to a text than split it by its pattern."""
    if vocab.dropped:
        raise UnsupportedVocabError(
            f"{name} cannot hold a vocabulary without a token for {show(vocab.dropped[:1])}: {_ADVICE}"
        )
    pipeline = vocab.pipeline
    if pipeline is None:
        return
    problem = ""
    if pipeline.normalizer:
        kinds = ", ".join(step.kind for step in pipeline.normalizer)
        problem = f"the normalizer of {vocab.name} ({kinds})"
    elif one_pattern(pipeline.splits) is None:
        problem = f"the {len(pipeline.splits)} steps by which {vocab.name} splits"
    elif options := [token for token in pipeline.added_tokens if not token.is_plain]:
        problem = f"lstrip, rstrip or single_word of the added token {show(options[0].text)}"
    if problem:
        raise UnsupportedVocabError(f"{name} cannot hold {problem}: {_ADVICE}")


def check_ranks_suffice(name: str, vocab: UnifiedVocab) -> None:
    """Raise `UnsupportedVocabError` if ids are not ranks, or if merging by rank is not all that `vocab` does."""
    if vocab.listed is None:
        return
    if len(vocab.ids):
        n = len(vocab.ranked.starts) - 1
        rank = int(np.flatnonzero(vocab.ids[:n] != np.arange(n))[0])
        raise UnsupportedVocabError(
            f"{name} cannot hold ids that are not ranks: {show(bytes_of_token(vocab.ranked, rank))} has rank {rank} "
            f"and id {vocab.id_of_rank(rank)}; {_ADVICE}"
        )
    has_bytes = np.diff(vocab.ranked.starts) > 0
    if gaps := set(np.flatnonzero(~has_bytes).tolist()) - set(vocab.special_tokens.values()):
        raise UnsupportedVocabError(
            f"{name} cannot hold ids with gaps, but no token has the id {min(gaps)}: {_ADVICE}"
        )
    if ranked := [
        data for data in vocab.other_tokens.values() if data not in map(str.encode, vocab.special_tokens)
    ]:
        raise UnsupportedVocabError(
            f"{name} cannot hold {show(ranked[0])}, which is in the vocabulary although no merge makes it: {_ADVICE}"
        )
    splits = build_tables(vocab.ranked).tables.splits
    if len(different := np.flatnonzero(splits != vocab.tables.splits)):
        token = vocab.token_bytes(int(different[0]) // 2)
        raise UnsupportedVocabError(
            f"{name} cannot hold the listed merges: merging by rank makes {show(token)} from other parts; {_ADVICE}"
        )


def write_listed_files(vocab: UnifiedVocab, vocab_bpe: Path, encoder_json: Path) -> None:
    """Write listed merges and ids as GPT-2's pair, each file completely or not at all.

    Raises `UnsupportedVocabError` for a token that no merge makes, which readers could take for a special one, and for
    a byte that has the token of another.
    """
    ids: dict[str, int] = {}
    for rank, data in iterate_tokens(vocab.ranked):
        token = vocab.id_of_rank(rank)
        is_merged = len(data) == 1 or int(vocab.tables.splits[2 * rank]) != rank
        if not is_merged or (token != NO_ID and vocab.token_bytes(token) != data):
            _refuse(vocab_bpe, data, token)
        if token != NO_ID:
            ids[bytes_to_characters(data)] = token
    for token, data in vocab.other_tokens.items():
        if token not in vocab.special_tokens.values():
            _refuse(vocab_bpe, data, token)
    lines = [f"{bytes_to_characters(left)} {bytes_to_characters(right)}" for left, right in vocab.merges]
    write_atomically(encoder_json, json.dumps(ids | vocab.special_tokens).encode())
    write_atomically(vocab_bpe, "\n".join([HEADER, *lines, ""]).encode())


def _refuse(path: Path, data: bytes, token: int) -> None:
    raise UnsupportedVocabError(
        f"{path.name} cannot hold {show(data)} (id {token}), which no merge makes: {_ADVICE}"
    )

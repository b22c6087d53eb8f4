"""Write a vocabulary in the format given by the file's name."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ...arguments import a_path, checked
from ...errors import UnknownNameError, UnsupportedVocabError
from ...files.whole_file import write_atomically
from .any_file import GPT2_PAIRS
from .gpt2_files import SPECIAL_FORM, write_gpt2_files
from .listed_json import listed_json
from .plain_form import check_only_splits, check_ranks_suffice, write_listed_files
from .tiktoken_file import write_tiktoken
from .tokenizer_json_writer import check_pattern, write_tokenizer_json

if TYPE_CHECKING:
    from ..unified import UnifiedVocab

__all__ = ["check_can_hold", "check_vocab_path", "write_vocab_file"]


@checked(path=a_path)
def write_vocab_file(path: str | os.PathLike[str], vocab: UnifiedVocab) -> list[Path]:
    """Write `vocab`, completely or not at all; returns the files written.

    ``NAME.tiktoken``: ranked tokens only. ``NAME.json`` (except ``encoder.json``, ``vocab.json``): Hugging
    Face's ``tokenizer.json``, with special tokens, split pattern, and all else that a tokenizer from such a file does.
    ``vocab.bpe`` or ``merges.txt``: GPT-2's pair, with ``encoder.json`` or ``vocab.json`` beside it, with special
    tokens like ``<|name|>`` only; tiktoken reads it if ids are ranks and the bytes have GPT-2's order, `transformers`
    with any. `read_vocab_file` and `Tokenizer.from_file` read them all.

    Raises `UnknownNameError` for another name, `UnsupportedVocabError` if the format cannot hold the
    vocabulary, ``OSError``.
    """
    check_vocab_path(path)
    file = Path(path)
    is_listed = vocab.listed is not None or vocab.pipeline is not None
    is_pair = file.name in [name for pair in GPT2_PAIRS for name in pair]
    if file.suffix == ".json" and not is_pair and is_listed:
        write_atomically(path, json.dumps(listed_json(vocab), ensure_ascii=False, indent=1).encode())
        return [file]
    check_can_hold(path, vocab.pattern, vocab.special_tokens)
    for merges_name, ids_name in GPT2_PAIRS:
        if file.name in (merges_name, ids_name):
            check_only_splits(file.name, vocab)
            merges, ids = file.with_name(merges_name), file.with_name(ids_name)
            if vocab.listed is None:
                write_gpt2_files(vocab.ranked, merges, ids, special_tokens=vocab.special_tokens)
            else:
                write_listed_files(vocab, merges, ids)
            return [merges, ids]
    if file.suffix == ".json":
        write_tokenizer_json(vocab.ranked, file, pattern=vocab.pattern, special_tokens=vocab.special_tokens)
    else:
        check_only_splits(file.name, vocab)
        check_ranks_suffice(file.name, vocab)
        write_tiktoken(vocab.ranked, file)
    return [file]


def check_vocab_path(path: str | os.PathLike[str]) -> None:
    """Raise `UnknownNameError` for a name that matches no format: before hours of training, rather than
    after.

    >>> check_vocab_path("my.tiktoken")
    """
    file = Path(path)
    if file.suffix not in (".tiktoken", ".json") and file.name not in [
        n for pair in GPT2_PAIRS for n in pair
    ]:
        known = ["NAME.tiktoken", "tokenizer.json", *(pair[0] for pair in GPT2_PAIRS)]
        raise UnknownNameError("vocabulary file name", file.name, known)


def check_can_hold(path: str | os.PathLike[str], pattern: str, special_tokens: Iterable[str]) -> None:
    """Raise `UnsupportedVocabError` if the format of that name cannot express the pattern or a special token.

    >>> check_can_hold("vocab.bpe", "[a-z]+", ["<|end|>"])
    """
    file = Path(path)
    if file.name in [name for pair in GPT2_PAIRS for name in pair]:
        if unclear := [text for text in special_tokens if not SPECIAL_FORM.fullmatch(text)]:
            raise UnsupportedVocabError(
                f"{file.name} cannot say that {unclear[0]!r} is a special token: expected a name like "
                "<|end|>, or write a tokenizer.json"
            )
    elif file.suffix == ".json":
        check_pattern(pattern)

"""Read a vocabulary file in any format, recognised by its name."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from ...arguments import a_path, a_text, check_number, checked, mapping_of, optional
from ...errors import VocabFormatError
from .gpt2_files import read_gpt2_files
from .tiktoken_file import read_tiktoken
from .tokenizer_json import read_tokenizer_json
from .vocab_file import VocabFile

__all__ = ["GPT2_PAIRS", "read_vocab_file"]

GPT2_PAIRS = (("vocab.bpe", "encoder.json"), ("merges.txt", "vocab.json"))
"""GPT-2's two files, merges and ids, under its own names and Hugging Face's."""


@checked(path=a_path, special_tokens=optional(mapping_of(a_text, check_number, "a mapping of texts to ids")))
def read_vocab_file(
    path: str | os.PathLike[str], *, special_tokens: Mapping[str, int] | None = None
) -> VocabFile:
    """Vocabulary from ``tokenizer.json``, either file of a GPT-2 pair, a ``.tiktoken`` file, or a directory.

    special_tokens: text -> id of special tokens known to the caller; their ids may be missing from the ranks.
    In a directory, ``tokenizer.json`` is preferred to a GPT-2 pair, and that to a single ``.tiktoken`` file.

    Raises the errors of the format's reader, and `VocabFormatError` if no file is found or one of a pair is
    missing.
    """
    given = Path(path)
    known = dict(special_tokens or {})
    file = _find_in_directory(given) if given.is_dir() else given
    for merges_name, ids_name in GPT2_PAIRS:
        if file.name in (merges_name, ids_name):
            merges, ids = file.with_name(merges_name), file.with_name(ids_name)
            for needed in (merges, ids):
                if not needed.is_file():
                    raise VocabFormatError(str(file), None, f"expected {needed.name} beside it")
            found = read_gpt2_files(merges, ids, special_tokens=list(known))
            return VocabFile(found.tokens, {**found.special_tokens, **known})
    if file.suffix == ".json":
        found = read_tokenizer_json(file)
        return replace(found, special_tokens={**found.special_tokens, **known})
    return VocabFile(read_tiktoken(file, holes=set(known.values())), known)


def _find_in_directory(directory: Path) -> Path:
    for name in ("tokenizer.json", *(pair[0] for pair in GPT2_PAIRS)):
        if (directory / name).is_file():
            return directory / name
    candidates = sorted(directory.glob("*.tiktoken"))
    if len(candidates) != 1:
        names = ", ".join(file.name for file in candidates) or "none"
        problem = f"expected tokenizer.json, vocab.bpe + encoder.json, or one .tiktoken file; found {names}"
        raise VocabFormatError(str(directory), None, problem)
    return candidates[0]

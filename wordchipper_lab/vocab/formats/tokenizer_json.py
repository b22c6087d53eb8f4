"""Hugging Face's ``tokenizer.json``, as far as it describes byte-level BPE exactly as this engine runs it.

These parts are read: the ``model`` (BPE), ``added_tokens``, and a ``pre_tokenizer`` that is ByteLevel, with
or without one Split before it. These are ignored: ``post_processor``, ``truncation``, ``padding``, which act
on ids after encoding. Anything else that would change ids is refused by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...arguments import checked
from ...errors import VocabFormatError
from .added_tokens import check_added_ids, parse_added_tokens
from .byte_unicode import characters_to_bytes
from .gpt2_files import parse_ids
from .json_text import expect_list, expect_object, parse_json, type_of, unsupported
from .merges import check_merges
from .pre_tokenizer import parse_pre_tokenizer
from .source import Source, read_source
from .vocab_file import VocabFile
from .vocab_limits import VocabLimits, some_limits

__all__ = ["read_tokenizer_json"]


@checked(limits=some_limits)
def read_tokenizer_json(source: Source, *, limits: VocabLimits | None = None) -> VocabFile:
    """Vocabulary, special tokens and split pattern of a ``tokenizer.json`` (path, contents, or open file).

    All added tokens count as special: like special tokens, they are found before the text is split. Text that
    a Split pattern leaves unmatched has no tokens with behavior "Removed" and invert, and is split off as a
    whole with "Isolated": then ``keeps_gaps`` is set. limits: for untrusted files.

    Raises `VocabFormatError` for a file that is not a ``tokenizer.json``, `UnsupportedVocabError`, naming
    the part, if this engine could not reproduce its ids, and `WorkLimitError`.
    """
    name, contents = read_source(source)
    file = expect_object(name, "the file", parse_json(name, contents, limits))
    model = expect_object(name, "model", file.get("model"))
    _check_model(name, model)
    if (normalizer := file.get("normalizer")) and normalizer != {"type": "Sequence", "normalizers": []}:
        raise unsupported(name, f"normalizer {type_of(normalizer)}", "none")
    split = parse_pre_tokenizer(name, file.get("pre_tokenizer"), limits)
    special_tokens = parse_added_tokens(name, file.get("added_tokens") or [])
    vocab = expect_object(name, "vocab", model.get("vocab"))
    ranked, _ = parse_ids(name, vocab, special_tokens.__contains__)
    if limits is not None:
        limits.check_tokens(name, ranked, special_tokens)
    check_added_ids(name, special_tokens, vocab)
    tokens = check_merges(
        name,
        ranked,
        _parse_merges(name, model.get("merges")),
        reserved_ids=special_tokens.values(),
        allow_unmergeable=bool(model.get("ignore_merges")),
    )
    return VocabFile(tokens, special_tokens, split.pattern, split.keeps_gaps)


def _check_model(name: str, model: dict[str, Any]) -> None:
    # Early versions of the format do not state the type; only BPE has merges.
    if model.get("type", "BPE" if "merges" in model else None) != "BPE":
        raise unsupported(name, f"model {type_of(model)}", "BPE")
    for option in ("dropout", "continuing_subword_prefix", "end_of_word_suffix", "byte_fallback"):
        if model.get(option):
            raise unsupported(name, f"model option {option} = {model[option]!r}", "none")


def _parse_merges(name: str, merges: object) -> Iterator[tuple[bytes, bytes]]:
    """Merges are written "a b" or, in newer files, ["a", "b"]."""
    for i, merge in enumerate(expect_list(name, "merges", merges)):
        pair = merge.split(" ") if isinstance(merge, str) else merge
        try:
            left, right = (characters_to_bytes(characters) for characters in pair)
        except (ValueError, TypeError, AttributeError):
            raise VocabFormatError(name, None, f"merge {i}: expected two tokens, got {merge!r}") from None
        yield left, right

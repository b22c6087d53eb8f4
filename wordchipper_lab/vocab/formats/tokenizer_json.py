"""Hugging Face's ``tokenizer.json``, as far as it describes byte-level BPE exactly as this engine runs it.

Read: the ``model`` (BPE), ``added_tokens``, and a ``pre_tokenizer`` that is ByteLevel, with or without one
Split before it. Passed over: ``post_processor``, ``truncation``, ``padding``, which act on ids after
encoding. Anything else that would change ids is refused by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...errors import UnsupportedVocabError, VocabFormatError
from ..patterns import GPT2_ORIGINAL_PATTERN
from .byte_unicode import characters_to_bytes
from .gpt2_files import parse_ids
from .json_text import parse_json
from .merges import check_merges
from .source import Source, read_source
from .vocab_file import VocabFile

__all__ = ["read_tokenizer_json"]


def read_tokenizer_json(source: Source) -> VocabFile:
    """Vocabulary, special tokens and split pattern of a ``tokenizer.json`` (path, contents, or open file).

    All added tokens count as special ones: like those they are found before the text is split. A Split
    pattern that leaves parts of a text unmatched is exact only with behavior "Removed" and invert (this
    engine drops gaps).

    Raises `VocabFormatError` for a file that is not a ``tokenizer.json``, and `UnsupportedVocabError`,
    naming the part, for one whose ids this engine would not reproduce.
    """
    name, contents = read_source(source)
    file = _object(name, "the file", parse_json(name, contents))
    model = _object(name, "model", file.get("model"))
    _check_model(name, model)
    if (normalizer := file.get("normalizer")) and normalizer != {"type": "Sequence", "normalizers": []}:
        raise _unsupported(name, f"normalizer {_type_of(normalizer)}", "none")
    special_tokens = dict(_parse_added_tokens(name, file.get("added_tokens") or []))
    pattern = _parse_pre_tokenizer(name, file.get("pre_tokenizer"))
    ranked, special_in_model = parse_ids(name, model.get("vocab"), special_tokens.__contains__)
    for text, token_id in special_in_model.items():
        if special_tokens[text] != token_id:
            problem = f"added token {text!r} has the ids {special_tokens[text]} and {token_id}"
            raise VocabFormatError(name, None, problem)
    tokens = check_merges(
        name,
        ranked,
        _parse_merges(name, model.get("merges")),
        reserved_ids=special_tokens.values(),
        allow_unmergeable=bool(model.get("ignore_merges")),
    )
    return VocabFile(tokens, special_tokens, pattern)


def _check_model(name: str, model: dict[str, Any]) -> None:
    # Early versions of the format do not state the type; only BPE has merges.
    if model.get("type", "BPE" if "merges" in model else None) != "BPE":
        raise _unsupported(name, f"model {_type_of(model)}", "BPE")
    for option in ("dropout", "continuing_subword_prefix", "end_of_word_suffix", "byte_fallback"):
        if model.get(option):
            raise _unsupported(name, f"model option {option} = {model[option]!r}", "none")


def _parse_added_tokens(name: str, added_tokens: object) -> Iterator[tuple[str, int]]:
    if not isinstance(added_tokens, list):
        raise VocabFormatError(
            name, None, f"expected added_tokens as a list, got {type(added_tokens).__name__}"
        )
    for entry in added_tokens:
        token = _object(name, "each of added_tokens", entry)
        text, token_id = token.get("content"), token.get("id")
        if not isinstance(text, str) or not text or type(token_id) is not int or token_id < 0:
            raise VocabFormatError(name, None, f"expected an added token with content and id, got {token!r}")
        for option in ("single_word", "lstrip", "rstrip"):
            if token.get(option):
                raise _unsupported(name, f"{option} of the added token {text!r}", "added tokens without it")
        yield text, token_id


def _parse_pre_tokenizer(name: str, pre_tokenizer: object) -> str:
    """The split pattern of ``[Split,] ByteLevel``."""
    steps: list[Any] = [pre_tokenizer]
    if isinstance(pre_tokenizer, dict) and pre_tokenizer.get("type") == "Sequence":
        steps = list(pre_tokenizer.get("pretokenizers") or ())
    types = [_type_of(step) for step in steps]
    if types not in (["ByteLevel"], ["Split", "ByteLevel"]):
        raise _unsupported(
            name, f"pre_tokenizer {' + '.join(types) or None}", "ByteLevel or Split + ByteLevel"
        )
    byte_level = steps[-1]
    if byte_level.get("add_prefix_space"):
        raise _unsupported(name, "ByteLevel with add_prefix_space", "ByteLevel without it")
    uses_builtin_pattern = byte_level.get("use_regex", True)
    if len(steps) == 1:
        if not uses_builtin_pattern:
            raise _unsupported(name, "ByteLevel without use_regex and without a Split", "a split pattern")
        return GPT2_ORIGINAL_PATTERN
    if uses_builtin_pattern:
        raise _unsupported(
            name, "splitting twice (Split, then ByteLevel with use_regex)", "one split pattern"
        )
    split = steps[0]
    behavior = (split.get("behavior"), bool(split.get("invert")))
    if behavior not in (("Isolated", False), ("Removed", True)):
        raise _unsupported(
            name, f"Split behavior {behavior[0]}, invert {behavior[1]}", "Isolated, or Removed and invert"
        )
    pattern = split.get("pattern")
    if not isinstance(pattern, dict) or not isinstance(pattern.get("Regex"), str):
        raise _unsupported(name, f"Split by {pattern!r}", "a Regex")
    return str(pattern["Regex"])


def _parse_merges(name: str, merges: object) -> Iterator[tuple[bytes, bytes]]:
    """Merges are written "a b" or, in newer files, ["a", "b"]."""
    if not isinstance(merges, list):
        raise VocabFormatError(name, None, f"expected merges as a list, got {type(merges).__name__}")
    for i, merge in enumerate(merges):
        pair = merge.split(" ") if isinstance(merge, str) else merge
        try:
            left, right = (characters_to_bytes(characters) for characters in pair)
        except (ValueError, TypeError, AttributeError):
            raise VocabFormatError(name, None, f"merge {i}: expected two tokens, got {merge!r}") from None
        yield left, right


def _object(name: str, what: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise VocabFormatError(name, None, f"expected {what} to be an object, got {type(value).__name__}")
    return value


def _type_of(part: object) -> str:
    return str(part.get("type")) if isinstance(part, dict) else repr(part)


def _unsupported(name: str, given: str, expected: str) -> UnsupportedVocabError:
    return UnsupportedVocabError(f"{name}: {given} is not supported, expected {expected}")

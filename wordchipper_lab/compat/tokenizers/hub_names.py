"""The bundled vocabularies by their names on the Hugging Face Hub, with the parts that their files there have.

Merges are derived from ranks; a file may list more of them, which merging never comes to.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...errors import UnknownNameError
from ...vocab.patterns import CL100K_PATTERN, O200K_PATTERN
from ...vocab.pretrained import pretrained_names, pretrained_spec

__all__ = ["HubFile", "find_hub_file", "known_names"]

_CL100K_SPLIT = (
    r"""(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"""
    r"""|\s+(?!\S)|\s+"""
)
"""The spans of `CL100K_PATTERN`, as files on the Hub write it."""


class HubFile(NamedTuple):
    """How a file on the Hub differs from others of the same vocabulary.

    in_vocab: whether special tokens are listed in the model's vocabulary, too. n_special: how many the file has.
    """

    vocabulary: str
    normalized: bool = False
    in_vocab: bool = True
    pre_tokenizer: dict[str, Any] | None = None
    post_processor: dict[str, Any] | None = None
    ignore_merges: bool = False
    n_special: int | None = None
    subword_affixes: str | None = None


def _byte_level(**options: bool) -> dict[str, Any]:
    return {
        "type": "ByteLevel",
        **({"add_prefix_space": True, "trim_offsets": True, "use_regex": True} | options),
    }


def _split(pattern: str, behavior: str, invert: bool) -> dict[str, Any]:
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": behavior, "invert": invert}
    return {
        "type": "Sequence",
        "pretokenizers": [split, _byte_level(add_prefix_space=False, use_regex=False)],
    }


_GPT2 = HubFile(
    "r50k_base",
    normalized=True,
    pre_tokenizer=_byte_level(add_prefix_space=False),
    post_processor=_byte_level(trim_offsets=False),
    subword_affixes="",
)
_P50K = HubFile("p50k_base", pre_tokenizer=_byte_level(add_prefix_space=False), subword_affixes="")
_CL100K = HubFile("cl100k_base", pre_tokenizer=_split(_CL100K_SPLIT, "Removed", True), subword_affixes="")
_O200K = HubFile("o200k_base", pre_tokenizer=_split(O200K_PATTERN, "Removed", True), subword_affixes="")
_GPT_OSS = HubFile(
    "o200k_harmony",
    in_vocab=False,
    pre_tokenizer=_split(O200K_PATTERN, "Isolated", False),
    post_processor=_byte_level(trim_offsets=False),
    ignore_merges=True,
    n_special=21,
)

_FILES = {
    **dict.fromkeys(("gpt2", "gpt2-medium", "gpt2-large", "gpt2-xl", "distilgpt2"), _GPT2),
    **dict.fromkeys((f"openai-community/gpt2{size}" for size in ("", "-medium", "-large", "-xl")), _GPT2),
    "distilbert/distilgpt2": _GPT2,
    "Xenova/gpt2": _GPT2,
    "Xenova/text-davinci-002": _P50K,
    "Xenova/text-davinci-003": _P50K,
    **dict.fromkeys(
        (
            f"Xenova/{name}"
            for name in ("gpt-4", "gpt-3.5-turbo", "gpt-3.5-turbo-16k", "text-embedding-ada-002")
        ),
        _CL100K,
    ),
    "Xenova/gpt-4o": _O200K,
    "openai/gpt-oss-20b": _GPT_OSS,
    "openai/gpt-oss-120b": _GPT_OSS,
    "hf-internal-testing/gpt-oss-20b": _GPT_OSS,
}


def known_names() -> list[str]:
    """All names that `find_hub_file` knows: those on the Hub, then those of the vocabularies."""
    return [*_FILES, *pretrained_names()]


def find_hub_file(name: str) -> HubFile:
    """The file of a name; raises `UnknownNameError`, which lists the known ones.

    >>> find_hub_file("openai/gpt-oss-20b").vocabulary
    'o200k_harmony'
    """
    if name in _FILES:
        return _FILES[name]
    if name not in pretrained_names():
        hint = "only bundled vocabularies: for another tokenizer, Tokenizer.from_file of its tokenizer.json"
        raise UnknownNameError("identifier", name, known_names(), hint)
    pattern = pretrained_spec(name).pattern
    split = {CL100K_PATTERN: _CL100K, O200K_PATTERN: _O200K}.get(pattern, _GPT2)
    return HubFile(name, pre_tokenizer=split.pre_tokenizer)

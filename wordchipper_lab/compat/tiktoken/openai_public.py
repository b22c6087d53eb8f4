"""``tiktoken_ext.openai_public``: the arguments of `Encoding` for OpenAI's encodings, from the included files."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ...vocab.patterns import R50K_PATTERN
from ...vocab.pretrained import load_token_bytes, pretrained_spec
from ...vocab.token_bytes import iterate_tokens

__all__ = [
    "ENCODING_CONSTRUCTORS",
    "ENDOFPROMPT",
    "ENDOFTEXT",
    "FIM_MIDDLE",
    "FIM_PREFIX",
    "FIM_SUFFIX",
    "bundled_ranks",
    "cl100k_base",
    "gpt2",
    "o200k_base",
    "o200k_harmony",
    "p50k_base",
    "p50k_edit",
    "r50k_base",
    "r50k_pat_str",
]

ENDOFTEXT = "<|endoftext|>"
FIM_PREFIX = "<|fim_prefix|>"
FIM_MIDDLE = "<|fim_middle|>"
FIM_SUFFIX = "<|fim_suffix|>"
ENDOFPROMPT = "<|endofprompt|>"

r50k_pat_str = R50K_PATTERN

_CHECKED_SIZES = {"gpt2": 50257, "r50k_base": 50257, "p50k_base": 50281}


def bundled_ranks(name: str) -> dict[bytes, int]:
    """Bytes -> rank of all ranked tokens of an included vocabulary, by rank.

    >>> bundled_ranks("gpt2")[b" world"]
    995
    """
    return {token: rank for rank, token in iterate_tokens(load_token_bytes(pretrained_spec(name)))}


def _arguments(name: str) -> dict[str, Any]:
    spec = pretrained_spec(name)
    size = {"explicit_n_vocab": _CHECKED_SIZES[name]} if name in _CHECKED_SIZES else {}
    return {
        "name": name,
        **size,
        "pat_str": spec.pattern,
        "mergeable_ranks": bundled_ranks(name),
        "special_tokens": dict(spec.special_tokens),
    }


gpt2 = partial(_arguments, "gpt2")
r50k_base = partial(_arguments, "r50k_base")
p50k_base = partial(_arguments, "p50k_base")
p50k_edit = partial(_arguments, "p50k_edit")
cl100k_base = partial(_arguments, "cl100k_base")
o200k_base = partial(_arguments, "o200k_base")
o200k_harmony = partial(_arguments, "o200k_harmony")

ENCODING_CONSTRUCTORS: dict[str, Callable[[], dict[str, Any]]] = {
    "gpt2": gpt2,
    "r50k_base": r50k_base,
    "p50k_base": p50k_base,
    "p50k_edit": p50k_edit,
    "cl100k_base": cl100k_base,
    "o200k_base": o200k_base,
    "o200k_harmony": o200k_harmony,
}
"""Name -> a function that returns the arguments of `Encoding`."""

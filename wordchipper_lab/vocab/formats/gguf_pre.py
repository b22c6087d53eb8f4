"""What ``tokenizer.ggml.pre`` of a GGUF file stands for: the parts of a ``tokenizer.json`` that GGUF does not hold.

A GGUF file names the way in which its model splits texts; llama.cpp has code for each name (``src/llama-vocab.cpp``).
Here a name stands for what the models' own files say, where that is known: Llama 3, Qwen 3, DeepSeek V3, Mistral Nemo,
GPT-4o and gpt-oss by their ``tokenizer.json``; Llama 4 by its conversion script in `transformers`; Qwen 3.5, GLM-4 and
Kimi by the Python code that comes with them; GPT-2, StarCoder 2 and SmolLM by their configurations. Names of other
models are refused, even where llama.cpp treats them alike, for their normalizers may differ.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...errors import UnsupportedVocabError, show
from ..open_patterns import DEEPSEEK_V3_STEPS, OPEN_PATTERNS
from ..patterns import O200K_PATTERN

__all__ = ["PreTokenizer", "find_pre"]


class PreTokenizer(NamedTuple):
    """Parts of a ``tokenizer.json``.

    whole_spans: ``ignore_merges``; None if files of that name differ, or it is not known. add_bos: whether models of
    that name put a first token before each text, if the file does not say.
    """

    normalizer: dict[str, Any] | None
    pre_tokenizer: dict[str, Any]
    whole_spans: bool | None
    add_bos: bool = False


_BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
_BYTES_ONLY = _BYTE_LEVEL | {"use_regex": False}
_NFC = {"type": "NFC"}
_DIGITS = {"type": "Digits", "individual_digits": True}


def _sequence(*steps: dict[str, Any]) -> dict[str, Any]:
    return {"type": "Sequence", "pretokenizers": list(steps)}


def _splits(*patterns: str) -> dict[str, Any]:
    steps = (
        {"type": "Split", "pattern": {"Regex": each}, "behavior": "Isolated", "invert": False}
        for each in patterns
    )
    return _sequence(*steps, _BYTES_ONLY)


_LLAMA3 = PreTokenizer(None, _splits(OPEN_PATTERNS["llama3"]), True, add_bos=True)
_GLM4 = PreTokenizer(None, _splits(OPEN_PATTERNS["llama3"]), None)
_O200K = PreTokenizer(None, _splits(O200K_PATTERN), None)
_DIGITS_FIRST = PreTokenizer(None, _sequence(_DIGITS, _BYTE_LEVEL), False)

_KNOWN = {
    "chatglm-bpe": _GLM4,
    "deepseek-v3": PreTokenizer(None, _splits(*DEEPSEEK_V3_STEPS), False),
    "glm4": _GLM4,
    "gpt-2": PreTokenizer(None, _BYTE_LEVEL, False),
    "gpt-4o": _O200K,
    "kimi-k2": PreTokenizer(None, _splits(OPEN_PATTERNS["kimi"]), True),
    "llama-bpe": _LLAMA3,
    "llama-v3": _LLAMA3,
    "llama3": _LLAMA3,
    "llama4": _O200K._replace(add_bos=True),
    "qwen2": PreTokenizer(_NFC, _splits(OPEN_PATTERNS["qwen2"]), False),
    "qwen35": PreTokenizer(_NFC, _splits(OPEN_PATTERNS["qwen3_5"]), False),
    "smollm": _DIGITS_FIRST,
    "starcoder": _DIGITS_FIRST,
    "tekken": PreTokenizer(None, _splits(OPEN_PATTERNS["tekken"]), True, add_bos=True),
}


def find_pre(name: str, pre: object) -> PreTokenizer:
    """What the name `pre` stands for; name: the file, for messages. Raises `UnsupportedVocabError` for another one.

    >>> find_pre("x.gguf", "qwen2").normalizer
    {'type': 'NFC'}
    """
    if isinstance(pre, str) and pre in _KNOWN:
        return _KNOWN[pre]
    given = "there is no tokenizer.ggml.pre, so it is not known how the model splits texts"
    if pre is not None:
        given = f"tokenizer.ggml.pre = {show(pre)} is not supported"
    raise UnsupportedVocabError(
        f"{name}: {given}: expected one of {', '.join(_KNOWN)}; open the model's tokenizer.json instead"
    )

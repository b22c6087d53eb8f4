r"""Split patterns of well-known open models, each as one pattern of the automaton's subset.

Where a model's published ``tokenizer.json`` splits once, the wording is taken from it (llama.cpp's
``src/llama-vocab.cpp`` quotes them). Two models split several times in sequence, each step within the pieces
of the step before. Such a sequence is one pattern if each branch stops where an earlier step has cut:

- a set excludes what an earlier step took: ``[^\s\p{N}]`` for ``\S``, or ``(?:(?!C)\p{L})+`` for letters not
  in C;
- ``\s+(?!\S)`` also holds at the end of a piece: ``\s+(?![^\s\p{N}])`` where digits were cut off;
- ``(?:(?!C)\p{L})`` also says ``[\p{L}&&[^C]]``, which the `regex` package reads in another way;
- characters that no step matches stay together as a piece ("isolated") with tokens, in a separate branch.

The tests compare span ends with the ``tokenizers`` package, over all strings of a few characters that
represent all others, and over every scalar value. What a ``tokenizer.json`` does *before* it splits is not
part of a pattern: Qwen's and GPT-NeoX's normalise to NFC first.
"""

from __future__ import annotations

from .patterns import GPT2_ORIGINAL_PATTERN, PATTERNS

__all__ = [
    "DEEPSEEK_V3_STEPS",
    "DIGIT",
    "OPEN_PATTERNS",
    "OPEN_PATTERN_MODELS",
    "OTHER_NAMES",
    "STARCODER_WITH_DIGITS",
    "is_published",
]

_CASELESS_CONTRACTION = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_WORD_OR_PUNCTUATION = r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"

_LLAMA3 = rf"{_CASELESS_CONTRACTION}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}{{1,3}}|{_WORD_OR_PUNCTUATION}"
_QWEN2 = rf"{_CASELESS_CONTRACTION}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}|{_WORD_OR_PUNCTUATION}"

_UPPER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
_LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_TEKKEN = "|".join(
    [
        rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+",
        rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*",
        r"\p{N}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    ]
)

_STARCODER = r"\p{N}|'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?[^\s\p{L}\p{N}]+|\s+(?![^\s\p{N}])|\s+"

DIGIT = "[\\p{N}\U0001fffe]"
"""What Hugging Face's ``Digits`` takes for a number: also what Unicode 17 added (`unicode_version.NEWER_DIGIT`)."""

STARCODER_WITH_DIGITS = _STARCODER.replace(r"\p{N}|'s", f"{DIGIT}|'s").replace(
    r"(?![^\s\p{N}])", "(?![^\\s\\p{N}\U0001fffe])"
)
"""``starcoder`` as its ``tokenizer.json`` says it, with ``Digits``."""

DEEPSEEK_V3_STEPS = (
    r"\p{N}{1,3}",
    "[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+",
    r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*"""
    r"""|\s*[\r\n]+|\s+(?!\S)|\s+""",
)
"""The patterns by which DeepSeek V3's ``tokenizer.json`` splits, in sequence; ``deepseek_v3`` combines all
three."""

_KANA_AND_HAN = r"\u3040-\u30ff\u4e00-\u9fa5"
_IN = f"(?=[{_KANA_AND_HAN}])"
_OUT = f"(?![{_KANA_AND_HAN}])"
_DEEPSEEK_V3 = "|".join(
    [
        r"\p{N}{1,3}",  # first step
        rf"(?:{_IN}[\p{{L}}\p{{M}}])+",  # second step: runs of kana and Han, which the third divides ...
        rf"(?:{_IN}[\p{{P}}\p{{S}}])+",  # ... at their punctuation
        r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+""",  # third step, everywhere else
        rf"[^\r\n\p{{L}}\p{{N}}\p{{P}}\p{{S}}{_KANA_AND_HAN}]?(?:{_OUT}[\p{{L}}\p{{M}}])+",
        rf" ?(?:{_OUT}[\p{{P}}\p{{S}}])+[\r\n]*",
        r"\s*[\r\n]+",
        rf"\s+(?![^\s\p{{N}}{_KANA_AND_HAN}])",
        r"\s+",
        # Matched by no step, unless they are the prefix of a word: control characters, joiners, unassigned
        # ones.
        rf"(?:[^\s\p{{L}}\p{{M}}\p{{N}}\p{{P}}\p{{S}}](?:(?![\p{{L}}\p{{M}}])|{_IN}))+",
    ]
)

_QWEN3_5 = (
    rf"{_CASELESS_CONTRACTION}|[^\r\n\p{{L}}\p{{N}}]?[\p{{L}}\p{{M}}]+|\p{{N}}"
    r"| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)

_UPPER_NO_HAN, _LOWER_NO_HAN = rf"(?:(?!\p{{Han}}){_UPPER})", rf"(?:(?!\p{{Han}}){_LOWER})"
_KIMI = "|".join(
    [
        r"[\p{Han}]+",
        rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER_NO_HAN}*{_LOWER_NO_HAN}+{_CASELESS_CONTRACTION}?",
        rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER_NO_HAN}+{_LOWER_NO_HAN}*{_CASELESS_CONTRACTION}?",
        r"\p{N}{1,3}",
        _WORD_OR_PUNCTUATION,
    ]
)

OPEN_PATTERNS: dict[str, str] = {
    "llama3": _LLAMA3,
    "qwen2": _QWEN2,
    "qwen3_5": _QWEN3_5,
    "deepseek_v3": _DEEPSEEK_V3,
    "tekken": _TEKKEN,
    "kimi": _KIMI,
    "starcoder": _STARCODER,
    "gpt_neox": GPT2_ORIGINAL_PATTERN,
}
r"""Split pattern by name; `OPEN_PATTERN_MODELS` says who uses it.

- ``llama3``: Split, then ByteLevel without a pattern of its own.
- ``qwen2``: as llama3, but digits one by one.
- ``qwen3_5``: as qwen2, but marks are part of words.
- ``deepseek_v3``: three Splits: ``\p{N}{1,3}``, runs of kana and Han, a pattern of six branches.
- ``tekken``: as in Mistral's ``tekken.json``.
- ``kimi``: as o200k_base, but runs of Han are words of their own, and a slash is punctuation like any other.
  Kimi's ``tokenization_kimi.py`` writes it with ``&&`` in Kimi's ``tokenization_kimi.py``.
- ``starcoder``: digits one by one, then ByteLevel.
- ``gpt_neox``: every ByteLevel without a Split before it: the pattern of GPT-2.
"""

OPEN_PATTERN_MODELS: dict[str, tuple[str, ...]] = {
    "llama3": ("Llama 3", "Llama 3.1", "Llama 3.2", "Llama 3.3", "GLM-4"),
    "qwen2": ("Qwen 2", "Qwen 2.5", "Qwen 3"),
    "qwen3_5": ("Qwen 3.5", "Qwen 3.6"),
    "deepseek_v3": ("DeepSeek V3", "DeepSeek R1"),
    "tekken": ("Mistral NeMo", "later models of Mistral"),
    "kimi": ("Kimi K2", "Kimi K2.5"),
    "starcoder": ("StarCoder", "StarCoder 2", "SmolLM"),
    "gpt_neox": ("GPT-NeoX", "Pythia"),
}
"""The models that use each of the `OPEN_PATTERNS`."""

OTHER_NAMES = {
    "glm4": "llama3",
    "gpt_oss": "o200k_base",
    "llama4": "o200k_base",
    "qwen3": "qwen2",
    "smollm": "starcoder",
}
"""Models whose pattern has the name of another. (Sources: ``tokenization_chatglm.py`` of GLM-4, the conversion scripts
of `transformers` for gpt-oss and Llama 4, the files of Qwen 3 and SmolLM.)"""


def is_published(pattern: str) -> bool:
    """Whether `pattern` is exactly that of a bundled vocabulary or of an open model.

    >>> is_published(OPEN_PATTERNS["llama3"]), is_published("a+")
    (True, False)
    """
    return pattern in _PUBLISHED


_PUBLISHED = frozenset([*PATTERNS.values(), *OPEN_PATTERNS.values(), STARCODER_WITH_DIGITS])

"""Split patterns by name."""

from __future__ import annotations

from ..errors import TextError
from .open_patterns import OPEN_PATTERNS, OTHER_NAMES
from .patterns import PATTERNS

__all__ = ["resolve_pattern"]


def resolve_pattern(pattern_or_model: str) -> str:
    """The split pattern with this name; anything else is returned unchanged, as a pattern.

    Names are those of the vocabularies ("cl100k_base", "openai:cl100k_base", ...) and of well-known open models'
    patterns (`OPEN_PATTERNS`: "llama3", "qwen2" ...; `OTHER_NAMES`: "llama4" ...). Raises `TextError` for anything but
    a ``str``.

    >>> resolve_pattern("gpt_neox")[:10], resolve_pattern("a+")
    ("'s|'t|'re|", 'a+')
    """
    if not isinstance(pattern_or_model, str):
        raise TextError(f"expected a split pattern or a name as str, got {type(pattern_or_model).__name__}")
    name = OTHER_NAMES.get(pattern_or_model, pattern_or_model)
    if name in OPEN_PATTERNS:
        return OPEN_PATTERNS[name]
    return PATTERNS.get(name.removeprefix("openai").lstrip(":"), name)

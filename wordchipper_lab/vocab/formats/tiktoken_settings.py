"""What stands beside a ``.tiktoken`` file in a model's directory: special tokens in ``tokenizer_config.json``.

The split pattern of such a model is in Python code that comes with it. The settings name that code, and the code of two
models is known here: Kimi's ``tokenization_kimi.py`` and GLM-4's ``tokenization_chatglm.py``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...errors import VocabFormatError
from ..open_patterns import OPEN_PATTERNS
from .json_text import expect_object, parse_json
from .vocab_limits import VocabLimits

__all__ = ["SETTINGS_NAME", "TiktokenSettings", "read_tiktoken_settings"]

SETTINGS_NAME = "tokenizer_config.json"

_CLASSES = {
    ("tokenization_kimi", "TikTokenTokenizer"): OPEN_PATTERNS["kimi"],
    ("tokenization_chatglm", "ChatGLM4Tokenizer"): OPEN_PATTERNS["llama3"],
}
_RESERVED_BY_KIMI = 256 + 2


class TiktokenSettings(NamedTuple):
    """Special tokens, text -> id, and the split pattern if the settings name code that is known here."""

    special_tokens: dict[str, int]
    pattern: str | None


def read_tiktoken_settings(
    name: str, contents: bytes, n_ranked: int, limits: VocabLimits | None = None
) -> TiktokenSettings:
    """The settings in a ``tokenizer_config.json``; n_ranked: how many tokens the ``.tiktoken`` file has.

    Kimi's code gives each of the 258 ids after the ranked tokens that the settings do not name a text:
    ``<|reserved_token_163596|>``. Raises `VocabFormatError`, and `WorkLimitError` beyond `limits`.

    >>> settings = b'{"added_tokens_decoder": {"256": {"content": "[BOS]", "special": true}}}'
    >>> read_tiktoken_settings("tokenizer_config.json", settings, 256).special_tokens
    {'[BOS]': 256}
    """
    settings = expect_object(name, "the file", parse_json(name, contents, limits))
    special: dict[str, int] = {}
    entries = expect_object(name, "added_tokens_decoder", settings.get("added_tokens_decoder") or {})
    for key, entry in entries.items():
        text = expect_object(name, "each of added_tokens_decoder", entry).get("content")
        if not key.isascii() or not key.isdigit() or len(key) > 9 or not isinstance(text, str) or not text:
            raise VocabFormatError(
                name, None, f"expected ids with a content each, got {key[:30]!r}: {text!r:.60}"
            )
        if text in special:
            raise VocabFormatError(name, None, f"the special token {text!r:.60} has two ids: expected one")
        special[text] = int(key)
    known = _class_of(settings)
    if known and known[0] == "tokenization_kimi":
        named = set(special.values())
        reserved = (number for number in range(n_ranked, n_ranked + _RESERVED_BY_KIMI) if number not in named)
        special |= {f"<|reserved_token_{number}|>": number for number in reserved}
    return TiktokenSettings(special, _CLASSES.get(known) if known else None)


def _class_of(settings: dict[str, Any]) -> tuple[str, str] | None:
    """Module and class of the code that the settings name."""
    auto_map = settings.get("auto_map")
    given = auto_map.get("AutoTokenizer") if isinstance(auto_map, dict) else None
    slow = given[0] if isinstance(given, list) and given else given
    if not isinstance(slow, str):
        return None
    module, _, name = slow.rpartition("--")[2].rpartition(".")
    return module, name

"""What wordchipper has of tiktoken: `get_encoding`, `encoding_for_model`, `Encoding`.

>>> enc = get_encoding("cl100k_base")
>>> enc.encode("hello world"), enc.encode("<|endoftext|>", allowed_special="all")
([15339, 1917], [100257])
"""

from __future__ import annotations

from ....arguments import a_text
from ....vocab.models import MODEL_PREFIXES, MODELS
from ....vocab.pretrained import pretrained_names
from ..errors import UnknownModelError
from ..tokenizer import Tokenizer
from .encoding import Encoding, UnknownEncodingError, raise_disallowed_special_token

__all__ = [
    "MODEL_PREFIX_TO_ENCODING",
    "MODEL_TO_ENCODING",
    "Encoding",
    "encoding_for_model",
    "encoding_name_for_model",
    "get_encoding",
    "list_encoding_names",
    "raise_disallowed_special_token",
]

MODEL_TO_ENCODING: dict[str, str] = {
    **MODELS,
    **dict.fromkeys(("gpt-4o-mini", "o1-mini", "o1-preview", "o3-mini"), "o200k_base"),
    **dict.fromkeys(("gpt-4-turbo", "dall-e-2", "dall-e-3"), "cl100k_base"),
}
"""Vocabulary by model: wordchipper's table, and what tiktoken has beyond it."""

MODEL_PREFIX_TO_ENCODING: dict[str, str] = dict(MODEL_PREFIXES)
"""Vocabulary by the beginning of a model's name; the first match counts."""

_opened: dict[str, Encoding] = {}


def get_encoding(encoding_name: str) -> Encoding:
    """The encoding of this name, the same object every time; raises ``ValueError`` for an unknown name."""
    found = _opened.get(a_text("encoding_name", encoding_name))
    if found is None:
        if encoding_name not in pretrained_names():
            raise UnknownEncodingError(encoding_name, pretrained_names())
        tok = Tokenizer.from_pretrained(encoding_name)
        found = _opened.setdefault(encoding_name, Encoding(encoding_name, tok))
    return found


def encoding_name_for_model(model_name: str) -> str:
    """Name of the encoding that a model uses; raises ``KeyError`` for an unknown model.

    >>> encoding_name_for_model("gpt-4o-2024-08-06")
    'o200k_base'
    """
    if found := MODEL_TO_ENCODING.get(a_text("model_name", model_name)):
        return found
    for prefix, name in MODEL_PREFIX_TO_ENCODING.items():
        if model_name.startswith(prefix):
            return name
    raise UnknownModelError("model", model_name, MODEL_TO_ENCODING)


def encoding_for_model(model_name: str) -> Encoding:
    """The encoding that a model uses; raises ``KeyError`` for an unknown model."""
    return get_encoding(encoding_name_for_model(model_name))


def list_encoding_names() -> list[str]:
    """Names of the encodings, oldest first."""
    return pretrained_names()

"""``tiktoken.model``: which model uses which encoding."""

from __future__ import annotations

from ...vocab.models import MODEL_PREFIXES, MODELS
from .core import Encoding
from .registry import get_encoding

__all__ = [
    "MODEL_PREFIX_TO_ENCODING",
    "MODEL_TO_ENCODING",
    "encoding_for_model",
    "encoding_name_for_model",
]

MODEL_PREFIX_TO_ENCODING: dict[str, str] = dict(MODEL_PREFIXES)
"""Encoding by the beginning of a model's name; the first match counts."""

MODEL_TO_ENCODING: dict[str, str] = {**MODELS, "gpt2": "gpt2", "gpt-2": "gpt2"}
"""Encoding by a model's name."""


def encoding_name_for_model(model_name: str) -> str:
    """Name of the encoding that a model uses; raises ``KeyError`` for an unknown model.

    >>> encoding_name_for_model("gpt-4o"), encoding_name_for_model("gpt2")
    ('o200k_base', 'gpt2')
    """
    if model_name in MODEL_TO_ENCODING:
        return MODEL_TO_ENCODING[model_name]
    for prefix, encoding_name in MODEL_PREFIX_TO_ENCODING.items():
        if model_name.startswith(prefix):
            return encoding_name
    raise KeyError(
        f"no encoding is known for the model {model_name}: give the name of an encoding to tiktoken.get_encoding"
    )


def encoding_for_model(model_name: str) -> Encoding:
    """The encoding that a model uses; raises ``KeyError`` for an unknown model.

    >>> encoding_for_model("gpt-4o").name
    'o200k_base'
    """
    return get_encoding(encoding_name_for_model(model_name))

"""The vocabulary of each model, as tiktoken 0.14 maps them (``tiktoken/model.py``)."""

from __future__ import annotations

from ..errors import NameTypeError, UnknownNameError

__all__ = ["MODELS", "MODEL_PREFIXES", "models_of", "vocabulary_for_model"]

_MODELS_BY_VOCABULARY = {
    "o200k_base": "o1 o3 o4-mini gpt-5 gpt-4.1 gpt-4o",
    "cl100k_base": (
        "gpt-4 gpt-3.5-turbo gpt-3.5 gpt-35-turbo davinci-002 babbage-002 "
        "text-embedding-ada-002 text-embedding-3-small text-embedding-3-large"
    ),
    "p50k_base": (
        "text-davinci-003 text-davinci-002 code-davinci-002 code-davinci-001 "
        "code-cushman-002 code-cushman-001 davinci-codex cushman-codex"
    ),
    "p50k_edit": "text-davinci-edit-001 code-davinci-edit-001",
    "r50k_base": (
        "text-davinci-001 text-curie-001 text-babbage-001 text-ada-001 davinci curie babbage ada "
        "text-similarity-davinci-001 text-similarity-curie-001 text-similarity-babbage-001 "
        "text-similarity-ada-001 text-search-davinci-doc-001 text-search-curie-doc-001 "
        "text-search-babbage-doc-001 text-search-ada-doc-001 code-search-babbage-code-001 "
        "code-search-ada-code-001 gpt2 gpt-2"
    ),
}

MODELS = {model: name for name, models in _MODELS_BY_VOCABULARY.items() for model in models.split()}
"""Vocabulary by model name. For GPT-2 it is r50k_base, with the same tokens, pattern and special token."""

MODEL_PREFIXES = {
    "o1-": "o200k_base",
    "o3-": "o200k_base",
    "o4-mini-": "o200k_base",
    "gpt-5": "o200k_base",
    "gpt-4.5-": "o200k_base",
    "gpt-4.1-": "o200k_base",
    "chatgpt-4o-": "o200k_base",
    "gpt-4o-": "o200k_base",
    "gpt-4-": "cl100k_base",
    "gpt-3.5-turbo-": "cl100k_base",
    "gpt-35-turbo-": "cl100k_base",
    "gpt-oss-": "o200k_harmony",
    "ft:gpt-4o": "o200k_base",
    "ft:gpt-4": "cl100k_base",
    "ft:gpt-3.5-turbo": "cl100k_base",
    "ft:davinci-002": "cl100k_base",
    "ft:babbage-002": "cl100k_base",
}
"""Vocabulary by the beginning of a model name (dated versions, fine-tuned models); the first match counts."""


def vocabulary_for_model(model: str) -> str:
    """Name of the vocabulary that `model` uses; raises `UnknownNameError`.

    >>> vocabulary_for_model("gpt-4o"), vocabulary_for_model("gpt-4-0314")
    ('o200k_base', 'cl100k_base')
    """
    if isinstance(model, str):
        if model in MODELS:
            return MODELS[model]
        for prefix, name in MODEL_PREFIXES.items():
            if model.startswith(prefix):
                return name
    raise (UnknownNameError if isinstance(model, str) else NameTypeError)(
        "model",
        model,
        [*MODELS, *(f"{prefix}..." for prefix in MODEL_PREFIXES)],
        "or give the name of a vocabulary instead",
    )


def models_of(vocabulary: str) -> list[str]:
    """The models that use a vocabulary, by name; ``gpt-4o-*`` means all names that begin with ``gpt-4o-``.

    >>> models_of("p50k_edit"), models_of("o200k_harmony")
    (['text-davinci-edit-001', 'code-davinci-edit-001'], ['gpt-oss-*'])
    """
    prefixes = [f"{prefix}*" for prefix, name in MODEL_PREFIXES.items() if name == vocabulary]
    return [*(model for model, name in MODELS.items() if name == vocabulary), *prefixes]

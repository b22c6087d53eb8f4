"""``clean_up_tokenization_spaces``: a setting with which the transformers library removes spaces after decoding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .finding import Finding
from .subject import Subject

__all__ = ["find_clean_up"]

_REMOVED = (" .", " ?", " !", " ,", " ' ", " n't", " 'm", " 's", " 've", " 're")
"""What ``PreTrainedTokenizerBase.clean_up_tokenization`` (transformers 4) writes without its space."""


def find_clean_up(subject: Subject, config: Mapping[str, Any]) -> Iterator[Finding]:
    """Whether a ``tokenizer_config.json`` has the setting."""
    if config.get("clean_up_tokenization_spaces") is True:
        yield Finding(
            "spaces that are removed after decoding",
            "warning",
            "tokenizer_config.json has clean_up_tokenization_spaces: programs that obey it decode texts without the "
            "spaces before . ? ! , and contractions.",
            len(_REMOVED),
            (subject.example_of_text(" .", note="decoded there: '.'"),),
            " .",
        )

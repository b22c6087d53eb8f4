"""A split pattern for a vocabulary whose file has none: named by the file itself, its size, or nothing better."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from ...vocab.open_patterns import OPEN_PATTERNS
from ...vocab.patterns import PATTERN_MODELS
from ...vocab.pretrained import PretrainedSpec, pretrained_names, pretrained_spec

__all__ = ["PATTERN_CHOICES", "published_spec", "suggest_pattern"]

PATTERN_CHOICES = (*PATTERN_MODELS, *OPEN_PATTERNS)
"""Names of the patterns to choose from."""

_SIZES = {
    50_256: "r50k_base",
    50_257: "r50k_base",
    100_256: "cl100k_base",
    199_998: "o200k_base",
    128_000: "llama3",
    151_643: "qwen2",
    248_044: "qwen3_5",
    163_584: "kimi",
    130_072: "tekken",
    49_152: "starcoder",
}
"""Ranked tokens of the published vocabularies."""

_BY_SIZE = ((75_000, "r50k_base"), (150_000, "cl100k_base"))


def published_spec(files: Mapping[str, bytes]) -> PretrainedSpec | None:
    """The published vocabulary of which `files` are an exact copy; None for any other file."""
    found = {hashlib.sha256(contents).hexdigest() for contents in files.values()}
    specs = map(pretrained_spec, pretrained_names())
    return next((spec for spec in specs if found == {spec.sha256}), None)


def suggest_pattern(n_ranked: int, spec: PretrainedSpec | None = None) -> tuple[str, str]:
    """The name of a pattern, and why that one.

    >>> suggest_pattern(128_000)
    ('llama3', '128,000 ranked tokens, as many as the vocabulary of llama3')
    """
    if spec is not None:
        name = next(model for model in PATTERN_MODELS if pretrained_spec(model).pattern == spec.pattern)
        return name, f"it is a copy of the published {spec.file}"
    if n_ranked in _SIZES:
        name = _SIZES[n_ranked]
        return name, f"{n_ranked:,} ranked tokens, as many as the vocabulary of {name}"
    name = next((name for most, name in _BY_SIZE if n_ranked < most), "o200k_base")
    return name, f"{n_ranked:,} ranked tokens, which is nearest to the vocabularies that split like {name}"

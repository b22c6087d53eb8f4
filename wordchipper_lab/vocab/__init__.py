"""Vocabularies: bytes, pairs and special tokens to ids; file formats; the pretrained ones and their data."""

from .pretrained import PretrainedSpec, load_token_bytes, pretrained_names, pretrained_spec
from .token_bytes import TokenBytes

__all__ = [
    "PretrainedSpec",
    "TokenBytes",
    "load_token_bytes",
    "pretrained_names",
    "pretrained_spec",
]

"""Spans to tokens: span encoders with one contract, and the token encoder that drives them."""

from .encoding import Encoding, TokenBatch
from .registry import ENCODERS, register_span_encoder, unregister_span_encoder
from .span_encoder import SpanEncoder
from .token_encoder import TokenEncoder

__all__ = [
    "ENCODERS",
    "Encoding",
    "SpanEncoder",
    "TokenBatch",
    "TokenEncoder",
    "register_span_encoder",
    "unregister_span_encoder",
]

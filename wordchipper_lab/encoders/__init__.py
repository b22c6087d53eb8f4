"""Spans to tokens: five span encoders with one contract, and the token encoder that drives them."""

from .encode_spans import ENCODERS, QUADRATIC_ENCODERS
from .encoding import Encoding, TokenBatch
from .token_encoder import TokenEncoder

__all__ = ["ENCODERS", "QUADRATIC_ENCODERS", "Encoding", "TokenBatch", "TokenEncoder"]

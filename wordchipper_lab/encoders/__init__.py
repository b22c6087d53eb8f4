"""Spans to tokens: span encoders with one contract, and the token encoder that runs them.

To write your own, see `SpanEncoder` and `register_span_encoder`. Kernels look up pairs with `find_pair`
(`NOT_FOUND` for none), and record their steps with `record` and the codes `LOOKUP` and `MERGE` (all codes:
`encoders.events`).
"""

from ..kernels.tables import NOT_FOUND, find_pair
from ..kernels.trace import record
from .encoding import Encoding, TokenBatch
from .events import LOOKUP, MERGE
from .registry import ENCODERS, register_span_encoder, unregister_span_encoder
from .span_encoder import SpanEncoder
from .token_encoder import TokenEncoder

__all__ = [
    "ENCODERS",
    "LOOKUP",
    "MERGE",
    "NOT_FOUND",
    "Encoding",
    "SpanEncoder",
    "TokenBatch",
    "TokenEncoder",
    "find_pair",
    "record",
    "register_span_encoder",
    "unregister_span_encoder",
]

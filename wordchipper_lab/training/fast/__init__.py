"""Training at full speed: the only directory of this room with kernels."""

from .merge_counts import merge_span_counts
from .span_counter import SpanCounter

__all__ = ["SpanCounter", "merge_span_counts"]

"""Training at full speed: the only part of training with kernels."""

from .fast_trainer import FastTrainer
from .merge_counts import merge_span_counts
from .span_counter import SpanCounter

__all__ = ["FastTrainer", "SpanCounter", "merge_span_counts"]

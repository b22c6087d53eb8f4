"""Which encoder a pipeline needs."""

from __future__ import annotations

from ..encoders import TokenEncoder
from ..spanners import PatternLimits
from ..vocab.formats.pre_tokenizer import one_pattern
from ..vocab.pipeline import Pipeline
from .pipeline_encoder import PipelineEncoder

__all__ = ["with_pipeline"]


def with_pipeline(
    pipeline: Pipeline,
    engine: TokenEncoder,
    lexer: str = "auto",
    num_threads: int = 1,
    limits: PatternLimits | None = None,
) -> TokenEncoder | PipelineEncoder:
    """`engine` itself if special tokens and its pattern are all that `pipeline` has; otherwise a `PipelineEncoder`."""
    found = PipelineEncoder(
        pipeline,
        engine,
        one_pattern=one_pattern(pipeline.splits) is not None,
        lexer=lexer,
        num_threads=num_threads,
        limits=limits,
    )
    is_plain = found.is_direct and not pipeline.normalizer and not engine.vocab.dropped
    return engine if is_plain else found

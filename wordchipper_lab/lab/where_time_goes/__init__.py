"""Where the time goes: why a tokenizer is as fast as it is on a corpus, and what to choose for it.

The paper's section 9.3 explains by the lengths of spans, and by how many are single tokens, why an encoder that is
slow on one corpus wins on another. Here are these facts for any corpus, from the engine's own spans and ids, with the
time of each stage.
"""

from __future__ import annotations

from .memo_facts import EvictedSpan, MemoFacts, MemoRow
from .report import TimeReport, where_time_goes
from .span_facts import FrequentSpan, LengthRow, SpanFacts
from .timing import EncoderTime, Stage

__all__ = [
    "EncoderTime",
    "EvictedSpan",
    "FrequentSpan",
    "LengthRow",
    "MemoFacts",
    "MemoRow",
    "SpanFacts",
    "Stage",
    "TimeReport",
    "where_time_goes",
]

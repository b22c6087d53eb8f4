"""The facts of a report in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from ..reports.findings.wording import percent
from .memo_facts import MemoFacts
from .span_facts import LONG_BYTES, SpanFacts
from .timing import Stage

__all__ = ["tell_facts"]


def tell_facts(spans: SpanFacts, memo: MemoFacts, stages: Sequence[Stage], left_out: int = 0) -> list[str]:
    """Sentences about stages, spans and memo; nothing about spans if there are none."""
    if not spans.spans:
        return []
    time = {stage.name: stage.ns_per_span for stage in stages}
    sentences = [
        f"A span takes {time['lexing']:,.0f} ns to find, {time['all known']:,.0f} ns with its tokens if it is known, "
        f"{time['all new']:,.0f} ns if everything is merged anew; a list instead of an array adds "
        f"{max(0.0, time['all known, as a list'] - time['all known']):,.0f} ns. A tokenizer that has seen nothing "
        f"takes {time['first time']:,.0f} ns.",
        f"{percent(spans.one_token / spans.spans)} of {spans.spans:,} spans are exactly one token and reach no "
        f"encoder; {percent(spans.two_to_four / spans.spans)} have 2 to 4 tokens, "
        f"{percent(spans.five_or_more / spans.spans)} more. {percent(spans.long_bytes / spans.bytes)} of the bytes are "
        f"in spans of {LONG_BYTES} bytes and more, the longest has {spans.longest:,}.",
        f"{spans.distinct:,} spans are distinct; of the last tenth of the corpus, "
        f"{percent(spans.new_by_tenth[-1])} of the spans are new (of the first, {percent(spans.new_by_tenth[0])}).",
        _memo(memo),
    ]
    if left_out:
        sentences.append(f"{left_out / 1e6:.1f} MB of the corpus were left out.")
    return sentences


def _memo(memo: MemoFacts) -> str:
    """What the engine's memo becomes and finds, beside one without a limit."""
    everything = memo.by_slots[-1]
    grown = f"The memo grows to {memo.engine_slots:,} slots and {memo.engine_bytes / 1e6:.1f} MB here"
    tokens = ", all short tokens of the vocabulary among them," if memo.engine_holds_tokens else ""
    return (
        f"{grown}{tokens} and finds {percent(memo.engine_hit_rate)} of the spans; one that remembers everything finds "
        f"{percent(everything.hit_rate)}, {percent(everything.with_tokens or 0.0)} with the tokens in it from the "
        "start."
    )

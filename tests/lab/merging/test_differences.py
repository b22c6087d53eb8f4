"""Where lanes part ways; tiktoken confirms that the wrong ones are wrong."""

from __future__ import annotations

import pytest
import tiktoken

import wordchipper_lab as wl
from wordchipper_lab.encoders import ENCODERS
from wordchipper_lab.encoders.registry import WRONG_ENCODERS
from wordchipper_lab.lab import find_misstep, first_difference, trace_merges
from wordchipper_lab.lab.merging.differences import align_by_merge
from wordchipper_lab.lab.merging.presets import PRESETS


@pytest.mark.parametrize(("model", "text"), [("r50k_base", "bear"), ("o200k_base", "defenestration")])
def test_tiktoken_confirms_that_shift_reduce_fails(model: str, text: str) -> None:
    tok = wl.Tokenizer.from_pretrained(model)
    expected = tiktoken.get_encoding(model).encode(text)
    assert len(tok.spans(text).ends) == 1
    for encoder in ENCODERS:
        assert trace_merges(tok, text, encoder).tokens == expected
    assert trace_merges(tok, text, "shift_reduce").tokens != expected


def test_a_misstep_is_a_merge_too_many_or_one_too_few() -> None:
    kinds = set()
    for model in ("r50k_base", "cl100k_base", "o200k_base"):
        tok = wl.Tokenizer.from_pretrained(model)
        for text in ("bear", "tokenization", "defenestration", "CamelCaseIdentifier", "   world"):
            right = trace_merges(tok, text, "buffer_sweep")
            assert find_misstep(right, right) is None
            true = {(frame.merged.start, frame.merged.end) for frame in right.frames if frame.merged}
            for encoder in WRONG_ENCODERS:
                wrong = trace_merges(tok, text, encoder)
                found = find_misstep(wrong, right)
                assert (found is None) == (wrong.tokens == right.tokens)
                if found is None:
                    continue
                kinds.add("missed" if found.wrong is None else "forbidden")
                if found.wrong is not None:
                    assert wrong.frames[found.frame].merged == found.wrong
                    assert (found.wrong.start, found.wrong.end) not in true
                if found.instead is not None:
                    assert (found.instead.start, found.instead.end) in true
    assert kinds == {"missed", "forbidden"}


def test_truncated_traces_are_compared_as_far_as_they_go() -> None:
    tok, text = wl.Tokenizer.from_pretrained("o200k_base"), "tokenization of defenestration"
    whole = trace_merges(tok, text, "buffer_sweep")
    for most in range(0, 400, 17):
        part = trace_merges(tok, text, "priority_merge", max_events=most)
        assert first_difference(whole, part) is first_difference(part, whole) is None
        cut = trace_merges(tok, text, "shift_reduce", max_events=most)
        found = find_misstep(cut, whole)
        assert found is None or found.wrong is not None or not cut.is_truncated
    assert find_misstep(whole, trace_merges(tok, text, "merge_heap", max_events=9)) is None


def test_merging_encoders_never_differ() -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_base")
    traces = [trace_merges(tok, "สวัสดีชาวโลก", encoder) for encoder in ENCODERS[:4]]
    assert {first_difference(traces[0], other) for other in traces} == {None}
    assert first_difference(traces[0], trace_merges(tok, "สวัสดีชาวโลก", "bpe_backtrack")) == 0


def test_two_vocabularies_differ_at_the_first_merge_that_only_one_makes() -> None:
    one, other = (
        trace_merges(wl.Tokenizer.from_pretrained(model), "tokenization", "priority_merge")
        for model in ("r50k_base", "o200k_base")
    )
    at = first_difference(one, other)
    left, right = align_by_merge(one), align_by_merge(other)
    assert at is not None
    assert left[at].starts != right[at].starts
    assert all(left[k].starts == right[k].starts for k in range(at))


@pytest.mark.parametrize("name", PRESETS)
def test_presets_show_what_they_tell(name: str) -> None:
    preset = PRESETS[name]
    assert preset.story
    assert set(preset.lanes) <= {*ENCODERS, *WRONG_ENCODERS}
    assert len(set(preset.lanes) & set(ENCODERS)) >= 3


def test_what_the_stories_say() -> None:
    o200k = wl.Tokenizer.from_pretrained("o200k_base")
    assert trace_merges(o200k, " tokenization", "buffer_sweep").counters.merges == 11
    assert len(trace_merges(o200k, " tokenization", "bpe_backtrack").frames) == 3
    assert trace_merges(o200k, "defenestration", "bpe_backtrack").counters.back_steps == 3
    family = PRESETS["A family, joined"].text
    assert len(family.encode()) == 18
    spans = o200k.spans("   world")
    assert spans.ends.tolist() == [2, 8]
    camel = "CamelCaseIdentifier"
    assert [
        len(wl.Tokenizer.from_pretrained(m).spans(camel).ends) for m in ("cl100k_base", "o200k_base")
    ] == [1, 3]
    repeat = PRESETS["200 bytes that repeat"].text.encode()
    assert len(repeat) == 200
    sweep, heap = (trace_merges(o200k, repeat, name).counters for name in ("buffer_sweep", "priority_merge"))
    assert sweep.pair_lookups > 30 * heap.pair_lookups
    assert heap.stale_pops > 0

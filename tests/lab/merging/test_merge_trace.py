"""Traces replayed into frames: every frame is a state the encoder was in, and the last is its result."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wordchipper_lab as wl
from wordchipper_lab.encoders import ENCODERS
from wordchipper_lab.encoders.bpe_backtrack import bpe_backtrack
from wordchipper_lab.encoders.buffer_sweep import buffer_sweep
from wordchipper_lab.encoders.priority_merge import priority_merge
from wordchipper_lab.encoders.reference import merge_bytes
from wordchipper_lab.encoders.registry import WRONG_ENCODERS, find_encoder
from wordchipper_lab.encoders.span_work import SpanWork, scratch_work
from wordchipper_lab.encoders.traced import encode_one_span
from wordchipper_lab.errors import TextError, UnknownNameError, UnsupportedVocabError
from wordchipper_lab.kernels.bits import is_bit_set
from wordchipper_lab.lab import MergeTrace, toy_tokenizer, trace_merges
from wordchipper_lab.lab.benchmark.corpora import load_corpus
from wordchipper_lab.lab.merging.frames import BacktrackState, ListState, RankRowState, StackState, TailState
from wordchipper_lab.lab.shown_ranks import shown_rank

MODELS = ("r50k_base", "p50k_base", "cl100k_base", "o200k_base")
MERGING = ("buffer_sweep", "tail_sweep", "merge_heap", "priority_merge")
SPANS = [
    "a",
    " tokenization",
    "defenestration",
    "   world",
    "CamelCaseIdentifier",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\U0001f3f3\ufe0f\u200d\U0001f308 \U0001f1e9\U0001f1f0",
    "สวัสดีชาวโลก",
    "안녕하세요",
    "東京タワー",
    "مرحبا بالعالم",
    "ẛ̣",
    "aab" * 40,
    "=" * 130,
    " " * 90,
    "\n" * 50,
]


@pytest.fixture(scope="module", params=MODELS)
def tok(request: pytest.FixtureRequest) -> wl.Tokenizer:
    return wl.Tokenizer.from_pretrained(request.param)


def check_trace(tok: wl.Tokenizer, span: bytes, encoder: str) -> MergeTrace:
    """Check what must hold for every trace that is not truncated."""
    trace = trace_merges(tok, span, encoder)
    assert not trace.is_truncated
    assert (
        trace.tokens
        == tok.vocab.to_ids(np.array(encode_one_span(tok.vocab, encoder, span), dtype=int)).tolist()
    )
    assert trace.frames[-1].tokens == trace.tokens
    assert trace.frames[-1].counters == trace.counters
    assert [frame.step for frame in trace.frames] == list(range(len(trace.frames)))
    for frame in trace.frames:
        sizes = [len(tok.id_to_bytes(token)) for token in frame.tokens]
        assert [end - start for start, end in zip(frame.starts, frame.ends, strict=True)] == sizes
        joined = b"".join(tok.id_to_bytes(token) for token in frame.tokens)
        assert joined == (span[: len(joined)] if encoder == "bpe_backtrack" else span)
        assert frame.starts == [0, *np.cumsum(sizes).tolist()][: len(sizes)]
        for pair in frame.candidates:
            assert pair.token == tok.vocab.find_pair(pair.left, pair.right)
            assert pair.rank == (None if pair.token is None else shown_rank(tok, pair.token))
            assert span[pair.start : pair.end] == tok.id_to_bytes(pair.left) + tok.id_to_bytes(pair.right)
    for before, after in pairwise(trace.frames):
        if before.winner is not None:
            at = before.winner.index
            merged = [*before.tokens[:at], before.winner.token, *before.tokens[at + 2 :]]
            assert after.tokens == merged
            assert after.merged is not None
            assert replace(after.merged, index=at) == replace(before.winner, is_fresh=False)
        elif encoder in MERGING:
            assert after.tokens == before.tokens
    return trace


def check_merging(trace: MergeTrace) -> None:
    """Each merge takes the lowest rank of all adjacent pairs, the leftmost among equals."""
    for frame in trace.frames:
        assert [pair.index for pair in frame.candidates] == list(range(max(len(frame.tokens) - 1, 0)))
        ranked = [(pair.rank, pair.index) for pair in frame.candidates if pair.rank is not None]
        if frame.winner is not None:
            assert (frame.winner.rank, frame.winner.index) == min(ranked)
    assert not any(pair.rank is not None for pair in trace.frames[-1].candidates)


def check_all(tok: wl.Tokenizer, span: bytes) -> None:
    expected = merge_bytes(span, tok.vocab.find_token)
    for encoder in ENCODERS:
        trace = check_trace(tok, span, encoder)
        assert trace.tokens == expected
        if encoder in MERGING:
            check_merging(trace)
    for encoder in WRONG_ENCODERS:
        check_trace(tok, span, encoder)


@pytest.mark.sampled("o200k_base")
def test_chosen_spans(tok: wl.Tokenizer) -> None:
    for span in SPANS:
        check_all(tok, span.encode())


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(MODELS),
    st.one_of(
        st.binary(min_size=1, max_size=40),
        st.text(min_size=1, max_size=16).map(lambda text: text.encode("utf-8", "replace")),
        st.text("ab c", min_size=1, max_size=40).map(str.encode),
    ),
)
def test_any_span(model: str, span: bytes) -> None:
    check_all(wl.Tokenizer.from_pretrained(model), span)


@pytest.mark.deep
def test_the_longest_tokens(tok: wl.Tokenizer) -> None:
    sizes = np.diff(tok.vocab.ranked.starts)
    for token in np.argsort(sizes)[-3:].tolist():
        check_all(tok, tok.id_to_bytes(token))


SINGLE = {bytes([value]): value for value in range(256)}
MERGES = [("l", "o"), ("e", "r"), ("lo", "w"), ("w", "er"), ("low", "er"), ("e", "s"), ("es", "t")]


def reordered(merges: list[tuple[str, str]], **unmade: int) -> wl.Tokenizer:
    """A tokenizer whose ids fall where ranks rise: those of the bytes come last."""
    pairs = [(left.encode(), right.encode()) for left, right in merges]
    tokens = {left + right: 900 - number for number, (left, right) in enumerate(pairs)}
    ids = {token: 1255 - number for token, number in SINGLE.items()} | tokens
    return wl.Tokenizer.from_merges(ids | {token.encode(): number for token, number in unmade.items()}, pairs)


@pytest.mark.parametrize("merges", [MERGES, MERGES[::-1]], ids=["in order", "out of order"])
def test_ids_that_are_not_ranks(merges: list[tuple[str, str]]) -> None:
    tok = reordered(merges, owe=3)
    assert tok.vocab.is_merge_ordered == (merges is MERGES)
    ranks = {(left + right).encode(): rank for rank, (left, right) in enumerate(merges)}
    for span in [b"lower", b"slowest", b"lowerlowest", "löwe".encode(), b"es" * 20, b"owe"]:
        for encoder in ENCODERS:
            if not find_encoder(encoder).can_encode(tok.vocab):
                with pytest.raises(UnsupportedVocabError, match="merges out of order"):
                    trace_merges(tok, span, encoder)
                continue
            trace = check_trace(tok, span, encoder)
            assert trace.tokens == tok.encode(span.decode())
            for pair in trace.frames[0].candidates if encoder in MERGING else []:
                assert pair.rank == ranks.get(tok.id_to_bytes(pair.left) + tok.id_to_bytes(pair.right))
            if encoder in MERGING:
                check_merging(trace)


def test_an_encoders_own_data_has_ids() -> None:
    tok = reordered(MERGES)
    span, head = b"lowest", [900, 1255]
    known = {1255 - byte for byte in span} | set(range(894, 901)) | set(head)

    def states(encoder: str) -> list:
        return [frame.state for frame in trace_merges(tok, span, encoder, head=head).frames]

    assert all(known >= set(state.buffer) for state in states("buffer_sweep"))
    assert all(state.output[:2] == head and known >= set(state.output) for state in states("tail_sweep"))
    assert states("merge_heap")[0] == RankRowState([0, None, None, 5, None], [0, 1, 2, 3, 4])
    for state in states("priority_merge"):
        assert known >= set(filter(None, state.nodes))
        assert all(entry.rank < 7 and entry.left in known for entry in [*state.heap, *state.pushed])
    for state in states("bpe_backtrack"):
        assert known >= {*state.chain, *filter(None, (state.tried, state.shorter))}
        assert all(known >= {check.left, check.right} for check in state.checks)
    for state in states("shift_reduce"):
        assert known >= set(state.stack)
    stale = [state.popped.stale for state in states("priority_merge") if state.popped and state.popped.stale]
    assert all(
        int(word) in known for text in stale for word in text.split() if word.isdigit() and int(word) > 9
    )


def run_kernel(kernel, encoder: str, tok: wl.Tokenizer, span: bytes) -> SpanWork:
    """The kernel's working memory after the run."""
    work = scratch_work(find_encoder(encoder, also_wrong=True).scratch, len(span))
    text, tokens = np.frombuffer(bytearray(span), dtype=np.uint8), np.zeros(len(span), dtype=np.uint32)
    kernel(tok.vocab.tables, text, 0, len(span), tokens, 0, work, None)
    return work


@pytest.mark.parametrize("text", ["defenestration", "aab" * 20, "สวัสดีชาวโลก"])
def test_replayed_data_are_those_that_the_kernels_leave_behind(text: str) -> None:
    tok, span = wl.Tokenizer.from_pretrained("o200k_base"), text.encode()
    state = trace_merges(tok, span, "buffer_sweep").frames[-1].state
    assert run_kernel(buffer_sweep, "buffer_sweep", tok, span).working.tolist() == state.buffer
    work = run_kernel(priority_merge, "priority_merge", tok, span)
    linked = trace_merges(tok, span, "priority_merge").frames[-1].state
    assert work.previous.tolist() == linked.previous
    assert work.following.tolist() == linked.following
    alive = [token for token in linked.nodes if token is not None]
    assert alive == encode_one_span(tok.vocab, "priority_merge", span)
    bits = run_kernel(bpe_backtrack, "bpe_backtrack", tok, span).bits
    tried = trace_merges(tok, span, "bpe_backtrack").frames[-1].state
    assert [int(is_bit_set(bits, at)) for at in range(len(span) + 1)] == tried.bits


def test_the_heap_is_a_heap_and_stale_entries_are_told_why() -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_base")
    reasons = set()
    for text in SPANS:
        trace = trace_merges(tok, text, "priority_merge")
        for before, after in pairwise(trace.frames):
            state: ListState = after.state
            keys = [(entry.rank, entry.position) for entry in state.heap]
            assert all(keys[(at - 1) // 2] <= keys[at] for at in range(1, len(keys)))
            popped = state.popped
            assert popped.entry == before.state.heap[0]
            index = (
                before.starts.index(popped.entry.position) if popped.entry.position in before.starts else -1
            )
            still = index >= 0 and before.tokens[index : index + 2] == [popped.entry.left, popped.entry.right]
            assert still == (popped.stale is None)
            if popped.stale:
                reasons.add(popped.stale.split(" at byte")[0].split(" is ")[0])
                assert after.tokens == before.tokens
            expected = len(before.state.heap) - 1 + len(state.pushed)
            assert len(state.heap) == expected
        assert trace.counters.stale_pops == sum(
            frame.state.popped is not None and frame.state.popped.stale is not None for frame in trace.frames
        )
    assert len(reasons) >= 2


def test_merge_heap_recomputes_two_entries_at_most() -> None:
    trace = trace_merges(wl.Tokenizer.from_pretrained("o200k_base"), " tokenization", "merge_heap")
    assert trace.frames[0].state.recomputed == list(range(12))
    for frame in trace.frames[1:]:
        at = frame.merged.index
        assert frame.state.recomputed == [i for i in (at - 1, at) if 0 <= i < len(frame.tokens) - 1]
        assert frame.state.pair_ranks == [pair.rank for pair in frame.candidates]


def test_tail_sweep_works_behind_a_fixed_head() -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_base")
    trace = trace_merges(tok, " tokenization", "tail_sweep", head=[24912, 11])
    for frame in trace.frames:
        assert frame.state == TailState([24912, 11, *frame.tokens], 2)


def test_backtracking_tells_what_it_tried_and_why_not() -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_base")
    trace = trace_merges(tok, "defenestration", "bpe_backtrack")
    states: list[BacktrackState] = [frame.state for frame in trace.frames]
    assert states[0].outcome == "start"
    outcomes = [state.outcome for state in states]
    assert outcomes.count("back") == trace.counters.back_steps == 3
    assert outcomes.count("shorter") == trace.counters.shorter_prefixes
    assert sum(len(state.checks) for state in states) == trace.counters.pair_checks
    assert sum(state.trie_steps for state in states) == trace.counters.trie_steps
    for before, after in pairwise(trace.frames):
        state: BacktrackState = after.state
        assert state.chain[-1] == state.tried
        if after.candidates:
            border = before.tokens[after.candidates[0].index]
            assert border == after.candidates[0].left == before.tokens[-1]
        prefixes = [tok.id_to_bytes(token) for token in state.chain]
        assert all(long.startswith(short) and long != short for long, short in pairwise(prefixes))
        refused = bool(state.checks) and state.checks[-1].refuses
        assert not any(check.refuses for check in state.checks[:-1])
        for check, following in pairwise(state.checks):
            left, right = tok.vocab.split(check.undone)
            is_left = check.undone == check.left and following.left == right
            assert is_left or (check.undone == check.right and following.right == left)
            other = ("right", "left")[not is_left]
            assert getattr(check, other) == getattr(following, other)
        assert all(check.undone is None for check in state.checks[-1:])
        if state.outcome == "accepted":
            assert state.is_open
            assert not refused
            assert after.tokens == [*before.tokens, state.tried]
        else:
            assert refused or not state.is_open
            assert after.tokens == (before.tokens[:-1] if state.outcome == "back" else before.tokens)


def test_shift_reduce_reads_byte_by_byte() -> None:
    trace = trace_merges(wl.Tokenizer.from_pretrained("r50k_base"), "bear", "shift_reduce")
    states: list[StackState] = [frame.state for frame in trace.frames]
    assert [state.action for state in states] == ["start", *["shift"] * 2, "reduce", *["shift"] * 2, "reduce"]
    assert states[-1].stack == trace.tokens == [1350, 283]
    assert trace.counters.shifts == 4


@pytest.mark.parametrize("encoder", [*ENCODERS, *WRONG_ENCODERS])
def test_a_trace_longer_than_its_buffer_says_so_and_stays_usable(encoder: str) -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_base")
    whole = trace_merges(tok, "defenestration", encoder)
    for most in range(0, whole.n_events, 3):
        part = trace_merges(tok, "defenestration", encoder, max_events=most)
        assert part.is_truncated
        assert "end early" in part.note
        assert part.tokens == whole.tokens
        assert part.counters == whole.counters
        assert part.n_events == whole.n_events
        assert 1 <= len(part.frames) <= len(whole.frames)
        for frame, same in zip(part.frames[:-1], whole.frames, strict=False):
            assert (frame.tokens, frame.starts) == (same.tokens, same.starts)
        json.dumps(part.to_json())
    assert not trace_merges(tok, "defenestration", encoder, max_events=whole.n_events).is_truncated
    assert whole.note == ""


def test_frames_end_before_they_fill_the_memory(monkeypatch) -> None:
    monkeypatch.setattr("wordchipper_lab.lab.merging.merge_trace._MOST_WEIGHT", 5000)
    tok = wl.Tokenizer.from_pretrained("o200k_base")
    for encoder in ENCODERS:
        whole_head = [1] * 3000 if encoder == "tail_sweep" else []
        trace = trace_merges(tok, "aab" * 40, encoder, head=whole_head)
        assert trace.is_truncated
        assert "end early" in trace.note
        assert len(trace.frames) <= 5000 // 120 + 3
        assert trace.tokens == encode_one_span(tok.vocab, encoder, b"aab" * 40)


@pytest.mark.parametrize("encoder", [*ENCODERS, *WRONG_ENCODERS])
def test_json(encoder: str) -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_base")
    trace = trace_merges(tok, " ꙮ", encoder)
    read = json.loads(json.dumps(trace.to_json()))
    assert bytes.fromhex(read["span"]) == trace.span
    assert read["frames"][-1]["tokens"] == read["tokens"] == trace.tokens
    assert len(read["frames"]) == len(trace.frames)
    assert read["counters"]["merges"] == trace.counters.merges


def test_the_fast_path_is_told_and_not_taken() -> None:
    trace = trace_merges(wl.Tokenizer.from_pretrained("o200k_base"), " world", "buffer_sweep")
    assert trace.whole == trace.tokens[0] == 2375
    assert trace.counters.merges == 5


def test_spans_that_are_none() -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_base")
    for encoder in (*ENCODERS, *WRONG_ENCODERS):
        empty = trace_merges(tok, "", encoder)
        assert (empty.tokens, len(empty.frames), empty.frames[0].tokens) == ([], 1, [])
    assert trace_merges(tok, "\ud800", "merge_heap").span == "\ufffd".encode()
    with pytest.raises(TextError, match="bytes or str, got int"):
        trace_merges(tok, 7, "merge_heap")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="unknown encoder 'nope'"):
        trace_merges(tok, "x", "nope")


def test_a_vocabulary_that_is_not_merge_ordered(tmp_path) -> None:
    import base64

    tokens = [bytes([i]) for i in range(256)] + [b"abc", b"ab"]
    lines = [base64.b64encode(token) + b" %d" % rank for rank, token in enumerate(tokens)]
    (tmp_path / "odd.tiktoken").write_bytes(b"\n".join(lines))
    tok = wl.Tokenizer.from_file(tmp_path / "odd.tiktoken")
    for encoder in MERGING:
        assert trace_merges(tok, "abcab", encoder).tokens == [256, 257]
    with pytest.raises(UnsupportedVocabError):
        trace_merges(tok, "abc", "bpe_backtrack")


def test_toys() -> None:
    tok = toy_tokenizer("toy: bc, ab")
    for encoder in ENCODERS:
        check_trace(tok, b"abc", encoder)
    assert tok.encode("abc") == [97, 256]
    assert trace_merges(tok, "abc", "greedy_left").tokens == [257, 99]
    abcd = trace_merges(toy_tokenizer("toy: ab, cd, abcd"), "abcd", "buffer_sweep")
    assert [frame.merged.rank for frame in abcd.frames[1:]] == [256, 257, 258]
    with pytest.raises(UnknownNameError, match="toy"):
        toy_tokenizer("none")


@pytest.mark.deep
def test_the_words_of_many_languages(tok: wl.Tokenizer) -> None:
    text = load_corpus("diverse").text + load_corpus("english").text
    data = text.encode()
    spans = {data[span.start : span.end] for span in tok.spans(text, "text")}
    for span in sorted(spans)[::12]:
        if len(span) <= 120:
            check_all(tok, span)

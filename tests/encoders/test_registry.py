"""A registered user-defined span encoder is chosen, measured and stepped through like the built-in ones."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import pytest

import wordchipper_lab as wl
from wordchipper_lab.encoders import (
    ENCODERS,
    SpanEncoder,
    register_span_encoder,
    registry,
    unregister_span_encoder,
)
from wordchipper_lab.encoders.encoder_check import _vocabulary
from wordchipper_lab.encoders.priority_merge import PRIORITY_MERGE, priority_merge
from wordchipper_lab.encoders.registry import (
    BUILT_IN,
    ENTRY_POINTS,
    PLUGGED,
    code_of,
    find_encoder,
    quadratic_encoders,
)
from wordchipper_lab.encoders.tail_sweep import TAIL_SWEEP
from wordchipper_lab.errors import (
    ArgumentTypeError,
    EncoderRegistrationError,
    UnknownNameError,
    UnsupportedVocabError,
)
from wordchipper_lab.kernels.tables import NOT_FOUND, find_pair
from wordchipper_lab.kernels.trace import record
from wordchipper_lab.lab import run_benchmark, trace_merges

TEXT = "Antidisestablishmentarianism xqzjv 東京タワー " * 30 + "q" * 3000 + "<|endoftext|> it's"


def halves(tables, text, start, end, tokens, n_tokens, work, trace):
    """A sweep that keeps the rank of its last winner in its own scratch, for no good reason."""
    head = n_tokens
    for i in range(start, end):
        tokens[n_tokens] = tables.byte_tokens[text[i]]
        n_tokens += 1
    while True:
        best, best_rank = -1, NOT_FOUND
        for i in range(head, n_tokens - 1):
            rank = find_pair(tables.pairs, tokens[i], tokens[i + 1])
            if trace is not None:
                record(trace, 1, i - head, tokens[i], tokens[i + 1], rank)
            if rank != NOT_FOUND and (best < 0 or rank < best_rank):
                best, best_rank = i, rank
        if best < 0:
            return n_tokens
        work.own[n_tokens - head] = best_rank
        tokens[best] = best_rank
        n_tokens -= 1
        for i in range(best + 1, n_tokens):
            tokens[i] = tokens[i + 1]
        if trace is not None:
            record(trace, 2, best - head, best_rank, n_tokens - head, n_tokens - best - 1)


def scratch(capacity: int, memo: bool) -> dict[str, np.ndarray]:
    return {"own": np.zeros(capacity + 1, dtype=np.uint64)}


HALVES = SpanEncoder("halves", halves, "O(n²)", scratch=scratch, is_quadratic=True)


@pytest.fixture(scope="module")
def registered():
    register_span_encoder(HALVES)
    yield "halves"
    unregister_span_encoder("halves")


def test_it_is_among_the_names(registered: str) -> None:
    assert list(wl.ENCODERS) == [*(one.name for one in BUILT_IN), "halves"]
    assert ENCODERS[-1] == "halves"
    assert len(ENCODERS) == 6
    assert "halves" in ENCODERS
    assert (code_of("halves"), code_of("tail_sweep")) == (PLUGGED, 1)
    assert "halves" in quadratic_encoders()
    with pytest.raises(UnknownNameError, match="bpe_backtrack, halves"):
        find_encoder("halve")


@pytest.mark.sampled("automaton-True")
@pytest.mark.parametrize("memo", [True, False])
@pytest.mark.parametrize("lexer", ["automaton", "regex"])
def test_its_ids_are_those_of_all(registered: str, memo: bool, lexer: str) -> None:
    ours = wl.Tokenizer.from_pretrained("o200k_base", encoder="halves", lexer=lexer)
    if not memo:
        ours = wl.Tokenizer(ours.vocab, encoder="halves", lexer=lexer, memo=False)
    expected = wl.Tokenizer.from_pretrained("o200k_base")
    assert ours.encoder == "halves"
    assert ours.encode(TEXT) == expected.encode(TEXT)
    assert ours.encode_batch([TEXT, "", TEXT[:99]]) == expected.encode_batch([TEXT, "", TEXT[:99]])
    assert ours.count(TEXT) == expected.count(TEXT)


def test_it_is_stepped_through(registered: str) -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_base")
    own, sweep = (trace_merges(tok, "defenestration", name) for name in ("halves", "tail_sweep"))
    assert [frame.tokens for frame in own.frames] == [frame.tokens for frame in sweep.frames]
    assert [frame.candidates for frame in own.frames] == [frame.candidates for frame in sweep.frames]


@pytest.mark.deep
def test_without_events_there_are_two_frames() -> None:
    def silent(tables, text, start, end, tokens, n_tokens, work, trace):
        return priority_merge(tables, text, start, end, tokens, n_tokens, work, None)

    register_span_encoder(replace(PRIORITY_MERGE, name="silent", kernel=silent))
    try:
        tok = wl.Tokenizer.from_pretrained("o200k_base")
        trace = trace_merges(tok, "defenestration", "silent")
        assert [len(frame.tokens) for frame in trace.frames] == [14, 4]
        assert trace.frames[-1].tokens == trace.tokens == tok.encode("defenestration")
        assert trace.frames[-1].ends[-1] == 14
    finally:
        unregister_span_encoder("silent")


@pytest.mark.deep
def test_it_is_measured(registered: str) -> None:
    run = run_benchmark(encoders="all", memo=False, corpora=["english"], peers=(), rounds=1)
    measured = {found.case.encoder: found.exact for found in run}
    assert measured == dict.fromkeys(ENCODERS, True)


def test_what_cannot_be_one_is_refused() -> None:
    def wrong(tables, text, start, end, tokens, n_tokens, work, trace):
        tokens[n_tokens] = tables.byte_tokens[text[start]]
        return n_tokens + 1

    def greedy(tables, text, start, end, tokens, n_tokens, work, trace):
        return undefined_name  # noqa: F821

    def beyond(tables, text, start, end, tokens, n_tokens, work, trace):
        tokens[0] = 1
        return priority_merge(tables, text, start, end, tokens, n_tokens, work, None)

    cases = {
        "BPE gives": SpanEncoder("one byte", wrong, "O(1)"),
        "cannot be compiled: .*undefined_name": SpanEncoder("unknown", greedy, "?"),
        "of other spans": replace(PRIORITY_MERGE, name="beyond", kernel=beyond),
        "'tail_sweep' is built in": TAIL_SWEEP,
        "'auto' is built in": replace(TAIL_SWEEP, name="auto"),
    }
    for message, encoder in cases.items():
        with pytest.raises(EncoderRegistrationError, match=message):
            register_span_encoder(encoder)
    with pytest.raises(EncoderRegistrationError, match="no span encoder 'x' is registered"):
        unregister_span_encoder("x")
    with pytest.raises(ArgumentTypeError):
        register_span_encoder("tail_sweep")  # type: ignore[arg-type]
    assert not {"one byte", "unknown", "beyond", "auto"} & set(ENCODERS)


def test_a_second_one_of_a_name(registered: str) -> None:
    with pytest.raises(EncoderRegistrationError, match="already registered: pass replace=True"):
        register_span_encoder(HALVES)
    assert register_span_encoder(HALVES, replace=True) is HALVES


@pytest.mark.deep
def test_the_rule_for_vocabularies_has_one_home() -> None:
    from wordchipper_lab.vocab.token_bytes import pack_tokens
    from wordchipper_lab.vocab.unified import UnifiedVocab

    vocab = UnifiedVocab(
        pack_tokens([bytes([i]) for i in range(256)] + [b"abc", b"ab", b"abcd"]), pattern=r"\S+", name="odd"
    )
    assert not vocab.is_merge_ordered
    with pytest.raises(UnsupportedVocabError, match="so bpe_backtrack is not exact"):
        find_encoder("bpe_backtrack").check(vocab)
    find_encoder("priority_merge").check(vocab)
    assert _vocabulary().is_merge_ordered


def test_what_packages_offer_is_listed_without_being_loaded(monkeypatch) -> None:
    offered = {
        "missing": EntryPoint("missing", "no_such_module:ENCODER", ENTRY_POINTS),
        "misnamed": EntryPoint(
            "misnamed", "wordchipper_lab.encoders.priority_merge:PRIORITY_MERGE", ENTRY_POINTS
        ),
    }
    monkeypatch.setattr(registry, "_offered", lambda: offered)
    assert ENCODERS[-2:] == ("missing", "misnamed")
    assert ENCODERS.built_in == tuple(one.name for one in BUILT_IN)
    with pytest.raises(
        EncoderRegistrationError, match="'missing' of no_such_module:ENCODER cannot be loaded"
    ):
        find_encoder("missing")
    with pytest.raises(EncoderRegistrationError, match="'priority_merge' is built in"):
        find_encoder("misnamed")


@pytest.mark.deep
def test_an_installed_package_offers_one_by_entry_point(tmp_path: Path) -> None:
    """The command line finds it, in a process that does not import it explicitly."""
    (tmp_path / "my_encoders.py").write_text(
        textwrap.dedent(
            """
            from dataclasses import replace
            from wordchipper_lab.encoders.priority_merge import PRIORITY_MERGE

            MINE = replace(PRIORITY_MERGE, name="mine")
            """
        )
    )
    info = tmp_path / "my_encoders-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-encoders\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[wordchipper_lab.span_encoders]\nmine = my_encoders:MINE\n")
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); sys.argv[0] = 'wordchipper-lab'; "
    program += "from wordchipper_lab.__main__ import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, "encode", "--model", "r50k_base", "--encoder", "mine"],
        input="hello unwhisperable",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stderr, done.stdout.split()) == (
        "", [str(token) for token in wl.Tokenizer.from_pretrained("r50k_base").encode("hello unwhisperable")]
    )  # fmt: skip

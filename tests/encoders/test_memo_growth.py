"""Memos grow while they are used, and whatever becomes of the helper, the ids are right."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import numpy as np
import pytest

from wordchipper_lab.encoders import memo_growth
from wordchipper_lab.encoders.span_memo import ENTRIES, HOLDS_TOKENS, IS_READY, REPLACED, SHORT_GROWS
from wordchipper_lab.encoders.token_encoder import TokenEncoder
from wordchipper_lab.spanners import build_lexer
from wordchipper_lab.spanners.text_spanner import TextSpanner
from wordchipper_lab.vocab.unified import load_vocab

WORDS = [np.base_repr(n * 7919, 36).lower() for n in range(60_000)]
PARTS = [" ".join(WORDS[at : at + 500]) for at in range(0, len(WORDS), 500)]


def new_encoder() -> TokenEncoder:
    vocab = load_vocab("r50k_base")
    return TokenEncoder(
        vocab, TextSpanner(build_lexer("r50k_base", "auto"), vocab.special_tokens), "merge_heap"
    )


@pytest.fixture(scope="module")
def expected() -> list[np.ndarray]:
    vocab = load_vocab("r50k_base")
    spanner = TextSpanner(build_lexer("r50k_base", "auto"), vocab.special_tokens)
    plain = TokenEncoder(vocab, spanner, "merge_heap", memo=False)
    return [plain.encode(part) for part in PARTS]


@pytest.fixture
def slow_helper(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Helpers that do not begin before this is set."""
    may_begin, make_ready = threading.Event(), memo_growth.make_ready
    memo_growth.load_growing()

    def wait_and_make_ready(*arguments: object) -> bool:
        assert may_begin.wait(60)
        return bool(make_ready(*arguments))  # type: ignore[arg-type]

    monkeypatch.setattr(memo_growth, "make_ready", wait_and_make_ready)
    return may_begin


def test_nothing_is_forgotten_in_growing(expected: list[np.ndarray]) -> None:
    encoder = new_encoder()
    for part, tokens in zip(PARTS, expected, strict=True):
        assert np.array_equal(encoder.encode(part), tokens)
        encoder._workspace().settle_memo()
    memo = encoder._workspace().memo
    assert memo.used[HOLDS_TOKENS]
    assert memo.used[REPLACED] == 0
    entries, records = memo.used[ENTRIES], memo.long.used[1]
    for part, tokens in zip(PARTS, expected, strict=True):
        assert np.array_equal(encoder.encode(part), tokens)
    memo = encoder._workspace().memo
    assert memo.used[ENTRIES] == entries
    assert memo.long.used[1] == records


def test_texts_go_on_while_a_helper_works(expected: list[np.ndarray], slow_helper: threading.Event) -> None:
    encoder = new_encoder()
    for _ in range(2):
        for part, tokens in zip(PARTS, expected, strict=True):
            assert np.array_equal(encoder.encode(part), tokens)
        assert not encoder._workspace().memo.used[HOLDS_TOKENS]
    assert len(encoder._workspace().memo.short) == 4 << 16
    slow_helper.set()
    assert encoder._workspace()._helper is not None
    encoder._workspace()._helper.wait()
    assert encoder._workspace().memo.used[IS_READY]
    for part, tokens in zip(PARTS, expected, strict=True):
        assert np.array_equal(encoder.encode(part), tokens)
    assert encoder._workspace().memo.used[HOLDS_TOKENS]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only POSIX forks")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_grows_without_the_helper_of_its_parent(
    expected: list[np.ndarray], slow_helper: threading.Event
) -> None:
    encoder = new_encoder()
    for part in PARTS[:60]:
        encoder.encode(part)
    assert encoder._workspace()._helper is not None
    child = os.fork()
    if child == 0:
        slow_helper.set()
        good = all(
            np.array_equal(encoder.encode(part), tokens) for part, tokens in zip(PARTS, expected, strict=True)
        )
        workspace = encoder._workspace()
        os._exit(0 if good and workspace._helper is None and workspace.memo.used[SHORT_GROWS] else 1)
    slow_helper.set()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.parametrize("error", [MemoryError, OSError])
def test_without_memory_the_memo_stays_small(
    expected: list[np.ndarray], monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def refuse(*_: object) -> np.ndarray:
        raise error

    encoder = new_encoder()
    encoder.encode(PARTS[0])
    monkeypatch.setattr(memo_growth, "new_memo", refuse)
    monkeypatch.setattr(memo_growth, "load_growing", lambda: None)
    for part, tokens in zip(PARTS, expected, strict=True):
        assert np.array_equal(encoder.encode(part), tokens)
    assert len(encoder._workspace().memo.short) == 4 << 12


def test_a_helper_without_threads_works_at_once(
    expected: list[np.ndarray], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    encoder = new_encoder()
    for part, tokens in zip(PARTS, expected, strict=True):
        assert np.array_equal(encoder.encode(part), tokens)
    assert encoder._workspace().memo.used[HOLDS_TOKENS]


END_WHILE_GROWING = """
import threading
from wordchipper_lab import Tokenizer
started = []
start = threading.Thread.start
threading.Thread.start = lambda thread: (start(thread), started.append(thread.name))
tok = Tokenizer.from_pretrained("r50k_base")
n = 0
while "memo helper" not in started:  # each works for a moment only, and a full memo needs none
    tok.encode(" ".join(f"{i:x}" for i in range(n, n + 300)))
    n += 300
"""


def test_a_process_may_end_while_a_helper_works() -> None:
    done = subprocess.run(
        [sys.executable, "-c", END_WHILE_GROWING], capture_output=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")

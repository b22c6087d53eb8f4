"""Lexers for patterns typed by visitors always end; otherwise they equal the lexers they stand for."""

from __future__ import annotations

import random
import threading
import time
from itertools import pairwise

import numpy as np
import pytest

from wordchipper_lab.errors import PatternSyntaxError, WorkLimitError
from wordchipper_lab.lab.divergence.limited_lexer import limited_lexer
from wordchipper_lab.spanners import SPECIAL, WORD, AutomatonLexer, build_lexer


def heartbeat(work) -> float:
    """The longest time in seconds that another thread had to wait while `work` ran."""
    gaps: list[float] = []
    done = threading.Event()

    def beat() -> None:
        last = time.monotonic()
        while not done.is_set():
            time.sleep(0.005)
            now = time.monotonic()
            gaps.append(now - last)
            last = now

    thread = threading.Thread(target=beat)
    thread.start()
    try:
        work()
    finally:
        done.set()
        thread.join()
    return max(gaps)


@pytest.mark.sampled("regex:")
@pytest.mark.parametrize(
    ("word", "text"),
    [("regex:(a+)+$", "a" * 20_000 + "b"), ("automaton:(?:a{1000}b){3}|a{3}", "a" * 1_000_000)],
)
def test_a_pattern_that_keeps_busy_is_given_up_and_nobody_waits_for_it(word: str, text: str) -> None:
    lexer = limited_lexer(word, seconds=0.1)

    def give_up() -> None:
        with pytest.raises(
            WorkLimitError, match=r"was stopped after .* raise .* WORDCHIPPER_LAB_PAGE_PATTERN_SECONDS"
        ):
            lexer.spans(text)

    began = time.process_time()
    assert heartbeat(give_up) < 5  # otherwise it keeps hold of the interpreter
    assert time.process_time() - began < 60


def test_an_automaton_that_reads_far_ahead_is_linear() -> None:
    for pattern in ("a*b|a", "a*b"):
        assert limited_lexer(f"automaton:{pattern}").spans("x" * 1000 + "a" * 300_000).ends[-1] == 301_000


@pytest.mark.parametrize("kind", ["regex", "automaton"])
def test_a_pattern_that_is_too_large_is_refused_at_once(kind: str) -> None:
    for pattern in ("(x{1000}){1000}", "a" * 100_000):
        with pytest.raises(WorkLimitError):
            limited_lexer(f"{kind}:{pattern}")
    with pytest.raises(PatternSyntaxError):
        limited_lexer(f"{kind}:(a")
    with pytest.raises(PatternSyntaxError):
        limited_lexer("regex:" + "(" * 1000 + ")" * 1000)


@pytest.mark.parametrize("pattern", ["a*b|a", "ab|c+", "a+(?!b)", "c"])
@pytest.mark.parametrize("kind", ["regex", "automaton"])
def test_a_limited_lexer_finds_what_the_lexer_finds(kind: str, pattern: str) -> None:
    random.seed(pattern)
    limited, plain = limited_lexer(f"{kind}:{pattern}"), build_lexer(pattern, kind)
    for size in (0, 1, 7, 40, 3000):
        text = "".join(random.choices("aabcé", k=size))
        assert limited.spans(text) == plain.spans(text)
    assert limited.spans("z" * 500_000) == plain.spans("z" * 500_000)


def test_gaps_end_where_regions_do() -> None:
    lexer = limited_lexer("automaton:a")
    text = np.frombuffer(b"bb<s>bb", dtype=np.uint8).copy()
    ends, kinds = np.zeros(16, np.int64), np.zeros(16, np.uint8)
    regions = np.array([2, 5, 7]), np.array([WORD, SPECIAL, WORD], dtype=np.uint8)
    n = lexer.next_spans(text, *regions, np.zeros(2, np.int64), ends, kinds)
    assert (ends[:n].tolist(), kinds[:n].tolist()) == ([2, 5, 7], [2, 1, 2])


def test_the_work_of_one_call_is_bounded_by_the_block_it_fills() -> None:
    lexer = AutomatonLexer("c")
    text = np.frombuffer(b"a" * 3000 + b"c" * 10, dtype=np.uint8).copy()
    cursor, found = np.zeros(2, np.int64), []
    ends, kinds = np.zeros(16, np.int64), np.zeros(16, np.uint8)
    regions = np.array([len(text)]), np.array([WORD], dtype=np.uint8)
    while n := lexer.next_spans(text, *regions, cursor, ends, kinds):
        found.append(ends[:n].tolist())
    assert max(end - start for (*_, start), (*_, end) in pairwise(found)) <= 16
    assert found[-1][-1] == len(text)


@pytest.mark.parametrize("pattern", ["(?R)a|b", "(a|(?1))*", "(?&x)(?P<x>a)", "(?P>x)(?P<x>a)", "((?-1)a)"])
def test_a_pattern_that_may_call_itself_is_refused(pattern) -> None:
    with pytest.raises(WorkLimitError, match="called by name or number"):
        limited_lexer(f"regex:{pattern}")


@pytest.mark.parametrize("pattern", ["[(?R]x", r"\(?Ra", "(?i:a)|(?-i:b)", "(?P<x>a)(?P=x)"])
def test_what_only_looks_like_a_call_is_none(pattern) -> None:
    limited_lexer(f"regex:{pattern}")

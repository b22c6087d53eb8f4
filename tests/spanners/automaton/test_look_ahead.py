"""Automata that reread text without end are recognized; marking finds the same spans without it."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

from wordchipper_lab.errors import PatternError
from wordchipper_lab.spanners import SPECIAL, WORD, AutomatonLexer, build_lexer
from wordchipper_lab.spanners.automaton.automaton_tables import (
    ACCEPT,
    EMIT,
    REWIND,
    ROW_MASK,
    compile_automaton,
)
from wordchipper_lab.spanners.automaton.look_ahead import rereads_without_end
from wordchipper_lab.spanners.automaton.memo_scan import new_marks, scan_marking
from wordchipper_lab.spanners.specimens import SPECIMENS
from wordchipper_lab.spanners.vector.vector_kernel import scan_spans
from wordchipper_lab.spanners.vector.vector_tables import automaton_only
from wordchipper_lab.vocab.open_patterns import OPEN_PATTERNS
from wordchipper_lab.vocab.patterns import PATTERNS

REREADS = ["a*b|a", "a*b", "a{1000}b|a", r"[^\r\n]*\n|.", r"'[^']*'|\w+|."]
READS_ONCE = [
    r"\w+",
    r"\w+(?: \w+)*|\s",
    r"https?://\S+|\w+|\S|\s+",
    r"\s*[\r\n]+|\s+(?!\S)|\s+|\S+",
    "a{50}b|a",
]


def test_the_published_patterns_and_their_specimens_keep_the_fast_kernel() -> None:
    patterns = [*PATTERNS.values(), *OPEN_PATTERNS.values()]
    patterns.append(SPECIMENS["digits_unlimited"].build().pattern)
    assert not any(map(rereads_without_end, patterns))
    assert build_lexer("o200k_base").kernel_tables() is not None


def test_who_reads_far_ahead_for_every_span() -> None:
    assert all(map(rereads_without_end, REREADS))
    assert not any(map(rereads_without_end, READS_ONCE))
    assert AutomatonLexer("a*b|a").kernel_tables() is None


def random_pattern(rng: random.Random, depth: int = 2) -> str:
    kind = rng.choice("ccccsalo" if depth else "c")
    part = lambda: random_pattern(rng, depth - 1)  # noqa: E731
    if kind == "c":
        return rng.choice(["a", "b", "c"]) + rng.choice(["", "", "*", "+", "?", "{1,3}"])
    if kind == "s":
        return part() + part() + part()
    if kind == "a":
        return f"(?:{part()}|{part()})" + rng.choice(["", "?", "{2}"])
    if kind == "l":
        return part() + rng.choice(["(?!a)", "(?=b)"])
    return f"{part()}|{part()}|{rng.choice('abc')}"


def count_reads(tables, text: str) -> int:
    """The number of characters that the plain kernel reads: a slow twin that only counts."""
    table = tables.transitions.reshape(-1, int(tables.n_columns[0])).astype(np.int64)
    cells = [int(tables.cells[ord(character)]) for character in text]
    start = position = reads = state = accepted = 0
    while position < len(text):
        entry = int(table[state, cells[position]])
        reads += 1
        if entry & EMIT:
            start = accepted = position
        if entry & ACCEPT:
            accepted = position
        state = (entry & ROW_MASK) // table.shape[1]
        position += 1
        if position == len(text) and not entry & REWIND and table[state, 0] & ACCEPT:
            break
        if entry & REWIND or position == len(text):
            start = position = max(accepted, start + 1 if accepted <= start else accepted)
            accepted, state = start, 0
    return reads


def patterns_that_compile(n: int) -> list[str]:
    rng = random.Random(14)
    found: list[str] = []
    while len(found) < n:
        pattern = random_pattern(rng)
        try:
            compile_automaton(pattern)
        except PatternError:
            continue
        found.append(pattern)
    return found


def test_what_is_said_to_be_read_once_is() -> None:
    loops = ["a", "b", "ab", "ba", "aab", "abc", "ca", "cab"]
    n_said = [0, 0]
    for pattern in patterns_that_compile(80):
        tables = compile_automaton(pattern)
        rereads = rereads_without_end(pattern)
        n_said[rereads] += 1
        if not rereads:
            for loop in loops:
                for head in ("", "c", "ab"):
                    assert count_reads(tables, head + loop * 80) <= 1000 + 6 * 80 * len(loop), (
                        pattern,
                        head,
                        loop,
                    )
    assert min(n_said) > 5


@pytest.mark.parametrize("size", [1, 2, 7, 500])
def test_marking_finds_the_spans_of_the_other_kernel(size: int) -> None:
    rng = random.Random(size)
    for pattern in [*REREADS[:2], *patterns_that_compile(40 if size > 2 else 5)]:
        tables = compile_automaton(pattern)
        parts = ["".join(rng.choices("aaabcé", k=rng.randint(0, 90))) for _ in range(6)]
        text = np.frombuffer(bytearray("".join(parts).encode()), dtype=np.uint8)
        regions = (
            np.cumsum([len(part.encode()) for part in parts]),
            np.array([WORD, WORD, SPECIAL, WORD, WORD, WORD], dtype=np.uint8),
        )
        cursor, ends, kinds = np.zeros(2, np.int64), np.zeros(999, np.int64), np.zeros(999, np.uint8)
        n = scan_spans(text, *regions, cursor, ends, kinds, automaton_only(tables))
        marks, shift = new_marks(tables, len(text))
        other, found, found_kinds, m = (
            np.zeros(2, np.int64),
            np.zeros(999, np.int64),
            np.zeros(999, np.uint8),
            0,
        )
        while other[0] < len(regions[0]):
            m = scan_marking(
                text, *regions, other, found[: m + size], found_kinds[: m + size], m, tables, marks, shift, 10
            )
        assert (found[:m].tolist(), found_kinds[:m].tolist()) == (ends[:n].tolist(), kinds[:n].tolist()), (
            pattern
        )


@pytest.mark.deep
def test_every_way_in_is_linear() -> None:
    """It once took 31 s on a text of 200,000 letters, and a hundred times that on this one."""
    program = """
import numpy as np
import wordchipper_lab as wl
from wordchipper_lab.encoders.stream_encoder import iter_encode
from wordchipper_lab.lab.comparison import compare
from wordchipper_lab.lab.policies import count_policies
tok = wl.Tokenizer.from_pretrained("r50k_base", lexer=wl.build_lexer("a*b|a"))
text = "a" * 1_000_000
assert len(tok.spans(text)) == tok.count(text) == len(tok.encode(text)) == len(tok.encode_array(text)) == len(text)
assert tok.count_batch([text, text[:999]]).tolist() == [len(text), 999]
assert sum(map(len, iter_encode(tok, [text[:1000], text[1000:]]))) == len(text)
assert len(tok.encode_with_spans(text).tokens) == len(text)
assert count_policies(tok, text).parse == len(text)
assert len(compare([tok], text).rows) == 1
assert wl.train_bpe([text], 257, pattern="a*b|a").vocab_size == 256
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], check=True, timeout=500)


def test_pickled_in_the_middle_of_a_text() -> None:
    lexer = build_lexer("a*b|a")
    spans = lexer.spans("aaaa")
    assert pickle.loads(pickle.dumps(lexer)).spans("aaaa") == spans

"""The engine's contract: block by block, region by region, the spans are those of the whole text."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

from wordchipper_lab.errors import LexerError
from wordchipper_lab.spanners import GAP, LEXERS, SPECIAL, WORD, Spans, WholeTextLexer, build_lexer
from wordchipper_lab.spanners.logos import LogosLexer, Standalone, TokenDefinition
from wordchipper_lab.spanners.span_lexer import collect_spans

TEXT = "It's  na\u00efve:\r\n\n  \u65e5\u672c\u8a9e, \U0001f44d  'The \"quoted\"   12345\t\u00a0x_1 = '\\t' \u0301M!\u0301  "


def collect_in_blocks(lexer, text, region_ends, region_kinds, size) -> tuple[list[int], list[int]]:
    cursor = np.zeros(2, dtype=np.int64)
    ends, kinds = np.full(size, -1, dtype=np.int64), np.full(size, 99, dtype=np.uint8)
    all_ends, all_kinds = [], []
    while n := lexer.next_spans(text, region_ends, region_kinds, cursor, ends, kinds):
        assert n <= size
        all_ends += ends[:n].tolist()
        all_kinds += kinds[:n].tolist()
        ends[:], kinds[:] = -1, 99
    assert cursor[0] == len(region_ends)
    return all_ends, all_kinds


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 7, 64])
@pytest.mark.parametrize("kind", LEXERS)
def test_blocks_of_any_size(kind, size, pattern) -> None:
    lexer = build_lexer(pattern, kind)
    text = np.frombuffer(bytearray(TEXT.encode()), dtype=np.uint8)
    whole = lexer.spans(TEXT)
    found = collect_in_blocks(lexer, text, np.array([len(text)]), np.zeros(1, dtype=np.uint8), size)
    assert found == (whole.ends.tolist(), whole.kinds.tolist())


@pytest.mark.parametrize("kind", LEXERS)
@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_regions_are_texts_of_their_own(kind, size, pattern) -> None:
    lexer = build_lexer(pattern, kind)
    rng = random.Random(size)
    parts = ["".join(rng.choices("a  \n'sS1!\u00e9\u4e2d", k=rng.randint(0, 8))) for _ in range(60)]
    kinds = np.array([rng.choice([WORD, WORD, SPECIAL]) if part else WORD for part in parts], dtype=np.uint8)
    text = np.frombuffer(bytearray("".join(parts).encode()), dtype=np.uint8)
    region_ends = np.cumsum([len(part.encode()) for part in parts])
    expected_ends, expected_kinds = [], []
    start = 0
    for part, part_kind, end in zip(parts, kinds, region_ends.tolist(), strict=True):
        ends = [end] if part_kind == SPECIAL else (lexer.spans(part).ends + start).tolist()
        expected_ends += ends
        expected_kinds += [int(part_kind)] * len(ends)
        start = end
    assert collect_in_blocks(lexer, text, region_ends, kinds, size) == (expected_ends, expected_kinds)


@pytest.mark.parametrize("kind", ["regex", "automaton"])
def test_gaps(kind) -> None:
    spans = build_lexer(r"\w+", kind).spans("  h\u00e9 , \U0001f600 x!")
    assert [(s.start, s.end, s.kind) for s in spans] == [
        (0, 2, "gap"), (2, 5, "word"), (5, 13, "gap"), (13, 14, "word"), (14, 15, "gap"),
    ]  # fmt: skip


@pytest.mark.parametrize("kind", ["regex", "automaton", "logos"])
def test_gaps_of_two_regions_stay_apart(kind) -> None:
    digits = TokenDefinition("digits", r"\d+", Standalone())
    lexer = LogosLexer([digits]) if kind == "logos" else build_lexer(r"\d+", kind)
    text = np.frombuffer(bytearray(b"1!!??2"), dtype=np.uint8)
    regions = np.array([3, 3, 6]), np.zeros(3, dtype=np.uint8)
    spans = collect_spans(lexer, text, *regions)
    assert spans == Spans(np.array([1, 3, 5, 6]), np.array([WORD, GAP, GAP, WORD], dtype=np.uint8))
    for size in (1, 2, 3, 4):
        ends, kinds = collect_in_blocks(lexer, text, *regions, size)
        joined = {end: kind for end, kind in zip(ends, kinds, strict=True) if end not in (2, 4)}
        assert joined == {
            1: WORD,
            3: GAP,
            5: GAP,
            6: WORD,
        }  # a gap may be cut at the end of a block, at 2 and 4


@pytest.mark.parametrize("kind", LEXERS)
def test_nothing_and_no_room(kind) -> None:
    lexer = build_lexer("r50k_base", kind)
    assert len(lexer.spans("")) == 0
    nothing = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.uint8)
    text, cursor = np.zeros(4, dtype=np.uint8), np.zeros(2, dtype=np.int64)
    assert lexer.next_spans(text, np.array([4]), np.zeros(1, dtype=np.uint8), cursor, *nothing) == 0
    assert cursor.tolist() == [0, 0]


def test_regex_lexer_used_by_two_runs_at_once() -> None:
    """It keeps the rest of a region between blocks: two runs on one lexer must not mix theirs up."""
    lexer = build_lexer("cl100k_base", "regex")
    texts = ["one two three  four", "1 22 333 4444 55555"]
    runs = []
    for text in texts:
        data = np.frombuffer(bytearray(text.encode()), dtype=np.uint8)
        runs.append((data, np.array([len(data)]), np.zeros(1, dtype=np.uint8), np.zeros(2, dtype=np.int64)))
    found: list[list[int]] = [[], []]
    ends, kinds = np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.uint8)
    for _ in range(9):
        for run, row in zip(runs, found, strict=True):
            row += ends[: lexer.next_spans(*run, ends, kinds)].tolist()
    assert found == [lexer.spans(text).ends.tolist() for text in texts]


def test_a_lexer_of_whole_texts_takes_words_as_they_are_needed() -> None:
    found = 0

    class Characters(WholeTextLexer):
        def find_words(self, text):
            nonlocal found
            for found in range(1, len(text) + 1):
                yield found - 1, found

    text = np.full(100_000, ord("a"), dtype=np.uint8)
    run = text, np.array([len(text)]), np.zeros(1, dtype=np.uint8), np.zeros(2, dtype=np.int64)
    ends, kinds = np.zeros(30_000, dtype=np.int64), np.zeros(30_000, dtype=np.uint8)
    lexer, row = Characters(), []
    while n := lexer.next_spans(*run, ends, kinds):
        row += ends[:n].tolist()
        assert found < len(row) + 20_000
    assert row == list(range(1, 100_001))


@pytest.mark.deep
def test_without_jit() -> None:
    program = (
        "from wordchipper_lab.spanners import build_lexer, TextSpanner\n"
        f"text = {TEXT!r} + '<|x|>' + 'a' * 300\n"
        "for name in ('r50k_base', 'cl100k_base', 'o200k_base'):\n"
        "    for kind in ('regex', 'automaton', 'logos', 'vector'):\n"
        "        print(TextSpanner(build_lexer(name, kind), {'<|x|>': 1}).spans(text).ends.tolist())\n"
        "print([(s.end, s.kind) for s in build_lexer(r'\\w+').spans('a, \\u00e9')])\n"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", program],
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            check=True,
        ).stdout
        for disabled in ("0", "1")
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].count(b"\n") == 13


class Words(WholeTextLexer):
    """A lexer as a user may write it: without ``super().__init__()``."""

    def __init__(self, words: list) -> None:
        self.words = words

    def find_words(self, text: str) -> list:
        return self.words


@pytest.mark.parametrize("words", [[(0, 9)], [(-1, 1)], [(2, 3), (0, 1)], [(0, 2), (1, 3)], [(0, 1, 2)]])
def test_words_that_are_none_are_refused(words) -> None:
    lexer = Words(words)
    with pytest.raises(LexerError, match="out of order" if len(words[0]) == 2 else "pairs of int"):
        lexer.spans("abc ")
    if len(words[0]) == 2:
        data = np.frombuffer(b"abc abc ", dtype=np.uint8)
        with pytest.raises(LexerError, match="out of order"):
            collect_spans(lexer, data, np.array([4, 8]), np.array([WORD, WORD], dtype=np.uint8))


def test_a_lexer_of_ones_own_is_pickled() -> None:
    lexer = Words([(0, 2)])
    before = lexer.spans("abc")
    assert pickle.loads(pickle.dumps(lexer)).spans("abc") == before

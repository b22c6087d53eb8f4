"""Divergences in texts: the same as the naive comparison finds, as soon as they occur, with their context."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordchipper_lab.errors import LexerError, TextError, UnknownNameError
from wordchipper_lab.lab import find_divergences, group_divergences
from wordchipper_lab.lab.divergence.alphabet import STANDARD_CHARACTERS
from wordchipper_lab.lab.divergence.stretches import iter_stretches
from wordchipper_lab.spanners import AutomatonLexer, build_lexer
from wordchipper_lab.spanners.logos import LogosLexer, Standalone, TokenDefinition, build_logos_lexer
from wordchipper_lab.spanners.specimens import SPECIMENS

from .drawn_lexers import built, draw_lexers

PATTERNS = (r"a+", r"a", r"\w", r"\w+", r"\s+", r"\s+(?!\S)|\s", r" ?\w+|\s+", r"\w+|[^\w]", r"a{1,2}|\S")
TEXTS = st.text("ab \n\u00e9\u4e2d\U0001f600!", max_size=40)
LEXERS = draw_lexers(PATTERNS)


def found_rows(a, b, text):
    return [(found.start, found.a, found.b) for found in find_divergences(a, b, text)]


@given(a=LEXERS, b=LEXERS, text=TEXTS)
def test_equal_to_the_naive_comparison(a, b, text: str, naive_divergences) -> None:
    a, b = built(a, b)
    assert found_rows(a, b, text) == naive_divergences(a, b, text)


@given(a=LEXERS, b=LEXERS, texts=st.lists(TEXTS.filter(bool), min_size=1, max_size=4), size=st.integers(1, 9))
def test_block_by_block_and_texts_end_to_end(a, b, texts, size, naive_divergences) -> None:
    a, b = built(a, b)
    data = np.frombuffer(bytearray("".join(texts).encode()), dtype=np.uint8)
    ends = np.cumsum([len(text.encode()) for text in texts])
    expected, starts = [], [0, *ends.tolist()]
    for start, text in zip(starts, texts, strict=False):
        expected += [(start + at, one, other) for at, one, other in naive_divergences(a, b, text)]
    found, compared = [], 0
    for reached, stretches in iter_stretches(a, b, data, ends, size):
        assert reached > compared
        compared = reached
        found += [(stretch.start, tuple(stretch.a), tuple(stretch.b)) for stretch in stretches]
    assert found == expected
    assert compared == len(data)


@given(texts=st.lists(TEXTS, max_size=5))
def test_strings_of_an_iterable_are_texts_of_their_own(texts, naive_divergences) -> None:
    a, b = AutomatonLexer(r" ?\w+|\s+"), AutomatonLexer(r"\w+|\s+(?!\S)")
    expected = [(f"text {i}", *row) for i, text in enumerate(texts) for row in naive_divergences(a, b, text)]
    found = find_divergences(a, b, iter(texts))
    assert [(one.source, one.start, one.a, one.b) for one in found] == expected


@given(name=st.sampled_from(list(SPECIMENS)), text=st.text(STANDARD_CHARACTERS, max_size=60))
def test_specimens_on_text_of_representatives(name, text, naive_divergences) -> None:
    specimen, regex = SPECIMENS[name].build(), build_lexer(SPECIMENS[name].pattern_name, "regex")
    assert found_rows(regex, specimen, text) == naive_divergences(regex, specimen, text)


def test_a_gap_cut_where_a_block_ends_is_no_divergence() -> None:
    text = np.frombuffer(bytearray(b"1!!??2, \xc3\xa9 ...   3"), dtype=np.uint8)
    lexers = [
        LogosLexer([TokenDefinition("digits", r"\d+", Standalone())]),
        *(build_lexer(r"\d+", kind) for kind in ("regex", "automaton")),
    ]
    for ends in (np.array([len(text)]), np.array([3, 8, len(text)])):
        for size in (1, 2, 3, 5, 100):
            for a in lexers:
                for b in lexers:
                    assert not [
                        list(found) for _, found in iter_stretches(a, b, text, ends, size) if list(found)
                    ]


def test_kinds_count() -> None:
    (found,) = find_divergences(r"regex:\w+|\s+", r"regex:\w+", "a b")
    assert (found.text, [span.kind for span in (*found.a, *found.b)]) == (" ", ["word", "gap"])
    assert found.first_difference == 0


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 1), (2, 40), (40, 3)])
def test_context_is_counted_in_characters(before: int, after: int, naive_row) -> None:
    text = "\u4e2d\U0001f600\u00e9x  a\u00e9\U0001f600\u4e2d!!"
    wrong = build_logos_lexer(build_lexer("r50k_base").pattern, without=["whitespace_split"])
    (found,) = find_divergences("regex:r50k_base", wrong, text, before=before, after=after)
    assert (found.text, found.start) == ("  a\u00e9", len("\u4e2d\U0001f600\u00e9x".encode()))
    assert (found.before, found.after) == (
        "\u4e2d\U0001f600\u00e9x"[-before:] if before else "",
        "\U0001f600\u4e2d!!"[:after],
    )
    assert found.signature == "space+ letter+ | other"  # what follows is known even without context
    row_a, row_b = naive_row(build_lexer("r50k_base"), found.text), naive_row(wrong, found.text)
    assert (list(found.a), list(found.b)) == (row_a, row_b)


def test_context_ends_where_the_text_does() -> None:
    found = list(find_divergences("automaton:r50k_base", "automaton:cl100k_base", ["x 1", " 1", "y"]))
    assert [(one.before, one.text, one.after, one.source) for one in found] == [
        ("x", " 1", "", "text 0"), ("", " 1", "", "text 1"),
    ]  # fmt: skip
    assert {one.signature for one in found} == {"space number | end"}


def test_half_surrogates_as_everywhere() -> None:
    (found,) = find_divergences("automaton:r50k_base", "automaton:cl100k_base", "\ud83d 1\ud83d\ude00")
    assert (found.before, found.text, found.after, found.start) == ("\ufffd", " 1", "\U0001f600", 3)


def test_nothing_to_compare() -> None:
    for source in ("", [], [""], ["", ""], io.BytesIO(b""), io.StringIO("")):
        assert list(find_divergences("automaton:o200k_base", "logos:o200k_base", source)) == []


def test_found_as_they_come_and_stopped() -> None:
    source = "x 1 y 2 " * 50_000
    progress, asked = [], 0

    def stop_later() -> bool:
        nonlocal asked
        asked += 1
        return asked > 10

    first = next(
        find_divergences("regex:r50k_base", "regex:cl100k_base", source * 10, progress=progress.append)
    )
    assert (first.text, first.start) == (" 1", 1)
    assert all(at.done < 400_000 for at in progress), "of 4 MB, the regex reads only the first block"
    progress.clear()
    found = list(
        find_divergences(
            "automaton:r50k_base",
            "automaton:cl100k_base",
            source,
            progress=progress.append,
            should_stop=stop_later,
        )
    )
    assert len(found) == 10


def test_progress_goes_up_to_the_whole() -> None:
    source = ["it is here and there " * 30_000, "", "z 2"]
    seen = []
    n = sum(
        1
        for _ in find_divergences(
            "automaton:r50k_base", "automaton:cl100k_base", source, progress=seen.append
        )
    )
    total = sum(map(len, source))
    assert n == 1
    assert [at.total for at in seen] == [total] * len(seen)
    assert [at.done for at in seen] == sorted(at.done for at in seen)
    assert (seen[-1].done, seen[-1].n_divergent, seen[-1].where) == (total, n, "text 2")
    assert len(seen) > 2


def test_a_stop_between_blocks_that_agree() -> None:
    asked = []
    for reached in find_divergences(
        "automaton:o200k_base",
        "logos:o200k_base",
        "hello world " * 200_000,
        should_stop=lambda: bool(asked.append(1)) or True,
    ):
        raise AssertionError(reached)
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("ends", "problem"),
    [
        ((), "no spans for the bytes from 0 on, of 8"),
        ((3,), "no spans for the bytes from 3 on"),
        ((3, 3, 8), "a span that begins at byte 3 ends at 3"),
        ((5, 3, 8), "a span that begins at byte 5 ends at 3"),
        ((5, 9), "ends at byte 9, after the text of 8"),
        ((2, 8), "ends at byte 2, inside a character"),
    ],
)
def test_a_lexer_that_breaks_the_contract_is_named(ends, problem: str, faulty_lexer) -> None:
    for pair in (
        (faulty_lexer(*ends), "automaton:o200k_base"),
        ("automaton:o200k_base", faulty_lexer(*ends)),
    ):
        with pytest.raises(LexerError, match=f"FaultyLexer.*{problem}"):
            list(find_divergences(*pair, "a\u00e9 bcde"))


def test_more_breaches_of_the_contract(faulty_lexer) -> None:
    with pytest.raises(LexerError, match="kind 7, which does not exist"):
        list(find_divergences(faulty_lexer(4, kind=7), "automaton:o200k_base", "abcd"))
    with pytest.raises(LexerError, match="beyond the end of a text at byte 2"):
        list(find_divergences(faulty_lexer(4), "automaton:o200k_base", ["ab", "cd"]))
    with pytest.raises(LexerError, match="no spans"):
        list(find_divergences(faulty_lexer(4, count=-1), "automaton:o200k_base", "abcd"))


def test_wrong_arguments_are_told_at_once() -> None:
    with pytest.raises(UnknownNameError, match="unknown lexer 'nope'"):
        find_divergences("nope", "automaton:o200k_base", "")
    with pytest.raises(UnknownNameError, match="unknown model 'cl100k'"):
        find_divergences("regex:cl100k", "automaton:o200k_base", "")
    with pytest.raises(ValueError, match="before is -1"):
        find_divergences("logos:o200k_base", "automaton:o200k_base", "", before=-1)
    for source in (b"bytes", 3, [b"bytes"]):
        with pytest.raises(TextError, match=r"expected a str, a pathlib\.Path, a stream"):
            list(find_divergences("logos:o200k_base", "automaton:o200k_base", source))


def test_long_stretches_without_a_common_boundary() -> None:
    text = "a" * 300_000 + " b"
    (found,) = find_divergences("automaton:a+|[^a]", "automaton:a|[^a]", text)
    assert (len(found.text), len(found.a), len(found.b)) == (300_000, 1, 300_000)
    assert found.signature == "a+ | other"
    odd_even = find_divergences("automaton:(?:aa)+|a|[^a]", "automaton:a(?:aa)*|[^a]", "a" * 20_001)
    assert [len(one.text) for one in odd_even] == [20_001]


def test_groups_of_a_known_specimen() -> None:
    text = "def f():\n    return 1\n\nif x:\n    return 2\n  y\n"
    found = list(find_divergences("regex:cl100k_base", "specimen:no_whitespace_give_back", text))
    assert [one.text for one in found] == ["    return", "    return", "  y"]
    groups = group_divergences(found)
    assert [(group.count, group.example.text) for group in groups] == [(2, "    return"), (1, "  y")]

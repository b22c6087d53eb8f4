"""Special tokens: leftmost, longest, never across documents, and never slow."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordchipper_lab.errors import SpecialTokenError, UnknownNameError, VocabError
from wordchipper_lab.spanners import SPECIAL, WORD, TextSpanner, build_lexer
from wordchipper_lab.vocab.pretrained import pretrained_spec


def find(specials: list[str], *documents: str, special: str = "parse") -> list[tuple[str, str]]:
    """(kind, text) of each region of some documents."""
    spanner = TextSpanner(build_lexer("r50k_base"), {token: i for i, token in enumerate(specials)})
    text = np.frombuffer(bytearray("".join(documents).encode()), dtype=np.uint8)
    document_ends = np.cumsum([len(document.encode()) for document in documents])
    ends, kinds = spanner.find_regions(text, document_ends, special)
    assert (ends.dtype, kinds.dtype) == (np.int64, np.uint8)
    starts = [0, *ends.tolist()][: len(ends)]
    names = {WORD: "word", SPECIAL: "special"}
    return [
        (names[kind], text[start:end].tobytes().decode())
        for start, end, kind in zip(starts, ends, kinds.tolist(), strict=True)
    ]


@pytest.mark.parametrize(
    ("specials", "text", "expected"),
    [
        (["<a>"], "x<a>y", ["x", "<a>", "y"]),
        (["<a>"], "<a><a>", ["<a>", "<a>"]),
        (["<a>"], "<a", ["<a"]),
        (["<a>", "<a><b>"], "<a><b><a>", ["<a><b>", "<a>"]),  # one is a prefix of another: the longest
        (["ab", "bc"], "abc", ["ab", "c"]),  # they overlap: the leftmost
        (["aab"], "aaab", ["a", "aab"]),  # one begins inside a failed one
        (["abcd", "bc"], "abcabcd", ["a", "bc", "abcd"]),
        (["aaaa", "a"], "aaa", ["a", "a", "a"]),
        (["\u00e9\u4e2d"], "\u00e9\u00e9\u4e2d!", ["\u00e9", "\u00e9\u4e2d", "!"]),
        (["x"], "", []),
        ([], "abc", ["abc"]),
    ],
)
def test_leftmost_longest(specials, text, expected) -> None:
    regions = find(specials, text)
    assert [part for _, part in regions] == expected
    assert all((kind == "special") == (part in specials) for kind, part in regions)


@given(
    st.lists(st.text("ab<", min_size=1, max_size=4), min_size=1, max_size=6, unique=True),
    st.text("ab<\u00e9", max_size=30),
)
def test_equals_an_alternation_sorted_by_length(specials, text) -> None:
    alternation = "|".join(map(re.escape, sorted(specials, key=len, reverse=True)))
    parts = re.split(f"({alternation})", text)
    expected = [("special" if i % 2 else "word", part) for i, part in enumerate(parts) if part]
    assert find(specials, text) == expected


def test_documents() -> None:
    regions = find(["<a>"], "x<a>", "", "<a", ">y", "<a>")
    assert regions == [("word", "x"), ("special", "<a>"), ("word", "<a"), ("word", ">y"), ("special", "<a>")]


def test_more_special_tokens_than_expected_at_first() -> None:
    assert find(["<"], "<" * 5000) == [("special", "<")] * 5000


def test_special_as_text() -> None:
    assert find(["<a>"], "x<a>", "", "y", special="text") == [("word", "x<a>"), ("word", "y")]


def test_special_as_error_tells_token_and_offset_in_its_document() -> None:
    with pytest.raises(SpecialTokenError) as caught:
        find(["<a>", "<b>"], "long", "", "\u00e9\u00e9<b><a>", special="error")
    assert (caught.value.token, caught.value.byte_offset) == ("<b>", 4)
    assert find(["<a>"], "x<a", special="error") == [("word", "x<a")]


def test_wrong_arguments() -> None:
    with pytest.raises(
        UnknownNameError, match="special token policy 'all': expected one of parse, text, error"
    ):
        find(["<a>"], "x", special="all")
    with pytest.raises(VocabError, match="empty string"):
        TextSpanner(build_lexer("r50k_base"), {"": 0})


def test_harmony_on_a_text_full_of_beginnings() -> None:
    """1,090 special tokens begin with ``<|``; trying each at each place would take minutes here."""
    specials = pretrained_spec("o200k_harmony").special_tokens
    assert len(specials) > 1080
    spanner = TextSpanner(build_lexer("o200k_harmony"), specials)
    assert len(spanner.spans("<|" * 500_000)) == 1
    spans = spanner.spans("<|reserved_20" * 50_000 + "<|end|>")
    assert spans[-1].kind == "special"
    assert (spans.kinds == SPECIAL).sum() == 1


def test_special_token_far_behind() -> None:
    """The search for the first byte goes in blocks of 256: every place in a block must be seen."""
    for length in range(250, 530):
        assert find(["<a>"], "." * length + "<a>" + "<" * 300)[1] == ("special", "<a>")


def test_spans_cover_the_text() -> None:
    spanner = TextSpanner(build_lexer("cl100k_base"), {"<|x|>": 1})
    text = "a  <|x|>  b\n<|x|><|x|>"
    spans = list(spanner.spans(text))
    assert "".join(text[s.start : s.end] for s in spans) == text
    assert [text[s.start : s.end] for s in spans if s.kind == "word"] == ["a", "  ", " ", " b", "\n"]
    assert [s.kind for s in spanner.spans(text, special="text")].count("special") == 0
    # For what precedes it, a special token is the end of the text: two spaces stay together.
    assert spans[1].end - spans[1].start == 2

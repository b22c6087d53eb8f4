"""A ``tokenizer.json`` whose split leaves gaps or behaves differently: Hugging Face's ids, or a refusal."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import PatternSyntaxError, UnsupportedPatternError, UnsupportedVocabError
from wordchipper_lab.spanners import build_lexer
from wordchipper_lab.spanners.gaps import can_match_nothing, match_gaps
from wordchipper_lab.vocab.formats.byte_unicode import bytes_to_characters

tokenizers = pytest.importorskip("tokenizers")

MERGES = [
    (b" ", b" "),
    (b",", b" "),
    (b"a", b"b"),
    (b"ab", b"c"),
    (b"1", b"2"),
    (b"!", b"!"),
    (b" ", b"a"),
    (b"\xc3", b"\xa9"),
]
TOKENS = [*(bytes([value]) for value in range(256)), *(left + right for left, right in MERGES)]
BEHAVIORS = ("Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous")
GAPPY = [
    r"\w+", r"\p{L}+", r"\p{L}+|\p{N}", r"[^\s]+", r"\W", r"[\w']+", r"[^\w\s]+", r"(?i:ab)", r".+", r"\s", "ab", " ?[a-c]+",
    r"a+b", r"\s+(?!\S)", r"(?<=a)b", r"[a-z]+?1", r"a(?=b)", r"(?>a+)b", r"(?:ab){2}", r"\d{1,2}(?=\s)", r"\p{Lu}\p{Ll}*|\d+",
]  # fmt: skip
WITHOUT_GAPS = [r"\s+|\S+", r"\p{L}+|\p{N}+|[^\p{L}\p{N}]+", r"\w+|[^\w]"]
TEXTS = [
    "", "abc, abc  12!! 1", "  abc\n\nab 12 AB aab", "ab,, ,  b\u00e9\u00b2\u200dc_'a!!", "\u4e2d\u6587 ab\U0001f600\U0001f600ab", "!!  !!,",
    "aabab<|end|>, ab <|end|>!!",
]  # fmt: skip


def write(directory: Path, pattern: object, behavior: str = "Isolated", invert: bool = False) -> Path:
    """A vocabulary of the bytes and a few merges, with one Split."""
    characters = bytes_to_characters
    split = {"type": "Split", "pattern": pattern, "behavior": behavior, "invert": invert}
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
    options = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    file = {
        "version": "1.0",
        "added_tokens": [{"id": len(TOKENS), "content": "<|end|>", **options, "special": True}],
        "normalizer": None,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, byte_level]},
        "post_processor": None,
        "decoder": None,
        "model": {
            "type": "BPE",
            "vocab": {characters(token): number for number, token in enumerate(TOKENS)},
            "merges": [[characters(left), characters(right)] for left, right in MERGES],
        },
    }
    path = directory / "tokenizer.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    return path


def assert_same_ids(path: Path, texts: list[str]) -> wl.Tokenizer:
    ours, theirs = wl.Tokenizer.from_file(path), tokenizers.Tokenizer.from_file(str(path))
    for text in texts:
        expected = theirs.encode(text, add_special_tokens=False)
        assert ours.encode(text) == expected.ids, text
        found = ours.locate(text)
        assert list(zip(found.starts.tolist(), found.ends.tolist(), strict=True)) == expected.offsets, text
    return ours


@pytest.mark.parametrize("pattern", GAPPY + WITHOUT_GAPS)
def test_isolated_keeps_what_the_pattern_leaves(pattern: str, tmp_path: Path) -> None:
    tok = assert_same_ids(write(tmp_path, {"Regex": pattern}), TEXTS)
    assert all(tok.decode(tok.encode(text)) == text for text in TEXTS)


@pytest.mark.parametrize("invert", [False, True])
@pytest.mark.parametrize("behavior", BEHAVIORS)
@pytest.mark.parametrize("pattern", [r"\w+", r"\s", " ?[a-c]+", "ab"])
def test_every_behavior_gives_the_same_ids(pattern: str, behavior: str, invert: bool, tmp_path: Path) -> None:
    assert_same_ids(write(tmp_path, {"Regex": pattern}, behavior, invert), TEXTS)


@pytest.mark.parametrize(("behavior", "invert"), [("Isolated", False), ("Removed", True)])
@pytest.mark.parametrize(
    "pattern",
    ["a*", "a*|b", "a??", r"\p{L}*|\s", r"(?=a)|b", r"(?<=a)", r"\bab", r"[\W]+", r"\pL+", r"\p{XDigit}+", r"(?i:[a-i]+)", r"(?i:st)|.",
     r"(?i:\p{Lu})", r"(?:ab){2}?", r"\N+", "^a", "[a[b]]"],
)  # fmt: skip
def test_what_would_be_split_otherwise_is_refused(
    pattern: str, behavior: str, invert: bool, tmp_path: Path
) -> None:
    with pytest.raises(UnsupportedVocabError, match="is not supported, expected"):
        wl.Tokenizer.from_file(write(tmp_path, {"Regex": pattern}, behavior, invert))


def test_a_pattern_that_calls_its_groups_cannot_stand_twice(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedPatternError, match=r"call of a group '\\\\1'"):
        wl.Tokenizer.from_file(write(tmp_path, {"Regex": r"(a|b)\1"}))
    assert_same_ids(write(tmp_path, {"Regex": r"(a|b)\1"}, "Removed", True), TEXTS)


def test_a_pattern_that_is_none_says_so(tmp_path: Path) -> None:
    with pytest.raises(PatternSyntaxError, match="missing"):
        wl.Tokenizer.from_file(write(tmp_path, {"Regex": r"(?<=a)("}))


def test_a_pattern_of_the_callers_own_leaves_the_files_gaps_alone(tmp_path: Path) -> None:
    tok = wl.Tokenizer.from_file(write(tmp_path, {"Regex": r"\w+"}), pattern=r"\p{L}+")
    assert (tok.pattern, tok.encode("ab 1")) == (r"\p{L}+", [TOKENS.index(b"ab")])


@pytest.mark.parametrize("pattern", [r"\w+", "ab", " ?[a-c]+", r"(?<=a)b"])
def test_what_is_written_reads_back_with_the_same_ids(pattern: str, tmp_path: Path) -> None:
    tok = wl.Tokenizer.from_file(write(tmp_path, {"Regex": pattern}))
    (again,) = tok.save(tmp_path / "tokenizer.json")
    read = assert_same_ids(again, TEXTS)
    assert [read.encode(text) for text in TEXTS] == [tok.encode(text) for text in TEXTS]


def test_words_are_written_as_they_are_meant(tmp_path: Path) -> None:
    """For Oniguruma a joiner is not a word character, but a superscript is."""
    text = "a\u200db \u00b2c"
    tok = wl.train_bpe([text * 9], 260, pattern=r"\w+|[^\w]+")
    (path,) = tok.save(tmp_path / "tokenizer.json")
    theirs = tokenizers.Tokenizer.from_file(str(path))
    assert theirs.encode(text).ids == tok.encode(text) == wl.Tokenizer.from_file(path).encode(text)


@pytest.mark.parametrize(
    "pattern", [r"\w+", r"\p{L}+|\p{N}", r"[^\s]+", ".+", "(?i:ab|c)[^a]", r"\s", r"(?i:[a-c])"]
)
def test_where_one_character_decides_the_automaton_takes_it(pattern: str) -> None:
    whole = match_gaps(pattern)
    automaton, regex = (
        build_lexer(whole, "automaton" if "[^a]" not in pattern else "auto"),
        build_lexer(whole, "regex"),
    )
    for characters in itertools.product("aAb \n1.", repeat=3):
        text = "".join(characters)
        spans = automaton.spans(text)
        assert spans == regex.spans(text)
        gaps = build_lexer(pattern, "regex").spans(text)
        assert spans.ends.tolist() == gaps.ends.tolist()
        assert not spans.kinds.any()


def test_patterns_without_gaps_stay_as_they_are() -> None:
    for pattern in (*WITHOUT_GAPS, "(?s:.)|a+", r"a++|[^a]"):
        assert match_gaps(pattern) == pattern or pattern.startswith("(?s")
    assert not any(map(can_match_nothing, (*GAPPY, *WITHOUT_GAPS)))


@pytest.mark.deep
@pytest.mark.parametrize("pattern", GAPPY + WITHOUT_GAPS)
def test_isolated_on_all_short_strings_and_all_characters(pattern: str, tmp_path: Path) -> None:
    path = write(tmp_path, {"Regex": pattern})
    strings = [
        "".join(letters)
        for n in range(1, 5)
        for letters in itertools.product("aB b1\n'\u00e9\u00b2,", repeat=n)
    ]
    scalars = [
        "".join(f"a{chr(c)}" for c in range(first, first + 512) if not 0xD800 <= c < 0xE000)
        for first in range(0, 0x20000, 512)
    ]
    assert_same_ids(
        path, ["\x00".join(strings[at : at + 200]) for at in range(0, len(strings), 200)] + scalars
    )

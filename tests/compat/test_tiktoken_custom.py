"""Encodings that a program makes itself: any ranks, ids, special tokens and split patterns."""

from __future__ import annotations

import pickle
import random
from itertools import product
from typing import Any

import pytest
import regex
import tiktoken as theirs
from hypothesis import given, settings
from hypothesis import strategies as st

from wordchipper_lab.compat import tiktoken as ours
from wordchipper_lab.compat.tiktoken.rust_patterns import from_rust
from wordchipper_lab.vocab.open_patterns import OPEN_PATTERNS
from wordchipper_lab.vocab.patterns import PATTERNS

BYTES = [bytes([byte]) for byte in range(256)]
PATTERN = r"\w+|\s+|[^\w\s]+"


def make(module: Any, **given: Any) -> Any:
    return module.Encoding("mine", **{"pat_str": PATTERN, "special_tokens": {}, **given})


def random_ranks(rng: random.Random, alphabet: bytes = b"abc ") -> dict[bytes, int]:
    """Tokens of a few letters: merged from others or not, with ranks in any order and with holes."""
    singles = [byte for byte in BYTES if rng.random() > 0.1 or byte[0] in alphabet]
    if rng.random() < 0.5:
        singles = BYTES
    tokens = [bytes([letter]) for letter in alphabet]
    for _ in range(rng.randrange(40)):
        if rng.random() < 0.8:
            tokens.append(rng.choice(tokens) + rng.choice(tokens))
        else:
            tokens.append(bytes(rng.choice(alphabet) for _ in range(rng.randint(2, 6))))
    merged = [token for token in dict.fromkeys(tokens) if len(token) > 1]
    if rng.random() < 0.3:
        rng.shuffle(merged)
    order = [*singles, *merged] if rng.random() < 0.7 else [*merged, *singles]
    most = rng.choice([len(order), 2 * len(order), 1 << 20, (1 << 32) - 1])
    return dict(zip(order, sorted(rng.sample(range(most), len(order))), strict=True))


@settings(max_examples=60)
@given(st.integers(0, 1 << 32))
def test_random_ranks(seed: int) -> None:
    rng = random.Random(seed)
    ranks = random_ranks(rng)
    free = rng.sample(range(1 << 24), 2)
    specials = {
        "<s>": free[0],
        "<t>": free[1] if rng.random() < 0.5 else free[0],
        "abc": rng.choice([*ranks.values()]) if rng.random() < 0.3 else 1 << 31,
    }
    mine, reference = (
        make(module, mergeable_ranks=ranks, special_tokens=specials) for module in (ours, theirs)
    )
    assert mine.n_vocab == reference.n_vocab
    for size in (0, 1, 5, 30, 150):
        text = "".join(rng.choice(["a", "b", "c", " ", "<s>"]) for _ in range(size))
        expected = reference.encode(text, allowed_special={"<s>"}, disallowed_special=())
        assert mine.encode(text, allowed_special={"<s>"}, disallowed_special=()) == expected
        assert mine.encode_to_numpy(text, allowed_special={"<s>"}, disallowed_special=()).tolist() == expected
        assert mine.encode_batch([text] * 3, allowed_special={"<s>"}, disallowed_special=()) == [expected] * 3
        assert mine.decode(expected) == reference.decode(expected)
        assert mine.decode_batch([expected]) == reference.decode_batch([expected])
        assert mine.decode_with_offsets(expected) == reference.decode_with_offsets(expected)
        if text:
            assert mine._encode_single_piece(text.replace("<s>", "a")) == reference._encode_single_piece(
                text.replace("<s>", "a")
            )
    for text in ("ab", "a b", "abc  ", "cab" * 9):
        (stable, ways), (expected_stable, expected_ways) = (
            enc.encode_with_unstable(text, disallowed_special=()) for enc in (mine, reference)
        )
        assert stable == expected_stable
        assert sorted(ways) == sorted(expected_ways)
    for token in rng.sample([*ranks], 20):
        assert mine.encode_single_token(token) == ranks[token]
        assert mine.decode_single_token_bytes(ranks[token]) == token
    assert mine.token_byte_values() == reference.token_byte_values()
    assert pickle.loads(pickle.dumps(mine)).encode_ordinary("abc cab") == reference.encode_ordinary("abc cab")


def test_bytes_without_a_token() -> None:
    """tiktoken panics."""
    enc = make(ours, mergeable_ranks={b"a": 5, b"ab": 7})
    assert enc.encode("aab") == [5, 7]
    for call in (
        lambda: enc.encode("abb"),
        lambda: enc._encode_single_piece("b"),
        lambda: enc.encode_batch(["é"]),
    ):
        with pytest.raises(KeyError):
            call()
    with pytest.raises(ValueError, match="same rank"):
        make(ours, mergeable_ranks={b"a": 1, b"b": 1})


def test_shared_ids() -> None:
    """A special token with the id of a ranked one, and two with one id."""
    given: dict[str, Any] = {
        "mergeable_ranks": {byte: i for i, byte in enumerate(BYTES)},
        "special_tokens": {"<a>": 3, "<b>": 1 << 31},
    }
    mine, reference = make(ours, **given), make(theirs, **given)
    text = "<a>q<b>"
    ids = mine.encode(text, allowed_special="all")
    assert ids == reference.encode(text, allowed_special="all") == [3, 113, 1 << 31]
    assert mine.decode(ids) == reference.decode(ids)
    for token in ("<a>", "<b>", "q", "\x03"):
        assert mine.encode_single_token(token) == reference.encode_single_token(token)
    for special in ({"<a>"}, set()):
        both = [enc.encode(text, allowed_special=special, disallowed_special=()) for enc in (mine, reference)]
        assert both[0] == both[1]


@pytest.mark.parametrize(
    "wrong",
    [
        {"pat_str": "("}, {"pat_str": 5}, {"pat_str": "[a"}, {"pat_str": "a**"}, {"mergeable_ranks": {}},
        {"mergeable_ranks": {"a": 1}}, {"mergeable_ranks": {b"a": -1}}, {"mergeable_ranks": {b"a": 1 << 32}},
        {"mergeable_ranks": {b"a": 1.5}}, {"special_tokens": {"\ud800": 5}}, {"special_tokens": {"a": -5}},
        {"special_tokens": {"a": 1 << 32}}, {"special_tokens": {b"a": 5}}, {"special_tokens": {"a": 1.5}},
        {"explicit_n_vocab": 255}, {"explicit_n_vocab": 256, "special_tokens": {"a": 256}}, {"nonsense": 5},
    ],
    ids=repr,
)  # fmt: skip
def test_wrong_arguments(wrong: dict[str, Any]) -> None:
    kinds = []
    for module in (ours, theirs):
        with pytest.raises((TypeError, ValueError, OverflowError, AssertionError)) as caught:
            make(module, **{"mergeable_ranks": {byte: i for i, byte in enumerate(BYTES)}, **wrong})
        kinds.append(next(kind for kind in type(caught.value).__mro__ if kind.__module__ == "builtins"))
    assert kinds[0] is kinds[1]


# -- split patterns -------------------------------------------------------------------------------------

KIMI = "|".join(
    [
        r"[\p{Han}]+",
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    ]
)

SPLITS = [
    *PATTERNS.values(), *OPEN_PATTERNS.values(), KIMI,
    r"\w+", r"\S+|\s", r".", r"(?s).", r"\d+|\D", r"a+b|b", r"(a|b)+|.", r"a{2,3}|.", r"\w+$|.", r"\w+\z|.", r"\w+\s*\Z|.",
    r"(?m)^\w+$|.", r"^\w+|.", r"[[:alpha:]]+|[[:^alpha:]]", r"[[:punct:][:digit:]]+|.", r"[a-c[x-z]]+|.", r"[^a-c[x-z]]+|[a-z]",
    r"[\w&&[^\d]]+|.", r"[\w--[aeiou]]+|.", r"[a-m~~g-z]+|.", r"[\w&&\p{L}&&[^x]]+|.", r"[^\w&&[^\d]]+|.", r"\h+|.", r"[\hx]+|.",
    r"\H+|.", r"\x{e9}+|\u{65e5}|.", r"[\x{61}-\x{7a}]+|.", r"[]a]+|.", r"[a\]b]+|.", r"[\[\]]+|.", r"(?i)[a-f]+|.", r"(?<=a)b+|.",
    r"(?<!a)b+|.", r"(?>a+)b|.", r"\bx\w*|.", r"(\w)\1|.", r"(?<x>\w)\k<x>|.", r"\N+|\n", r"a(?=b)|.", r"[+-]+|.", r"[a&b]+|.",
]  # fmt: skip
SAMPLES = [
    "Hello  World, it's 12345 o'clock!\n\n  x = y--z [a]\r\n", "aabb abba bab ab\n", "日本語 中文abc漢字Def 한국어", "ééé e\u0301 naïve",
    "x=1;y=[2]\\n\t..\x85\u00a0\u2028", "line one\nline two\n", "end\n\n\n", "\x1c\x1d\x1e\x1f", "", "g h a-z~&&--", "0x1F fFgG",
]  # fmt: skip


@pytest.mark.parametrize("pattern", SPLITS)
def test_split_patterns(pattern: str) -> None:
    ranks = {byte: i for i, byte in enumerate(BYTES)} | {b"ab": 256, b"He": 257, b"  ": 258, b"\n\n": 259}
    used = sorted(set("".join(SAMPLES).encode()))
    pairs = {bytes(pair): 300 + i for i, pair in enumerate(product(used, used))} | ranks
    mine, reference = (make(module, pat_str=pattern, mergeable_ranks=pairs) for module in (ours, theirs))
    assert mine._pat_str == pattern
    for text in SAMPLES:  # every pair that occurs is a token, so ids tell where spans end
        assert mine.encode_ordinary(text) == reference.encode_ordinary(text), text


def test_hostile_patterns() -> None:
    for pattern in (
        "[" * 100_000,
        "[a" + "~~b" * 1000 + "]",
        "[" * 50 + "a" + "]" * 49,
        "[[:alpha:]" * 1000,
        "\\",
    ):
        with pytest.raises(ValueError):  # noqa: PT011  # any of ours
            make(ours, pat_str=pattern, mergeable_ranks={byte: i for i, byte in enumerate(BYTES)})


LETTERS = st.text("abxyz019 _-&[]é日\n", max_size=12)
MEMBERS = st.lists(
    st.sampled_from(
        ["a-m", "x", r"\d", r"\w", r"\p{L}", r"\h", "[[:digit:]]", "[[:^alpha:]]", r"\-", "é", r"\x{65e5}"]
    ),
    min_size=1,
    max_size=3,
)


CLASSES = st.recursive(
    st.builds(lambda members, no: f"[{'^' * no}{''.join(members)}]", MEMBERS, st.booleans()),
    lambda inner: st.builds(
        lambda left, operation, right, no: f"[{'^' * no}{left}{operation}{right}]",
        inner,
        st.sampled_from(["", "&&", "--", "~~"]),
        inner,
        st.booleans(),
    ),
    max_leaves=4,
)


@given(CLASSES, LETTERS)
def test_classes(written: str, text: str) -> None:
    """Every class that Rust reads has the same characters in our wording."""
    ranks = {byte: i for i, byte in enumerate(BYTES)}
    reference = make(theirs, pat_str=written, mergeable_ranks=ranks)
    found = "".join(regex.findall(from_rust(written), text))
    assert found == reference.decode(reference.encode_ordinary(text))

"""`AddedTokenFinder` against the `tokenizers` package, with the texts between the tokens, normalized, and all offsets."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from wordchipper_lab.errors import UnsupportedVocabError
from wordchipper_lab.pipeline.added_tokens import AddedTokenFinder
from wordchipper_lab.pipeline.normalize import normalize
from wordchipper_lab.vocab.pipeline import AddedToken, NormalizerStep

tokenizers = pytest.importorskip("tokenizers")
normalizers = tokenizers.normalizers

TEXT_ID = 0
NORMALIZERS = [
    ((), None),
    ((NormalizerStep("Lowercase"),), normalizers.Lowercase()),
    ((NormalizerStep("NFC"),), normalizers.NFC()),
    (
        (NormalizerStep("NFKD"), NormalizerStep("StripAccents")),
        [normalizers.NFKD(), normalizers.StripAccents()],
    ),
    ((NormalizerStep("Prepend", content="_"),), normalizers.Prepend("_")),
    ((NormalizerStep("Replace", r"\ ", "_"),), normalizers.Replace(" ", "_")),
    (
        (NormalizerStep("Prepend", content="_"), NormalizerStep("Replace", r"\ ", "__")),
        [normalizers.Prepend("_"), normalizers.Replace(" ", "__")],
    ),
    ((NormalizerStep("Strip"), NormalizerStep("Lowercase")), [normalizers.Strip(), normalizers.Lowercase()]),
]


def hf_tokenizer(tokens: Sequence[AddedToken], normalizer: object, skip_special: bool) -> object:
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel({"text": TEXT_ID}, "text"))
    if normalizer is not None:
        tokenizer.normalizer = (
            normalizers.Sequence(normalizer) if isinstance(normalizer, list) else normalizer
        )
    for token in tokens:
        flags = {
            name: getattr(token, name)
            for name in ("lstrip", "rstrip", "single_word", "normalized", "special")
        }
        tokenizer.add_tokens([tokenizers.AddedToken(token.text, **flags)])
        assert not token.text or tokenizer.token_to_id(token.text) == token.id
    tokenizer.encode_special_tokens = skip_special
    return tokenizer


def divide(
    text: str, finder: AddedTokenFinder, steps: Sequence[NormalizerStep]
) -> list[tuple[int, int, int]]:
    """Id, start and end of each added token and of each text between them (`TEXT_ID`), as a tokenizer does it."""
    parts: list[tuple[int, int, int]] = []
    done = 0
    for start, end, token in [*finder.find(text), (len(text), len(text), -1)]:
        if start > done:
            parts += divide_piece(text[done:start], done, finder, steps)
        if token >= 0:
            parts.append((token, start, end))
        done = end
    return parts


def divide_piece(piece: str, at: int, finder: AddedTokenFinder, steps: Sequence[NormalizerStep]) -> list:
    new = normalize(piece, steps)
    starts = range(len(piece)) if new.starts is None else new.starts
    ends = range(1, len(piece) + 1) if new.ends is None else new.ends
    parts, done = [], 0
    for start, end, token in [*finder.find_normalized(new.text), (len(new.text), len(new.text), -1)]:
        if start > done:
            parts.append((TEXT_ID, at + int(starts[done]), at + int(ends[start - 1])))
        if token >= 0:
            parts.append((token, at + int(starts[start]), at + int(ends[end - 1])))
        done = end
    return parts


def check(
    tokens: Sequence[AddedToken], texts: Sequence[str], number: int = 0, skip_special: bool = False
) -> int:
    """Assert that both agree; returns the number of texts on which `tokenizers` does not panic."""
    steps, theirs = NORMALIZERS[number]
    tokenizer = hf_tokenizer(tokens, theirs, skip_special)
    finder = AddedTokenFinder(tokens, steps, skip_special=skip_special)
    n = 0
    for text in texts:
        ours = divide(text, finder, steps)
        try:
            encoding = tokenizer.encode(text)
        except BaseException as panic:
            if type(panic).__name__ != "PanicException":
                raise
            continue
        expected = [(token, *places) for token, places in zip(encoding.ids, encoding.offsets, strict=True)]
        assert ours == expected, f"{text!a} {tokens} {steps} {skip_special}"
        n += 1
    return n


def added(*texts: str, **flags: bool) -> list[AddedToken]:
    return [AddedToken(text, number, **flags) for number, text in enumerate(texts, 1)]


@pytest.mark.parametrize("normalized", [False, True])
def test_leftmost_and_longest(normalized):
    tokens = added("ab", "abc", "b", "bcde", "c\u00e9", normalized=normalized)
    assert check(tokens, ["", "abcde", "xabcdeb", "bcd", "aab", "c\u00e9\u00e9abb", "\u4e16bcdec\u00e9"]) == 7


@pytest.mark.parametrize("normalized", [False, True])
@pytest.mark.parametrize("flag", ["lstrip", "rstrip", "single_word"])
def test_flags(flag, normalized):
    tokens = added("<a>", "<b>", "word", normalized=normalized, **{flag: True})
    texts = [
        "x <a>  <b>\u3000y",
        "<a> <b>",
        " \t\n<a>\x1c <b>\u2028",
        "word words _word word_ word\u0301 w\u00f6rd-word",
        "x<a>y \u200d<b> 1<a>\u2160",
        "<a><b>word",
    ]
    for number in range(len(NORMALIZERS)):
        assert check(tokens, texts, number) == len(texts)


def test_a_discarded_token_hides_what_begins_in_it():
    tokens = [AddedToken("abc", 1, single_word=True), AddedToken("bc", 2), AddedToken("cd", 3)]
    assert check(tokens, ["abcd", "xabc", "abc", "xabcd abc"]) == 4
    assert AddedTokenFinder(tokens).find("abcd") == []


def test_tokens_that_overlap():
    tokens = [
        AddedToken("a", 1, rstrip=True),
        AddedToken(" b", 2),
        AddedToken("  ", 3),
        AddedToken(" ", 4, lstrip=True),
    ]
    assert check(tokens, ["xa by", "a    b", "a b  ", "a  ba   b"]) > 2
    assert AddedTokenFinder(tokens[:2]).find("a b") == [(0, 2, 1), (1, 3, 2)]


def test_special_tokens_as_text():
    tokens = [
        AddedToken("<a>", 1),
        AddedToken("a>b", 2, special=False),
        AddedToken("<c>", 3, normalized=True),
    ]
    for skip_special in (False, True):
        assert check(tokens, ["<a>b<c>", "x<a>", "a>b<a>b"], 0, skip_special) == 3
    assert AddedTokenFinder(tokens, skip_special=True).find("<a>b") == []


def test_the_last_of_several_with_the_same_id_counts():
    tokens = [AddedToken("<a>", 1), AddedToken("<a>", 1, special=False, lstrip=True, normalized=True)]
    for skip_special in (False, True):
        assert check(tokens, ["x <a> y"], 1, skip_special) == 1


def test_the_first_of_several_with_the_same_normalized_text():
    lower = (NormalizerStep("Lowercase"),)
    finder = AddedTokenFinder(added("Hey", "HEY", normalized=True), lower)
    assert finder.find_normalized("hey") == [(0, 3, 1)]


def test_a_token_that_the_normalizer_deletes_is_refused():
    with pytest.raises(UnsupportedVocabError, match="leaves nothing of"):
        AddedTokenFinder(added("\n", normalized=True), (NormalizerStep("Strip"),))


def test_empty_tokens_are_never_found():
    assert AddedTokenFinder([AddedToken("", 1), AddedToken("", 2, normalized=True)]).find("a b") == []


@pytest.mark.deep
def test_long_texts():
    n = 1 << 19
    tokens = [
        AddedToken(" ", 1, rstrip=True),
        AddedToken("<a>", 2, lstrip=True, rstrip=True),
        AddedToken("b" * 1000, 3),
    ]
    assert len(AddedTokenFinder(tokens).find(" " * n)) == n
    assert AddedTokenFinder(tokens[1:]).find("<a>" + " " * n + "<a>") == [(0, n + 3, 2), (n + 3, n + 6, 2)]
    assert AddedTokenFinder(tokens[2:]).find("b" * 999 + "\u00e9" + "b" * 1000) == [(1000, 2000, 3)]
    many = AddedTokenFinder(added(*(f"<{i}>" for i in range(2000)))).find("\u00e9<7>" * (n // 4))
    assert len(many) == n // 4
    assert many[-1] == (n - 3, n, 8)


ALPHABET = [
    "a",
    "b",
    "A",
    " ",
    "  ",
    "<",
    ">",
    "_",
    "\u00e9",
    "e\u0301",
    "\u4e16",
    "\t",
    "\u3000",
    "-",
    "\u0301",
    "ab",
]


def random_text(rng: random.Random, tokens: Sequence[AddedToken], size: int) -> str:
    pieces = [
        rng.choice(ALPHABET) if rng.random() < 0.6 or not tokens else rng.choice(tokens).text
        for _ in range(size)
    ]
    return "".join(pieces)


def random_tokens(rng: random.Random) -> list[AddedToken]:
    ids: dict[str, int] = {}
    tokens = []
    for _ in range(rng.choice([1, 2, 3, 6, 12])):
        text = "".join(rng.choice(ALPHABET) for _ in range(rng.choice([1, 1, 2, 3, 4])))
        flags = {
            name: rng.random() < 0.3 for name in ("lstrip", "rstrip", "single_word", "normalized", "special")
        }
        tokens.append(AddedToken(text, ids.setdefault(text, len(ids) + 1), **flags))
    return tokens


def check_random(seed: int, n_configurations: int) -> None:
    rng = random.Random(seed)
    n = n_checked = 0
    while n < n_configurations:
        tokens, number = random_tokens(rng), rng.randrange(len(NORMALIZERS))
        last = {token.id: token for token in tokens if token.normalized}.values()
        normalized = [normalize(token.text, NORMALIZERS[number][0]).text for token in last]
        if "" in normalized or len(set(normalized)) < len(normalized):
            continue  # refused here; left to chance there
        texts = [random_text(rng, tokens, rng.choice([1, 3, 10, 30])) for _ in range(10)]
        n_checked += check(tokens, texts, number, rng.random() < 0.2)
        n += 1
    assert n_checked > 9 * n


def test_random_configurations():
    check_random(1, 300)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(2, 8))
def test_many_random_configurations(seed):
    check_random(seed, 5_000)


@pytest.mark.deep
@pytest.mark.parametrize("flag", ["lstrip", "rstrip", "single_word"])
def test_every_character_beside_a_token(flag):
    tokens = [*added("+", **{flag: True}), AddedToken("-", 2)]
    assigned = [
        *range(0xD800),
        *range(0xE000, 0x34000),
        *range(0xE0000, 0xE0200),
        *range(0x34000, 0x110000, 97),
    ]
    scalars = [chr(c) for c in assigned]
    for first in range(0, len(scalars), 1 << 11):
        part = scalars[first : first + (1 << 11)]
        assert check(tokens, ["".join(f"{c}+-" for c in part), "".join(f"+{c}-" for c in part)]) == 2

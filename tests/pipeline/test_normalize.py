"""`normalize` against the `tokenizers` package: texts, and the offsets of tokens of one and of several characters."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Sequence

import numpy as np
import pytest

from wordchipper_lab.errors import PatternError
from wordchipper_lab.pipeline import normal_forms
from wordchipper_lab.pipeline.normal_forms import normal_text, to_normal_form
from wordchipper_lab.pipeline.normalize import normalize, normalized_text
from wordchipper_lab.vocab.pipeline import NormalizerStep

tokenizers = pytest.importorskip("tokenizers")
normalizers = tokenizers.normalizers

FORMS = ("NFC", "NFD", "NFKC", "NFKD")
PLAIN = (*FORMS, "Lowercase", "StripAccents", "Nmt")
BERT = ("BertCleanText", "BertChineseChars", "BertStripAccents", "Lowercase")

Step = tuple[list[NormalizerStep], object]
"""Our steps, and the normalizer of `tokenizers` that they are."""


def plain(kind: str) -> Step:
    return [NormalizerStep(kind)], getattr(normalizers, kind)()


def strip(left: bool, right: bool) -> Step:
    return [NormalizerStep("Strip", left=left, right=right)], normalizers.Strip(left, right)


def prepend(content: str) -> Step:
    return [NormalizerStep("Prepend", content=content)], normalizers.Prepend(content)


def literal(old: str, new: str) -> Step:
    return [NormalizerStep("Replace", re.escape(old), new)], normalizers.Replace(old, new)


def pattern(ours: str, new: str, theirs: str = "") -> Step:
    theirs = theirs or ours
    return [NormalizerStep("Replace", ours, new)], normalizers.Replace(tokenizers.Regex(theirs), new)


def bert(*flags: bool) -> Step:
    steps = [NormalizerStep(kind) for kind, flag in zip(BERT, flags, strict=True) if flag]
    return steps, normalizers.BertNormalizer(*flags)


LITERALS = [
    ("a", ""),
    ("a", "b"),
    (" ", "\u2581"),
    ("ab", "x"),
    ("aa", "\u00e9"),
    ("\u00e9", "e\u0301"),
    ("", ""),
    ("", "-"),
    ("a", "xyz"),
    ("\u0301", ""),
    (".", "!"),
    ("\u0344", "z"),
]
PATTERNS = [
    (r"\s+", " "),
    (r"^", ">", r"\A"),
    (r"a*", "x"),
    (r"(?=a)", "-"),
    (r"(?<=a)|(?=e)", "|"),
    (r" {2,}", "\u2581"),
    (r"[aeiou]", ""),
    (r"|a", "q"),
    (r"\p{M}", ""),
    (r"a|\Z", "W", r"a|\z"),
    (r"a??", "x"),
    (r"\s*", ""),
    (r"\p{L}", "w"),
]
STARTERS = (
    "aeiouAEIOUcCsSnNlLyYdDi\u0130\u03a3\u03c3\u03c2\u01d6\u01d8\u1e39\u1e69\u1eb9\u00e9\u00ea\u1ec7\u212b. \u3000\u00a0"
    "\t\n\r\x0b\x0c\x1c\u1100\u1161\u11a8\u11a7\uac00\uac01\ud7a3\u1112\u1175\u11c2\u09c7\u09be\u09d7\u0b47\u0b3e\u0b56"
    "\u0cc6\u0cc2\u0cd5\u0dd9\u0dcf\u0dca\U00011131\U00011127\u1b05\u1b35\ufb01\ufdfa\uff76\uff9e\uff9f\u0958\U0002f800"
    "\u4e00\U0001d15e\U00011935\U00011930\U00016d67\U0001e030\u2581\u200b\ufeff\ufffd\u00ad\U0001f600\u0378"
)
MARKS = (
    "\u0300\u0301\u0302\u0303\u0304\u0308\u0323\u0327\u0328\u031b\u0338\u0345\u0316\u0320\u0315\u0334\u3099\u309a\u05b0"
    "\u05bc\u0e38\u0e48\u0f71\u0f72\u0f73\u0344\u093c\u094d\U0001e4ef"
)


class Oracle:
    """The `tokenizers` package with some normalizers, one after the other."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.normalizer = (
            normalizers.Sequence([theirs for _, theirs in steps]) if len(steps) != 1 else steps[0][1]
        )
        self.tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel({"?": 0}, "?"))
        self.tokenizer.normalizer = self.normalizer

    def offsets(self, text: str, characters: int) -> list[tuple[int, int]]:
        """Those of tokens of some characters each."""
        each = tokenizers.Regex(rf"[\s\S]{{1,{characters}}}")
        self.tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Split(each, "isolated")
        return self.tokenizer.encode(text).offsets


def offsets(text: str, steps: Sequence[Step], characters: int) -> tuple[str, list[tuple[int, int]]]:
    """Ours."""
    ours = [step for ours, _ in steps for step in ours]
    found = normalize(text, ours)
    assert normalized_text(text, ours) == found.text
    n = len(found.text)
    places = [(i, min(i + characters, n)) for i in range(0, n, characters)]
    if found.starts is None or found.ends is None:
        assert found.starts is found.ends is None
        return found.text, places
    assert found.starts.dtype == found.ends.dtype == np.int64
    assert len(found.starts) == len(found.ends) == n
    return found.text, [(int(found.starts[i]), int(found.ends[j - 1])) for i, j in places]


def check(
    text: str, steps: Sequence[Step], oracle: Oracle | None = None, sizes: Sequence[int] = (1, 2, 5)
) -> bool:
    """Assert that both agree; returns False if `tokenizers` panics."""
    oracle = oracle or Oracle(steps)
    try:
        expected = oracle.normalizer.normalize_str(text)
    except BaseException as panic:
        if type(panic).__name__ != "PanicException":
            raise
        normalize(text, [step for ours, _ in steps for step in ours])
        return False
    for characters in sizes:
        shown = f"{text!a} {[ours for ours, _ in steps]}"
        assert offsets(text, steps, characters) == (expected, oracle.offsets(text, characters)), shown
    return True


@pytest.mark.parametrize("kind", PLAIN)
@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain",
        "Caf\u00e9 and Cafe\u0301",
        "\u00c5\u212bA\u030a",
        "\ud55c\uad6d\u110b\u1165\u11ab",
        "q\u0307\u0323 \u1e0b\u0323 d\u0323\u0307",
        "\u0130\u03a3 \u039f\u0394\u039f\u03a3",
        "\ufb01\ufb03 \u2460 \ufdfa",
        "\u0301\u0323 first",
        "\u0dd9\u0dcf\u0dca \u0dd9\u0dca",
        "\u0344\u0323\u0f73\u0f71",
        "tab\there\x07\u200b.",
        "\U00011938 \U00016d67\U00016d67",
    ],
)
def test_single_steps(kind, text):
    assert check(text, [plain(kind)])


@pytest.mark.parametrize(
    "text", ["", " ", "a", "  a b\u3000", "\x1c a \x85", "\u00a0\u2003\u2028", "\u3000\u4e16\u3000\n"]
)
def test_strip(text):
    for left in (False, True):
        for right in (False, True):
            assert check(text, [strip(left, right)])
            assert check(text, [strip(left, right), plain("NFKC"), strip(True, True)])


@pytest.mark.parametrize("text", ["", "a", "aaa", " a\u00e9b ab", "ba\u0301.\u0344", "\u4e16 \u754c  a"])
def test_replace_and_prepend(text):
    for old, new in LITERALS:
        assert check(text, [literal(old, new)])
        assert check(text, [prepend("\u2581_"), literal(old, new)])
    for arguments in PATTERNS:
        assert check(text, [pattern(*arguments)])
        assert check(text, [plain("NFD"), pattern(*arguments)])


@pytest.mark.parametrize(
    "text", ["", "H\u00e9llo\x00\ufffd\u200b\t\u00a0\u4e16\u754c\u3042", "\u1eb8\u0301\u0130 \uac00\u0903"]
)
def test_bert(text):
    for number in range(16):
        assert check(text, [bert(*(bool(number >> bit & 1) for bit in range(4)))])


def test_what_was_put_before_the_first_character_is_passed_over():
    """`tokenizers` repeats it, and panics if the text is then too short; we do what the step says."""
    steps = [pattern("^", "x", r"\A"), strip(True, True)]
    assert check("abc ", steps)
    assert normalize("abc ", [step for ours, _ in steps for step in ours]).text == "xxabc"
    steps = [pattern("^", "X", r"\A"), plain("Lowercase")]
    assert not check("abc", steps)
    assert normalize("abc", [step for ours, _ in steps for step in ours]).text == "xabc"


def test_unchanged_texts_have_no_alignment():
    every = [NormalizerStep(kind) for kind in (*PLAIN, "Strip", *BERT)]
    for text in ("", "plain text", "\u0e20\u0e32\u0e29\u0e32", "\u4e16\u754c"):
        assert normalize(text, every[:5]) == (text, None, None)
    assert normalize("UPPER", every) == ("upper", None, None)
    assert normalize("a b", [NormalizerStep("Replace", r"\ ", "\u2581")]) == ("a\u2581b", None, None)


def test_a_wrong_pattern_is_named():
    with pytest.raises(PatternError):
        normalize("text", [NormalizerStep("Replace", "(", "x")])


def test_what_python_knows_better_is_computed_as_before():
    """U+1CD0 combines since Unicode 5.2, U+07FD since 11, U+11938 (U+11935 U+11930) exists since 13."""
    for text in ("a\u0301\u1cd0", "a\u07fd\u0323\u0301", "\U00011935\U00011930", "\U00011938", "\U0002f800"):
        for form in FORMS:
            steps = plain(form)[0]
            assert normalized_text(text, steps) == normalize(text, steps).text


def test_surrogates_are_left_alone_or_replaced():
    lone, pair = "a\ud800e\u0301", "\ud804\udc99\ud804\udcba"
    steps = [NormalizerStep("NFC")]
    assert normalize(lone, steps).text == "a\ud800\u00e9"
    assert normalized_text(lone, steps) == "a\ufffd\u00e9"
    assert normalized_text("a\ud800", steps) == "a\ufffd"
    assert normalized_text(pair, steps) == normalize("\U00011099\U000110ba", steps).text == "\U0001109a"
    assert normalized_text("a\ud800", [*steps, NormalizerStep("Lowercase")]) == "a\ufffd"


MEGABYTE = 1 << 20


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("a" + "\u0301" * MEGABYTE, [plain("NFC")]),
        ("a" + "\u0301\u0323\u0334" * (MEGABYTE // 3), [plain("NFKC")]),
        (("a" + "\u0301\u0323" * 23) * (MEGABYTE // 47), [plain("NFC")]),
        ("a" + "\u0f73\u0301" * (MEGABYTE // 2), [plain("NFC")]),
        ("a" + "\uff9e\u0301\u0334" * (MEGABYTE // 3), [plain("NFKD")]),
        ("\u1100" + "\u1161" * MEGABYTE, [plain("NFC")]),
        ("\uac00\u11a8" * (MEGABYTE // 2), [plain("NFD")]),
        (" " * MEGABYTE, [strip(True, True)]),
        (" " * MEGABYTE + "a" + " " * MEGABYTE, [strip(False, True), strip(True, False)]),
        ("ab" * (MEGABYTE // 2), [literal("ab", "xyz"), literal("x", "")]),
        ("a b" * (MEGABYTE // 3), [pattern(r"\s+", "\u2581\u2581")]),
    ],
    ids=[
        "marks",
        "marks in disorder",
        "a few marks in disorder, often",
        "letters that become two marks",
        "letters that become one",
        "vowels",
        "syllables",
        "spaces",
        "spaces around",
        "literals",
        "pattern",
    ],
)
def test_nothing_is_quadratic(text, steps):
    chosen = [step for ours, _ in steps for step in ours]
    ours = normalize(text, chosen)
    assert normalized_text(text, chosen) == ours.text == Oracle(steps).normalizer.normalize_str(text)


def random_step(rng: random.Random) -> Step:
    kind = rng.choice([*PLAIN, "strip", "prepend", "literal", "pattern", "bert"])
    match kind:
        case "strip":
            return strip(rng.random() < 0.7, rng.random() < 0.7)
        case "prepend":
            return prepend(rng.choice(["\u2581", " ", "", "ab", "\u0301"]))
        case "literal":
            return literal(*rng.choice(LITERALS))
        case "pattern":
            return pattern(*rng.choice(PATTERNS))
        case "bert":
            return bert(*(rng.random() < 0.5 for _ in range(4)))
    return plain(kind)


def random_character(rng: random.Random) -> str:
    chance = rng.random()
    if chance < 0.4:
        return rng.choice(MARKS)
    if chance < 0.9:
        return rng.choice(STARTERS)
    codepoint = rng.choice(
        [rng.randrange(0x20, 0x3000), rng.randrange(0xF900, 0x20000), rng.randrange(0x110000)]
    )
    return "a" if 0xD800 <= codepoint < 0xE000 else chr(codepoint)


def random_text(rng: random.Random) -> str:
    text = "".join(random_character(rng) for _ in range(rng.choice([0, 1, 2, 3, 5, 8, 20, 100])))
    if rng.random() < 0.2:
        text = unicodedata.normalize(rng.choice(["NFC", "NFD", "NFKC"]), text)
    if rng.random() < 0.1:
        text *= rng.randrange(1, 8)
    return " " * rng.choice([0, 0, 0, 1, 2]) + text + " " * rng.choice([0, 0, 0, 1, 2])


def check_random(seed: int, n_sequences: int) -> None:
    rng = random.Random(seed)
    n_followed = 0
    for _ in range(n_sequences):
        steps = [random_step(rng) for _ in range(rng.choice([1, 1, 2, 3, 4]))]
        oracle = Oracle(steps)
        n_followed += sum(
            check(random_text(rng), steps, oracle, [rng.choice([1, 1, 2, 3, 7])]) for _ in range(10)
        )
    assert n_followed > 8 * n_sequences


def check_texts_alone(seed: int, n_texts: int) -> None:
    """The compiled normal form against its twin, with clusters of all lengths and texts of all widths."""
    rng = random.Random(seed)
    for _ in range(n_texts):
        text = (
            "|" * rng.choice([0, 1, 9])
            + random_text(rng)
            + rng.choice(MARKS) * rng.choice([0, 1, 47, 48, 49])
        )
        for form in FORMS:
            assert normal_text(text, form) == to_normal_form(text, form).text, (form, ascii(text))


def test_texts_alone():
    check_texts_alone(3, 1_000)


def test_texts_that_are_not_read_in_place(monkeypatch):
    """A Python that keeps its texts in another way."""
    monkeypatch.setattr(normal_forms, "STR_LAYOUT", None)
    check_texts_alone(5, 100)


@pytest.mark.deep
def test_many_texts_alone():
    check_texts_alone(4, 20_000)


def test_a_normal_form_that_is_much_longer_than_its_text():
    for text in ("\ufdfa" * 5_000, "\ufdfa" * 3, "a" + "\u0344" * 40):
        for form in FORMS:
            assert normal_text(text, form) == unicodedata.normalize(form, text)


def test_random_sequences():
    check_random(1, 200)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(2, 10))
def test_many_random_sequences(seed):
    check_random(seed, 4_000)


CONTEXTS = (
    "{}",
    "a{}",
    "{}\u0301",
    "e\u0323{}\u0302",
    "\u0301{}\u0334",
    "\u1100{}",
    "{}\u1161",
    "\uac00{}",
    "{}\u0345\u0338",
)


@pytest.mark.deep
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("context", CONTEXTS)
def test_every_scalar_value_in_every_form(form, context):
    steps = [plain(form)]
    oracle = Oracle(steps)
    scalars = [chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000]
    text = "\uffff".join(context.format(character) for character in scalars)
    expected = oracle.normalizer.normalize_str(text)
    assert normalize(text, steps[0][0]).text == normalized_text(text, steps[0][0]) == expected
    moving = [c for c in scalars if unicodedata.combining(c) or unicodedata.decomposition(c)] + scalars[
        0xAC00:0xAD00
    ]
    for first in range(0, len(moving), 500):
        check("|".join(context.format(c) for c in moving[first : first + 500]), steps, oracle, [1])


@pytest.mark.deep
@pytest.mark.parametrize("kind", ["Lowercase", "StripAccents", "Nmt", *BERT[:3]])
def test_every_scalar_value_in_every_other_step(kind):
    step = bert(*(kind == name for name in BERT)) if kind in BERT[:3] else plain(kind)
    text = "\uffff".join(chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000)
    assert normalize(text, step[0]).text == step[1].normalize_str(text)


@pytest.mark.deep
@pytest.mark.parametrize("form", FORMS)
def test_every_pair_of_characters_that_take_part_in_composition(form):
    from wordchipper_lab.pipeline.composition import seconds_and_results

    seconds, results = seconds_and_results()
    firsts = {unicodedata.normalize("NFD", chr(c))[0] for c in results.tolist()} | set(
        map(chr, results[::7].tolist())
    )
    steps = [plain(form)]
    oracle = Oracle(steps)
    for first in sorted(firsts):
        text = "".join(f"{first}{chr(second)}" for second in seconds.tolist())
        expected = oracle.normalizer.normalize_str(text)
        assert normalize(text, steps[0][0]).text == normalized_text(text, steps[0][0]) == expected
    some = random.Random(5).sample(sorted(firsts), 60)
    check(
        "".join(f"{first}{chr(second)}" for first in some for second in seconds.tolist()[::3]),
        steps,
        oracle,
        [1],
    )

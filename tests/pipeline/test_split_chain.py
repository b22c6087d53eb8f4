"""Splits in sequence: each behavior, against an obvious twin and against the `tokenizers` package."""

from __future__ import annotations

import random

import numpy as np
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from wordchipper_lab.pipeline.split_chain import Pieces, SplitChain
from wordchipper_lab.spanners.spans import GAP, SPECIAL, WORD
from wordchipper_lab.vocab.formats.pre_tokenizer import parse_pre_tokenizer
from wordchipper_lab.vocab.formats.punctuation import PUNCTUATION
from wordchipper_lab.vocab.open_patterns import DIGIT
from wordchipper_lab.vocab.pipeline import Behavior, SplitStep

tokenizers = pytest.importorskip("tokenizers")

BEHAVIORS: tuple[Behavior, ...] = (
    "isolated",
    "removed",
    "merged_with_previous",
    "merged_with_next",
    "contiguous",
)
PATTERNS = (r"a+", r"b|cc", r"\s+", r" ?\p{L}", r"", r"(?:ab)+")


def divide_slowly(pieces: list[tuple[str, bool]], step: SplitStep) -> list[tuple[str, bool]]:
    """The pieces (text, whether it is kept) after one more step."""
    found: list[tuple[str, bool]] = []
    for text, is_kept in pieces:
        if not is_kept:
            found.append((text, False))
            continue
        if step.prefix_space and not text.startswith(" "):
            text = " " + text
        found += _divide_one(text, step) if step.pattern else [(text, True)]
    return found


def _divide_one(text: str, step: SplitStep) -> list[tuple[str, bool]]:
    items: list[tuple[str, bool]] = []  # text, whether it is a match
    done = 0
    for match in regex.finditer(step.pattern, text):
        items += [(text[done : match.start()], step.invert), (match[0], not step.invert)]
        done = match.end()
    items = [item for item in [*items, (text[done:], step.invert)] if item[0]]
    if step.behavior == "merged_with_next":
        backwards = [(part[::-1], is_match) for part, is_match in reversed(items)]
        return [(part[::-1], True) for part in reversed(_merge_with_previous(backwards))]
    if step.behavior == "merged_with_previous":
        return [(part, True) for part in _merge_with_previous(items)]
    if step.behavior == "contiguous":
        joined: list[tuple[str, bool]] = []
        for part, is_match in items:
            if joined and joined[-1][1] == is_match:
                part = joined.pop()[0] + part
            joined.append((part, is_match))
        return [(part, True) for part, _ in joined]
    return [(part, step.behavior == "isolated" or not is_match) for part, is_match in items]


def _merge_with_previous(items: list[tuple[str, bool]]) -> list[str]:
    found: list[str] = []
    was_match = False
    for part, is_match in items:
        if is_match and not was_match and found:
            part = found.pop() + part
        found.append(part)
        was_match = is_match
    return found


def _pieces(text: str) -> Pieces:
    data = np.frombuffer(bytearray(text.encode()), dtype=np.uint8)
    places = np.repeat(np.arange(len(text)), [len(character.encode()) for character in text])
    ends, kinds = np.array([len(data)]), np.array([WORD], dtype=np.uint8)
    return Pieces(data, ends, kinds, np.array([7]), (places, places + 1))


def _texts(found: Pieces) -> list[tuple[str, bool]]:
    bounds = zip(found.starts.tolist(), found.ends.tolist(), found.kinds.tolist(), strict=True)
    return [(found.data[start:end].tobytes().decode(), kind == WORD) for start, end, kind in bounds]


steps = st.builds(
    SplitStep,
    st.sampled_from(PATTERNS),
    st.sampled_from(BEHAVIORS),
    invert=st.booleans(),
    prefix_space=st.booleans(),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(steps, max_size=3), st.text("aabbcc  \u00e9\n", min_size=1, max_size=20))
def test_against_the_twin(chosen: list[SplitStep], text: str) -> None:
    found = SplitChain(chosen).divide(_pieces(text))
    expected = [(text, True)]
    for step in chosen:
        expected = divide_slowly(expected, step)
    assert _texts(found) == expected
    assert set(found.texts.tolist()) == {7}


def test_added_and_removed_pieces_stay_as_they_are() -> None:
    kinds = np.array([SPECIAL, WORD, GAP, WORD], dtype=np.uint8)
    data = np.frombuffer(bytearray(b"aaabaaba"), dtype=np.uint8)
    whole = Pieces(data, np.array([2, 4, 6, 8]), kinds, np.array([0, 0, 0, 1]))
    found = SplitChain([SplitStep("a", prefix_space=True)]).divide(whole)
    assert found.data.tobytes() == b"aa abaa ba"
    assert found.ends.tolist() == [2, 3, 4, 5, 7, 9, 10]
    assert found.kinds.tolist() == [SPECIAL, WORD, WORD, WORD, GAP, WORD, WORD]
    assert found.texts.tolist() == [0, 0, 0, 0, 0, 1, 1]


def test_a_space_before_a_piece_stands_for_its_first_character() -> None:
    found = SplitChain([SplitStep("", prefix_space=True)]).divide(_pieces("\u00e9a"))
    assert found.origins is not None
    assert [side.tolist() for side in found.origins] == [[0, 0, 0, 1], [1, 1, 1, 2]]


def test_every_kind_of_step_divides_as_tokenizers_does() -> None:
    rng = random.Random(5)
    kinds = [
        {"type": "Digits", "individual_digits": True},
        {"type": "Digits", "individual_digits": False},
        *({"type": "Punctuation", "behavior": each} for each in ("Isolated", "Removed", "MergedWithNext")),
        {"type": "Whitespace"},
        {"type": "WhitespaceSplit"},
        {"type": "BertPreTokenizer"},
        {"type": "CharDelimiterSplit", "delimiter": "-"},
        {"type": "FixedLength", "length": 3},
        {"type": "Split", "pattern": {"String": "a."}, "behavior": "Contiguous", "invert": False},
    ]
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
    for kind in kinds:
        theirs = _pre_tokenizer(kind)
        ours = SplitChain(
            parse_pre_tokenizer("x.json", {"type": "Sequence", "pretokenizers": [kind, byte_level]})
        )
        for _ in range(60):
            text = "".join(
                rng.choice("aab.-_ \n12\u00bd\u0661\u00e9\u4e2d\u3002\u2e52\u200d\u0300\U0001f600")
                for _ in range(12)
            )
            found = [part for part, is_kept in _texts(ours.divide(_pieces(text))) if is_kept]
            assert found == [part for part, _ in theirs.pre_tokenize_str(text)], (kind, text)


def _pre_tokenizer(kind: dict[str, object]) -> object:
    options = {name: value for name, value in kind.items() if name not in ("type", "pattern", "behavior")}
    if kind["type"] == "Split":
        options["pattern"] = kind["pattern"]["String"]  # type: ignore[index]
    if "behavior" in kind:
        spelt = str(kind["behavior"])
        options["behavior"] = "".join(f"_{c.lower()}" if c.isupper() else c for c in spelt).lstrip("_")
    return getattr(tokenizers.pre_tokenizers, str(kind["type"]))(**options)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("kind", "pattern"), [("Punctuation", PUNCTUATION), ("Digits", DIGIT), ("WhitespaceSplit", r"\s")]
)
def test_every_scalar_value(kind: str, pattern: str) -> None:
    options = {"Punctuation": ("isolated",), "Digits": (True,), "WhitespaceSplit": ()}[kind]
    theirs = getattr(tokenizers.pre_tokenizers, kind)(*options)
    chain = SplitChain([SplitStep(pattern, "removed" if kind == "WhitespaceSplit" else "isolated")])
    text = "a".join(chr(value) for value in range(0x110000) if not 0xD800 <= value < 0xE000)
    found = [part for part, is_kept in _texts(chain.divide(_pieces(text))) if is_kept]
    assert found == [part for part, _ in theirs.pre_tokenize_str(text)]

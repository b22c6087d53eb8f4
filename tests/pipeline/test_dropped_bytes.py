"""Vocabularies that lack bytes, as SmolLM's does: what `tokenizers` drops, and where it says the others are."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
import tokenizers

import wordchipper_lab as wl
from wordchipper_lab.errors import UnsupportedVocabError
from wordchipper_lab.vocab.formats.byte_unicode import bytes_to_characters

PAIRS = [
    (b"t", b"h"),
    (b"th", b"e"),
    (b" ", b"the"),
    (b"h", b"e"),
    (b"1", b"2"),
    (b"\xc3", b"\xa9"),
    (b"z", b"z"),
]
PIECES = [
    "the",
    " the",
    "e",
    "z",
    "zz",
    "\x0b",
    "\x00",
    "\u00e9",
    "e\u0301",
    " ",
    "\u4e2d",
    "\U0001f600",
    "1",
    "12",
    "<e>",
    "th",
    "\n",
]
MISSING = [0x00, 0x0B, ord("z"), ord("e"), ord(" "), 0xC3, 0xA9, 0xF0, 0x98, 0xE4]
BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
DIGITS = {"type": "Digits", "individual_digits": True}


def file_without(missing: list[int], rng: random.Random) -> dict[str, Any]:
    lacks = {bytes([byte]) for byte in missing}
    tokens = [bytes([value]) for value in range(256) if bytes([value]) not in lacks]
    merges = [pair for pair in PAIRS if not any(byte in pair[0] + pair[1] for byte in lacks)]
    tokens += [left + right for left, right in merges]
    rng.shuffle(tokens)
    options = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    pre_tokenizers = [
        BYTE_LEVEL, BYTE_LEVEL | {"add_prefix_space": True}, BYTE_LEVEL | {"use_regex": False},
        {"type": "Sequence", "pretokenizers": [DIGITS, BYTE_LEVEL]}, {"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, BYTE_LEVEL]},
    ]  # fmt: skip
    return {
        "version": "1.0", "truncation": None, "padding": None, "post_processor": None, "decoder": BYTE_LEVEL,
        "added_tokens": [{"id": len(tokens), "content": "<e>", **options, "special": True}],
        "normalizer": rng.choice([None, {"type": "NFC"}, {"type": "Lowercase"}]),
        "pre_tokenizer": rng.choice(pre_tokenizers),
        "model": {"type": "BPE", "vocab": {bytes_to_characters(token): i for i, token in enumerate(tokens)},
                  "merges": [[bytes_to_characters(left), bytes_to_characters(right)] for left, right in merges],
                  "ignore_merges": rng.random() < 0.3},
    }  # fmt: skip


def assert_same(file: dict[str, Any], rng: random.Random, count: int) -> None:
    theirs, ours = (
        tokenizers.Tokenizer.from_str(json.dumps(file)),
        wl.Tokenizer.from_file(json.dumps(file).encode()),
    )
    texts = ["".join(rng.choices(PIECES, k=rng.randrange(10))) for _ in range(count)]
    for text, ids in zip(texts, ours.encode_batch(texts), strict=True):
        expected = theirs.encode(text, add_special_tokens=False)
        located = ours.locate(text)
        assert ids == ours.encode(text) == located.ids.tolist() == expected.ids, text
        assert list(zip(located.starts.tolist(), located.ends.tolist(), strict=True)) == expected.offsets, (
            text
        )
        assert located.words.tolist() == expected.word_ids, text
        assert ours.encode_with_spans(text).tokens.tolist() == expected.ids
        assert ours.count(text) == len(expected.ids)
        assert ours.spans(text).ends.tolist()[-1:] == ([len(text.encode())] if text else [])


@pytest.mark.parametrize("seed", range(8))
def test_ids_and_offsets_are_those_of_tokenizers(seed: int) -> None:
    rng = random.Random(seed)
    assert_same(file_without(rng.sample(MISSING, rng.randint(1, 4)), rng), rng, 40)


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(8, 150), marks=pytest.mark.deep, id="many"),
        pytest.param(range(150, 400), marks=pytest.mark.exhaustive, id="more"),
    ],
)
def test_ids_and_offsets_of_many_vocabularies(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        assert_same(file_without(rng.sample(MISSING, rng.randint(1, 6)), rng), rng, 40)


def test_neighbours_of_a_dropped_byte_are_merged() -> None:
    file = file_without([0x0B], random.Random(0)) | {
        "normalizer": None,
        "pre_tokenizer": BYTE_LEVEL | {"use_regex": False},
    }
    file["model"]["ignore_merges"] = False
    tok = wl.Tokenizer.from_file(json.dumps(file).encode())
    assert tok.vocab.dropped == b"\x0b"
    assert tok.encode("t\x0bhe\x0b") == tok.encode("the") == [tok.token_to_id("the")]
    assert tok.encode("\x0b") == []
    assert tok.encode("t\x0b<e>\x0bhe") == [
        tok.token_to_id("t"),
        tok.token_to_id("<e>"),
        tok.token_to_id("he"),
    ]
    assert tok.encode("x" * 600_000 + "\x0b")[-2:] == tok.encode("xx")  # a long text goes another way


def test_a_whole_span_with_a_byte_that_has_no_token() -> None:
    file = file_without([0x0B], random.Random(0))
    file["added_tokens"] = []
    file["model"]["vocab"]["a" + bytes_to_characters(b"\x0b")] = 300
    file["model"]["ignore_merges"] = False
    assert wl.Tokenizer.from_file(json.dumps(file).encode()).encode("a\x0b") != [300]
    file["model"]["ignore_merges"] = True
    with pytest.raises(
        UnsupportedVocabError, match=r"the token b'a\\x0b' has a byte without a token, and whole spans"
    ):
        wl.Tokenizer.from_file(json.dumps(file).encode())


def test_from_merges_wants_all_bytes() -> None:
    with pytest.raises(UnsupportedVocabError, match="1 of the single bytes that texts contain have no token"):
        wl.Tokenizer.from_merges({bytes([value]): value for value in range(255) if value != 11}, [])

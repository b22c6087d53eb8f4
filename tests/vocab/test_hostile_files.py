"""A tokenizer.json that means harm: an error, or a correct tokenizer, within a second of processor time."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import WordchipperLabError
from wordchipper_lab.vocab.formats.byte_unicode import bytes_to_characters

VOCAB = {bytes_to_characters(bytes([value])): value for value in range(256)} | {"th": 256, "the": 257}
BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
OPTIONS = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
PARTS: dict[str, Any] = {
    "normalizer": None,
    "pre_tokenizer": BYTE_LEVEL,
    "post_processor": None,
    "added_tokens": [],
}
MODEL: dict[str, Any] = {"type": "BPE", "vocab": VOCAB, "merges": ["t h", "th e"]}


def file(**changes: Any) -> bytes:
    model = {key: changes.pop(key) for key in ("vocab", "merges", "ignore_merges") if key in changes}
    return json.dumps(PARTS | {"model": MODEL | model} | changes).encode()


def nested(key: str, inner: dict[str, Any], depth: int) -> bytes:
    part = {"normalizers": "normalizer", "pretokenizers": "pre_tokenizer", "processors": "post_processor"}[
        key
    ]
    start = json.dumps({"type": "Sequence", key: []})[:-2]
    return file(**{part: "@@"}).replace(b'"@@"', (start * depth + json.dumps(inner) + "]}" * depth).encode())


def split(regex: str) -> dict[str, Any]:
    return {"type": "Split", "pattern": {"Regex": regex}, "behavior": "Isolated", "invert": False}


def splits(*regexes: str) -> bytes:
    return file(pre_tokenizer={"type": "Sequence", "pretokenizers": [*map(split, regexes), BYTE_LEVEL]})


def added(count: int, **options: bool) -> bytes:
    return file(
        added_tokens=[{"id": 258 + i, "content": f"<|{i}|>", **OPTIONS, **options} for i in range(count)]
    )


def template(pieces: int, ids: int) -> dict[str, Any]:
    special = [{"SpecialToken": {"id": "s", "type_id": 0}}] * pieces
    tokens = {"s": {"id": "s", "ids": [1] * ids, "tokens": ["s"] * ids}}
    return {"type": "TemplateProcessing", "single": special, "pair": [], "special_tokens": tokens}


LONG = {"a" * size: 256 + size for size in range(2, 2000)}
HOSTILE: dict[str, tuple[bytes, str | None]] = {
    "nested normalizers": (nested("normalizers", {"type": "NFC"}, 100_000), "nested too deeply"),
    "nested pre-tokenizers": (nested("pretokenizers", BYTE_LEVEL, 2_000), "nested too deeply"),
    "nested processors": (nested("processors", BYTE_LEVEL, 700), "nested too deeply"),
    "nested, but not too deeply": (nested("pretokenizers", BYTE_LEVEL, 200), None),
    "the same merges again and again": (file(merges=["t h", "th e"] * 100_000), None),
    "more merges than ids": (file(merges=["t h"] * 2_100_000), "2,100,000 merges are listed; this engine supports up to 2,097,149"),
    "merges that contradict each other": (file(merges=["th e", "t h", "h e", "th e", "t h"], vocab=VOCAB | {"he": 258}), None),
    "a merge with itself": (file(merges=["th e", "the the"]), "which has no id"),
    "added tokens": (added(50_000), None),
    "normalized added tokens": (added(50_000, normalized=True, lstrip=True), None),
    "more added tokens": (added(100_001), "has 100,001 added tokens; this engine supports up to 100,000"),
    "a long added token": (file(added_tokens=[{"id": 258, "content": "a" * 2_000_000, **OPTIONS}]), None),
    "added tokens within each other": (
        file(added_tokens=[{"id": 258 + i, "content": "ab" * (i + 1), **OPTIONS, "normalized": i % 2 == 1} for i in range(500)]), None,
    ),
    "an added token twice": (file(added_tokens=[{"id": 258, "content": "<s>", **OPTIONS}] * 2), "a content of its own"),
    "a long token": (file(vocab=VOCAB | {"a" * 1_000_000: 258}), None),
    "long tokens": (file(vocab=VOCAB | LONG), None),
    "long merges": (file(vocab=VOCAB | LONG, merges=[["a" * (size - 1), "a"] for size in range(2, 2000)]), None),
    "an id that is no number": (file(vocab=VOCAB | {"x y": float("nan")}), "expected an id for token 'x y', got nan"),
    "an infinite id": (file(added_tokens=[{"id": float("inf"), "content": "x"}]), "expected an added token with an id"),
    "a huge id": (file(vocab=VOCAB | {"xy": 10**4000}), "expected an id for token 'xy', got 1000"),
    "an id too long to be read": (file(vocab=VOCAB | {"xy": 7}).replace(b'"xy": 7', b'"xy": ' + b"9" * 5000), "a number that is too long"),
    "an id far away": (file(vocab=VOCAB | {"xy": 4_000_000_000}), "expected ids without large gaps"),
    "two tokens with an id": (file(vocab=VOCAB | {"xy": 7}), "1 tokens have the id of another one: expected each id once"),
    "a key twice": (file().replace(b'"th"', b'"the"', 1), "^<bytes>: the key 'the' occurs twice in one object$"),
    "splits": (splits(*(f"a{i}" for i in range(257))), "has 258 steps that split; this engine supports up to 256"),
    "normalizers": (
        file(normalizer={"type": "Sequence", "normalizers": [{"type": "NFC"}] * 257}), "has 257 steps of its normalizer",
    ),
    "a pattern that multiplies": (splits("(?:(?:a{1000}){1000}){1000}"), "characters and groups allowed once its counts"),
    "a pattern of many groups": (splits("(" * 5000 + "a" + ")" * 5000), "groups are nested too deeply"),
    "a long pattern": (splits("|".join(f"ab{i}" for i in range(5000))), "but at most 20,000 are allowed"),
    "a pattern that goes back and forth": (splits("(?:(?:a|aa)+)+(?=xy)"), None),
    "a template": (file(post_processor=template(1001, 1)), "has 1,001 pieces in a template"),
    "ids in a template": (file(post_processor=template(1, 100_000)), "has 100,000 ids of 's' in its post_processor"),
    "long names": (file(normalizer={"type": "x" * 1_000_000}), "is not supported"),
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    wl.Tokenizer.from_file(file()).locate("the")


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files(name: str) -> None:
    contents, problem = HOSTILE[name]
    start = time.process_time()
    if problem is None:
        tok = wl.Tokenizer.from_file(contents)
        assert tok.decode(tok.encode("the b")) == "the b"
    else:
        with pytest.raises(WordchipperLabError, match=problem) as caught:
            wl.Tokenizer.from_file(contents).encode("the b")
        assert len(str(caught.value)) < 1600
    assert time.process_time() - start < 3  # about 1 on a busy machine

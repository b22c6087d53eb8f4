"""The tokenizer in a GGUF file: ids are those of the tokenizer.json; damage is an error, however large its claims."""

from __future__ import annotations

import io
import json
import struct
import time
import tracemalloc
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import (
    UnsupportedVocabError,
    VocabFormatError,
    WordchipperLabError,
    WorkLimitError,
)
from wordchipper_lab.vocab.formats.any_file import read_vocab_file
from wordchipper_lab.vocab.formats.byte_unicode import bytes_to_characters
from wordchipper_lab.vocab.formats.gguf_pre import _KNOWN
from wordchipper_lab.vocab.formats.gguf_values import read_gguf_values
from wordchipper_lab.vocab.formats.gguf_vocab import read_gguf
from wordchipper_lab.vocab.formats.vocab_limits import VocabLimits

PAIRS = [
    (b"t", b"h"),
    (b"th", b"e"),
    (b" ", b"the"),
    (b"h", b"e"),
    (b"e", b"r"),
    (b"1", b"2"),
    (b"\xc3", b"\xa9"),
]
SPELT = [bytes_to_characters(bytes([value])) for value in range(256)]
MERGES = [f"{bytes_to_characters(left)} {bytes_to_characters(right)}" for left, right in PAIRS]
TOKENS = [*SPELT, *(merge.replace(" ", "") for merge in MERGES), "<|begin|>", "<tool>", "[PAD265]"]
KINDS = [1] * 263 + [3, 4, 5]
TEXTS = [
    "", "the  other 1234th, there", " the\n\n  the \u4e2d\u6587ab\u00e9 e\u0301", "<|begin|>the<tool> <|begin|>",
    "it's IT'S Don'T AbC aB/\n/ \u3042\u30fb\u4e2d\u3007 \u0e01\u0e33 \U0001f600 12 1\u00bd2",
]  # fmt: skip


def array(kind: int, values: list[Any], order: str = "<") -> tuple[int, bytes]:
    form = {1: "b", 4: "I", 5: "i", 6: "f", 7: "?"}.get(kind)
    body = b"".join(text(each, order) if form is None else struct.pack(order + form, each) for each in values)
    return 9, struct.pack(order + "IQ", kind, len(values)) + body


def text(value: str | bytes, order: str = "<") -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return struct.pack(order + "Q", len(data)) + data


def value(given: Any, order: str = "<") -> tuple[int, bytes]:
    if isinstance(given, tuple):
        return given
    if isinstance(given, bool):
        return 7, struct.pack("?", given)
    if isinstance(given, str):
        return 8, text(given, order)
    if isinstance(given, list):
        return array(8 if not given or isinstance(given[0], str) else 5, given, order)
    return 4, struct.pack(order + "I", given)


def gguf(pairs: Mapping[str, Any], order: str = "<", version: int = 3, n_pairs: int | None = None) -> bytes:
    """A GGUF file, written as its specification says."""
    body = b""
    for key, given in pairs.items():
        kind, data = value(given, order)
        body += text(key, order) + struct.pack(order + "I", kind) + data
    head = struct.pack(order + "IQQ", version, 2, len(pairs) if n_pairs is None else n_pairs)
    return b"GGUF" + head + body + bytes(64)  # what follows is not read


def model(**changes: Any) -> dict[str, Any]:
    pairs = {
        "general.architecture": "llama",
        "llama.rope.freqs": array(6, [0.5, 1.0]),
        "general.tags": ["a", "b"],
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "gpt-2",
        "tokenizer.ggml.tokens": TOKENS,
        "tokenizer.ggml.token_type": KINDS,
        "tokenizer.ggml.merges": MERGES,
        "tokenizer.ggml.bos_token_id": 263,
        "general.file_type": 1,
    } | {f"tokenizer.ggml.{key}": each for key, each in changes.items()}
    return {key: each for key, each in pairs.items() if each is not None}


def tokenizer_json(pre: str, whole_spans: bool) -> dict[str, Any]:
    known = _KNOWN[pre]
    options = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    return {
        "version": "1.0", "normalizer": known.normalizer, "pre_tokenizer": known.pre_tokenizer, "post_processor": None,
        "decoder": None, "truncation": None, "padding": None,
        "added_tokens": [{"id": 263, "content": "<|begin|>", **options, "special": True},
                         {"id": 264, "content": "<tool>", **options, "special": False}],
        "model": {"type": "BPE", "vocab": {each: i for i, each in enumerate(TOKENS[:263])}, "merges": MERGES,
                  "ignore_merges": whole_spans},
    }  # fmt: skip


@pytest.mark.parametrize("pre", _KNOWN)
def test_ids_and_offsets_are_those_of_the_tokenizer_json(pre: str) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    ours = wl.Tokenizer.from_file(gguf(model(pre=pre)))
    file = tokenizer_json(pre, bool(_KNOWN[pre].whole_spans))
    text_of_file = json.dumps(file).replace(r"(?:(?!\\p{Han})", r"(?:(?=[^\\p{Han}])")
    theirs = tokenizers.Tokenizer.from_str(text_of_file)
    for each in TEXTS:
        expected = theirs.encode(each, add_special_tokens=False)
        found = ours.locate(each)
        assert ours.encode(each) == expected.ids == found.ids.tolist()
        assert list(zip(found.starts.tolist(), found.ends.tolist(), strict=True)) == expected.offsets
    assert ours.vocab.special_tokens == {"<|begin|>": 263, "<tool>": 264}
    assert [token.special for token in ours.pipeline.added_tokens] == [True, False]
    assert ours.id_to_token(265) is None


@pytest.mark.parametrize(("order", "version"), [("<", 2), ("<", 3), (">", 2), (">", 3)])
def test_versions_and_byte_orders(order: str, version: int, tmp_path: Path) -> None:
    contents = gguf(model(), order, version)
    if order == ">":
        contents = gguf(
            {
                key: array(6, [0.5, 1.0], ">") if isinstance(each, tuple) else each
                for key, each in model().items()
            },
            order,
            version,
        )
    path = tmp_path / "model.gguf"
    path.write_bytes(contents)
    for source in (contents, io.BytesIO(contents), path, tmp_path, {"model": contents}):
        tok = wl.Tokenizer.from_file(source)
        assert tok.encode("the there<|begin|>") == [257, 258, 114, 101, 263]
    assert tok.merges == PAIRS


def test_values_of_every_type() -> None:
    pairs = {
        "u8": (0, b"\xff"), "i8": (1, b"\xff"), "u16": (2, b"\xff\xff"), "i16": (3, b"\xfe\xff"), "u32": 7, "i32": (5, b"\xff" * 4),
        "f32": (6, struct.pack("<f", 0.5)), "bool": True, "string": "\u4e2d", "u64": (10, b"\xff" * 8), "i64": (11, b"\xfe" + b"\xff" * 7),
        "f64": (12, struct.pack("<d", -0.25)), "strings": ["", "a"], "none": array(8, []), "bools": array(7, [True, False]),
    }  # fmt: skip
    _, found = read_gguf_values(gguf(pairs), list(pairs))
    assert found.pop("bools").tolist() == [True, False]
    assert found == {
        "u8": 255, "i8": -1, "u16": 65535, "i16": -2, "u32": 7, "i32": -1, "f32": 0.5, "bool": True, "string": "\u4e2d",
        "u64": 2**64 - 1, "i64": -2, "f64": -0.25, "strings": ["", "a"], "none": [],
    }  # fmt: skip
    assert read_gguf_values(gguf(pairs), ["f64", "missing"])[1] == {"f64": -0.25}


def test_first_and_last_tokens() -> None:
    def around(**changes: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
        post = read_gguf(gguf(model(**changes))).pipeline.post_processor
        return post.prefix, post.suffix

    assert around() == ((), ())
    assert around(pre="llama-bpe") == ((263,), ())
    assert around(pre="llama-bpe", add_bos_token=False) == ((), ())
    assert around(pre="llama-bpe", bos_token_id=None) == ((), ())
    assert around(add_bos_token=True, add_eos_token=True, eos_token_id=264) == ((263,), (264,))


def test_kimi_needs_no_merges() -> None:
    with_merges, without = (read_gguf(gguf(model(pre="kimi-k2", merges=merges))) for merges in (MERGES, None))
    assert with_merges.tokens.data.tobytes() == without.tokens.data.tobytes()
    assert np.array_equal(with_merges.listed.splits, without.listed.splits)


def test_a_token_that_is_added_too() -> None:
    """GGUF lists it once, as added; merges still make it."""
    tok = wl.Tokenizer.from_file(gguf(model(token_type=[1] * 257 + [4] + [1] * 5 + [3, 4, 5])))
    assert tok.encode("the the") == [257, 32, 257]
    assert tok.encode("the the", special="text") == [257, 258]


def test_entries_that_merges_never_make() -> None:
    """Qwen 3.5 has 201 of them; whether they count as whole spans the file does not say."""
    tokens = [*TOKENS[:263], "xyz", *TOKENS[263:]]
    unreachable = {"tokens": tokens, "token_type": [1] * 264 + [3, 4, 5], "bos_token_id": 264}
    tok = wl.Tokenizer.from_file(gguf(model(pre="qwen35", **unreachable)))
    assert (tok.encode("xyz"), tok.decode([263])) == ([120, 121, 122], "xyz")
    assert wl.Tokenizer.from_file(gguf(model(pre="tekken", **unreachable))).encode("xyz") == [263]
    with pytest.raises(
        UnsupportedVocabError, match=r"merging never makes b'xyz' \(id 263\), and whether spans"
    ):
        read_gguf(gguf(model(pre="gpt-4o", **unreachable)))


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"model": "llama"}, r"tokenizer.ggml.model = 'llama' \(SentencePiece, as Llama 2"),
        ({"model": "bert"}, r"\(WordPiece, as BERT has it\) is not supported, expected gpt2"),
        ({"model": "plamo2"}, r"tokenizer.ggml.model = 'plamo2' \('plamo2'\) is not supported"),
        ({"model": 5}, r"tokenizer.ggml.model = 5"),
        ({"pre": "command-r"}, "tokenizer.ggml.pre = 'command-r' is not supported: expected one of chatglm-bpe, "),
        ({"pre": None}, "there is no tokenizer.ggml.pre, so it is not known how the model splits texts"),
        ({"pre": 7}, "tokenizer.ggml.pre = 7 is not supported"),
        ({"merges": ["x y"]}, "the merge of b'x' and b'y' needs b'xy', which has no id"),
    ],
)  # fmt: skip
def test_what_is_refused_by_name(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(UnsupportedVocabError, match=problem):
        read_gguf(gguf(model(**changes)))


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"model": None}, "it has no tokenizer.ggml.model: expected a model's file, or the first part of one"),
        ({"tokens": None}, "expected tokenizer.ggml.tokens as a list of texts, got None"),
        ({"tokens": array(5, [1, 2])}, "expected tokenizer.ggml.tokens as a list of texts"),
        ({"merges": None}, "it has no tokenizer.ggml.merges"),
        ({"merges": ["th"]}, "merge 0: expected two tokens separated by a space, got 'th'"),
        ({"merges": ["t \u4e2d"]}, "merge 0: expected two tokens"),
        ({"merges": "t h"}, "expected tokenizer.ggml.merges as a list of texts"),
        ({"token_type": [1, 1]}, "expected tokenizer.ggml.token_type as 266 integers"),
        ({"token_type": array(6, [1.0] * 266)}, "expected tokenizer.ggml.token_type as 266 integers"),
        ({"token_type": [1] * 265 + [6]}, "token_type has 6: expected 1 to 5"),
        ({"token_type": [-(2**31)] + [1] * 265}, "token_type has -2147483648"),
        ({"tokens": ["", *TOKENS[1:]]}, r"expected tokens with a text of their own, got '' \(id 0\)"),
        ({"tokens": [*TOKENS[:262], "a", *TOKENS[263:]]}, r"got 'a' \(id 262\)"),
        ({"tokens": [*TOKENS[:264], "<|begin|>", "x"]}, r"expected added tokens with a text of their own, got '<\|begin\|>'"),
        ({"add_bos_token": True, "bos_token_id": 2**32 - 1}, "expected tokenizer.ggml.bos_token_id from 0 to 265"),
        ({"add_eos_token": True}, "expected tokenizer.ggml.eos_token_id from 0 to 265, got None"),
    ],
)  # fmt: skip
def test_what_contradicts_itself(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(VocabFormatError, match=problem):
        read_gguf(gguf(model(**changes)))


BIG = 2**63


@pytest.mark.parametrize(
    ("contents", "problem"),
    [
        (b"", "expected a GGUF file, got b''"),
        (b"GGML" + bytes(40), "expected a GGUF file, got b'GGML"),
        (b"GGUF", "GGUF version 0 is not supported"),
        (b"GGUF\3\0\0\0", "8 bytes should follow at byte 8, but the file has 8 bytes: get it again"),
        (b"GGUF\1\0\0\0" + bytes(64), "GGUF version 1 is not supported, expected 2 or 3: convert the model again"),
        (b"GGUF\4\0\0\0" + bytes(64), "GGUF version 4 is not supported"),
        (gguf({}, n_pairs=BIG), "it says that it has 9,223,372,036,854,775,808 keys"),
        (gguf({}, n_pairs=10), "bytes should follow at byte"),
        (gguf({b"\xff": 1}), "the text of 'a key' is not UTF-8"),
        (gguf({"a" * 70_000: 1}), "a key has 70,000 bytes: expected up to 65,535"),
        (gguf({"a": (13, b"")}), "the value of 'a' has the type 13: expected one of the 13"),
        (gguf({"a": (9, struct.pack("<IQ", 9, 1))}), "the value of 'a' is a list of lists"),
        (gguf({"a": (9, struct.pack("<IQ", 77, 1))}), "the value of 'a' has the type 77"),
        (gguf({"a": (8, struct.pack("<Q", BIG))}), "9,223,372,036,854,775,808 bytes should follow"),
        (gguf({"a": (9, struct.pack("<IQ", 8, BIG))}), "a list of 9,223,372,036,854,775,808 elements should follow"),
        (gguf({"a": (9, struct.pack("<IQ", 5, BIG))}), "a list of 9,223,372,036,854,775,808 elements should follow"),
        (gguf({"a": (9, struct.pack("<IQQ", 8, 2, BIG))}), "a list of texts should follow"),
        (gguf({"tokenizer.ggml.tokens": (9, struct.pack("<IQQ", 8, 2, BIG))}), "a text should follow"),
        (gguf({"tokenizer.ggml.tokens": (9, struct.pack("<IQ", 8, 20))}, n_pairs=1)[:-60], "elements should follow|a text should"),
        (gguf({"tokenizer.ggml.tokens": (9, struct.pack("<IQ", 8, 1) + text(b"\xff"))}), "element 0 of 'tokenizer.ggml.tokens' is not UTF-8"),
        (gguf({"tokenizer.ggml.model": (8, text(b"\xff"))}), "the text of 'tokenizer.ggml.model' is not UTF-8"),
        (gguf({"a": (9, struct.pack("<IQ", 8, 1 << 22) + bytes(8 << 22))}), "'a' has 4,194,304 texts: expected up to 2,097,152"),
    ],
    ids=range(22),
)  # fmt: skip
def test_hostile_files(contents: bytes, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "x.gguf"
    path.write_bytes(contents)
    start = time.process_time()
    tracemalloc.start()
    try:
        for source in (contents, path):
            with pytest.raises((VocabFormatError, UnsupportedVocabError), match=problem) as caught:
                read_gguf(source)
            assert len(str(caught.value)) < 400
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()
    assert time.process_time() - start < 1


def test_a_key_that_occurs_twice() -> None:
    once = gguf({"tokenizer.ggml.model": "gpt2"})
    pair = once[24:-64]
    with pytest.raises(VocabFormatError, match="occurs twice"):
        read_gguf_values(once[:16] + struct.pack("<Q", 2) + pair + pair, ["tokenizer.ggml.model", "other"])


def test_every_beginning_of_a_file_is_an_error() -> None:
    contents = gguf(model())
    end = len(contents) - 64 - 35  # the last pair is not needed
    for size in [*range(600), *range(600, end, 97)]:
        with pytest.raises(WordchipperLabError):
            read_gguf(contents[:size])


def test_limits() -> None:
    for limits in (VocabLimits(tokens=200), VocabLimits(token_bytes=100)):
        with pytest.raises(WorkLimitError):
            read_gguf(gguf(model()), limits=limits)
    with pytest.raises(WorkLimitError, match="at most 99 are read"):
        read_vocab_file(gguf(model()), limits=VocabLimits(bytes=99))


def test_the_tensors_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.gguf"
    path.write_bytes(gguf(model()))
    with path.open("r+b") as file:
        file.truncate(1 << 40)  # a terabyte of nothing
    assert wl.Tokenizer.from_file(path).encode("the") == [257]


def test_which_file_of_a_directory(tmp_path: Path) -> None:
    for name in ("a.gguf", "b.gguf"):
        (tmp_path / name).write_bytes(gguf(model()))
    with pytest.raises(VocabFormatError, match=r"found a\.gguf, b\.gguf"):
        read_vocab_file(tmp_path)

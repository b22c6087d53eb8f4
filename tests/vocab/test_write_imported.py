"""A tokenizer that was read from a file, written again: `tokenizers` gives the same ids and offsets."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
import tokenizers

import wordchipper_lab as wl
from wordchipper_lab.errors import UnsupportedVocabError
from wordchipper_lab.vocab.formats.byte_unicode import bytes_to_characters
from wordchipper_lab.vocab.formats.normalizer import parse_normalizer
from wordchipper_lab.vocab.formats.post_processor import parse_post_processor
from wordchipper_lab.vocab.formats.pre_tokenizer import parse_pre_tokenizer
from wordchipper_lab.vocab.merge_ranks import rank_by_merges
from wordchipper_lab.vocab.pipeline import AddedToken, Pipeline
from wordchipper_lab.vocab.unified import UnifiedVocab

PAIRS = [
    (b"h", b"e"),
    (b"t", b"h"),
    (b"t", b"he"),
    (b"th", b"e"),
    (b" ", b"the"),
    (b"1", b"2"),
    (b"\xc3", b"\xa9"),
    (b"x", b"y"),
]
PIECES = [
    "the",
    " the",
    "xyz",
    "\u00e9",
    "e\u0301",
    "12",
    "  ",
    "\n",
    "<e>",
    "<e> ",
    "word",
    "\u4e2d",
    "A",
    "'s",
    "<s>",
    ".",
    "\U0001f600",
]
BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
BYTES_ONLY = BYTE_LEVEL | {"use_regex": False}
NORMALIZERS: list[Any] = [
    None, {"type": "NFC"}, {"type": "Sequence", "normalizers": [{"type": "NFKD"}, {"type": "StripAccents"}, {"type": "Lowercase"}]},
    {"type": "Replace", "pattern": {"Regex": r"\s+"}, "content": " "}, {"type": "Replace", "pattern": {"String": "."}, "content": "\u4e2d"},
    {"type": "Strip", "strip_left": True, "strip_right": False}, {"type": "Prepend", "prepend": "the "}, {"type": "Nmt"},
    {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True},
]  # fmt: skip


def split(pattern: dict[str, str], behavior: str = "Isolated", invert: bool = False) -> dict[str, Any]:
    return {"type": "Split", "pattern": pattern, "behavior": behavior, "invert": invert}


def sequence(*steps: dict[str, Any]) -> dict[str, Any]:
    return {"type": "Sequence", "pretokenizers": list(steps)}


PRE_TOKENIZERS = [
    BYTE_LEVEL, BYTE_LEVEL | {"add_prefix_space": True}, BYTES_ONLY, BYTES_ONLY | {"add_prefix_space": True},
    sequence({"type": "Digits", "individual_digits": True}, BYTE_LEVEL), sequence({"type": "Digits", "individual_digits": False}, BYTES_ONLY),
    sequence({"type": "Punctuation", "behavior": "Contiguous"}, split({"String": " "}, "MergedWithNext"), BYTES_ONLY),
    sequence(split({"Regex": r"\w+"}, "Removed", True), BYTES_ONLY), sequence(split({"Regex": r"\p{L}+"}), split({"Regex": "e|h"}, "MergedWithPrevious"), BYTE_LEVEL),
    sequence({"type": "WhitespaceSplit"}, BYTES_ONLY), sequence({"type": "BertPreTokenizer"}, BYTES_ONLY), sequence({"type": "Whitespace"}, BYTES_ONLY),
]  # fmt: skip
POST_PROCESSORS: list[Any] = [
    None, BYTE_LEVEL, BYTE_LEVEL | {"trim_offsets": False},
    {"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
     "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
     "special_tokens": {"<s>": {"id": "<s>", "ids": [264], "tokens": ["<s>"]}}},
    {"type": "RobertaProcessing", "sep": ["<s>", 264], "cls": ["<s>", 264], "trim_offsets": True, "add_prefix_space": False},
]  # fmt: skip


def file(number: int = 0, **changes: Any) -> dict[str, Any]:
    """Ids at random, one entry that no merge makes, one that is spelt in other characters, added tokens with options."""
    rng = random.Random(number)
    ids = list(range(266))
    if number:
        rng.shuffle(ids)
    tokens = (
        [bytes([value]) for value in range(256)]
        + [left + right for left, right in PAIRS if left + right != b"the"]
        + [b"the"]
    )
    vocab = {bytes_to_characters(token): ids[i] for i, token in enumerate(tokens)}
    rest = [token for token in range(266) if token not in vocab.values()]
    vocab |= (
        {"xyz": rest[0], "<s>": rest[1], "\u4e2d\u6587 x": rest[2]}
        if len(rest) > 2
        else {"xyz": rest[0], "<s>": rest[1]}
    )
    options = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    added = [
        {"id": vocab["<s>"], "content": "<s>", **options, "special": True},
        {"id": len(vocab), "content": "<e>", **options, "rstrip": True, "special": True},
        {
            "id": len(vocab) + 1,
            "content": "word",
            **options,
            "single_word": True,
            "normalized": True,
            "special": False,
        },
    ]
    merges = [f"{bytes_to_characters(left)} {bytes_to_characters(right)}" for left, right in PAIRS]
    parts = {"normalizer": None, "pre_tokenizer": BYTE_LEVEL, "post_processor": None, "decoder": BYTE_LEVEL}
    return {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": added, **parts,
        "model": {"type": "BPE", "vocab": vocab, "merges": merges, "ignore_merges": False},
    } | changes  # fmt: skip


def texts(number: int) -> list[str]:
    rng = random.Random(number)
    return ["".join(rng.choices(PIECES, k=rng.randrange(1, 9))) for _ in range(40)]


def assert_same(path: Path, given: dict[str, Any], number: int) -> None:
    before = tokenizers.Tokenizer.from_str(json.dumps(given))
    after, ours = tokenizers.Tokenizer.from_file(str(path)), wl.Tokenizer.from_file(path)
    for text in texts(number):
        for pair in (None, "the xyz"):
            expected, found = before.encode(text, pair), after.encode(text, pair)
            assert (found.ids, found.offsets, found.type_ids) == (
                expected.ids,
                expected.offsets,
                expected.type_ids,
            ), text
        assert ours.encode(text) == before.encode(text, add_special_tokens=False).ids
    assert after.get_vocab() == before.get_vocab()
    assert after.decode(list(range(268)), skip_special_tokens=True) == before.decode(
        list(range(268)), skip_special_tokens=True
    )


@pytest.mark.parametrize("number", range(4))
def test_what_was_read_is_written(number: int, tmp_path: Path) -> None:
    for kinds, key in (
        (NORMALIZERS, "normalizer"),
        (PRE_TOKENIZERS, "pre_tokenizer"),
        (POST_PROCESSORS[:3], "post_processor"),
    ):
        for part in kinds:
            given = file(number, **{key: part})
            given["model"]["ignore_merges"] = number % 2 == 1
            (path,) = wl.Tokenizer.from_file(json.dumps(given).encode()).save(tmp_path / "tokenizer.json")
            assert_same(path, given, number)
            assert json.loads(path.read_bytes())[key] == part


@pytest.mark.parametrize("normalizer", NORMALIZERS, ids=str)
def test_a_normalizer_without_its_source(normalizer: Any, tmp_path: Path) -> None:
    check_without_source(file(normalizer=normalizer), tmp_path)


@pytest.mark.parametrize("pre_tokenizer", PRE_TOKENIZERS, ids=str)
def test_a_pre_tokenizer_without_its_source(pre_tokenizer: Any, tmp_path: Path) -> None:
    check_without_source(file(pre_tokenizer=pre_tokenizer), tmp_path)


@pytest.mark.parametrize("post_processor", POST_PROCESSORS, ids=str)
def test_a_post_processor_without_its_source(post_processor: Any, tmp_path: Path) -> None:
    check_without_source(file(post_processor=post_processor), tmp_path)


def check_without_source(given: dict[str, Any], directory: Path) -> None:
    """The parts are made from the steps, and are no longer as they were, but mean the same."""
    read = wl.Tokenizer.from_file(json.dumps(given).encode()).vocab
    pipeline = read.pipeline
    bare = Pipeline(pipeline.normalizer, pipeline.added_tokens, pipeline.splits, pipeline.post_processor)
    vocab = UnifiedVocab(read.listed, pattern=read.pattern, special_tokens=read.special_tokens, pipeline=bare)
    (path,) = wl.Tokenizer(vocab).save(directory / "tokenizer.json")
    written = json.loads(path.read_bytes())
    assert parse_normalizer("x", written["normalizer"]) == pipeline.normalizer
    assert parse_pre_tokenizer("x", written["pre_tokenizer"]) == pipeline.splits
    assert parse_post_processor("x", written["post_processor"]) == pipeline.post_processor
    assert_same(path, given, 1)


def test_another_pattern_takes_the_place_of_the_splits(tmp_path: Path) -> None:
    given = file(normalizer={"type": "NFC"}, pre_tokenizer=PRE_TOKENIZERS[6])
    tok = wl.Tokenizer.from_file(
        json.dumps(given).encode(), pattern="cl100k_base", special_tokens={"<more>": 300}
    )
    (path,) = tok.save(tmp_path / "tokenizer.json")
    written = json.loads(path.read_bytes())
    assert (written["normalizer"], written["decoder"]) == (given["normalizer"], given["decoder"])
    theirs, again = tokenizers.Tokenizer.from_file(str(path)), wl.Tokenizer.from_file(path)
    for text in ["the<more>the 1234567", *texts(3)]:
        assert theirs.encode(text).ids == tok.encode(text) == again.encode(text)
    assert 300 in tok.encode("the<more>")


def test_unknown_bytes(tmp_path: Path) -> None:
    given = file()
    del given["model"]["vocab"]["z"]
    del given["model"]["vocab"]["xyz"]
    given["model"]["unk_token"] = "<s>"
    given["added_tokens"] = given["added_tokens"][:1]
    tok = wl.Tokenizer.from_file(json.dumps(given).encode())
    assert tok.decode(tok.encode("z")) == "<s>"
    (path,) = tok.save(tmp_path / "tokenizer.json")
    assert json.loads(path.read_bytes())["model"]["unk_token"] == "<s>"
    theirs = tokenizers.Tokenizer.from_file(str(path))
    assert (
        theirs.encode("the zz").ids
        == tok.encode("the zz")
        == tokenizers.Tokenizer.from_str(json.dumps(given)).encode("the zz").ids
    )


def test_merges_without_a_file(tmp_path: Path) -> None:
    ids = {bytes([value]): 300 - value for value in range(256)} | {b"he": 20, b"the": 21, b"th": 22}
    tok = wl.Tokenizer.from_merges(
        ids, [(b"h", b"e"), (b"t", b"he"), (b"t", b"h")], pattern="gpt2", special_tokens={"<s>": 5}
    )
    (path,) = tok.save(tmp_path / "tokenizer.json")
    theirs = tokenizers.Tokenizer.from_file(str(path))
    for text in ("the thhe<s> th", "", "he\n"):
        assert theirs.encode(text).ids == tok.encode(text) == wl.Tokenizer.from_file(path).encode(text)


SPLIT_ONLY = {"pre_tokenizer": BYTE_LEVEL, "added_tokens": []}


@pytest.mark.parametrize("name", ["my.tiktoken", "vocab.bpe"])
@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"normalizer": {"type": "NFC"}}, r"cannot hold the normalizer of custom \(NFC\): write a tokenizer.json"),
        ({"pre_tokenizer": PRE_TOKENIZERS[8]}, "cannot hold the 3 steps by which custom splits"),
        ({"pre_tokenizer": PRE_TOKENIZERS[1]}, "cannot hold the 1 steps by which custom splits"),
        ({"added_tokens": [{"id": 266, "content": "<|e|>", "rstrip": True}]}, "rstrip or single_word of the added token '<|e|>'"),
    ],
)  # fmt: skip
def test_what_other_formats_cannot_say(
    name: str, changes: dict[str, Any], problem: str, tmp_path: Path
) -> None:
    tok = wl.Tokenizer.from_file(json.dumps(file(**(SPLIT_ONLY | changes))).encode())
    with pytest.raises(UnsupportedVocabError, match=problem):
        tok.save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["my.tiktoken", "vocab.bpe", "tokenizer.json"])
def test_a_vocabulary_that_lacks_bytes(name: str, tmp_path: Path) -> None:
    given = file(**SPLIT_ONLY)
    given["model"]["vocab"] = {
        text: i for i, text in enumerate(text for text in given["model"]["vocab"] if text not in ("z", "xyz"))
    }
    tok = wl.Tokenizer.from_file(json.dumps(given).encode())
    if name == "tokenizer.json":
        (path,) = tok.save(tmp_path / name)
        theirs = tokenizers.Tokenizer.from_file(str(path))
        assert theirs.encode("thzethe").ids == tok.encode("thzethe") == tok.encode("thethe")
        return
    with pytest.raises(UnsupportedVocabError, match="cannot hold a vocabulary without a token for b'z'"):
        tok.save(tmp_path / name)


def listed(
    ids: dict[bytes, int], merges: list[tuple[bytes, bytes]], *, whole_spans: bool = False
) -> wl.Tokenizer:
    single = {bytes([value]): value for value in range(256)}
    tokens = rank_by_merges("x", single | ids, merges, whole_spans=whole_spans)
    return wl.Tokenizer(UnifiedVocab(tokens, pattern="a+", name="x"))


def test_which_merges_a_tiktoken_file_can_hold(tmp_path: Path) -> None:
    in_order = listed({b"ab": 256, b"abc": 257}, [(b"a", b"b"), (b"ab", b"c")])
    (path,) = in_order.save(tmp_path / "my.tiktoken")
    assert wl.Tokenizer.from_file(path, pattern="a+").vocab.n_ranked == 258
    with pytest.raises(UnsupportedVocabError, match="ids with gaps, but no token has the id 256"):
        listed({b"ab": 300}, [(b"a", b"b")]).save(tmp_path / "my.tiktoken")
    for tok, problem in [
        (listed({b"ab": 257, b"abc": 256}, [(b"a", b"b"), (b"ab", b"c")]), "ids that are not ranks: b'ab' has rank 256 and id 257"),
        (listed({b"ab": 256, b"abc": 257}, [(b"a", b"b")]), "cannot hold b'abc', which is in the vocabulary although no merge makes it"),
        (listed({b"bc": 256, b"ab": 257, b"abc": 258}, [(b"b", b"c"), (b"a", b"b"), (b"ab", b"c")]), "cannot hold b'abc', which"),
        (listed({b"bb": 256, b"abb": 257, b"ab": 258}, [(b"b", b"b"), (b"a", b"bb"), (b"a", b"b")]), None),
        (listed({b"ab": 256, b"xy": 257}, [(b"a", b"b")], whole_spans=True), "the listed merges: merging by rank makes b'xy' from other"),
    ]:  # fmt: skip
        if problem is None:
            tok.save(tmp_path / "my.tiktoken")
            continue
        with pytest.raises(UnsupportedVocabError, match=problem):
            tok.save(tmp_path / "my.tiktoken")
        with pytest.raises(UnsupportedVocabError, match=problem):
            tok.save_base64_vocab(tmp_path / "my.tiktoken")


def test_which_merges_gpt2s_files_can_hold(tmp_path: Path) -> None:
    tok = listed({b"ab": 300, b"abc": 299}, [(b"a", b"b"), (b"ab", b"c")])
    files = tok.save(tmp_path / "vocab.bpe")
    assert wl.Tokenizer.from_file(files[0], pattern="a+").merges == tok.merges
    for whole_spans in (False, True):
        tok = listed({b"ab": 256, b"xy": 257}, [(b"a", b"b")], whole_spans=whole_spans)
        with pytest.raises(
            UnsupportedVocabError, match=r"vocab.bpe cannot hold b'xy' \(id 257\), which no merge makes"
        ):
            tok.save(tmp_path / "vocab.bpe")


def test_a_space_before_pieces_comes_last() -> None:
    step = parse_pre_tokenizer("x", BYTE_LEVEL | {"add_prefix_space": True})[0]
    vocab = wl.Tokenizer.from_file(json.dumps(file()).encode()).vocab
    splits = (
        step,
        *parse_pre_tokenizer("x", sequence({"type": "Digits", "individual_digits": True}, BYTES_ONLY)),
    )
    made = UnifiedVocab(vocab.listed, pattern="a+", pipeline=Pipeline(splits=splits))
    with pytest.raises(UnsupportedVocabError, match="cannot hold a space before the pieces"):
        wl.Tokenizer(made).save("tokenizer.json")


def test_added_tokens_that_collide() -> None:
    vocab = wl.Tokenizer.from_file(json.dumps(file()).encode()).vocab
    for added, problem in [
        ((AddedToken("a", 290), AddedToken("b", 290)), "two added tokens with the same id"),
        ((AddedToken("h", 290),), r"cannot hold the added token 'h' \(id 290\)"),
    ]:
        pipeline = Pipeline(added_tokens=added, splits=vocab.pipeline.splits)
        with pytest.raises(UnsupportedVocabError, match=problem):
            wl.Tokenizer(UnifiedVocab(vocab.listed, pattern="a+", pipeline=pipeline)).save("tokenizer.json")

"""Hugging Face's tokenizer.json: its meaning, what is refused by name; `tokenizers` is the witness."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable

import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import UnsupportedVocabError, VocabFormatError
from wordchipper_lab.vocab.formats.byte_unicode import bytes_to_characters
from wordchipper_lab.vocab.formats.tokenizer_json import read_tokenizer_json
from wordchipper_lab.vocab.open_patterns import DEEPSEEK_V3_STEPS, OPEN_PATTERNS, STARCODER_WITH_DIGITS
from wordchipper_lab.vocab.pairs import derive_pair
from wordchipper_lab.vocab.patterns import CL100K_PATTERN, GPT2_ORIGINAL_PATTERN, O200K_PATTERN
from wordchipper_lab.vocab.token_bytes import iterate_tokens

LISTED = [*(bytes([value]) for value in range(256)), b"th", b"the", b" the", b"he", b"er"]
RANKED = dict(zip(LISTED, range(len(LISTED)), strict=True))
LISTED_PAIRS = [(b"t", b"h"), (b"th", b"e"), (b" ", b"the"), (b"h", b"e"), (b"e", b"r")]
BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
SPLIT = {"type": "Split", "pattern": {"Regex": O200K_PATTERN}, "behavior": "Isolated", "invert": False}
FILE = {
    "version": "1.0",
    "truncation": None,
    "padding": None,
    "added_tokens": [
        {"id": 261, "content": "<|end|>", "single_word": False, "lstrip": False, "rstrip": False,
         "normalized": False, "special": True},
    ],
    "normalizer": None,
    "pre_tokenizer": BYTE_LEVEL,
    "post_processor": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": False, "use_regex": True},
    "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
    "model": {
        "type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
        "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False, "ignore_merges": False,
        "vocab": {bytes_to_characters(token): token_id for token, token_id in RANKED.items()},
        "merges": [f"{bytes_to_characters(left)} {bytes_to_characters(right)}" for left, right in LISTED_PAIRS],
    },
}  # fmt: skip


TEXTS = [
    "",
    "the  other 1234th, there",
    "  \u3042\u30fb\u4e2d the\u4e2d 1the\n  12\n",
    "xyz xyzthe <|end|> the<|end|>\n<|end|>x The\r\n",
    "'sthe\x00the\u200dthe e\u0301e \ufb01 \U0001f469\u200d\U0001f680",
]


def changed(path: str, value: object) -> dict:
    """FILE with another value at a dotted path."""
    file = copy.deepcopy(FILE)
    *parents, last = path.split(".")
    part = file
    for key in parents:
        part = part[int(key)] if isinstance(part, list) else part[key]
    part[last] = value
    return file


def read(file: object):
    return read_tokenizer_json(json.dumps(file).encode())


def assert_same(file: dict, texts: Iterable[str] = TEXTS) -> wl.Tokenizer:
    """Ids and offsets of `texts` are those of `tokenizers`, which trims offsets in its post-processor only."""
    tokenizers = pytest.importorskip("tokenizers")
    theirs = tokenizers.Tokenizer.from_str(json.dumps(file | {"post_processor": None}))
    ours = wl.Tokenizer.from_file(json.dumps(file).encode())
    for text in texts:
        expected = theirs.encode(text, add_special_tokens=False)
        assert ours.encode(text) == expected.ids, text
        found = ours.locate(text)
        assert found.ids.tolist() == expected.ids, text
        assert list(zip(found.starts.tolist(), found.ends.tolist(), strict=True)) == expected.offsets, text
    return ours


def sequence(*steps: object) -> dict:
    return {"type": "Sequence", "pretokenizers": list(steps)}


def without_regex() -> dict:
    return BYTE_LEVEL | {"use_regex": False}


def test_the_example_is_in_merge_order():
    assert [derive_pair(token, RANKED) for token in LISTED[256:]] == LISTED_PAIRS


@pytest.mark.parametrize(
    "file",
    [
        FILE,
        changed("model.merges", [merge.split(" ") for merge in FILE["model"]["merges"]]),
        changed("model.vocab", FILE["model"]["vocab"] | {"<|end|>": 261}),
        changed("model.ignore_merges", True),
        changed("model.dropout", 0.0),
        changed("model.continuing_subword_prefix", ""),
        changed("normalizer", {"type": "Sequence", "normalizers": []}),
        changed("post_processor", None),
        {**FILE, "model": {key: value for key, value in FILE["model"].items() if key != "type"}},
    ],
)
def test_vocabulary_and_special_tokens(file, tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(file, ensure_ascii=False), encoding="utf-8")
    found = read_tokenizer_json(path)
    assert list(iterate_tokens(found.tokens)) == list(enumerate(LISTED))
    assert found.special_tokens == {"<|end|>": 261}
    assert found.pattern == GPT2_ORIGINAL_PATTERN


@pytest.mark.parametrize(
    "pre_tokenizer",
    [
        sequence(SPLIT, without_regex()),
        sequence(SPLIT | {"behavior": "Removed", "invert": True}, without_regex()),
    ],
)
def test_split_pattern(pre_tokenizer):
    assert read(changed("pre_tokenizer", pre_tokenizer)).pattern == O200K_PATTERN


def test_byte_level_alone_may_stand_in_a_sequence():
    assert read(changed("pre_tokenizer", sequence(BYTE_LEVEL))).pattern == GPT2_ORIGINAL_PATTERN


def test_added_tokens_may_lie_between_the_ranks_and_need_not_be_special():
    file = changed(
        "model.vocab", {c: i + (i >= 256) for c, i in FILE["model"]["vocab"].items()} | {"    ": 256}
    )
    file["added_tokens"] = [{"id": 262, "content": "<x>"}, {"id": 256, "content": "    ", "special": False}]
    found = read(file)
    assert found.special_tokens == {"<x>": 262, "    ": 256}
    assert list(iterate_tokens(found.tokens))[256:] == list(enumerate(LISTED[256:], start=257))


ADDED_IDS = [
    ({}, {"<a>": 261, "<b>": 262}, {"<a>": 261, "<b>": 262}),
    ({}, {"<a>": 300, "<b>": 301}, {"<a>": 261, "<b>": 262}),
    ({}, {"<a>": 262, "<b>": 261}, {"<a>": 261, "<b>": 262}),
    ({"<b>": 261}, {"<a>": 262, "<b>": 261}, {"<a>": 262, "<b>": 261}),
    ({"<a>": 261}, {"<a>": 262}, {"<a>": 261}),
    ({"<a>": 300}, {"<a>": 300, "<b>": 301}, {"<a>": 300, "<b>": 262}),
    ({"<a>": 300}, {"<a>": 300, "<b>": 262}, {"<a>": 300, "<b>": 262}),
]


def with_added_tokens(vocab: dict[str, int], added: dict[str, int]) -> dict:
    file = changed("model.vocab", FILE["model"]["vocab"] | vocab)
    options = {key: value for key, value in FILE["added_tokens"][0].items() if key not in ("id", "content")}
    file["added_tokens"] = [{"id": token_id, "content": text, **options} for text, token_id in added.items()]
    return file


@pytest.mark.parametrize(("vocab", "stated", "given"), ADDED_IDS)
def test_added_tokens_have_the_ids_that_tokenizers_gives_them(vocab, stated, given):
    file = with_added_tokens(vocab, stated)
    if stated == given:
        assert read(file).special_tokens == given
    else:
        text = next(text for text in stated if stated[text] != given[text])
        problem = f"the added token '{text}' has the id {stated[text]}, but tokenizers would use {given[text]}; list"
        with pytest.raises(UnsupportedVocabError, match=problem):
            read(file)


@pytest.mark.parametrize(("vocab", "stated", "given"), ADDED_IDS)
def test_tokenizers_package_gives_these_ids(vocab, stated, given):
    tokenizers = pytest.importorskip("tokenizers")
    witness = tokenizers.Tokenizer.from_str(json.dumps(with_added_tokens(vocab, stated)))
    assert {text: witness.token_to_id(text) for text in given} == given


def test_tokens_that_no_merge_makes():
    """Only ignore_merges gives them, to whole spans; without it they are entries that no text has."""
    file = changed("model.vocab", FILE["model"]["vocab"] | {"xyz": 261})
    file["added_tokens"] = []
    without = assert_same(file)
    assert without.vocab.other_tokens == {261: b"xyz"}
    assert (without.decode([261]), without.encode("xyz")) == ("xyz", [120, 121, 122])
    file["model"]["ignore_merges"] = True
    assert assert_same(file).encode("xyz") == [261]
    assert dict(iterate_tokens(read(file).tokens))[261] == b"xyz"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("model.merges", FILE["model"]["merges"][::-1]),
        ("model.merges", FILE["model"]["merges"][:-1]),
        ("model.merges", [*FILE["model"]["merges"], "t h"]),
        ("normalizer", {"type": "NFC"}),
        ("normalizer", {"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "Lowercase"}]}),
        ("added_tokens.0.lstrip", True),
        ("added_tokens.0.rstrip", True),
        ("added_tokens.0.single_word", True),
        ("added_tokens.0.normalized", True),
        ("pre_tokenizer", sequence(SPLIT, SPLIT, BYTE_LEVEL | {"use_regex": False})),
        ("pre_tokenizer", sequence({"type": "Digits", "individual_digits": False}, without_regex())),
        ("pre_tokenizer", sequence({"type": "Digits", "individual_digits": False}, BYTE_LEVEL)),
        ("pre_tokenizer", sequence({"type": "Digits", "individual_digits": True}, BYTE_LEVEL | {"use_regex": False})),
        ("pre_tokenizer", sequence({"type": "Digits", "individual_digits": True}, BYTE_LEVEL | {"add_prefix_space": True})),
        ("pre_tokenizer", sequence(SPLIT, BYTE_LEVEL)),
        ("pre_tokenizer", BYTE_LEVEL | {"use_regex": False}),
        ("pre_tokenizer", BYTE_LEVEL | {"add_prefix_space": True}),
        ("pre_tokenizer", sequence(SPLIT | {"pattern": {"String": " "}}, BYTE_LEVEL | {"use_regex": False})),
        ("pre_tokenizer", sequence(SPLIT | {"behavior": "MergedWithNext"}, BYTE_LEVEL | {"use_regex": False})),
        ("pre_tokenizer", sequence(SPLIT | {"invert": True}, BYTE_LEVEL | {"use_regex": False})),
    ],
)  # fmt: skip
def test_ids_and_offsets_are_those_of_tokenizers(path, value):
    assert_same(changed(path, value))


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("model.type", "Unigram", "model Unigram is not supported, expected BPE"),
        ("model", {"type": "WordPiece", "vocab": {}}, "model WordPiece is not supported"),
        ("model.dropout", 0.1, "model option dropout = 0.1"),
        ("model.continuing_subword_prefix", "##", "model option continuing_subword_prefix = '##'"),
        ("model.end_of_word_suffix", "</w>", "model option end_of_word_suffix = '</w>'"),
        ("model.byte_fallback", True, "model option byte_fallback = True"),
        (
            "model.merges",
            [*FILE["model"]["merges"], "x y"],
            "the merge of b'x' and b'y' needs b'xy', which has no id",
        ),
        ("model.vocab", FILE["model"]["vocab"] | {"er": 259}, "1 tokens have the id of another one"),
        (
            "model.vocab",
            FILE["model"]["vocab"] | {"<a b>": 900, "<b c>": 900},
            "1 tokens have the id of another one",
        ),
        (
            "normalizer",
            {"type": "Precompiled", "precompiled_charsmap": ""},
            "normalizer Precompiled is not supported",
        ),
        (
            "added_tokens.0.id",
            300,
            "the added token '<[|]end[|]>' has the id 300, but tokenizers would use 261",
        ),
        ("pre_tokenizer", None, "pre_tokenizer None, which does not end with ByteLevel, is not supported"),
        ("pre_tokenizer", {"type": "Metaspace"}, "pre_tokenizer Metaspace"),
        ("pre_tokenizer", sequence(), "pre_tokenizer None"),
        ("pre_tokenizer", sequence(SPLIT), "pre_tokenizer Split, which does not end with ByteLevel,"),
        ("pre_tokenizer", sequence(BYTE_LEVEL, {"type": "Digits"}), "which does not end with ByteLevel"),
        ("pre_tokenizer", sequence(BYTE_LEVEL, SPLIT, BYTE_LEVEL), "ByteLevel before Split is not supported"),
        (
            "pre_tokenizer",
            sequence(SPLIT | {"pattern": {"String": ""}}, without_regex()),
            "Split by {'String': ''} is not supported, expected a Regex or a String",
        ),
        (
            "pre_tokenizer",
            sequence(SPLIT | {"pattern": {"Regex": ""}}, without_regex()),
            "Split by {'Regex': ''} is not supported, expected a Regex or a String",
        ),
        (
            "pre_tokenizer",
            sequence(SPLIT | {"pattern": {"Regex": CL100K_PATTERN}}, without_regex()),
            r"\{1,3\}\+ \(repeated there, possessive here\) at position \d+ of the pattern",
        ),
    ],
)
def test_what_would_change_ids_is_refused_by_name(path, value, problem):
    with pytest.raises(UnsupportedVocabError, match=problem):
        read(changed(path, value))


@pytest.mark.parametrize(
    ("file", "problem"),
    [
        ([], "expected the file to be an object, got list"),
        ({}, "expected model to be an object, got NoneType"),
        (changed("model.vocab", None), "expected vocab to be an object, got NoneType"),
        (changed("model.merges", {}), "expected merges as a list, got dict"),
        (changed("model.merges", ["t h", "the"]), "merge 1: expected two tokens, got 'the'"),
        (changed("model.merges", [["t", "h", "e"]]), "merge 0: expected two tokens"),
        (changed("model.merges", ["t h", 7]), "merge 1: expected two tokens, got 7"),
        (changed("model.merges", [["t", 7]]), "merge 0: expected two tokens"),
        (changed("added_tokens", {"<|end|>": 261}), "expected added_tokens as a list, got dict"),
        (
            changed("pre_tokenizer", {"type": "Sequence", "pretokenizers": 1}),
            "expected pretokenizers as a list, got int",
        ),
        (changed("added_tokens", ["<|end|>"]), "expected each of added_tokens to be an object, got str"),
        (
            changed("added_tokens", [{"content": "", "id": 261}]),
            "expected an added token with an id and a content",
        ),
        (
            changed("added_tokens", [{"content": "x", "id": -1}]),
            "expected an added token with an id and a content",
        ),
        (
            changed("added_tokens", FILE["added_tokens"] * 2),
            "expected an added token with an id and a content of its own",
        ),
    ],
)
def test_not_a_tokenizer_json(file, problem):
    with pytest.raises(VocabFormatError, match=problem):
        read(file)


def test_tokenizers_package_agrees_on_what_the_file_means(tmp_path):
    """A file that the package writes after training reads back as the same vocabulary and settings."""
    tokenizers = pytest.importorskip("tokenizers")
    trained = tokenizers.Tokenizer(tokenizers.models.BPE())
    trained.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=["<|end|>"],
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
    )
    trained.train_from_iterator(
        ["the theme of the thesis is there", "other mothers gather", "numbers of words grow"] * 50, trainer
    )
    path = tmp_path / "tokenizer.json"
    trained.save(str(path))
    found = read_tokenizer_json(path)
    assert found.special_tokens == {"<|end|>": 0}
    expected = {text: token_id for text, token_id in trained.get_vocab().items() if text != "<|end|>"}
    assert {
        bytes_to_characters(token): token_id for token_id, token in iterate_tokens(found.tokens)
    } == expected
    assert len(expected) > 280


@pytest.mark.parametrize("name", ["starcoder", "deepseek_v3"])
def test_known_sequences_are_one_pattern(name, tmp_path):
    """As the `tokenizers` package writes them, with the ids it gives."""
    tokenizers = pytest.importorskip("tokenizers")
    steps = tokenizers.pre_tokenizers
    splits = {
        "starcoder": [steps.Digits(individual_digits=True)],
        "deepseek_v3": [steps.Split(tokenizers.Regex(step), "isolated") for step in DEEPSEEK_V3_STEPS],
    }[name]
    byte_level = steps.ByteLevel(add_prefix_space=False, use_regex=name == "starcoder")
    theirs = tokenizers.Tokenizer.from_str(json.dumps(FILE))
    theirs.pre_tokenizer = steps.Sequence([*splits, byte_level])
    path = tmp_path / "tokenizer.json"
    theirs.save(str(path))
    pattern = STARCODER_WITH_DIGITS if name == "starcoder" else OPEN_PATTERNS[name]
    assert read_tokenizer_json(path).pattern == pattern
    ours = wl.Tokenizer.from_file(path)
    for text in (
        "the  other 1234th  \u3042\u30fb\u4e2d the\u4e2d 1the\n  12\n",
        "'sthe\x00the\u200dthe the 9 the<|end|> \U00011de1\U00011de2 the\U00016ff4the",
    ):
        assert ours.encode(text) == theirs.encode(text, add_special_tokens=False).ids


def test_an_entry_that_merges_name_but_never_make_is_spelt_as_they_do(tmp_path):
    single = {bytes([value]): value for value in range(256)}
    merges = [(b"l", b"o"), (b" ", b"l"), (b" l", b"o")]  # " l" and "o" never meet
    tok = wl.Tokenizer.from_merges({**single, b"lo": 256, b" l": 257, b" lo": 258}, merges)
    tok.save(tmp_path / "tokenizer.json")
    vocab = json.loads((tmp_path / "tokenizer.json").read_text())["model"]["vocab"]
    assert (vocab["\u0120lo"], vocab["\u0120l"]) == (258, 257)
    assert wl.Tokenizer.from_file(tmp_path / "tokenizer.json").vocab.other_tokens == tok.vocab.other_tokens

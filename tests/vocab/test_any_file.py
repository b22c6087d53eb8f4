"""A file's name determines its format; a directory's format follows from its contents."""

from __future__ import annotations

import json

import pytest

from wordchipper_lab.errors import VocabFormatError
from wordchipper_lab.vocab.formats.any_file import read_vocab_file
from wordchipper_lab.vocab.formats.gpt2_files import write_gpt2_files
from wordchipper_lab.vocab.formats.tiktoken_file import write_tiktoken
from wordchipper_lab.vocab.patterns import GPT2_ORIGINAL_PATTERN
from wordchipper_lab.vocab.token_bytes import iterate_tokens, pack_tokens

TOKENS = pack_tokens([*(bytes([value]) for value in range(256)), b"ab", b"", b"abc"])


@pytest.fixture
def directory(tmp_path):
    special = {"<|x|>": 257}
    write_tiktoken(TOKENS, tmp_path / "some.tiktoken")
    write_gpt2_files(TOKENS, tmp_path / "vocab.bpe", tmp_path / "encoder.json", special_tokens=special)
    write_gpt2_files(TOKENS, tmp_path / "merges.txt", tmp_path / "vocab.json", special_tokens=special)
    ids = json.loads((tmp_path / "encoder.json").read_text())
    merges = (tmp_path / "vocab.bpe").read_text().splitlines()[1:]
    file = {
        "added_tokens": [{"id": 257, "content": "<|x|>"}],
        "pre_tokenizer": {"type": "ByteLevel"},
        "model": {"type": "BPE", "vocab": ids, "merges": merges},
    }
    (tmp_path / "tokenizer.json").write_text(json.dumps(file))
    return tmp_path


@pytest.mark.parametrize(
    "name", ["some.tiktoken", "vocab.bpe", "encoder.json", "merges.txt", "vocab.json", "tokenizer.json", ""]
)
def test_every_format_gives_the_same(directory, name):
    found = read_vocab_file(str(directory / name), special_tokens={"<|x|>": 257, "<|y|>": 300})
    assert list(iterate_tokens(found.tokens)) == list(iterate_tokens(TOKENS))
    assert found.special_tokens == {"<|x|>": 257, "<|y|>": 300}
    assert found.pattern == (GPT2_ORIGINAL_PATTERN if name in ("tokenizer.json", "") else None)


def test_what_a_directory_is_read_as(directory):
    for name, special in [("tokenizer.json", True), ("vocab.bpe", True), ("merges.txt", True)]:
        assert bool(read_vocab_file(directory).special_tokens) == special
        (directory / name).unlink()
    assert read_vocab_file(directory, special_tokens={"<|y|>": 257}).special_tokens == {"<|y|>": 257}
    write_tiktoken(TOKENS, directory / "other.tiktoken")
    with pytest.raises(VocabFormatError, match=r"found other\.tiktoken, some\.tiktoken"):
        read_vocab_file(directory)


def test_nothing_to_read(tmp_path):
    with pytest.raises(VocabFormatError, match=r"expected tokenizer\.json, .* found none"):
        read_vocab_file(tmp_path)
    with pytest.raises(FileNotFoundError):
        read_vocab_file(tmp_path / "missing.tiktoken")


@pytest.mark.parametrize(("present", "absent"), [("vocab.bpe", "encoder.json"), ("vocab.json", "merges.txt")])
def test_half_a_pair(directory, present, absent):
    (directory / absent).unlink()
    with pytest.raises(VocabFormatError, match=f"{present}: expected {absent} beside it"):
        read_vocab_file(directory / present)


def test_gap_needs_the_special_tokens(directory):
    with pytest.raises(
        VocabFormatError, match="rank 258 follows a gap: no line and no special token has rank 257"
    ):
        read_vocab_file(directory / "some.tiktoken")

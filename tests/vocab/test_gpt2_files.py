"""vocab.bpe + encoder.json: GPT-2's own files byte for byte, and every fault with its line."""

from __future__ import annotations

import errno
import hashlib
import io
import json
from pathlib import Path

import numpy as np
import pytest
import tiktoken
import tiktoken.load
from hypothesis import given
from hypothesis import strategies as st

import wordchipper_lab as wl
from wordchipper_lab.errors import UnsupportedVocabError, VocabFormatError
from wordchipper_lab.files import whole_file
from wordchipper_lab.vocab.formats.byte_unicode import (
    BYTES_IN_GPT2_ORDER,
    bytes_to_characters,
    characters_to_bytes,
)
from wordchipper_lab.vocab.formats.gpt2_files import read_gpt2_files, write_gpt2_files
from wordchipper_lab.vocab.pretrained import load_token_bytes, pretrained_spec
from wordchipper_lab.vocab.token_bytes import iterate_tokens, pack_tokens

# What tiktoken checks when it loads the encoding "gpt2".
VOCAB_BPE_SHA256 = "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5"
ENCODER_JSON_SHA256 = "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783"

LISTED = [*(bytes([value]) for value in range(256)), b"ab", b"abc", b" \xf0"]
IDS = {bytes_to_characters(token): token_id for token_id, token in enumerate(LISTED)}
BPE = "#version: 0.2\na b\nab c\nĠ ð\n"


def read(bpe: str = BPE, ids: object = IDS, **options):
    return read_gpt2_files(bpe.encode(), json.dumps(ids).encode(), **options)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    directory = tmp_path_factory.mktemp("gpt2")
    spec = pretrained_spec("gpt2")
    files = directory / "vocab.bpe", directory / "encoder.json"
    write_gpt2_files(load_token_bytes(spec), *files, special_tokens=spec.special_tokens)
    return files


def test_written_files_are_those_of_the_gpt2_release(written):
    hashes = [hashlib.sha256(file.read_bytes()).hexdigest() for file in written]
    assert hashes == [VOCAB_BPE_SHA256, ENCODER_JSON_SHA256]


def test_written_files_read_back_equal(written):
    spec = pretrained_spec("gpt2")
    found = read_gpt2_files(*written)
    for array, expected in zip(found.tokens, load_token_bytes(spec), strict=True):
        np.testing.assert_array_equal(array, expected)
    assert found.special_tokens == spec.special_tokens
    assert found.pattern is None


def test_tiktoken_reads_the_written_files(written):
    ranks = tiktoken.load.data_gym_to_mergeable_bpe_ranks(*map(str, written))
    assert ranks == {token: rank for rank, token in iterate_tokens(load_token_bytes(pretrained_spec("gpt2")))}


def test_tokenizers_package_merges_as_written(written):
    tokenizers = pytest.importorskip("tokenizers")
    witness = tokenizers.Tokenizer(tokenizers.models.BPE.from_file(str(written[1]), str(written[0])))
    witness.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    reference = tiktoken.get_encoding("r50k_base")
    text = Path(__file__).read_text(encoding="utf-8") + "naïve 東京 🤗\u200d  \n\n\tx"
    assert witness.encode(text).ids == reference.encode_ordinary(text)


def test_byte_table_is_the_one_that_tiktoken_uses():
    tokens = load_token_bytes(pretrained_spec("gpt2"))
    assert bytes(tokens.data[:256].tolist()) == bytes(BYTES_IN_GPT2_ORDER)
    assert bytes_to_characters(b"\x00 \xad\xff") == "\u0100\u0120\u0143\xff"


@given(st.binary())
def test_byte_table_both_ways(token):
    characters = bytes_to_characters(token)
    assert characters_to_bytes(characters) == token
    assert len(characters) == len(token)
    assert not any(character.isspace() for character in characters)


@pytest.mark.parametrize("character", [" ", "\n", "\x00", "\xad", "\u0144", "\uffff", "\U0001f600", "\ud800"])
def test_characters_that_stand_for_no_byte(character):
    with pytest.raises(ValueError, match="encode"):
        characters_to_bytes(f"a{character}")


def test_sources_and_line_ends(tmp_path):
    expected = list(enumerate(LISTED))
    (tmp_path / "merges.txt").write_text(BPE, encoding="utf-8")
    with (tmp_path / "merges.txt").open(encoding="utf-8") as text:
        assert list(iterate_tokens(read_gpt2_files(text, io.StringIO(json.dumps(IDS))).tokens)) == expected
    for bpe in (BPE.replace("\n", "\r\n"), BPE.rstrip(), BPE + "\n\n", BPE.split("\n", 1)[1], "\ufeff" + BPE):
        assert list(iterate_tokens(read(bpe).tokens)) == expected


def test_special_tokens_by_form_or_by_name():
    found = read(ids=IDS | {"<|endoftext|>": 259, "<|x|>": 300})
    assert found.special_tokens == {"<|endoftext|>": 259, "<|x|>": 300}
    found = read(ids=IDS | {"<pad>": 259}, special_tokens=["<pad>"])
    assert found.special_tokens == {"<pad>": 259}
    with pytest.raises(UnsupportedVocabError, match=r"b'<pad>'.* is not made by any merge"):
        read(ids=IDS | {"<pad>": 259})


def test_a_special_token_may_stand_between_the_ranks():
    ids = {token: token_id + (token_id >= 257) for token, token_id in IDS.items()} | {"<|x|>": 257}
    assert list(iterate_tokens(read(ids=ids).tokens))[257:] == [(258, b"abc"), (259, b" \xf0")]


@pytest.mark.parametrize(
    ("bpe", "line", "problem"),
    [
        (BPE.replace("ab c", "abc"), 3, "expected two tokens separated by a space, got 'abc'"),
        (BPE.replace("ab c", "ab c d"), 3, "expected two tokens"),
        (BPE.replace("ab c", "ab  c"), 3, "expected two tokens"),
        (BPE.replace("ab c", " c"), 3, "expected two tokens"),
        (BPE.replace("ab c", "ab \u4e2d"), 3, "expected characters that represent bytes, got 'ab 中'"),
        ("#version: 0.2\n", None, "the file has no merges"),
        ("", None, "the file has no merges"),
    ],
)
def test_faults_in_vocab_bpe(bpe, line, problem):
    with pytest.raises(VocabFormatError, match=problem) as caught:
        read(bpe)
    assert caught.value.line == line


def test_vocab_bpe_that_is_not_utf8():
    with pytest.raises(VocabFormatError, match="line 2: expected UTF-8"):
        read_gpt2_files(b"#version: 0.2\na \xff\n", json.dumps(IDS).encode())


@pytest.mark.parametrize(
    ("contents", "line", "problem"),
    [
        (b'{"a": 1,\n"b": }', 2, "expected JSON: Expecting value"),
        (b"", 1, "expected JSON"),
        (json.dumps(IDS).encode()[:-9], 1, "expected JSON"),
        (b'{"a\xff": 1}', None, "expected UTF-8"),
        (b'{"a": 1, "b": 2, "a": 3}', None, "the key 'a' occurs twice"),
        (b"[" * 100_000, None, "nested too deeply"),
        (b"[1]", None, "expected an object of token -> id, got list"),
        (b'{"a": "1"}', None, "expected an id for token 'a', got '1'"),
        (b'{"a": 1.0}', None, "expected an id for token 'a', got 1.0"),
        (b'{"a": true}', None, "expected an id for token 'a', got True"),
        (b'{"a": -1}', None, "expected an id for token 'a', got -1"),
        (b'{"a": 1, "b": 1}', None, "expected each id once"),
        (b'{"a": 1, "b": 4000000000}', None, "without gaps"),
        (b'{"a b": 1}', None, "token 'a b' has a character that represents no byte"),
    ],
)
def test_faults_in_encoder_json(contents, line, problem):
    with pytest.raises(VocabFormatError, match=problem) as caught:
        read_gpt2_files(BPE.encode(), contents)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("bpe", "ids", "problem"),
    [
        ("a b\nab c\n", IDS, r"b' \\xf0' \(id 258\) is not made by any merge"),
        (BPE + "x y\n", IDS, "needs b'xy', which has no id"),
        (
            BPE,
            {token: token_id for token, token_id in IDS.items() if token != "ð"},
            "1 of the single bytes that texts contain have no token",
        ),
    ],
)
def test_the_two_files_disagree(bpe, ids, problem):
    with pytest.raises(UnsupportedVocabError, match=problem):
        read(bpe, ids)


@pytest.mark.parametrize(
    ("bpe", "order"),
    [("a b\nĠ ð\nab c\n", range(259)), (BPE, [*range(255, -1, -1), 258, 256, 257]), ("b c\na b\nab c\na bc\nĠ ð\n", range(259))],
)  # fmt: skip
def test_ids_need_not_follow_the_merges(bpe, order, tmp_path):
    tokenizers = pytest.importorskip("tokenizers")
    listed = [*LISTED, b"bc"] if bpe.startswith("b c") else LISTED
    ids = {bytes_to_characters(token): (*order, 259)[i] for i, token in enumerate(listed)}
    (tmp_path / "merges.txt").write_text(
        "#version: 0.2\n" + bpe.removeprefix("#version: 0.2\n"), encoding="utf-8"
    )
    (tmp_path / "vocab.json").write_text(json.dumps(ids))
    theirs = tokenizers.Tokenizer(
        tokenizers.models.BPE.from_file(str(tmp_path / "vocab.json"), str(tmp_path / "merges.txt"))
    )
    theirs.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    ours = wl.Tokenizer.from_file(tmp_path, pattern="gpt_neox")
    for text in ("abc ab bc abcabc", "aabcc \U0001f600 \U0001f600abc", "cab bca\n"):
        assert ours.encode(text) == theirs.encode(text).ids
        assert ours.decode(ours.encode(text)) == text
    files = ours.save(tmp_path / "vocab.bpe")
    assert [wl.Tokenizer.from_file(files[0], pattern="gpt_neox").encode("abc ab")] == [ours.encode("abc ab")]
    assert json.loads(files[1].read_bytes()) == ids


def test_writer_refuses_what_the_format_cannot_hold(tmp_path):
    tokens = pack_tokens([*LISTED, b"xyz"])
    with pytest.raises(UnsupportedVocabError, match=r"b'xyz' \(id 259\) is not made by any merge"):
        write_gpt2_files(tokens, tmp_path / "vocab.bpe", tmp_path / "encoder.json")
    assert list(tmp_path.iterdir()) == []


def test_full_disk_leaves_nothing(tmp_path, monkeypatch):
    def no_space(*args):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(whole_file.os, "fsync", no_space)
    with pytest.raises(OSError, match="No space left"):
        write_gpt2_files(pack_tokens(LISTED), tmp_path / "vocab.bpe", tmp_path / "encoder.json")
    assert list(tmp_path.iterdir()) == []

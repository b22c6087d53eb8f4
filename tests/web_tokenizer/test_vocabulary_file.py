"""Vocabulary files for browsers: both readers, Python's and (in Node) the browser's, get what was packed."""

from __future__ import annotations

import hashlib
import random
import shutil
import struct
import zlib
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordchipper_lab.browser.split_model import UsedFirst, class_of
from wordchipper_lab.browser.token_splits import choose_splits
from wordchipper_lab.browser.vocabulary_file import pack_vocabulary, unpack_vocabulary
from wordchipper_lab.errors import UnsupportedVocabError, VocabFormatError
from wordchipper_lab.vocab.pretrained import load_token_bytes, pretrained_spec
from wordchipper_lab.vocab.token_bytes import SPARE_BYTES, TokenBytes, add_tokens, pack_tokens
from wordchipper_lab.web.modules import WEB

from ..line_program import LineProgram

BYTES = [bytes([value]) for value in range(256)]
MOST_BYTES = {"r50k_base": 142_000, "p50k_base": 142_000, "cl100k_base": 293_000, "o200k_base": 617_000}
HEAD = struct.Struct("<4sIII")


class NodeReader(LineProgram):
    """The browser's reader in one Node process, which must outlive everything that it is given."""

    def __init__(self, folder: Path) -> None:
        super().__init__("node", "read_vocabularies.js", cwd=folder)

    def __call__(self, data: bytes) -> dict[str, Any]:
        answer: dict[str, Any] = self.ask(b64encode(data))
        return answer


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodeReader | None]:
    if shutil.which("node") is None:
        yield None
        return
    folder = tmp_path_factory.mktemp("node")
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "tokenizer").mkdir()
    for name in ("vocabulary_file.js", "split_model.js", "errors.js"):
        shutil.copy(WEB / "tokenizer" / name, folder / "tokenizer")
    shutil.copy(Path(__file__).parent / "read_vocabularies.js", folder)
    reader = NodeReader(folder)
    yield reader
    reader.close()


def hashes(tokens: TokenBytes) -> list[str]:
    arrays = tokens.data, tokens.starts.astype("<u4")
    return [hashlib.sha256(array.tobytes()).hexdigest() for array in arrays]


def check_round_trip(tokens: TokenBytes, node: NodeReader | None) -> bytes:
    packed = pack_vocabulary(tokens)
    found = unpack_vocabulary(packed)
    assert found.data.dtype == np.uint8
    assert found.starts.dtype == np.int64
    wanted = hashes(tokens)
    assert hashes(found) == wanted
    assert node is None or node(packed) == {"hashes": wanted}
    return packed


def is_refused(data: bytes, node: NodeReader | None) -> bool:
    """Whether both readers say so, each by its own error; False if both read it."""
    try:
        found = unpack_vocabulary(data)
    except VocabFormatError:
        if node is not None:
            answer = node(data)
            assert answer.get("error") == "VocabularyFileError", answer
            assert answer["message"].startswith("the vocabulary file "), answer
        return True
    assert node is None or node(data) == {"hashes": hashes(found)}
    return False


@pytest.mark.sampled("p50k_base")
@pytest.mark.parametrize("name", MOST_BYTES)
def test_bundled_vocabularies(name: str, node: NodeReader | None) -> None:
    packed = check_round_trip(load_token_bytes(pretrained_spec(name)), node)
    assert len(packed) <= MOST_BYTES[name]


def random_merges(chance: random.Random, n: int) -> list[bytes]:
    """Distinct tokens, each joined of two lower ones, with a liking for some."""
    tokens = list(BYTES)
    known = set(tokens)
    while len(tokens) < 256 + n:
        left, right = (tokens[int(len(tokens) * chance.random() ** 3)] for _ in range(2))
        if left + right not in known:
            known.add(left + right)
            tokens.append(left + right)
    return tokens


ODD = {
    "no tokens": [],
    "one token": [b"a"],
    "nothing but unused ids": [b""] * 300,
    "the bytes": BYTES,
    "the bytes backwards": BYTES[::-1],
    "the bytes in any order": random.Random(3).sample(BYTES, 256),
    "unused ids": [b"", *BYTES, b"", b"ab", b"", b"", b"abab", b"ababc", b""],
    "no parts": [b"some", b"words", b"without", b"parts", "für sich".encode()],
    "parts above": [b"abc", b"ab", b"c", b"a", b"b"],
    "the same twice": [b"a", b"b", b"ab", b"ab", b"a", b"abab"],
    "no UTF-8": [*BYTES, b"\xff\xfe", b"\x80\x80", b"\x80\x80\x80\x80", b"\xe0\xe0", b"\xe1\x80", b"\xf0\x9f\x80\x80"],
    "long tokens": [*BYTES, b"a" * 5000, b"b" * 5000, b"ab" * 2500, *(b"a" * 2**i for i in range(1, 13))],
    "each length": [b"a" * n for n in range(1, 600)],
    "scripts": [*BYTES, *sorted({"".join(chr(c + d) for d in range(3))[:n].encode() for c in range(0x370, 0x2000, 16) for n in (1, 2, 3)}, key=len)],
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_odd_vocabularies(name: str, node: NodeReader | None) -> None:
    check_round_trip(pack_tokens(ODD[name]), node)


def test_spare_bytes_are_left_out() -> None:
    tokens = add_tokens(pack_tokens(BYTES), {256: b"ab"})
    assert len(tokens.data) == 258 + SPARE_BYTES
    assert hashes(unpack_vocabulary(pack_vocabulary(tokens))) == hashes(pack_tokens([*BYTES, b"ab"]))


@given(
    seed=st.integers(0, 2**32), n=st.integers(0, 300), unused=st.integers(0, 9), shuffled=st.integers(0, 40)
)
def test_random_merges(node: NodeReader | None, seed: int, n: int, unused: int, shuffled: int) -> None:
    chance = random.Random(seed)
    tokens = random_merges(chance, n)
    for _ in range(shuffled):
        i, j = (chance.randrange(len(tokens)) for _ in range(2))
        tokens[i], tokens[j] = tokens[j], tokens[i]
    for _ in range(unused):
        tokens.insert(chance.randint(0, len(tokens)), b"")
    check_round_trip(pack_tokens(tokens), node)


@given(tokens=st.lists(st.binary(max_size=6) | st.text(max_size=3).map(str.encode), max_size=60))
def test_any_tokens(node: NodeReader | None, tokens: list[bytes]) -> None:
    check_round_trip(pack_tokens(tokens), node)


@given(tokens=st.lists(st.text("ab", max_size=8).map(str.encode), max_size=40))
def test_splits_join_to_the_token(tokens: list[bytes]) -> None:
    for token, (left, right) in choose_splits(tokens).items():
        assert max(left, right) < token
        assert tokens[left] + tokens[right] == tokens[token]


@given(uses=st.lists(st.integers(0, 5), max_size=60))
def test_used_first_is_sorted_by_use(uses: list[int]) -> None:
    tokens, counts = UsedFirst(), [0] * 6
    for token in range(6):
        tokens.add(token)
    for token in uses:
        assert tokens.use(tokens.position[token]) == token
        counts[token] += 1
    assert [counts[token] for token in tokens.order] == sorted(counts, reverse=True)
    assert {token: at for at, token in enumerate(tokens.order)} == tokens.position


@pytest.mark.parametrize(
    ("token", "expected"),
    [("the", ord("e")), ("é", 0xC3), (" ไ", 0xB9), ("ა", 0x83), ("東", 0xE6), ("👍", 0xF0)],
)
def test_classes_tell_scripts_apart(token: str, expected: int) -> None:
    assert class_of(token.encode()) == expected


@pytest.fixture(scope="module")
def small() -> bytes:
    return pack_vocabulary(pack_tokens([*random_merges(random.Random(7), 60), b"", b"a word", b"\n" * 90]))


def test_truncated_at_every_length(small: bytes, node: NodeReader | None) -> None:
    for length in range(len(small)):
        assert is_refused(small[:length], node), length
    assert is_refused(small + b"\0", node)
    assert not is_refused(small, node)


def test_every_bit_flipped(small: bytes, node: NodeReader | None) -> None:
    for bit in range(8 * len(small)):
        damaged = bytearray(small)
        damaged[bit >> 3] ^= 1 << (bit & 7)
        assert is_refused(bytes(damaged), node), bit


def test_a_large_file_damaged(node: NodeReader | None) -> None:
    packed = pack_vocabulary(load_token_bytes(pretrained_spec("r50k_base")))
    chance = random.Random(11)
    for _ in range(12):
        damaged = bytearray(packed)
        damaged[chance.randrange(len(packed))] ^= chance.randint(1, 255)
        assert is_refused(bytes(damaged), node)


@pytest.mark.parametrize(
    "data",
    [b"", b"WLV\x01", b"IQ== 0\nIg== 1\n", b"WLV\x02" + bytes(2000), b"\x1f\x8b\x08" + bytes(50), zlib.compress(BYTES[9])],
    ids=str,
)  # fmt: skip
def test_foreign_files(data: bytes, node: NodeReader | None) -> None:
    assert is_refused(data, node)


def with_body(body: bytes, extra: int = 0) -> bytes:
    """A file with any contents, which says that they have `extra` more bytes."""
    deflated = zlib.compress(body)
    sizes = struct.pack("<II", len(deflated), len(body) + extra)
    return HEAD.pack(b"WLV\x01", zlib.crc32(sizes + deflated), *struct.unpack("<II", sizes)) + deflated


def test_contents_that_contradict_themselves(small: bytes, node: NodeReader | None) -> None:
    """Forged: both readers find what is wrong, or read the same."""
    body = zlib.decompress(small[HEAD.size :])
    assert not is_refused(with_body(body), node)
    chance = random.Random(5)
    refused = []
    for place in range(0, len(body), 4):
        damaged = bytearray(body)
        damaged[place] ^= chance.randint(1, 255)
        refused.append(is_refused(with_body(bytes(damaged)), node))
    assert 0.5 < np.mean(refused) < 1
    for extra in (-len(body), -1, 1, 5000):
        assert is_refused(with_body(body, extra), node), extra
    is_refused(with_body(body[:-1]), node)  # the bits end too early: both read zeros


def test_lengths_that_only_a_liar_needs(small: bytes, node: NodeReader | None) -> None:
    """Each is refused before anything of that size is made."""
    body = zlib.decompress(small[HEAD.size :])
    for count in (0, 1, 100, 259, 260):
        damaged = body[: 4 * count] + b"\xff" * 4 + body[4 * count + 4 :]
        assert is_refused(with_body(damaged), node), count
    assert is_refused(with_body(body, 0xFFFFFFFF - len(body)), node)


def test_more_and_fewer_bytes_than_it_says(node: NodeReader | None) -> None:
    """Tokens that double may have any number of bytes: no more are made than the file says."""
    body = zlib.decompress(pack_vocabulary(pack_tokens([b"a" * 2**i for i in range(12)]))[HEAD.size :])
    assert struct.unpack_from("<I", body, 4 * 260) == (4095,)
    for n_bytes in (0, 4094, 4096, (1 << 28) - 1):
        said = body[: 4 * 260] + n_bytes.to_bytes(4, "little") + body[4 * 261 :]
        assert is_refused(with_body(said), node), n_bytes


def test_vocabularies_too_large_for_the_format() -> None:
    tokens = TokenBytes(np.empty(0, dtype=np.uint8), np.array([0, 1 << 28]))
    with pytest.raises(UnsupportedVocabError, match="268,435,456 bytes"):
        pack_vocabulary(tokens)

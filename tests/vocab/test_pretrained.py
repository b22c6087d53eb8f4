"""The pretrained vocabularies are tiktoken's: tokens, ids, special tokens, patterns, hashes."""

from __future__ import annotations

import lzma
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
import tiktoken
from tiktoken_ext import openai_public

from wordchipper_lab.errors import UnknownNameError, VocabFormatError, VocabHashError
from wordchipper_lab.vocab import bundled, pretrained
from wordchipper_lab.vocab.patterns import GPT2_ORIGINAL_PATTERN, PATTERNS, R50K_PATTERN
from wordchipper_lab.vocab.pretrained import load_token_bytes, pretrained_names, pretrained_spec
from wordchipper_lab.vocab.token_bytes import count_tokens, iterate_tokens

NAMES = ["r50k_base", "p50k_base", "p50k_edit", "cl100k_base", "o200k_base", "o200k_harmony"]


def test_names_are_the_published_six_in_order():
    assert pretrained_names() == NAMES
    assert set(NAMES) == set(openai_public.ENCODING_CONSTRUCTORS) - {"gpt2"}


@pytest.mark.parametrize("name", NAMES)
def test_tokens_and_special_tokens_are_tiktokens(name):
    reference = tiktoken.get_encoding(name)
    spec = pretrained_spec(name)
    tokens = load_token_bytes(spec)
    assert {token: rank for rank, token in iterate_tokens(tokens)} == reference._mergeable_ranks
    assert spec.special_tokens == reference._special_tokens
    assert spec.pattern == PATTERNS[name] == reference._pat_str
    assert spec.n_ranked == count_tokens(tokens)
    assert max(len(tokens.starts) - 2, *spec.special_tokens.values()) == reference.max_token_value


@pytest.mark.parametrize("name", NAMES)
def test_an_id_with_two_names_decodes_to_the_first(name):
    reference = tiktoken.get_encoding(name)
    special_tokens = pretrained_spec(name).special_tokens
    first_text: dict[int, str] = {}
    for text, token_id in special_tokens.items():
        first_text.setdefault(token_id, text)
    assert {token_id: reference.decode([token_id]) for token_id in first_text} == first_text


def test_harmony_has_all_its_reserved_tokens_and_two_names_for_one():
    special_tokens = pretrained_spec("o200k_harmony").special_tokens
    assert set(special_tokens.values()) == set(range(199998, 201088))
    assert special_tokens["<|endofprompt|>"] == special_tokens["<|reserved_200018|>"] == 200018


def test_no_special_token_shares_an_id_with_a_ranked_one():
    for name in NAMES:
        spec = pretrained_spec(name)
        lengths = np.diff(load_token_bytes(spec).starts)
        inside = [token_id for token_id in spec.special_tokens.values() if token_id < len(lengths)]
        assert not lengths[inside].any()
    assert 50256 in pretrained_spec("p50k_base").special_tokens.values()


def test_arrays_have_the_stated_types_and_are_writable():
    tokens = load_token_bytes(pretrained_spec("r50k_base"))
    assert (tokens.data.dtype, tokens.starts.dtype) == (np.uint8, np.int64)
    assert tokens.data.flags.writeable
    assert tokens.data.flags.c_contiguous
    assert tokens.starts[-1] == len(tokens.data)


@pytest.mark.parametrize("given", ["{}", "openai:{}", "openai::{}"])
@pytest.mark.parametrize(("name", "meant"), [*zip(NAMES, NAMES, strict=True), ("gpt2", "r50k_base")])
def test_names_with_prefix_and_alias(given, name, meant):
    assert pretrained_spec(given.format(name)).name == meant


@pytest.mark.parametrize(
    "name", ["", "openai:", "r50k", "R50K_BASE", "openai:::gpt2", "openai::openai:gpt2", None, 3]
)
def test_unknown_names_list_what_there_is(name):
    with pytest.raises(UnknownNameError, match="r50k_base, p50k_base, p50k_edit") as caught:
        pretrained_spec(name)
    assert repr(name) in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_gpt2_original_wording_is_the_one_of_the_release():
    # tiktoken quotes it in a comment, just above its own wording.
    lines = Path(openai_public.__file__).read_text(encoding="utf-8").splitlines()
    assert f'# r"""{GPT2_ORIGINAL_PATTERN}"""' in lines
    assert PATTERNS["gpt2"] == R50K_PATTERN


def test_one_file_is_read_once_even_by_many_threads(monkeypatch):
    reads = []

    def read(file, sha256):
        reads.append(file)
        return read_bundled(file, sha256)

    read_bundled = bundled.read_bundled
    monkeypatch.setattr(pretrained, "_loaded", {})
    monkeypatch.setattr(bundled, "read_bundled", read)
    specs = [pretrained_spec(name) for name in ("p50k_base", "p50k_edit", "r50k_base")] * 4
    with ThreadPoolExecutor(8) as pool:
        loaded = list(pool.map(load_token_bytes, specs))
    assert sorted(reads) == ["p50k_base.tiktoken", "r50k_base.tiktoken"]
    assert loaded[0] is loaded[1] is loaded[3]
    assert loaded[0] is not loaded[2]


@pytest.mark.parametrize(
    ("damage", "error"),
    [
        (lambda packed: packed[: len(packed) // 2], VocabFormatError),
        (lambda packed: packed[:5000] + bytes([packed[5000] ^ 1]) + packed[5001:], VocabFormatError),
        (lambda packed: lzma.compress(lzma.decompress(packed) + b"AAAA 50256\n", preset=0), VocabHashError),
        (lambda packed: b"", VocabFormatError),
        (lambda packed: None, VocabFormatError),
    ],
    ids=["truncated", "one bit", "another vocabulary", "empty", "missing"],
)
def test_damaged_bundled_file(tmp_path, monkeypatch, damage, error):
    source = Path(bundled.__file__).parent / "data" / "r50k_base.tiktoken.xz"
    (tmp_path / "data").mkdir()
    if (damaged := damage(source.read_bytes())) is not None:
        (tmp_path / "data" / source.name).write_bytes(damaged)
    monkeypatch.setattr(bundled, "files", lambda package: tmp_path)
    monkeypatch.setattr(pretrained, "_loaded", {})
    with pytest.raises(error, match=r"r50k_base\.tiktoken"):
        load_token_bytes(pretrained_spec("r50k_base"))


def test_notice_states_the_hash_of_every_file():
    data = Path(bundled.__file__).parent / "data"
    notice = (data / "NOTICE.md").read_text(encoding="utf-8")
    files = {pretrained_spec(name).file: pretrained_spec(name).sha256 for name in NAMES}
    assert {path.name for path in data.glob("*.xz")} == {f"{file}.xz" for file in files}
    for file, sha256 in files.items():
        assert f"{sha256}  {file}" in notice


def test_pretrained_needs_no_network_and_loads_no_network_code():
    program = (
        "import sys, socket\n"
        "socket.socket = None\n"
        "from wordchipper_lab.vocab import load_token_bytes, pretrained_spec\n"
        "print(len(load_token_bytes(pretrained_spec('gpt2')).starts), 'http.client' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "50257 False\n"

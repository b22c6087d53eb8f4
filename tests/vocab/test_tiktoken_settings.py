"""A .tiktoken file with tokenizer_config.json beside it: special tokens, and the pattern of code that is known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import tiktoken

import wordchipper_lab as wl
from wordchipper_lab.errors import VocabFormatError
from wordchipper_lab.vocab.formats.any_file import read_vocab_file
from wordchipper_lab.vocab.formats.recognise import recognise
from wordchipper_lab.vocab.formats.tiktoken_file import write_lines
from wordchipper_lab.vocab.formats.tiktoken_settings import read_tiktoken_settings
from wordchipper_lab.vocab.open_patterns import OPEN_PATTERNS

HAN = "\u4e2d\u6587".encode()
RANKED = [*(bytes([value]) for value in range(256)), HAN[:2], HAN[:3], HAN[3:5], HAN[3:], HAN, b"ab", b" ab"]
N = len(RANKED)
RANKS = write_lines(list(enumerate(RANKED)))
SETTINGS = {
    "added_tokens_decoder": {
        str(N): {"content": "[BOS]", "special": True},
        str(N + 1): {"content": "[EOS]", "special": True},
        str(N + 3): {"content": "<|im_end|>", "special": True},
    },
    "auto_map": {"AutoTokenizer": ["moonshotai/Kimi-K2-Base--tokenization_kimi.TikTokenTokenizer", None]},
    "tokenizer_class": "TikTokenTokenizer",
}
# As tokenization_kimi.py has it; tiktoken's engine knows intersections of sets.
KIMI = "|".join(
    [
        r"""[\p{Han}]+""",
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
        r"""\p{N}{1,3}""", r""" ?[^\s\p{L}\p{N}]+[\r\n]*""", r"""\s*[\r\n]+""", r"""\s+(?!\S)""", r"""\s+""",
    ]
)  # fmt: skip
TEXTS = [
    "", "\u4e2d\u6587ab\u4e2d", "ab\u4e2d\u6587 \u4e2d\u6587 ab\u3007\u30071234", "AB\u4e2d's ab's AB'S /\n/ \u2e80\u3005x", "[BOS]ab[EOS]<|im_end|>",
    f"<|reserved_token_{N + 2}|> ab\u3042\u4e2d\u3042",
]  # fmt: skip


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    (tmp_path / "tiktoken.model").write_bytes(RANKS)
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(SETTINGS))
    return tmp_path


def test_a_directory_of_kimi(directory: Path) -> None:
    special = {"[BOS]": N, "[EOS]": N + 1, "<|im_end|>": N + 3}
    special |= {f"<|reserved_token_{i}|>": i for i in range(N, N + 258) if i not in special.values()}
    ranks = {token: rank for rank, token in enumerate(RANKED)}
    theirs = tiktoken.Encoding("kimi", pat_str=KIMI, mergeable_ranks=ranks, special_tokens=special)
    files = {file.name: file.read_bytes() for file in directory.iterdir()}
    assert recognise(files).names == ("tiktoken.model", "tokenizer_config.json")
    for source in (directory, str(directory), files):
        ours = wl.Tokenizer.from_file(source)
        assert (ours.pattern, ours.vocab.special_tokens) == (OPEN_PATTERNS["kimi"], special)
        for text in TEXTS:
            assert ours.encode(text) == theirs.encode(text, allowed_special="all")
            assert ours.decode(ours.encode(text)) == text


def test_the_file_alone_has_no_special_tokens(directory: Path) -> None:
    assert len(wl.Tokenizer.from_file(directory / "tiktoken.model").get_special_tokens()) == 258
    (directory / "tokenizer_config.json").unlink()
    tok = wl.Tokenizer.from_file(directory / "tiktoken.model", pattern="kimi", special_tokens={"[BOS]": N})
    assert tok.encode("[BOS]\u4e2d\u6587ab[EOS]")[:3] == [N, RANKED.index(HAN), RANKED.index(b"ab")]
    assert tok.get_special_tokens() == [("[BOS]", N)]


def test_a_directory_of_glm_4(directory: Path) -> None:
    settings = {"auto_map": {"AutoTokenizer": ["tokenization_chatglm.ChatGLM4Tokenizer", None]}}
    settings |= {"added_tokens_decoder": {str(N): {"content": "[gMASK]"}}}
    (directory / "tokenizer_config.json").write_text(json.dumps(settings))
    (directory / "tiktoken.model").rename(directory / "tokenizer.model")
    tok = wl.Tokenizer.from_file(directory)
    assert (tok.pattern, tok.get_special_tokens()) == (OPEN_PATTERNS["llama3"], [("[gMASK]", N)])
    (directory / "tokenizer.model").write_bytes(b"\n\x0e\n\x05<unk>\x15\x00\x00\x00\x00\x18\x02")
    with pytest.raises(VocabFormatError, match="found none"):
        read_vocab_file(directory)


def test_what_the_caller_gives_counts(directory: Path) -> None:
    tok = wl.Tokenizer.from_file(directory, pattern="qwen2", special_tokens={"[BOS]": 9999})
    assert (tok.pattern, tok.encode("[BOS][EOS]")) == (OPEN_PATTERNS["qwen2"], [9999, N + 1])


@pytest.mark.parametrize(
    ("settings", "pattern"),
    [
        ({"auto_map": {"AutoTokenizer": ["tokenization_chatglm.ChatGLM4Tokenizer", None]}}, "llama3"),
        ({"auto_map": {"AutoTokenizer": "tokenization_kimi.TikTokenTokenizer"}}, "kimi"),
        ({"auto_map": {"AutoTokenizer": ["tokenization_chatglm.ChatGLMTokenizer", None]}}, None),
        ({"auto_map": {"AutoTokenizer": [None, "x"]}}, None),
        ({"auto_map": {"AutoTokenizer": []}}, None),
        ({"auto_map": 5}, None),
        ({}, None),
    ],
)
def test_code_that_is_known(settings: dict[str, object], pattern: str | None) -> None:
    found = read_tiktoken_settings("tokenizer_config.json", json.dumps(settings).encode(), 9)
    assert found.pattern == (None if pattern is None else OPEN_PATTERNS[pattern])
    assert len(found.special_tokens) == (258 if pattern == "kimi" else 0)


@pytest.mark.parametrize(
    ("decoder", "problem"),
    [
        ([1], "expected added_tokens_decoder to be an object"),
        ({"x": {"content": "a"}}, "expected ids with a content each, got 'x'"),
        ({"9" * 5000: {"content": "a"}}, "expected ids with a content each"),
        ({"-1": {"content": "a"}}, "expected ids with a content each"),
        ({"1": {"content": ""}}, "expected ids with a content each"),
        ({"1": {"content": 5}}, "expected ids with a content each"),
        ({"1": "a"}, "expected each of added_tokens_decoder to be an object"),
        ({"1": {"content": "a"}, "2": {"content": "a"}}, "the special token 'a' has two ids"),
    ],
)
def test_faults(decoder: object, problem: str) -> None:
    with pytest.raises(VocabFormatError, match=problem) as caught:
        read_tiktoken_settings("x.json", json.dumps({"added_tokens_decoder": decoder}).encode(), 9)
    assert len(str(caught.value)) < 300


def test_which_file_of_a_directory(directory: Path) -> None:
    (directory / "b.tiktoken").write_bytes(RANKS)
    with pytest.raises(VocabFormatError, match=r"found b\.tiktoken, tiktoken\.model"):
        read_vocab_file(directory)

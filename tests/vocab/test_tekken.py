"""Mistral's tekken.json: ids are ranks after the special tokens, as in mistral-common; each fault is named."""

from __future__ import annotations

import base64
import copy
import json
from pathlib import Path
from typing import Any

import pytest
import tiktoken

import wordchipper_lab as wl
from wordchipper_lab.errors import UnsupportedVocabError, VocabFormatError, WorkLimitError
from wordchipper_lab.vocab.formats.any_file import read_vocab_file
from wordchipper_lab.vocab.formats.tekken import read_tekken
from wordchipper_lab.vocab.formats.vocab_limits import VocabLimits
from wordchipper_lab.vocab.open_patterns import OPEN_PATTERNS

RANKED = [
    *(bytes([value]) for value in range(256)),
    b"th",
    b"the",
    b" the",
    b" t",
    b"er",
    b"not in the vocabulary",
]
FILE: dict[str, Any] = {
    "config": {"pattern": OPEN_PATTERNS["tekken"], "num_vocab_tokens": 262, "default_vocab_size": 291,
               "default_num_special_tokens": 30, "version": "v3"},
    "vocab": [{"rank": rank, "token_bytes": base64.b64encode(token).decode(), "token_str": None}
              for rank, token in enumerate(RANKED)],
}  # fmt: skip
TEXTS = [
    "",
    "the theme other 1234",
    "  the\n\n the/</s>",
    "[INST]the[/INST]<SPECIAL_29>",
    "\u00e9\u4e2d\U0001f600 THE tHe",
]


def changed(path: str, value: object) -> bytes:
    file = copy.deepcopy(FILE)
    *parents, last = path.split(".")
    part: Any = file
    for key in parents:
        part = part[int(key)] if isinstance(part, list) else part[key]
    part[int(last) if isinstance(part, list) else last] = value
    return json.dumps(file).encode()


def test_ids_are_those_of_tiktoken_after_the_special_tokens(tmp_path: Path) -> None:
    path = tmp_path / "tekken.json"
    path.write_bytes(json.dumps(FILE).encode())
    theirs = tiktoken.Encoding(
        "x",
        pat_str=FILE["config"]["pattern"],
        mergeable_ranks={token: rank for rank, token in enumerate(RANKED[:261])},
        special_tokens={},
    )
    for source in (path, tmp_path, path.read_bytes(), {"tekken.json": path.read_bytes()}):
        ours = wl.Tokenizer.from_file(source)
        for text in TEXTS:
            expected = [token + 30 for token in theirs.encode_ordinary(text)]
            assert ours.encode(text, special="text") == expected
            assert ours.decode(expected) == text
    assert ours.encode("<s>the[/INST]<SPECIAL_29>") == [1, 287, 4, 29]
    assert ours.get_special_tokens()[19:22] == [
        ("[TOOL_CONTENT]", 19),
        ("<SPECIAL_20>", 20),
        ("<SPECIAL_21>", 21),
    ]
    assert (ours.vocab_size, ours.max_token, ours.pattern) == (261, 290, OPEN_PATTERNS["tekken"])


def test_special_tokens_in_the_file() -> None:
    listed = [
        {"rank": 1, "token_str": "<s>", "is_control": True},
        {"rank": 0, "token_str": "<unk>", "is_control": True},
    ]
    found = read_tekken(changed("special_tokens", listed))
    assert list(found.special_tokens.items())[:3] == [("<s>", 1), ("<unk>", 0), ("<SPECIAL_2>", 2)]
    assert len(found.special_tokens) == 30


def test_of_a_directory_tokenizer_json_is_preferred(tmp_path: Path) -> None:
    (tmp_path / "tekken.json").write_bytes(json.dumps(FILE).encode())
    wl.train_bpe(["a a a"], 257).save(tmp_path / "tokenizer.json")
    assert read_vocab_file(tmp_path).special_tokens == {}


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("config", None, "expected config to be an object"),
        ("config.pattern", "", "expected config.pattern as a text"),
        ("config.default_vocab_size", 10**9, "expected default_vocab_size as an integer from 0 to 16,777,216"),
        ("config.default_vocab_size", True, "expected default_vocab_size as an integer"),
        ("config.default_vocab_size", 400, "leave 370 ranked tokens: expected 256 to 262"),
        ("config.default_num_special_tokens", 290, "leave 1 ranked tokens"),
        ("config.default_num_special_tokens", float("nan"), "expected default_num_special_tokens as an integer"),
        ("vocab", {}, "expected vocab as a list"),
        ("vocab.3", 7, "expected each entry of vocab to be an object"),
        ("vocab.3.rank", 4, "expected entry 3 of vocab with rank 3"),
        ("vocab.3.token_bytes", "A\u00e9==", "expected token_bytes of rank 3 in base64"),
        ("vocab.3.token_bytes", "", "expected token_bytes of rank 3 in base64"),
        ("vocab.3.token_bytes", "dGg=", "two entries of vocab are the same token"),
        ("vocab.3.token_bytes", "eHg=", "expected the 256 single bytes, in order"),
        ("special_tokens", [{"rank": 0, "token_str": ""}], "expected a special token with a text of its own"),
        ("special_tokens", [{"rank": 30, "token_str": "a"}], "and a rank below 30"),
        ("special_tokens", [{"rank": 0, "token_str": "a"}, {"rank": 0, "token_str": "b"}], "expected each rank below 2 once"),
        ("special_tokens", [{"rank": 5, "token_str": "a"}], "expected each rank below 1 once"),
    ],
)  # fmt: skip
def test_faults(path: str, value: object, problem: str) -> None:
    with pytest.raises(VocabFormatError, match=problem):
        read_tekken(changed(path, value))


def test_a_pattern_that_is_read_in_another_way() -> None:
    with pytest.raises(
        UnsupportedVocabError, match=r"\$ at position 1 of the pattern 'a\$' is not supported"
    ):
        read_tekken(changed("config.pattern", "a$"))


def test_limits() -> None:
    for limits in (
        VocabLimits(tokens=200),
        VocabLimits(token_bytes=100),
        VocabLimits(parts=100),
        VocabLimits(pattern=9),
    ):
        with pytest.raises(WorkLimitError):
            read_tekken(json.dumps(FILE).encode(), limits=limits)

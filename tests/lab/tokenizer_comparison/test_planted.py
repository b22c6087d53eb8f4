"""A bug planted in any stage is named, whatever the tokenizers are."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import wordchipper_lab as wl
from wordchipper_lab.lab import ForeignTokenizer, compare_tokenizers
from wordchipper_lab.vocab.formats.byte_unicode import characters_to_bytes

from .planted import PLANTED, Config, good, planted

tokenizers = pytest.importorskip("tokenizers")

PLAIN = ["the other thing", "a", "", "  \n", "sea; place"]
"""Texts that show no bug but ids around every text."""


def _of_tokenizers(file: Config, _: Path) -> Any:
    return tokenizers.Tokenizer.from_str(json.dumps(file))


def _of_file(file: Config, directory: Path) -> Any:
    path = directory / f"{len(list(directory.iterdir()))}.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    return path


def _function(file: Config, _: Path) -> Any:
    tok = _of_tokenizers(file, _)
    return lambda text: tok.encode(text).ids


def _with_bytes(file: Config, _: Path) -> Any:
    tok = _of_tokenizers(file, _)
    by_id = {
        i: characters_to_bytes(spelt) for spelt, i in file["model"]["vocab"].items() if spelt != "<|end|>"
    }
    by_id |= {token["id"]: token["content"].encode() for token in good()["added_tokens"]}
    return ForeignTokenizer(
        encode=lambda text: tok.encode(text).ids,
        decode=lambda ids: tok.decode(ids, skip_special_tokens=False),
        token_bytes=lambda token: by_id[token],
        encode_batch=lambda texts: [found.ids for found in tok.encode_batch(texts)],
        name="mine",
    )


MAKERS: dict[str, Callable[[Config, Path], Any]] = {
    "tokenizers": _of_tokenizers,
    "a file": _of_file,
    "bytes": lambda file, _: json.dumps(file).encode(),
    "ours": lambda file, _: wl.Tokenizer.from_file(json.dumps(file).encode(), name="tokenizer.json"),
    "a function": _function,
    "functions": _with_bytes,
}


_CASES = [
    (bug, b) for bug in PLANTED for b in MAKERS if bug != "no decoder" or b in ("tokenizers", "functions")
]


@pytest.mark.parametrize(("bug", "b"), _CASES)
def test_beside_tokenizers(bug: str, b: str, tmp_path: Path) -> None:
    stage, _, text = PLANTED[bug]
    right, wrong = _of_tokenizers(good(), tmp_path), MAKERS[b](planted(bug), tmp_path)
    options = {"add_special_tokens": True} if b == "ours" else {}
    for one, other in ((right, wrong), (wrong, right)):
        found = compare_tokenizers(one, other, [*PLAIN, text, text], **options)
        assert found.n_texts == len(PLAIN) + 2
        if stage == "post-processor":
            assert found.n_differing == found.n_texts
        elif stage != "decoding":
            assert found.n_differing == 2
        assert {difference.cause for difference in found.differences} == {stage}
        assert {difference.stages for difference in found.differences} == {(stage,)}
        assert len(found.groups) == 1 or stage == "decoding"
        for difference in found.differences:
            assert difference.text in text or difference.text in PLAIN
            assert len(difference.shrunk) <= len("<|end|>")
            assert (difference.a == difference.b) == (stage == "decoding")


@pytest.mark.parametrize("a", ["a file", "ours", "a function", "functions"])
@pytest.mark.parametrize("bug", [bug for bug in PLANTED if bug != "no decoder"])
def test_beside_a_file(bug: str, a: str, tmp_path: Path) -> None:
    stage, _, text = PLANTED[bug]
    options = {"add_special_tokens": True} if a == "ours" else {}
    found = compare_tokenizers(MAKERS[a](good(), tmp_path), _of_file(planted(bug), tmp_path), text, **options)
    assert {difference.cause for difference in found.differences} == {stage}


@pytest.mark.parametrize("maker", MAKERS)
def test_no_bug(maker: str, tmp_path: Path) -> None:
    texts = [*PLAIN, *(text for _, _, text in PLANTED.values())]
    found = compare_tokenizers(_of_tokenizers(good(), tmp_path), MAKERS[maker](good(), tmp_path), texts)
    assert found.are_equal
    assert (found.differences, found.groups, found.n_texts) == ([], [], len(texts))
    assert found.to_pytest() == ""


@pytest.mark.parametrize("bug", ["no NFC", "single digits", "swapped ids", "begin"])
def test_two_functions(bug: str, tmp_path: Path) -> None:
    stage, _, text = PLANTED[bug]
    maker = _with_bytes if stage == "vocabulary" else _function
    found = compare_tokenizers(maker(good(), tmp_path), maker(planted(bug), tmp_path), text)
    assert {difference.cause for difference in found.differences} == {stage}
    assert all(difference.how != "exchange" for difference in found.differences)
    assert len(found.notes) == 2


def test_two_bugs_are_told_apart(tmp_path: Path) -> None:
    right, wrong = (
        MAKERS["tokenizers"](file, tmp_path) for file in (good(), planted("no NFC", "swapped ids", "begin"))
    )
    found = compare_tokenizers(right, wrong, "at the other cafe\u0301 the sea")
    assert [(difference.text, difference.stages) for difference in found.differences] == [
        ("", ("post-processor",)),
        (" the", ("vocabulary",)),
        (" cafe\u0301", ("normalizer",)),
        (" the", ("vocabulary",)),
    ]
    assert found.causes == {"vocabulary": 2, "normalizer": 1, "post-processor": 1}
    again = compare_tokenizers(right, wrong, "at the other", add_special_tokens=False)
    assert [difference.stages for difference in again.differences] == [("vocabulary",)]


def test_what_takes_two_stages(tmp_path: Path) -> None:
    """Renamed tokens in pieces that only one of them makes."""
    both = planted("single digits")
    vocab = both["model"]["vocab"]
    for digits, letter in (("1", "q"), ("12", "th")):
        vocab[digits], vocab[letter] = vocab[letter], vocab[digits]
    found = compare_tokenizers(*(_of_tokenizers(file, tmp_path) for file in (good(), both)), "12")
    (difference,) = found.differences
    assert (difference.cause, difference.stages) == ("split pattern", ("split pattern", "vocabulary"))
    assert "no smaller set of stages does" in difference.evidence


def test_stages_that_do_not_go_together() -> None:
    """The normalizer of one leaves nothing of an added token of the other."""
    one, other = good(), good()
    for token in one["added_tokens"]:
        token["normalized"] = True
    other["normalizer"] = {"type": "Replace", "pattern": {"String": "<mask>"}, "content": ""}
    other["added_tokens"] = other["added_tokens"][:1]
    files = [json.dumps(file).encode() for file in (one, other)]
    found = compare_tokenizers(*files, "the <mask> sea")
    assert {difference.cause for difference in found.differences} == {"normalizer"}
    assert {difference.how for difference in found.differences} == {"exchange"}

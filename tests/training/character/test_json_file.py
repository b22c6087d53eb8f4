"""The JSON file of a character-level BPE: the round trip, its documented form, and messages about damaged ones."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wordchipper_lab.errors import VocabFormatError
from wordchipper_lab.training import CharacterBPE
from wordchipper_lab.training.character.json_file import is_character_file

pytestmark = pytest.mark.filterwarnings("ignore:training stopped early")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.text(st.sampled_from('ab \n"\\é\u2028') | st.characters(codec="utf-8"), max_size=60),
    marker=st.sampled_from(["attached", "separate"]),
    unknown=st.sampled_from([None, "<unk>", '"']),
    pattern=st.sampled_from(["cpp_article", "whitespace", "r50k_base", r"\w+|[^\w\s]"]),
)
def test_there_and_back(tmp_path: Path, text: str, marker: str, unknown: str | None, pattern: str) -> None:
    unknown = None if unknown is not None and unknown in text else unknown
    bpe = CharacterBPE.train(text, n_merges=12, marker=marker, unknown_token=unknown, pattern=pattern)
    bpe.save_json(tmp_path / "bpe.json")
    read = CharacterBPE.from_file(tmp_path / "bpe.json")
    for name in ("tokens", "merges", "marker", "pattern", "unknown_token", "end_of_word"):
        assert getattr(read, name) == getattr(bpe, name)
    assert read.encode(text + "x") == bpe.encode(text + "x")
    assert is_character_file((tmp_path / "bpe.json").read_bytes()[:200])


def test_its_form(tmp_path: Path) -> None:
    bpe = CharacterBPE.train("low low lower", n_merges=2, pattern="whitespace")
    bpe.save_json(tmp_path / "bpe.json")
    contents = (tmp_path / "bpe.json").read_bytes()
    assert json.loads(contents) == {
        "format": "wordchipper_lab character BPE",
        "version": 1,
        "pattern": "whitespace",
        "marker": "attached",
        "end_of_word": "</w>",
        "unknown_token": None,
        "tokens": ["l", "o", "w</w>", "w", "e", "r</w>", "lo", "low</w>"],
        "merges": [["l", "o"], ["lo", "w</w>"]],
    }
    for source in (contents, bytearray(contents), io.BytesIO(contents), io.StringIO(contents.decode())):
        assert CharacterBPE.from_file(source).merges == bpe.merges


GOOD: dict[str, Any] = {
    "format": "wordchipper_lab character BPE",
    "version": 1,
    "pattern": "whitespace",
    "marker": "attached",
    "end_of_word": "</w>",
    "unknown_token": None,
    "tokens": ["a", "b", "ab"],
    "merges": [["a", "b"]],
}


def test_a_file_written_by_hand() -> None:
    assert CharacterBPE.from_file(json.dumps(GOOD).encode()).encode("a") == []
    assert CharacterBPE.from_file(json.dumps({**GOOD, "tokens": ["a</w>"], "merges": []}).encode()).encode(
        "a a"
    ) == [0, 0]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"format": "x"}, '"format" is'),
        ({"version": 2}, "its version is 2: this package reads 1"),
        ({"version": None}, "its version is None"),
        ({"pattern": 5}, '"pattern" is 5: expected a text'),
        ({"pattern": "("}, "position"),
        ({"marker": "none"}, "unknown marker 'none'"),
        ({"end_of_word": ""}, "end_of_word is empty"),
        ({"end_of_word": None}, '"end_of_word" is None'),
        ({"unknown_token": 5}, '"unknown_token" is 5'),
        ({"unknown_token": "?"}, "'\\?' is not a token"),
        ({"tokens": "ab"}, '"tokens" is not a list of texts'),
        ({"tokens": ["a", 5]}, '"tokens" is not a list of texts'),
        ({"tokens": ["a", "a"]}, "'a' occurs twice"),
        ({"tokens": ["a", "\ud800"]}, "half a surrogate pair"),
        ({"merges": [["a"]]}, '"merges" is not a list of pairs'),
        ({"merges": [["a", 5]]}, '"merges" is not a list of pairs'),
        ({"merges": [["a", "a"]]}, "'aa' is not a token"),
        ({"merges": None}, '"merges" is not a list of pairs'),
    ],
)
def test_what_is_wrong_is_named(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(VocabFormatError, match=problem):
        CharacterBPE.from_file(json.dumps({**GOOD, **changes}).encode())


@pytest.mark.parametrize("contents", [b"", b"[]", b"{", b"\xff", b"[" * 100_000, b'"x"'])
def test_what_is_no_such_file(contents: bytes, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(contents)
    with pytest.raises(VocabFormatError, match=r"broken\.json"):
        CharacterBPE.from_file(path)
    assert not is_character_file(contents)

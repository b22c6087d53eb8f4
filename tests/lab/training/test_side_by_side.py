"""Where character-level BPE differs from byte-level: unknown characters, spaces."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordchipper_lab.lab.training.side_by_side import SideBySide, _stretches, differences
from wordchipper_lab.tokenizer import Tokenizer
from wordchipper_lab.trained import train_bpe
from wordchipper_lab.training import CharacterBPE

CORPUS = "the lowest tower\nlowers the newest wheel\n" * 5

pytestmark = pytest.mark.filterwarnings("ignore:training stopped early")


@pytest.fixture(scope="module")
def byte_level() -> Tokenizer:
    return train_bpe(CORPUS, 272)


def on(text: str, byte_level: Tokenizer, **options: str) -> SideBySide:
    return differences(text, byte_level, CharacterBPE.train(CORPUS, n_merges=30, **options))  # type: ignore[arg-type]


def test_spaces_are_lost(byte_level: Tokenizer) -> None:
    found = on("the  tower\n\tthe wheel ", byte_level, pattern="whitespace")
    assert found.byte_level.exact
    assert found.character_level.back == "the tower the wheel"
    assert found.changes == [("  ", " "), ("\n\t", " "), (" ", "")]
    assert found.unknown == []
    assert not found.character_level.exact


def test_the_article_s_pattern_adds_spaces(byte_level: Tokenizer) -> None:
    found = on("the tower", byte_level)
    assert found.character_level.back == "the  tower"
    assert found.changes == [("", " ")]


def test_unknown_characters(byte_level: Tokenizer) -> None:
    found = on("the 塔 zoo", byte_level, pattern="whitespace", unknown_token="<unk>")
    assert found.byte_level.exact
    assert found.unknown == ["塔</w>", "z", "o</w>"]
    assert found.character_level.shown[1] == "<unk>"
    assert "\\xe5" in "".join(found.byte_level.shown)
    assert found.changes == [("塔 z", "<unk><unk>"), ("o", "<unk>")]


@given(
    text=st.text("thelo wr\n塔</>'!", max_size=40),
    pattern=st.sampled_from(["whitespace", "cpp_article", "[a-z]+", "(?<=e)l|t"]),
    marker=st.sampled_from(["attached", "separate"]),
    unknown_token=st.sampled_from([None, "<unk>"]),
)
def test_changes_are_all_that_changes(
    byte_level: Tokenizer, text: str, pattern: str, marker: str, unknown_token: str | None
) -> None:
    bpe = CharacterBPE.train(
        CORPUS, n_merges=9, pattern=pattern, marker=marker, unknown_token=unknown_token, trainer="heap"
    )
    found = differences(text, byte_level, bpe)
    stretches = _stretches(text, bpe)
    assert "".join(was for was, _ in stretches) == text
    assert "".join(became for _, became in stretches) == found.character_level.back
    assert bool(found.changes) or found.character_level.exact
    assert found.byte_level.exact


def test_special_tokens_are_text_and_all_is_json() -> None:
    tok = train_bpe(CORPUS, 272, special_tokens=["<end>"])
    found = on("the<end>the", tok)
    assert found.byte_level.exact
    assert len(found.byte_level.tokens) > 3
    assert json.loads(json.dumps(found.to_json()))["text"] == "the<end>the"

"""vocab.txt and merges.txt: the round trip, and messages about damaged files."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wordchipper_lab.errors import VocabFormatError
from wordchipper_lab.training import CharacterBPE

pytestmark = pytest.mark.filterwarnings("ignore:training stopped early")


def there_and_back(bpe: CharacterBPE, folder: Path, **options: str) -> CharacterBPE:
    bpe.save(folder / "vocab.txt", folder / "merges.txt")
    return CharacterBPE.load(folder / "vocab.txt", folder / "merges.txt", **options)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.text(st.sampled_from("ab \n\r\t\\é'u0\u3000") | st.characters(codec="utf-8"), max_size=60),
    marker=st.sampled_from(["attached", "separate"]),
)
def test_there_and_back(tmp_path: Path, text: str, marker: str) -> None:
    bpe = CharacterBPE.train(text, n_merges=12, marker=marker, unknown_token="<unk>")
    read = there_and_back(bpe, tmp_path, unknown_token="<unk>")
    assert (read.tokens, read.merges, read.marker) == (bpe.tokens, bpe.merges, marker)
    assert read.encode(text + "x") == bpe.encode(text + "x")


def test_what_subword_nmt_can_read(tmp_path: Path) -> None:
    bpe = CharacterBPE.train("low low lower", n_merges=2, pattern="whitespace")
    there_and_back(bpe, tmp_path)
    assert (tmp_path / "merges.txt").read_bytes() == b"#version: 0.2\nl o\nlo w</w>\n"
    assert (tmp_path / "vocab.txt").read_bytes() == b"l\no\nw</w>\nw\ne\nr</w>\nlo\nlow</w>\n"


def test_white_space_in_tokens_is_escaped_and_said_so(tmp_path: Path) -> None:
    bpe = CharacterBPE.train("a a\\ a\\", n_merges=3, pattern=" ?a|\\\\")
    assert " " in bpe.tokens
    there_and_back(bpe, tmp_path)
    lines = (tmp_path / "merges.txt").read_text().split("\n")
    assert lines[:2] == ["#version: 0.2 escaped", r"\u0020 a</w>"]
    assert r"\u005c</w>" in (tmp_path / "vocab.txt").read_text().split("\n")


def test_old_codes_have_no_version_and_the_marker_apart() -> None:
    bpe = CharacterBPE.load(b"l\no\n</w>\nlo\n", b"l o\n")
    assert bpe.marker == "separate"
    assert [bpe.tokens[token] for token in bpe.encode("lol")] == ["lo", "l", "</w>"]
    windows = CharacterBPE.load(b"l\r\no\r\nlo\r\n", b"#version: 0.2\r\nl o\r\n")
    assert windows.merges == [("l", "o")]


@pytest.mark.parametrize(
    ("vocab", "merges", "problem"),
    [
        (b"a\nb\nab\n", b"#version: 0.2\na b\na  b\n", "<bytes>, line 3: expected two tokens"),
        (b"a\nb\nab\n", b"#version: 0.2\na b\na b\n", "line 3: 'a' 'b' also occurs in line 2"),
        (b"a\nb\n", b"#version: 0.2\na b\n", "line 2: 'ab' is not in the vocabulary file"),
        (b"a\nb\na\n", b"#version: 0.2\n", "line 3: 'a' also occurs in line 1"),
        (b"a\n\nb\n", b"#version: 0.2\n", "line 2: the line is empty"),
        (b"a\nb\xff\n", b"#version: 0.2\n", "line 2: expected UTF-8"),
        (b"a\n", b"#version: 0.9\n", "line 1: version '0.9' is not known: expected 0.1 or 0.2"),
        (b"a\n\\x\n", b"#version: 0.2 escaped\n", "line 2: expected .u and four digits after a backslash"),
    ],
)
def test_damaged_files(vocab: bytes, merges: bytes, problem: str) -> None:
    with pytest.raises(VocabFormatError, match=problem):
        CharacterBPE.load(vocab, merges)


def test_nothing_is_written_half(tmp_path: Path) -> None:
    bpe = CharacterBPE.train("low low", n_merges=1)
    with pytest.raises(OSError, match="nowhere"):
        bpe.save(tmp_path / "vocab.txt", tmp_path / "nowhere" / "merges.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["vocab.txt"]

"""`Tokenizer.from_file` from bytes and from open files: the same tokenizers as from paths."""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import ArgumentTypeError, VocabError, VocabFormatError

TEXT = "low lower<|end|> lowest 'tis naïve\n\n  newest"
FILES = ("mine.tiktoken", "tokenizer.json")
PAIR = ("vocab.bpe", "encoder.json")


@pytest.fixture(scope="module")
def mine() -> wl.Tokenizer:
    return wl.train_bpe([TEXT * 3], 280, special_tokens=["<|end|>"], special_ids="after_bytes")


@pytest.fixture(scope="module")
def files(mine: wl.Tokenizer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("files")
    for name in (*FILES, "vocab.bpe"):
        mine.save(directory / name)
    return directory


def open_text(path: Path) -> io.TextIOBase:
    return path.open(encoding="utf-8", newline="")


def text_in_memory(path: Path) -> io.StringIO:
    return io.StringIO(path.read_text(encoding="utf-8"))


def pipe(path: Path) -> io.BufferedReader:
    """An open file that has no name, and cannot be read twice."""
    reading, writing = os.pipe()

    def write() -> None:
        with os.fdopen(writing, "wb") as stream:
            stream.write(path.read_bytes())

    threading.Thread(target=write).start()
    return os.fdopen(reading, "rb")


class OnlyReads:
    """The least that an open file can do."""

    def __init__(self, path: Path) -> None:
        self._contents = path.read_bytes()

    def read(self) -> bytes:
        return self._contents


SOURCES: dict[str, Callable[[Path], Any]] = {
    "str": str,
    "path": lambda path: path,
    "bytes": Path.read_bytes,
    "bytearray": lambda path: bytearray(path.read_bytes()),
    "memoryview": lambda path: memoryview(path.read_bytes()),
    "file": lambda path: path.open("rb"),
    "unbuffered file": lambda path: path.open("rb", buffering=0),
    "text file": open_text,
    "BytesIO": lambda path: io.BytesIO(path.read_bytes()),
    "StringIO": text_in_memory,
    "pipe": pipe,
    "object with read": OnlyReads,
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("source", SOURCES)
def test_every_source_gives_the_same_tokenizer(
    mine: wl.Tokenizer, files: Path, name: str, source: str
) -> None:
    given = SOURCES[source](files / name)
    options = {} if name == "tokenizer.json" else {"special_tokens": {"<|end|>": 256}, "pattern": "r50k_base"}
    tok = wl.Tokenizer.from_file(given, **options)
    assert tok.encode(TEXT) == mine.encode(TEXT)
    assert tok.get_special_tokens() == [("<|end|>", 256)]
    assert tok.decode(tok.encode(TEXT)) == TEXT
    if hasattr(given, "close"):
        assert not given.closed  # it is the caller's
        given.close()


def test_a_file_is_read_from_its_position(mine: wl.Tokenizer, files: Path) -> None:
    stream = io.BytesIO(b"something before" + (files / "tokenizer.json").read_bytes())
    stream.seek(16)
    assert wl.Tokenizer.from_file(stream).encode(TEXT) == mine.encode(TEXT)


@pytest.mark.parametrize("names", [PAIR, PAIR[::-1], ("merges.txt", "vocab.json")])
def test_a_pair_of_files(mine: wl.Tokenizer, files: Path, names: tuple[str, str]) -> None:
    contents = {name: (files / PAIR[name not in (PAIR[0], "merges.txt")]).read_bytes() for name in names}
    for kind in (bytes, bytearray, memoryview):
        given = {name: kind(data) for name, data in contents.items()}
        assert wl.Tokenizer.from_file(given, pattern="r50k_base").encode(TEXT) == mine.encode(TEXT)


def test_names_come_from_files_or_from_the_caller(files: Path) -> None:
    path = files / "mine.tiktoken"
    special = {"<|end|>": 256}
    with path.open("rb") as file:
        assert wl.Tokenizer.from_file(file, special_tokens=special).name == "mine"
    assert wl.Tokenizer.from_file(path.read_bytes(), special_tokens=special).name == "custom"
    assert (
        wl.Tokenizer.from_file(path.read_bytes(), special_tokens=special, name="a/b.tiktoken").name == "a/b"
    )


@pytest.mark.parametrize("source", ["bytes", "file", "text file", "pipe"])
def test_half_a_pair_is_refused_with_the_name_of_the_other(files: Path, source: str) -> None:
    given = SOURCES[source](files / "encoder.json")
    with pytest.raises(
        VocabFormatError, match=r"without the merges: open it together with vocab\.bpe or merges\.txt"
    ):
        wl.Tokenizer.from_file(given)


@pytest.mark.parametrize(
    "given",
    [b"", b"\x1f\x8b\x08", b"\xff\xfe", io.BytesIO(b"no vocabulary"), io.StringIO(""), io.StringIO("{"), {}],
)
def test_what_is_no_vocabulary_is_refused(given: Any) -> None:
    with pytest.raises(VocabError):
        wl.Tokenizer.from_file(given)


@pytest.mark.parametrize("given", [None, 5, ["a"], {"vocab.bpe": "text"}, {5: b""}])
def test_other_sources_are_refused(given: Any) -> None:
    with pytest.raises(ArgumentTypeError):
        wl.Tokenizer.from_file(given)


def test_errors_name_the_file_and_the_line(files: Path) -> None:
    contents = (files / "mine.tiktoken").read_bytes().splitlines(keepends=True)
    broken = io.BytesIO(b"".join([*contents[:9], b"???\n", *contents[9:]]))
    broken.name = "some/where/broken.tiktoken"  # type: ignore[attr-defined]
    with pytest.raises(VocabFormatError, match=r"broken\.tiktoken, line 10: "):
        wl.Tokenizer.from_file(broken)
    with pytest.raises(VocabFormatError, match=r"^given\.tiktoken, line 10: "):
        wl.Tokenizer.from_file(broken.getvalue(), name="given.tiktoken")

"""Corpora to ids: every document's ids, and the same files with any number of threads or interruptions."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import InputError, SpecialTokenError, UnknownNameError, UnknownTokenError
from wordchipper_lab.ids import open_corpus, part_file, tokenize_corpus
from wordchipper_lab.trained import train_bpe

LINE = "It's naïve: 日本語, 👍🏽 and\r\n\r\n   code(x_1) = 12345;<|endoftext|>\t don't\n"
ROWS = ["", "one", None, "two " * 9, LINE]


@pytest.fixture(scope="module")
def tok() -> wl.Tokenizer:
    return wl.Tokenizer.from_pretrained("o200k_base")


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / name for name in ("big.txt", "one", "empty", "rows.parquet", "last.txt")]
    paths[0].write_bytes(LINE.encode() * 800)
    paths[1].write_bytes(b"x")
    paths[2].write_bytes(b"")
    pq.write_table(pa.table({"text": ROWS * 40}), paths[3], row_group_size=30)
    paths[4].write_bytes(LINE.encode() * 5)
    return paths


def documents_of(files: list[Path]) -> list[str]:
    return [
        document
        for path in files
        for document in (
            [row or "" for row in ROWS] * 40 if path.suffix == ".parquet" else [path.read_bytes().decode()]
        )
    ]


def contents(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(directory.iterdir())}


@pytest.mark.sampled("7001", "67108864", "parse-900")
@pytest.mark.parametrize("shard_bytes", [900, 7_001, 1 << 26])
@pytest.mark.parametrize("special", ["parse", "text"])
def test_every_document_has_its_ids(tok, files, tmp_path: Path, shard_bytes: int, special: str) -> None:
    for threads in (1, 3):
        tokenize_corpus(
            tok, files, tmp_path / f"{threads}", format="both", shard_bytes=shard_bytes, special=special,
            end_of_text="<|endoftext|>", num_threads=threads,
        )  # fmt: skip
    assert contents(tmp_path / "1") == contents(tmp_path / "3")
    corpus = open_corpus(tmp_path / "1")
    expected = [[*tok.encode(text, special), 199999] for text in documents_of(files)]
    assert [ids.tolist() for ids in corpus] == expected
    assert len(corpus) == len(expected)
    assert corpus.n_tokens == sum(map(len, expected)) == sum(map(len, corpus.tokens))
    assert [np.concatenate(corpus.parts(i)).tolist() for i in range(len(corpus))] == expected
    assert corpus[-1].tolist() == expected[-1]
    assert [ids.tolist() for ids in corpus[1:4]] == expected[1:4]
    assert corpus.source(0) == (str(files[0]), 0)
    assert corpus.source(6) == (str(files[3]), 3)
    assert corpus.source(len(corpus) - 1) == (str(files[4]), 0)
    corpus.verify()
    rows = [
        row for path in sorted((tmp_path / "1").glob("*.parquet")) for row in pq.read_table(path).to_pylist()
    ]
    joined: list[list[int]] = []
    for row in rows:
        if row["continues"]:
            joined[-1] += row["ids"]
        else:
            joined.append(row["ids"])
    assert joined == expected
    assert [(row["source"], row["row"]) for row in rows if not row["continues"]] == [
        corpus.source(i) for i in range(len(corpus))
    ]


def test_ids_are_views_of_mapped_files(tok, tmp_path: Path) -> None:
    tokenize_corpus(tok, ["hello world", "x"], tmp_path / "ids")
    corpus = open_corpus(tmp_path / "ids")
    assert np.shares_memory(corpus[0], corpus.tokens[0])
    assert not corpus[0].flags.writeable
    assert corpus.dtype == corpus[0].dtype == np.uint32
    assert repr(corpus).endswith("2 documents, 3 ids>")
    with pytest.raises(IndexError):
        corpus[2]


def test_two_bytes_an_id_where_all_fit(tmp_path: Path) -> None:
    gpt2 = wl.Tokenizer.from_pretrained("gpt2")
    tokenize_corpus(gpt2, "hello world", tmp_path / "ids", format="both", end_of_text=50256)
    assert open_corpus(tmp_path / "ids")[0].tolist() == [31373, 995, 50256]
    assert (tmp_path / "ids" / "shard-00000.bin").read_bytes() == np.array(
        [31373, 995, 50256], "<u2"
    ).tobytes()
    assert pq.read_table(tmp_path / "ids" / "shard-00000.parquet").schema.field("ids").type == pa.list_(
        pa.uint16()
    )


@pytest.mark.parametrize("threads", [1, 3])
def test_sources_that_come_only_once(tok, files, tmp_path: Path, threads: int) -> None:
    def sources():
        yield "a string<|endoftext|>"
        yield from files
        yield ["", "more\ud83d", "strings"] * 200
        yield io.BytesIO(LINE.encode() * 50)
        yield io.StringIO("text")

    for _ in range(2):  # the second time, everything is already there
        tokenize_corpus(tok, sources(), tmp_path / "ids", shard_bytes=5_000, num_threads=threads)
    texts = [
        "a string<|endoftext|>",
        *documents_of(files),
        *["", "more\ud83d", "strings"] * 200,
        LINE * 50,
        "text",
    ]
    corpus = open_corpus(tmp_path / "ids")
    assert [ids.tolist() for ids in corpus] == [tok.encode(text) for text in texts]
    assert len(corpus.tokens) == 3
    assert corpus.source(len(texts) - 3) == ("texts", 600)
    with pytest.raises(InputError, match="was made with other texts"):
        tokenize_corpus(tok, ["something else"], tmp_path / "ids", shard_bytes=5_000)


def test_nothing_at_all(tok, tmp_path: Path) -> None:
    for sources in ([], iter([])):
        tokenize_corpus(tok, sources, tmp_path / type(sources).__name__, format="both")
        assert len(open_corpus(tmp_path / type(sources).__name__)) == 0


def test_a_tokenizer_of_a_pattern_of_ones_own(tmp_path: Path) -> None:
    own = train_bpe(["low lower lowest"], 262, pattern=r"\w+ ?\w*|\s+", special_tokens=["<s>"])
    text = "low lower <s>lowest low\n" * 100
    (tmp_path / "text").write_text(text)
    tokenize_corpus(own, tmp_path / "text", tmp_path / "ids", shard_bytes=100)
    corpus = open_corpus(tmp_path / "ids")
    assert corpus[0].tolist() == own.encode(text)
    assert len(corpus.tokens) == 24


def test_progress_ends_where_all_is_done(tok, files, tmp_path: Path) -> None:
    seen = []
    tokenize_corpus(tok, files, tmp_path / "ids", shard_bytes=5_000, progress=seen.append)
    total = sum(path.stat().st_size for path in files)
    assert (seen[-1].stored, seen[-1].total, seen[-1].resumed) == (total, total, 0)
    assert seen[-1].tokens == open_corpus(tmp_path / "ids").n_tokens
    assert seen[-1].bytes_per_second > 0
    tokenize_corpus(tok, files, tmp_path / "ids", shard_bytes=5_000, progress=seen.append)
    assert (seen[-1].stored, seen[-1].resumed) == (total, total)


# -- what goes wrong ------------------------------------------------------------------------------------


def test_another_run_does_not_go_on_in_the_directory(tok, files, tmp_path: Path) -> None:
    def again(tokenizer=tok, sources=files, **changed):
        tokenize_corpus(tokenizer, sources, tmp_path / "ids", **{"shard_bytes": 5_000, **changed})

    again()
    before = contents(tmp_path / "ids")
    other = wl.Tokenizer.from_pretrained("cl100k_base")
    for changes, words in [
        ({"tokenizer": other}, "another vocabulary"),
        ({"sources": files[:2]}, "another sources"),
        ({"special": "text"}, "another special"),
        ({"end_of_text": 199999}, "another end-of-text id"),
        ({"shard_bytes": 4_999}, "another shard size"),
        ({"format": "both"}, "another formats"),
    ]:
        with pytest.raises(InputError, match=words):
            again(**changes)
    os.utime(files[0], ns=(1, 1))
    with pytest.raises(InputError, match="another sources"):
        again()
    assert contents(tmp_path / "ids") == before
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").touch()
    with pytest.raises(InputError, match=r"has files but no index\.json"):
        tokenize_corpus(tok, "x", tmp_path / "other")


def test_arguments_that_make_no_sense(tok, tmp_path: Path) -> None:
    for error, changes in [
        (UnknownNameError, {"format": "csv"}),
        (UnknownNameError, {"special": "nope"}),
        (UnknownNameError, {"end_of_text": "<|nope|>"}),
        (UnknownTokenError, {"end_of_text": 1_000_000}),
        (InputError, {"shard_bytes": 0}),
    ]:
        with pytest.raises(error):
            tokenize_corpus(tok, "x", tmp_path / "ids", **changes)
    with pytest.raises(FileNotFoundError):
        tokenize_corpus(tok, tmp_path / "none", tmp_path / "ids")
    assert not (tmp_path / "ids").exists()


def test_special_tokens_that_shall_not_be_there(tok, files, tmp_path: Path) -> None:
    for path, place in [
        (files[0], f"{files[0]}, document 0: .*at byte 61"),
        (files[3], "document 4: .*at byte 61"),
    ]:
        with pytest.raises(SpecialTokenError, match=place):
            tokenize_corpus(tok, path, tmp_path / f"ids-{path.name}", special="error")
    later = tmp_path / "later"
    later.write_text("word " * 5000 + "<|endoftext|>")
    with pytest.raises(SpecialTokenError, match="at byte 25000"):
        tokenize_corpus(tok, later, tmp_path / "ids", special="error", shard_bytes=1000)


def test_text_that_is_not_utf8_leaves_whole_shards_only(tok, files, tmp_path: Path) -> None:
    files[1].write_bytes(b"ab\xff")
    with pytest.raises(InputError, match="one is not UTF-8 at byte 2"):
        tokenize_corpus(tok, files, tmp_path / "ids", shard_bytes=20_000)
    with pytest.raises(InputError, match="is not complete"):
        open_corpus(tmp_path / "ids")
    assert not [name for name in contents(tmp_path / "ids") if name.endswith(".part")]
    tokenize_corpus(tok, files, tmp_path / "replaced", errors="replace")
    assert open_corpus(tmp_path / "replaced")[1].tolist() == tok.encode("ab\ufffd")


def test_a_full_disk(tok, files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = 3
    write = part_file.PartFile.write

    def write_until_full(file, data):
        nonlocal room
        room -= 1
        if room < 0:
            file.stream.write(bytes(data)[:3])
            raise OSError(28, "No space left on device")
        write(file, data)

    with monkeypatch.context() as patched:
        patched.setattr(part_file.PartFile, "write", write_until_full)
        with pytest.raises(OSError, match="No space left"):
            tokenize_corpus(tok, files, tmp_path / "ids", shard_bytes=20_000, num_threads=1)
    assert not [name for name in contents(tmp_path / "ids") if name.endswith(".part")]
    seen = []
    tokenize_corpus(tok, files, tmp_path / "ids", shard_bytes=20_000, progress=seen.append)
    assert seen[-1].resumed > 0
    tokenize_corpus(tok, files, tmp_path / "whole", shard_bytes=20_000)
    assert contents(tmp_path / "ids") == contents(tmp_path / "whole")


KILLED = """
import sys, time
from pathlib import Path
import wordchipper_lab as wl
from wordchipper_lab.ids import part_file, tokenize_corpus
write = part_file.PartFile.write
def write_slowly(file, data):
    time.sleep(0.01)
    write(file, data)
part_file.PartFile.write = write_slowly
print("begin", flush=True)
tokenize_corpus(wl.Tokenizer.from_pretrained("o200k_base"), [Path(name) for name in sys.argv[2:]], sys.argv[1],
                shard_bytes=3_000, num_threads=2, format="both")
print("end", flush=True)
"""


@pytest.mark.deep
def test_a_killed_run_goes_on(tok, files, tmp_path: Path) -> None:
    ids = tmp_path / "ids"
    command = [sys.executable, "-c", KILLED, str(ids), *map(str, files)]
    for seen in (1, 5, 12):
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            deadline = time.monotonic() + 60
            while len(list(ids.glob("shard-*.json"))) < seen and process.poll() is None:
                assert time.monotonic() < deadline
                time.sleep(0.002)
            assert process.poll() is None, "the run ended before the test could kill it"
            process.send_signal(signal.SIGKILL)
    with pytest.raises(InputError, match="not complete"):
        open_corpus(ids)
    tokenize_corpus(tok, files, ids, shard_bytes=3_000, format="both")
    tokenize_corpus(tok, files, tmp_path / "whole", shard_bytes=3_000, format="both")
    assert contents(ids) == contents(tmp_path / "whole")


def test_an_interrupted_stream_goes_on(tok, tmp_path: Path) -> None:
    texts = [f"{LINE}{i}" for i in range(500)]

    def interrupted():
        yield from texts[:400]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tokenize_corpus(tok, interrupted(), tmp_path / "ids", shard_bytes=4_000)
    tokenize_corpus(tok, iter(texts), tmp_path / "ids", shard_bytes=4_000)
    tokenize_corpus(tok, iter(texts), tmp_path / "whole", shard_bytes=4_000)
    assert contents(tmp_path / "ids") == contents(tmp_path / "whole")


def test_sources_that_change_while_they_are_read(tok, files, tmp_path: Path) -> None:
    def change(_: object) -> None:
        files[4].write_bytes(b"other")

    with pytest.raises(InputError, match=r"last\.txt was changed while it was read"):
        tokenize_corpus(tok, files, tmp_path / "ids", progress=change, num_threads=1, shard_bytes=900)
    with pytest.raises(InputError, match="is not complete"):
        open_corpus(tmp_path / "ids")


def test_two_runs_in_one_directory(tok, files, tmp_path: Path) -> None:
    refused = []

    def again(_: object) -> None:
        with pytest.raises(InputError, match="in use by another run: wait") as error:
            tokenize_corpus(tok, files, tmp_path / "ids")
        refused.append(error)

    tokenize_corpus(tok, files, tmp_path / "ids", progress=again)
    assert refused
    assert len(open_corpus(tmp_path / "ids")) == len(documents_of(files))

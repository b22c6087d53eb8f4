"""The workers of a Dask cluster write the same files of ids as one process, even after some die."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import InputError, SpecialTokenError
from wordchipper_lab.ids import open_corpus, tokenize_corpus, tokenize_corpus_distributed
from wordchipper_lab.trained import train_bpe

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.usefixtures("two_minutes")

LINE = "It's naïve: 日本語, 👍🏽 and\r\n\r\n   code(x_1) = 12345;<|endoftext|>\t don't\n"


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / name for name in ("big.txt", "rows.parquet", "last.txt")]
    paths[0].write_bytes(LINE.encode() * 900)
    pq.write_table(pa.table({"text": [LINE, "", None] * 100}), paths[1])
    paths[2].write_bytes(b"the last one")
    return paths


def contents(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(directory.iterdir())}


@pytest.mark.deep
def test_the_files_are_those_of_one_process(client, files, tmp_path: Path) -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_base")
    settings = {"format": "both", "end_of_text": "<|endoftext|>", "shard_bytes": 3_000}
    seen = []
    tokenize_corpus_distributed(
        tok, files, tmp_path / "dask", client=client, progress=seen.append, **settings
    )
    tokenize_corpus(tok, files, tmp_path / "one", **settings)
    assert contents(tmp_path / "dask") == contents(tmp_path / "one")
    assert seen[-1].stored == seen[-1].total == sum(path.stat().st_size for path in files)
    with pytest.raises(SpecialTokenError, match=r"big\.txt.*at byte 61"):
        tokenize_corpus_distributed(tok, files, tmp_path / "strict", client=client, special="error")
    with pytest.raises(InputError, match=r"expected a pathlib\.Path or a list of them"):
        tokenize_corpus_distributed(tok, ["text"], tmp_path / "texts", client=client)


@pytest.mark.deep
def test_workers_that_die_in_the_middle_of_a_shard(client, files, tmp_path: Path) -> None:
    marker = str(tmp_path / "death")
    Path(marker).touch()

    def die_while_writing() -> None:
        from wordchipper_lab.ids.part_file import PartFile

        write = PartFile.write

        def write_or_die(file: PartFile, data: bytes) -> None:
            with suppress(FileNotFoundError):
                os.unlink(marker)
                file.stream.write(bytes(data)[:5])
                file.stream.flush()
                os._exit(1)
            write(file, data)

        PartFile.write = write_or_die  # type: ignore[method-assign]

    tok = train_bpe(["low lower lowest"], 264, special_tokens=["<|endoftext|>"])
    client.run(die_while_writing)
    tokenize_corpus_distributed(tok, files, tmp_path / "dask", client=client, shard_bytes=9_000)
    assert not os.path.exists(marker), "no worker has died"
    tokenize_corpus(tok, files, tmp_path / "one", shard_bytes=9_000)
    assert contents(tmp_path / "dask") == contents(tmp_path / "one")
    assert open_corpus(tmp_path / "dask")[0].tolist() == tok.encode(LINE * 900)


@pytest.mark.deep
def test_what_one_began_the_other_finishes(client, files, tmp_path: Path) -> None:
    tok = wl.Tokenizer.from_pretrained("gpt2")
    files[2].write_bytes(b"\xff")
    os.utime(files[2], ns=(1, 1))
    with pytest.raises(InputError, match="not UTF-8"):
        tokenize_corpus_distributed(
            tok, files, tmp_path / "ids", client=client.scheduler.address, shard_bytes=9_000
        )
    assert list((tmp_path / "ids").glob("shard-*.json"))
    files[2].write_bytes(b"x")
    os.utime(files[2], ns=(1, 1))
    tokenize_corpus(tok, files, tmp_path / "ids", shard_bytes=9_000)
    tokenize_corpus(tok, files, tmp_path / "whole", shard_bytes=9_000)
    assert contents(tmp_path / "ids") == contents(tmp_path / "whole")

"""Directories of ids that are damaged, truncated or incomplete are refused, with the file's name."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import InputError
from wordchipper_lab.ids import open_corpus, tokenize_corpus


@pytest.fixture
def ids(tmp_path: Path) -> Path:
    tok = wl.Tokenizer.from_pretrained("gpt2")
    tokenize_corpus(tok, ["one two three"] * 3000, tmp_path / "ids", shard_bytes=9_000)
    return tmp_path / "ids"


def change_index(**changes: object) -> Callable[[Path], object]:
    def change(ids: Path) -> None:
        index = json.loads((ids / "index.json").read_text())
        (ids / "index.json").write_text(json.dumps({**index, **changes}))

    return change


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda ids: (ids / "index.json").unlink(), "no index.json"),
        (lambda ids: (ids / "index.json").write_text("{"), "index.json is damaged"),
        (lambda ids: (ids / "index.json").write_text("[1]"), "expected the format"),
        (change_index(format="wordchipper_lab token ids, version 2"), "expected the format"),
        (change_index(complete=False), "not complete"),
        (change_index(dtype="<u4"), r"shard-00000\.bin has \d+,\d+ bytes, expected \d+"),
        (change_index(dtype="<f8"), "expected a dtype"),
        (change_index(documents=7), "says 7 documents"),
        (change_index(formats=["parquet"]), "only Parquet files"),
        (lambda ids: (ids / "shard-00001.bin").unlink(), r"shard-00001\.bin is missing"),
        (lambda ids: (ids / "shard-00001.bin").write_bytes(b"12"), "truncated"),
        (lambda ids: (ids / "shard-00000.ends.npy").unlink(), r"shard-00000\.ends\.npy is missing"),
        (lambda ids: (ids / "shard-00000.ends.npy").write_bytes(b"x"), r"ends\.npy is damaged"),
        (lambda ids: np.save(ids / "shard-00000.ends.npy", np.arange(5)), r"ends\.npy is damaged"),
        (lambda ids: np.save(ids / "shard-00000.ends.npy", np.zeros(9, "f")), r"ends\.npy is damaged"),
    ],
)
def test_damage_is_told_with_the_file(ids: Path, damage: Callable[[Path], object], words: str) -> None:
    assert len(open_corpus(ids)) == 3000
    damage(ids)
    with pytest.raises(InputError, match=words):
        open_corpus(ids)


def test_changed_ids_are_found_by_their_hash(ids: Path) -> None:
    open_corpus(ids).verify()
    data = bytearray((ids / "shard-00000.bin").read_bytes())
    data[100] ^= 1
    (ids / "shard-00000.bin").write_bytes(data)
    with pytest.raises(InputError, match=r"shard-00000\.bin is damaged"):
        open_corpus(ids).verify()
    (ids / "shard-00000.json").unlink()
    with pytest.raises(InputError, match="manifest"):
        open_corpus(ids).source(0)

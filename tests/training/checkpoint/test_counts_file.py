"""``counts.npz`` reads back as saved; any damage is reported, and nothing is unpickled."""

from __future__ import annotations

import io
import json
import os
import pickle
import random
from pathlib import Path

import numpy as np
import pytest

from wordchipper_lab.corpus.position import FileState, Position
from wordchipper_lab.errors import CheckpointError
from wordchipper_lab.training.checkpoint.counts_file import CountsFile
from wordchipper_lab.training.span_counts import SpanCounts

SETTINGS = {"pattern": r"\w+"}
COUNTS = SpanCounts.from_mapping({b"low": 5, b" lower": 2, b" na\xc3\xafve": 1})
FILES = [FileState(0, "a.txt", 12, 34), FileState(1, os.fsdecode(b"\xff.txt"), 56, 78)]


@pytest.fixture
def file(tmp_path: Path) -> CountsFile:
    file = CountsFile(tmp_path, SETTINGS)
    file.save(COUNTS, Position(1, 5, 17, 99), FILES, finished=False)
    return file


def damaged(file: CountsFile, contents: bytes) -> bool:
    """Whether damage is noticed; if not, the counts must be those that were saved."""
    file.path.write_bytes(contents)
    try:
        found = file.load()
    except CheckpointError as error:
        told = str(error)
    else:
        told = ""
    if told:
        assert str(file.path) in told
        assert "delete" in told or "another" in told or "memory" in told
        return True
    assert found
    assert found.counts.to_dict() == COUNTS.to_dict()
    assert (found.position, found.files, found.finished) == (Position(1, 5, 17, 99), FILES, False)
    return False


def test_what_was_saved_is_read(file: CountsFile) -> None:
    assert not damaged(file, file.path.read_bytes())


def test_truncated_zeroed_random_empty(file: CountsFile) -> None:
    good, chance = file.path.read_bytes(), random.Random(14)
    for length in range(0, len(good), 11):
        assert damaged(file, good[:length])
    assert damaged(file, bytes(len(good)))
    assert damaged(file, chance.randbytes(len(good)))
    assert damaged(file, good[: len(good) // 2] + bytes(len(good) // 2))


def test_bytes_that_changed_are_noticed_or_mean_nothing(file: CountsFile) -> None:
    good, chance = file.path.read_bytes(), random.Random(15)
    noticed = 0
    for _ in range(400):
        contents = bytearray(good)
        for _ in range(chance.randint(1, 4)):
            contents[chance.randrange(len(good))] = chance.randrange(256)
        noticed += damaged(file, bytes(contents))
    assert noticed > 300


class Trap:
    def __reduce__(self):
        return os.mkdir, ("executed",)


def arrays_of(file: CountsFile) -> dict[str, np.ndarray]:
    with np.load(file.path) as arrays:
        return dict(arrays)


def with_header(arrays: dict[str, np.ndarray], **changes: object) -> np.ndarray:
    header = json.loads(arrays["header"].tobytes()) | changes
    return np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)


@pytest.mark.parametrize(
    "change",
    [
        lambda arrays: {"data": arrays["data"].astype(np.int16)},
        lambda arrays: {"data": arrays["data"][:-1]},
        lambda arrays: {"data": arrays["data"].reshape(1, -1)},
        lambda arrays: {"ends": arrays["ends"][::-1].copy()},
        lambda arrays: {"ends": arrays["ends"].astype(float)},
        lambda arrays: {"ends": arrays["ends"][:-1]},
        lambda arrays: {"ends": arrays["ends"] - 10},
        lambda arrays: {"counts": arrays["counts"][:-1]},
        lambda arrays: {"counts": -arrays["counts"]},
        lambda arrays: {"counts": arrays["counts"].astype(">i8")},
        lambda arrays: {"counts": np.array(5)},
        lambda arrays: {"counts": np.array([Trap()] * 3, dtype=object)},
        lambda arrays: {"header": np.frombuffer(b"[1]", dtype=np.uint8)},
        lambda arrays: {"header": np.frombuffer(b"9" * 5000, dtype=np.uint8)},
        lambda arrays: {"header": with_header(arrays, position={"sources": "1"})},
        lambda arrays: {"header": with_header(arrays, files=7)},
        lambda arrays: {"header": with_header(arrays, files=[[1]])},
        lambda arrays: {"header": with_header(arrays, finished="no")},
        lambda arrays: {"header": with_header(arrays, settings=None)},
    ],
)
def test_arrays_that_were_not_saved_so(file: CountsFile, tmp_path: Path, monkeypatch, change) -> None:
    monkeypatch.chdir(tmp_path)
    arrays = arrays_of(file)
    contents = io.BytesIO()
    np.savez(contents, **(arrays | change(arrays)))
    assert damaged(file, contents.getvalue())
    assert not (tmp_path / "executed").exists()


def test_other_files_of_numpy_and_pickle(file: CountsFile, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    contents = io.BytesIO()
    np.save(contents, COUNTS.counts)
    assert damaged(file, contents.getvalue())
    assert damaged(file, pickle.dumps(Trap()))
    assert not (tmp_path / "executed").exists()
    huge = contents.getvalue().replace(b"(3,)", b"(%d,)" % 10**15).ljust(200)
    assert damaged(file, huge)

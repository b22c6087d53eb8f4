"""Character-level training on corpora: files, Parquet, streams, checkpoints, progress."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from wordchipper_lab.errors import CheckpointError, InputError, TextError, TrainingError
from wordchipper_lab.training import CharacterBPE, TrainingProgress

pytestmark = pytest.mark.filterwarnings("ignore:training stopped early")

LINES = ["low lower lowest", "newer wider naïve", "你好 世界 low", "the lowest low 123"] * 30
TEXT = "\n".join(LINES)
OPTIONS = {"n_merges": 20, "pattern": "whitespace"}


@pytest.fixture
def expected() -> CharacterBPE:
    return CharacterBPE.train(TEXT, **OPTIONS)


def same(a: CharacterBPE, b: CharacterBPE) -> bool:
    return (a.tokens, a.merges) == (b.tokens, b.merges)


def test_every_source_teaches_the_same(expected: CharacterBPE, tmp_path: Path) -> None:
    path = tmp_path / "corpus.txt"
    path.write_text(TEXT, encoding="utf-8")
    sources = [
        path,
        [path],
        io.StringIO(TEXT),
        io.BytesIO(TEXT.encode()),
        iter([TEXT]),
        LINES,
        [TEXT[:0], path],
    ]
    for source in sources:
        assert same(CharacterBPE.train(source, num_threads=2, **OPTIONS), expected)


def test_rows_of_parquet_are_texts(expected: CharacterBPE, tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pyarrow.table({"line": LINES}), tmp_path / "corpus.parquet")
    assert same(CharacterBPE.train(tmp_path / "corpus.parquet", column="line", **OPTIONS), expected)


def test_progress_is_told_of_both_phases() -> None:
    told: list[TrainingProgress] = []
    CharacterBPE.train(TEXT, progress=told.append, **OPTIONS)
    assert [step.phase for step in told] == sorted(step.phase for step in told)
    assert {step.phase for step in told} == {"counting", "merging"}
    assert told[-1].done == told[-1].total == 20


def test_a_checkpoint_goes_on(expected: CharacterBPE, tmp_path: Path) -> None:
    options = {"pattern": "whitespace", "checkpoint": tmp_path / "run"}
    CharacterBPE.train(TEXT, n_merges=9, **options)
    assert same(CharacterBPE.train(TEXT, n_merges=20, **options), expected)
    assert (tmp_path / "run" / "merges.txt").exists()
    with pytest.raises(CheckpointError, match="its marker is 'attached', this run's 'separate'"):
        CharacterBPE.train(TEXT, n_merges=20, marker="separate", **options)
    with pytest.raises(CheckpointError, match="its pattern is"):
        CharacterBPE.train(TEXT, n_merges=20, checkpoint=tmp_path / "run")


def test_bytes_and_characters_do_not_share_a_checkpoint(tmp_path: Path) -> None:
    import wordchipper_lab as wl

    wl.train_bpe(TEXT, 270, tie="least_bytes", checkpoint=tmp_path)
    with pytest.raises(CheckpointError, match="its level is None, this run's 'character'"):
        CharacterBPE.train(TEXT, n_merges=9, pattern="r50k_base", checkpoint=tmp_path)


def test_options_are_refused_before_anything_is_read(tmp_path: Path) -> None:
    def never() -> object:
        raise AssertionError("read")
        yield

    for options in (
        {},
        {"n_merges": 1, "vocab_size": 9},
        {"n_merges": -1},
        {"n_merges": 1, "min_frequency": 0},
    ):
        with pytest.raises((TrainingError, ValueError)):
            CharacterBPE.train(never(), **options)
    with pytest.raises(TextError):
        CharacterBPE.train(5, n_merges=1)  # type: ignore[arg-type]
    path = tmp_path / "latin.txt"
    path.write_bytes(b"na\xefve")
    with pytest.raises(InputError, match="is not UTF-8 at byte 2"):
        CharacterBPE.train(path, n_merges=1)

"""Interrupted runs: files on disk are whole and this run's, and lead to an uninterrupted run's result."""

from __future__ import annotations

import errno
import io
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from wordchipper_lab.corpus.reader import CorpusReader
from wordchipper_lab.corpus.sources import Source
from wordchipper_lab.errors import CheckpointError
from wordchipper_lab.files import whole_file
from wordchipper_lab.spanners import TextSpanner
from wordchipper_lab.training import TrainingOptions, TrainingProgress, count_corpus, run_training
from wordchipper_lab.training.checkpoint import merge_log
from wordchipper_lab.training.checkpoint.merge_log import MergeLog
from wordchipper_lab.training.span_counts import SpanCounts
from wordchipper_lab.training.trainer import Merge

TEXTS = [f"low lower lowest {'new' * (i % 3)}er widest {i * i} wide" for i in range(300)]
OPTIONS = TrainingOptions(290)


class Interrupt:
    """A progress callback that interrupts at its nth report."""

    def __init__(self, at: int) -> None:
        self.left = at

    def __call__(self, progress: TrainingProgress) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


def learn(source: Source, checkpoint: Path | None = None, **options: object) -> list[Merge]:
    return run_training(source, OPTIONS, trainer="naive", checkpoint=checkpoint, **options).merges  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    def reader(source: Source, spanner: TextSpanner, **options: object) -> CorpusReader:
        options |= {"chunk_bytes": 100, "batch_bytes": 400}
        return CorpusReader(source, spanner, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(count_corpus, "CorpusReader", reader)


@pytest.mark.parametrize("kind", ["texts", "file", "stream", "generator"])
def test_interrupted_anywhere_a_run_goes_on(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "corpus.txt"
    path.write_text("\n".join(TEXTS))
    sources = {
        "texts": lambda: TEXTS,
        "file": lambda: path,
        "stream": lambda: io.BytesIO(path.read_bytes()),
        "generator": lambda: (text for text in TEXTS),
    }
    source = sources[kind]
    expected = learn(source())
    checkpoint = tmp_path / "run"
    interrupted = 0
    at = 3
    while True:
        try:
            assert learn(source(), checkpoint, progress=Interrupt(at)) == expected
            break
        except KeyboardInterrupt:
            interrupted += 1
            at += 1
    assert interrupted > 3
    assert sorted(file.name for file in checkpoint.iterdir()) == ["counts.npz", "merges.txt"]
    read_again = iter(TEXTS) if kind == "generator" else source()
    assert learn(read_again, checkpoint, progress=Interrupt(2)) == expected, "nothing is left to do"


def test_another_trainer_goes_on(tmp_path: Path) -> None:
    expected = learn(TEXTS)
    for size, trainer in ((265, "naive"), (280, "fast"), (285, "heap"), (290, "fast")):
        run = run_training(TEXTS, TrainingOptions(size), trainer=trainer, checkpoint=tmp_path)
        assert run.merges == expected[: size - 256]


def test_a_larger_vocabulary_goes_on_and_a_smaller_one_takes_the_first_merges(tmp_path: Path) -> None:
    expected = learn(TEXTS)
    for size in (270, 290, 265):
        run = run_training(TEXTS, TrainingOptions(size), trainer="naive", checkpoint=tmp_path)
        assert run.merges == expected[: size - 256]
    assert len((tmp_path / "merges.txt").read_text().splitlines()) == 1 + 290 - 256


@pytest.mark.parametrize("cut", [*range(1, 60), -1, -5, -40])
def test_a_torn_tail_is_dropped(tmp_path: Path, cut: int) -> None:
    counts = SpanCounts.from_mapping({b"low": 2})
    log = MergeLog(tmp_path, {"tie": "x"})
    assert log.of_counts(counts, 256) == []
    merges = [Merge(97, 98, 256 + i, 9, 8, 7) for i in range(3)]
    log.append(merges[:2])
    log.append(merges[2:])
    whole = log.path.read_bytes()
    log.path.write_bytes(whole[:cut])
    again = MergeLog(tmp_path, {"tie": "x"})
    kept = again.of_counts(counts, 256)
    assert kept == merges[: len(kept)]
    again.append(merges[len(kept) :])
    assert log.path.read_bytes() == whole


def test_a_lost_block_in_what_was_written_last_is_noticed(tmp_path: Path) -> None:
    counts = SpanCounts.from_mapping({b"low": 2})
    log = MergeLog(tmp_path, {})
    log.of_counts(counts, 256)
    log.append([Merge(97, 98, 256 + i, 9, 8, 7) for i in range(30)])
    data = bytearray(log.path.read_bytes())
    data[-500:-300] = bytes(200)
    log.path.write_bytes(data)
    assert 5 < len(MergeLog(tmp_path, {}).of_counts(counts, 256)) < 20


def no_space(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_leaves_the_earlier_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KeyboardInterrupt):
        learn(TEXTS, tmp_path, progress=Interrupt(8))
    before = (tmp_path / "counts.npz").read_bytes()
    monkeypatch.setattr(whole_file.os, "fsync", no_space)
    with pytest.raises(OSError, match="No space left"):
        learn(TEXTS, tmp_path, progress=Interrupt(8))
    monkeypatch.undo()
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {"counts.npz": before}
    assert learn(TEXTS, tmp_path) == learn(TEXTS)


def test_a_full_disk_leaves_the_earlier_merges(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = run_training(TEXTS, TrainingOptions(270), trainer="naive", checkpoint=tmp_path).merges
    before = (tmp_path / "merges.txt").read_bytes()
    monkeypatch.setattr(merge_log.os, "fsync", no_space)
    with pytest.raises(OSError, match="No space left"):
        learn(TEXTS, tmp_path)
    monkeypatch.undo()
    assert (tmp_path / "merges.txt").read_bytes() == before
    assert learn(TEXTS, tmp_path)[: len(expected)] == expected


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"options": TrainingOptions(290, tie="least_bytes")}, "its tie is 'lowest_ids', this run's 'least_"),
        ({"options": TrainingOptions(290, min_frequency=2)}, "its min frequency is 1, this run's 2"),
        (
            {"options": TrainingOptions(290, special_tokens=("<s>",))},
            r"its special tokens is \[\], this run's",
        ),
        ({"options": TrainingOptions(290, byte_order="gpt2")}, "its byte order is 'value', this"),
        ({"pattern": "o200k_base"}, "its pattern is "),
        ({"column": "content"}, "its column is 'text', this run's 'content'"),
        ({"source": [*TEXTS[:-1], "other"]}, "a different checksum"),
        ({"source": TEXTS[:-1]}, "more than the 299 sources"),
        ({"source": [*TEXTS, "other"]}, "more texts now"),
    ],
)
def test_another_runs_checkpoint_is_refused(tmp_path: Path, changed: dict[str, object], problem: str) -> None:
    learn(TEXTS, tmp_path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    given = {"source": TEXTS, "options": OPTIONS} | changed
    with pytest.raises(CheckpointError, match=problem):
        run_training(**given, trainer="naive", checkpoint=tmp_path)  # type: ignore[arg-type]
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_changed_files_are_refused(tmp_path: Path) -> None:
    path, run = tmp_path / "a.txt", tmp_path / "run"
    path.write_text(" ".join(TEXTS))
    learn(path, run)
    path.write_text(" ".join(TEXTS).replace("new", "old"))
    with pytest.raises(
        CheckpointError, match=r"a\.txt, is not the file of the checkpoint: its time of change"
    ):
        learn(path, run)
    path.write_text("more")
    with pytest.raises(CheckpointError, match="its size was"):
        learn(path, run)


def test_merges_of_other_counts_are_refused(tmp_path: Path) -> None:
    learn(TEXTS, tmp_path)
    (tmp_path / "counts.npz").unlink()
    with pytest.raises(CheckpointError, match="merges of other counts"):
        learn(TEXTS[1:], tmp_path)


def test_what_is_damaged_is_said(tmp_path: Path) -> None:
    learn(TEXTS, tmp_path)
    counts, merges = tmp_path / "counts.npz", tmp_path / "merges.txt"
    for contents in (b"", b"not a zip file", counts.read_bytes()[:-100]):
        counts.write_bytes(contents)
        with pytest.raises(CheckpointError, match=r"counts\.npz is damaged"):
            learn(TEXTS, tmp_path)
    merges.write_bytes(b"a list\nof shopping\n")
    with pytest.raises(CheckpointError, match=r"merges\.txt is damaged"):
        learn(TEXTS, tmp_path)
    with pytest.raises(CheckpointError, match="is a file, but a checkpoint is a directory"):
        learn(TEXTS, merges)


def test_counts_are_saved_from_time_to_time(tmp_path: Path) -> None:
    def texts() -> Iterator[str]:
        yield from TEXTS
        assert (tmp_path / "counts.npz").exists(), "saved before the end"

    spanner = count_corpus.build_spanner("r50k_base", ())
    count_corpus.count_spans(texts(), spanner, checkpoint=tmp_path, save_every=0)


def test_a_slow_moment_without_anything_to_save_puts_no_save_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pause between saves follows from how long a save takes."""
    save = count_corpus._Run._save

    def slow_if_nothing_is_new(run: count_corpus._Run) -> None:
        if run._position == run._saved:
            time.sleep(0.1)
        save(run)

    monkeypatch.setattr(count_corpus._Run, "_save", slow_if_nothing_is_new)
    test_counts_are_saved_from_time_to_time(tmp_path)


def test_an_iterator_that_fails_loses_nothing(tmp_path: Path) -> None:
    def failing() -> Iterator[str]:
        yield from TEXTS[:200]
        raise ConnectionError("the line is dead")

    with pytest.raises(ConnectionError):
        learn(failing(), tmp_path)
    assert (tmp_path / "counts.npz").exists()
    assert learn(TEXTS, tmp_path) == learn(TEXTS)

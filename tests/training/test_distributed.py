"""Span counts by the workers of a Dask cluster equal one process's, whatever happens to the workers."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from wordchipper_lab.corpus import dask_cluster
from wordchipper_lab.corpus.dask_cluster import map_in_order
from wordchipper_lab.errors import ClusterError, InputError, SpecialTokenError, TextError, VocabFormatError
from wordchipper_lab.training import TrainingOptions, run_training
from wordchipper_lab.training.count_corpus import build_spanner, count_spans
from wordchipper_lab.training.distributed import count_spans_distributed, count_texts

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.usefixtures("two_minutes")

LINE = "It's naïve: 日本語, 👍🏽 and\r\n\r\n   code(x_1) = 12345;<s>\t don't\n"


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / name for name in ("big.txt", "empty", "rows.parquet", "last.txt")]
    paths[0].write_bytes("".join(f"{i % 97} {LINE}" for i in range(900)).encode())
    paths[1].write_bytes(b"")
    pq.write_table(pa.table({"text": [f"row {i} {LINE}" for i in range(300)] + [None, ""]}), paths[2])
    paths[3].write_bytes(b"the last one")
    return paths


def test_counts_and_their_order_are_those_of_one_process(client, files) -> None:
    seen = []
    counts = count_spans_distributed(
        files, "o200k_base", ["<s>"], client=client, unit_bytes=4_000, progress=seen.append
    )
    expected = count_spans(files, build_spanner("o200k_base", ("<s>",)))
    assert list(counts.to_dict().items()) == list(expected.to_dict().items())
    assert len(seen) > 10
    assert seen[-1].done == seen[-1].total == sum(path.stat().st_size for path in files)


def test_strings_are_sent_to_the_workers(client) -> None:
    texts = [f"{i % 7} {LINE}" for i in range(200)]
    address = client.scheduler.address
    counts = count_spans_distributed(iter(texts), r"\w+|\s+", client=address, unit_bytes=1_000)
    assert list(counts.to_dict().items()) == list(count_texts(texts, r"\w+|\s+").to_dict().items())
    assert len(count_spans_distributed([], client=client)) == 0
    with pytest.raises(TextError, match=r"got .*Path"):
        count_spans_distributed(["text", Path("file")], client=client)


def test_what_fails_on_a_worker_is_raised_here(client, files) -> None:
    files[3].write_bytes(b"ab\xff")
    with pytest.raises(InputError, match=r"last\.txt is not UTF-8 at byte 2"):
        count_spans_distributed(files, client=client)

    def fail(error):
        raise error

    for error in (SpecialTokenError("<s>", 5), VocabFormatError("file", 3, "problem"), TimeoutError("own")):
        with pytest.raises(type(error)) as raised:
            list(map_in_order(client, fail, [error]))
        assert str(raised.value) == str(error)
        assert vars(raised.value).get("byte_offset") == vars(error).get("byte_offset")


@pytest.mark.deep
def test_workers_that_die_on_the_way_change_nothing(client, files, tmp_path: Path) -> None:
    markers = [str(tmp_path / f"death {i}") for i in range(2)]

    def die_twice() -> None:
        from wordchipper_lab.corpus.work_units import TextStretch

        read = TextStretch.read

        def read_or_die(unit, errors="strict"):
            for marker in markers:
                with suppress(FileNotFoundError):
                    os.unlink(marker)
                    os._exit(1)
            return read(unit, errors)

        TextStretch.read = read_or_die  # type: ignore[method-assign]

    for marker in markers:
        Path(marker).touch()
    client.run(die_twice)
    counts = count_spans_distributed(files, "r50k_base", client=client, unit_bytes=10_000)
    assert not any(map(os.path.exists, markers[:1])), "no worker has died"
    expected = count_spans(files, build_spanner("r50k_base", ()))
    assert list(counts.to_dict().items()) == list(expected.to_dict().items())


@pytest.mark.deep
def test_work_of_which_every_worker_dies_is_an_error(client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client.cluster.scheduler, "allowed_failures", 0)
    with pytest.raises(
        ClusterError, match="1 workers of the Dask cluster died while working on the same piece"
    ):
        list(map_in_order(client, lambda _: os._exit(1), [0]))
    assert list(map_in_order(client, str, range(30))) == [str(i) for i in range(30)]


@pytest.mark.deep
def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "_PATIENCE", 0.5)
    for address in ("tcp://127.0.0.1:1", "no address"):
        with pytest.raises(ClusterError, match="no Dask scheduler answers"):
            count_spans_distributed(["text"], client=address)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0", host="127.0.0.1") as empty,
        pytest.raises(ClusterError, match="has had no workers"),
    ):
        count_spans_distributed(["text"], client=empty.scheduler_address)


def test_a_training_run_on_a_cluster_learns_the_same_and_keeps_its_merges(
    client: distributed.Client, files: list[Path], tmp_path: Path
) -> None:
    options = TrainingOptions(400, special_tokens=("<s>",))
    here = run_training(files, options)
    for size in (300, 400):
        options = TrainingOptions(size, special_tokens=("<s>",))
        run = run_training(files, options, cluster=client, checkpoint=tmp_path / "kept")
        assert run.merges == here.merges[: run.n_merges]

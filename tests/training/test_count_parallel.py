"""Counting in processes equals counting the whole text, wherever the file is divided."""

from __future__ import annotations

import io
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordchipper_lab.corpus import chunk_bounds as bounds_module
from wordchipper_lab.corpus.chunk_bounds import READ_BYTES, chunk_bounds
from wordchipper_lab.errors import InputError, TrainingError
from wordchipper_lab.lab.benchmark.corpora import load_corpus
from wordchipper_lab.spanners import TextSpanner, build_lexer
from wordchipper_lab.training import count_parallel as module
from wordchipper_lab.training.count_parallel import count_spans_parallel
from wordchipper_lab.training.count_spans import count_spans_reference

END = "<|endoftext|>"


def reference(text: str, specials: list[str]) -> list[tuple[bytes, int]]:
    spanner = TextSpanner(build_lexer("r50k_base"), dict.fromkeys(specials, 0))
    return list(count_spans_reference([text], spanner).to_dict().items())


@pytest.mark.parametrize("shift", range(0, 15, 2))
def test_a_token_across_two_reads_is_found(shift: int) -> None:
    data = bytearray(b"x" * 3 * READ_BYTES)
    place = len(data) // 2 + READ_BYTES - shift
    data[place : place + len(END)] = END.encode()
    assert chunk_bounds(io.BytesIO(data), [END], 2) == [0, place, len(data)]


def test_fewer_parts_where_there_is_no_token() -> None:
    assert chunk_bounds(io.BytesIO(b"x" * 100), [END], 4) == [0, 100]
    assert chunk_bounds(io.BytesIO(b"x" * 100), [], 4) == [0, 100]
    assert chunk_bounds(io.BytesIO(b""), [END], 4) == [0]
    one_late = b"x" * 90 + END.encode()
    assert chunk_bounds(io.BytesIO(one_late), [END], 4) == [0, 90, len(one_late)]


class Watched(io.BytesIO):
    n_read = 0

    def read(self, size: int | None = -1) -> bytes:
        assert size == READ_BYTES
        data = super().read(size)
        self.n_read += len(data)
        return data


def test_little_is_read() -> None:
    data = ((b"story " * 200) + END.encode()) * 4_000
    file = Watched(data)
    assert len(chunk_bounds(file, [END], 8)) == 9
    assert file.n_read <= 7 * READ_BYTES < len(data) / 100


@given(
    text=st.lists(st.sampled_from([*"ab é", "<>", "<><>", "><", "a<", "aa"]), max_size=40).map("".join),
    specials=st.lists(st.sampled_from(["<>", "<><>", "aa", "><>", "aab", "é"]), unique=True, max_size=4),
    n_chunks=st.integers(1, 12),
    read_bytes=st.integers(8, 20),
)
def test_parts_have_the_spans_of_the_whole(
    text: str, specials: list[str], n_chunks: int, read_bytes: int
) -> None:
    spanner = TextSpanner(build_lexer("r50k_base"), dict.fromkeys(specials, 0))
    data = text.encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bounds_module, "READ_BYTES", read_bytes)
        bounds = chunk_bounds(io.BytesIO(data), specials, n_chunks)
    assert len(bounds) <= n_chunks + 1
    parts = [data[start:end].decode() for start, end in pairwise(bounds)]
    spans = [
        (start + s.start, start + s.end, s.kind)
        for start, part in zip(bounds, parts, strict=False)
        for s in spanner.spans(part)
    ]
    assert spans == [(s.start, s.end, s.kind) for s in spanner.spans(text)]


@pytest.mark.deep
def test_processes_count_what_one_does(tmp_path: Path) -> None:
    samples = [load_corpus(name).text[:20_000] for name in ("english", "diverse", "code")]
    text = END.join(samples * 2)
    path = tmp_path / "corpus.txt"
    path.write_bytes(text.encode())
    counts = count_spans_parallel(path, "r50k_base", [END], processes=2, chunk_bytes=30_000)
    assert list(counts.to_dict().items()) == reference(text, [END])
    alone = count_spans_parallel(path, "r50k_base", [END], processes=1)
    assert list(alone.to_dict().items()) == reference(text, [END])


def test_a_process_that_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "corpus.txt"
    path.write_bytes((b"low lower " * 200_000 + END.encode()) * 8)
    killed: list[int] = []

    class Killing(ProcessPoolExecutor):
        def map(self, *arguments, **options):  # type: ignore[no-untyped-def]
            results = super().map(*arguments, **options)
            killed.append(next(iter(self._processes)))
            os.kill(killed[0], signal.SIGKILL)
            return results

    monkeypatch.setattr(module, "ProcessPoolExecutor", Killing)
    with pytest.raises(TrainingError, match="a process that counted spans ended prematurely"):
        count_spans_parallel(path, special_tokens=[END], processes=2)
    assert killed


def test_errors(tmp_path: Path) -> None:
    path = tmp_path / "latin.txt"
    path.write_bytes(b"one" + END.encode() + b"na\xefve")
    with pytest.raises(InputError, match="an invalid byte at offset 18"):
        count_spans_parallel(path, special_tokens=[END], processes=1, chunk_bytes=4)
    with pytest.raises(TrainingError, match="processes is 0"):
        count_spans_parallel(path, processes=0)
    empty = tmp_path / "empty.txt"
    empty.write_bytes(b"")
    assert len(count_spans_parallel(empty)) == 0

"""Start-up and memory, each in a separate process; and our kernels allocate nothing per span."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

import wordchipper_lab as wl
from wordchipper_lab.errors import PeerError
from wordchipper_lab.lab import BenchmarkRun, Memory
from wordchipper_lab.lab.benchmark.benchmark_progress import Stopped, Tracker
from wordchipper_lab.lab.benchmark.corpora import Corpus
from wordchipper_lab.lab.benchmark.measure_memory import measure_memory, probe_memory
from wordchipper_lab.lab.benchmark.memory_probe import count_blocks, count_kernel_allocations

TEXT = "It's naïve: 日本語, 👍🏽 and   code(x_1) = 12345;\t don't\n"


@pytest.mark.deep
def test_what_this_package_needs() -> None:
    found = probe_memory("wordchipper_lab", "r50k_base", TEXT * 100)
    assert 0 < found.import_seconds < found.first_ids_seconds
    assert 20e6 < found.rss_bytes <= found.peak_bytes < 2e9
    assert found.kernel_allocations == 0
    assert 0 < found.call_allocations < 500
    assert found.problem == ""


@pytest.mark.deep
def test_what_a_peer_needs() -> None:
    found = probe_memory("tiktoken", "r50k_base", TEXT)
    assert 0 < found.import_seconds < found.first_ids_seconds
    assert 5e6 < found.rss_bytes < 2e9
    assert found.kernel_allocations is None


@pytest.mark.deep
def test_a_failing_process_is_a_problem() -> None:
    with pytest.raises(PeerError, match="unknown peer 'nope'"):
        probe_memory("nope", "r50k_base", TEXT)
    run = BenchmarkRun({}, {}, "")
    tracker = Tracker(run, 2)
    known = Memory("wordchipper_lab", "r50k_base", 0.1, 0.2, 1, 2)
    run.memory.append(known)
    measure_memory(["wordchipper_lab", "nope"], ["r50k_base"], Corpus("x", TEXT, ""), tracker)
    assert run.memory[0] is known
    assert "unknown peer 'nope'" in run.memory[1].problem
    assert tracker.done == 2


def test_stop_does_not_wait_for_the_process() -> None:
    asked = []

    def check_stop() -> None:
        asked.append(True)
        raise Stopped

    with pytest.raises(Stopped):
        probe_memory("wordchipper_lab", "r50k_base", TEXT, check_stop)
    assert asked == [True]


@njit
def _allocate(n: int) -> int:
    total = 0
    for i in range(n):
        total += len(np.zeros(i + 1))
    return total


def test_the_counters_count() -> None:
    assert count_kernel_allocations(lambda text: _allocate(50), "") == 50
    assert count_blocks(lambda text: [bytes(100) for _ in range(1000)], "") >= 1000


@pytest.mark.parametrize("encoder", wl.ENCODERS)
@pytest.mark.parametrize("memo", [True, False])
def test_no_allocation_for_a_span(encoder: str, memo: bool) -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_base", encoder=encoder, memo=memo)

    def call(text: str) -> object:
        return tok.encode_array(text, special="text")

    call(TEXT * 2000)  # compiles, and makes room
    assert count_kernel_allocations(call, TEXT * 2000) == 0
    n_spans = len(tok.spans(TEXT * 2000)) - len(tok.spans(TEXT * 20))
    assert count_blocks(call, TEXT * 2000) - count_blocks(call, TEXT * 20) < n_spans / 100
